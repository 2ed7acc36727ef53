// Package excerpt shortens texts that are quoted in messages.
package excerpt

import "unicode/utf8"

// Head is the beginning of text, at most so many bytes long and cut before a whole rune, with "..." where something is left out.
func Head(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}
