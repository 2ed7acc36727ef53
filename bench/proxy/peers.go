package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// startProxy starts a peer or a Go candidate on core 0.
func startProxy(name, listen string, upstream []string) (*process, error) {
	switch name {
	case "nginx":
		return startPeer(nginxConfig(listen, upstream), "nginx", "-c")
	case "haproxy":
		return startPeer(haproxyConfig(listen, upstream), "haproxy", "-db", "-f")
	}
	return startSelf(0, "GOMAXPROCS=1", "-role", name, "-listen", listen, "-upstream", strings.Join(upstream, ","))
}

func startPeer(config, program string, args ...string) (*process, error) {
	dir, err := os.MkdirTemp("", "bench-"+program)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "config")
	if err := os.WriteFile(file, []byte(strings.ReplaceAll(config, "$DIR", dir)), 0o600); err != nil {
		return nil, err
	}
	p, err := start(0, "", program, append(args, file)...)
	p.dir = dir
	return p, err
}

// nginxConfig is one process without access log; Debian's nginx has no keep-alive upstream unless it is asked for.
func nginxConfig(listen string, upstream []string) string {
	var servers strings.Builder
	for _, address := range upstream {
		fmt.Fprintf(&servers, "    server %s;\n", address)
	}
	return fmt.Sprintf(`
daemon off; master_process off; pid $DIR/pid; error_log $DIR/error.log;
events { worker_connections 4096; }
http {
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path $DIR; proxy_temp_path $DIR; fastcgi_temp_path $DIR; uwsgi_temp_path $DIR; scgi_temp_path $DIR;
  upstream pool {
    least_conn;
%s    keepalive 512; keepalive_requests 1000000000;
  }
  server {
    listen %s;
    location / {
      proxy_pass http://pool; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`, servers.String(), listen)
}

func haproxyConfig(listen string, upstream []string) string {
	var servers strings.Builder
	for i, address := range upstream {
		fmt.Fprintf(&servers, "  server s%d %s\n", i, address)
	}
	return fmt.Sprintf(`
global
  nbthread 1
  maxconn 4096
defaults
  mode http
  option forwardfor
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend in
  bind %s
  default_backend pool
backend pool
  balance leastconn
%s`, listen, servers.String())
}
