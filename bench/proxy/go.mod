module github.com/steelyard-lb/steelyard/bench/proxy

go 1.26.0

replace github.com/steelyard-lb/steelyard => ../..

require (
	github.com/steelyard-lb/steelyard v0.0.0-00010101000000-000000000000
	github.com/valyala/fasthttp v1.78.0
)

require (
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/molecule-man/go-brrr v1.3.1 // indirect
	github.com/valyala/bytebufferpool v1.0.0 // indirect
)
