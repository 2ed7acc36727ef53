package fleet

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// normalAddress brings host:port into the one form in which two spellings of
// the same address are equal: the host in lower case or as a canonical IP
// address, the port in decimal. The port is in [1, 65535].
func normalAddress(address string) (normal string, ok bool) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", false
	}
	host, okHost := normalHost(host)
	port, okPort := normalPort(port, 1)
	return net.JoinHostPort(host, port), okHost && okPort
}

// normalListen is normalAddress for an address to listen on: the host may be
// empty, for all interfaces, and the port 0, for any that is free.
func normalListen(address string) (normal string, ok bool) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", false
	}
	okHost := host == ""
	if !okHost {
		host, okHost = normalHost(host)
	}
	port, okPort := normalPort(port, 0)
	return net.JoinHostPort(host, port), okHost && okPort
}

func normalPort(port string, lowest int) (string, bool) {
	n, err := strconv.ParseUint(port, 10, 16)
	return strconv.FormatUint(n, 10), err == nil && int(n) >= lowest
}

func normalHost(host string) (string, bool) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.Unmap().String(), !strings.ContainsFunc(ip.Zone(), notNameRune)
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !hostLabel(label) {
			return "", false
		}
	}
	// A name whose last label is a number is a mistyped IP address.
	_, err := strconv.ParseUint(labels[len(labels)-1], 10, 64)
	return host, err != nil && len(host) <= 253
}

// hostLabel reports whether a part of a host name is one of RFC 1123; the
// underscore, which container networks use, is allowed as well.
func hostLabel(label string) bool {
	for _, r := range label {
		if !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '_') {
			return false
		}
	}
	return 1 <= len(label) && len(label) <= 63 && label[0] != '-' && label[len(label)-1] != '-'
}

// loopback reports whether a normal address can be reached from this machine
// only.
func loopback(normal string) bool {
	host, _, _ := net.SplitHostPort(normal)
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.IsLoopback()
}

// reaches reports whether a connection to a normal address certainly arrives at
// a listener on this machine; port 0 is a port that nobody knows yet.
func reaches(address, listen string) bool {
	host, port, _ := net.SplitHostPort(address)
	at, listenPort, _ := net.SplitHostPort(listen)
	if port != listenPort || port == "0" {
		return false
	}
	ip, err := netip.ParseAddr(at)
	everywhere := at == "" || err == nil && ip.IsUnspecified()
	return host == at || everywhere && loopback(address)
}
