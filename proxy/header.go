package proxy

import (
	"net/http"
	"net/textproto"
	"strings"
)

// removeHopByHop deletes the fields that concern one connection only: those that Connection names, and those that older
// peers send without naming them there (RFC 9110, section 7.6.1).
func removeHopByHop(h http.Header) {
	for _, value := range h["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			if name = textproto.TrimString(name); name != "" {
				h.Del(name)
			}
		}
	}
	for name := range h {
		if hopByHop(name) {
			delete(h, name)
		}
	}
}

func hopByHop(name string) bool {
	switch name {
	case "Connection", "Proxy-Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization",
		"Te", "Trailer", "Transfer-Encoding", "Upgrade":
		return true
	}
	return false
}

// upgradeType returns the protocol that h asks to switch to or agrees to, "" for none.
func upgradeType(h http.Header) string {
	if !hasToken(h["Connection"], "upgrade") {
		return ""
	}
	return h.Get("Upgrade")
}

// hasToken reports whether a list of comma-separated tokens holds one, whatever its case.
func hasToken(values []string, token string) bool {
	for _, value := range values {
		for item := range strings.SplitSeq(value, ",") {
			if strings.EqualFold(textproto.TrimString(item), token) {
				return true
			}
		}
	}
	return false
}

// printable reports whether s is printable ASCII.
func printable(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// addHeader adds the fields of src to dst.
func addHeader(dst, src http.Header) {
	for name, values := range src {
		if len(values) == 0 {
			continue
		}
		if old := dst[name]; len(old) > 0 {
			values = append(old[:len(old):len(old)], values...)
		}
		dst[name] = values
	}
}
