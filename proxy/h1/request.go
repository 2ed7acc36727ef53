package h1

import (
	"bufio"
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// writeHeader writes the request line and the header of req, which validRequest has passed. Errors stay in w.
func writeHeader(w *bufio.Writer, req *http.Request) {
	w.WriteString(cmp.Or(req.Method, http.MethodGet))
	w.WriteByte(' ')
	w.WriteString(target(req))
	w.WriteString(" HTTP/1.1\r\n")
	writeField(w, "Host", host(req))
	for name, values := range req.Header {
		if framing(name) {
			continue
		}
		for _, value := range values {
			if value != "" || name != "User-Agent" {
				writeField(w, name, value)
			}
		}
	}
	if req.Close {
		writeField(w, "Connection", "close")
	}
	writeFraming(w, req)
	w.WriteString("\r\n")
}

// writeFraming writes the fields that tell where the body ends.
func writeFraming(w *bufio.Writer, req *http.Request) {
	switch {
	case isChunked(req):
		writeField(w, "Transfer-Encoding", "chunked")
		if len(req.Trailer) > 0 {
			names := make([]string, 0, len(req.Trailer))
			for name := range req.Trailer {
				names = append(names, name)
			}
			writeField(w, "Trailer", strings.Join(names, ", "))
		}
	case hasBody(req):
		w.WriteString("Content-Length: ")
		w.Write(strconv.AppendInt(w.AvailableBuffer(), req.ContentLength, 10))
		w.WriteString("\r\n")
	case req.Method == http.MethodPost, req.Method == http.MethodPut, req.Method == http.MethodPatch:
		writeField(w, "Content-Length", "0")
	}
}

// writeTrailer ends a chunked body.
func writeTrailer(w *bufio.Writer, trailer http.Header) {
	w.WriteString("0\r\n")
	for name, values := range trailer {
		for _, value := range values {
			if validName(name) && validValue(value) && !framing(name) {
				writeField(w, name, value)
			}
		}
	}
	w.WriteString("\r\n")
}

func writeField(w *bufio.Writer, name, value string) {
	w.WriteString(name)
	w.WriteString(": ")
	w.WriteString(value)
	w.WriteString("\r\n")
}

// framing names the fields that come from the request itself and not from its Header, in any spelling.
func framing(name string) bool {
	for _, field := range [...]string{"Host", "Content-Length", "Transfer-Encoding", "Trailer"} {
		if len(name) == len(field) && strings.EqualFold(name, field) {
			return true
		}
	}
	return false
}

// isChunked reports whether req has a body of unknown length.
func isChunked(req *http.Request) bool { return hasBody(req) && req.ContentLength <= 0 }

func host(req *http.Request) string { return cmp.Or(req.Host, req.URL.Host) }

func target(req *http.Request) string {
	if req.Method == http.MethodConnect && req.URL.Path == "" {
		return host(req)
	}
	return req.URL.RequestURI()
}

// validRequest refuses what would break the framing of the message.
func validRequest(req *http.Request) error {
	if req.Method != "" && !validName(req.Method) {
		return fmt.Errorf("h1: method %q is not a token", req.Method)
	}
	if !visible(host(req)) {
		return fmt.Errorf("h1: host %q holds a space or a control character", host(req))
	}
	if !visible(req.URL.RawQuery) || !visible(req.URL.Opaque) {
		return fmt.Errorf("h1: URL %q holds a space or a control character", req.URL)
	}
	for name, values := range req.Header {
		if !validName(name) {
			return fmt.Errorf("h1: header name %q is not a token", name)
		}
		for _, value := range values {
			if !validValue(value) {
				return fmt.Errorf("h1: header %s: value %q holds a control character", name, value)
			}
		}
	}
	return nil
}

// validName reports whether s is a token (RFC 9110, section 5.6.2).
func validName(s string) bool {
	for i := range len(s) {
		if !tokenByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func tokenByte(b byte) bool {
	switch {
	case 'a' <= b && b <= 'z', 'A' <= b && b <= 'Z', '0' <= b && b <= '9':
		return true
	}
	return strings.IndexByte("!#$%&'*+-.^_`|~", b) >= 0
}

// validValue reports whether s has no control character but the tab (RFC 9110, section 5.5).
func validValue(s string) bool {
	for i := range len(s) {
		if b := s[i]; b < ' ' && b != '\t' || b == 0x7f {
			return false
		}
	}
	return true
}

// visible reports whether s has no space and no control character.
func visible(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f {
			return false
		}
	}
	return true
}
