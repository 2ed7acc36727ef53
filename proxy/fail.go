package proxy

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/steelyard-lb/steelyard/balance"
)

// fail answers a request for which there is no response.
func (p *Proxy) fail(w http.ResponseWriter, in *http.Request, err error) {
	level, status := slog.LevelWarn, http.StatusBadGateway
	var timeout net.Error
	switch {
	case in.Context().Err() == context.Canceled: // nobody is there to read the answer
		level = slog.LevelDebug
	case errors.Is(err, balance.ErrNoServer):
		level, status = slog.LevelError, http.StatusServiceUnavailable
		w.Header().Set("Retry-After", p.retryAfter())
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		status = http.StatusGatewayTimeout
	}
	p.log(level, "no response", in, err, slog.Int("status", status))
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(status)
}

func (p *Proxy) retryAfter() string {
	seconds := (p.RetryAfter + time.Second - 1) / time.Second
	return strconv.Itoa(max(int(seconds), 1))
}

// logAbort tells of a response that broke off.
func (p *Proxy) logAbort(in *http.Request, err error) {
	level := slog.LevelWarn
	if in.Context().Err() != nil {
		level = slog.LevelDebug
	}
	p.log(level, "response cut short", in, err)
}

func (p *Proxy) log(level slog.Level, message string, in *http.Request, err error, more ...slog.Attr) {
	attrs := append(more, slog.String("method", in.Method), slog.String("host", in.Host),
		slog.String("path", in.URL.Path), slog.Any("error", err))
	p.logger().LogAttrs(in.Context(), level, message, attrs...)
}
