package proxy

import (
	"net/url"
	"strings"
)

// maxParameters is how many parameters net/url parses.
const maxParameters = 10000

// cleanQuery drops what net/url would not parse, so that the proxy and a server behind it that is more lenient see the
// same parameters. A query that is sound passes as it is.
func cleanQuery(query string) string {
	if soundQuery(query) {
		return query
	}
	values, _ := url.ParseQuery(query) // the sound parameters, with the first error
	return values.Encode()
}

func soundQuery(query string) bool {
	if strings.Count(query, "&") >= maxParameters || strings.IndexByte(query, ';') >= 0 {
		return false
	}
	for {
		_, rest, escaped := strings.Cut(query, "%")
		if !escaped {
			return true
		}
		if len(rest) < 2 || !hexDigit(rest[0]) || !hexDigit(rest[1]) {
			return false
		}
		query = rest[2:]
	}
}

func hexDigit(b byte) bool {
	return '0' <= b && b <= '9' || 'a' <= b && b <= 'f' || 'A' <= b && b <= 'F'
}
