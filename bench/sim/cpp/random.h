// The random numbers of all programs here: SplitMix64, uniform integers by multiplication, exponentials by the ziggurat.
#pragma once
#include <cmath>
#include <cstdint>

struct Random {
	uint64_t state;
	explicit Random(uint64_t seed) : state(seed * 0x9e3779b97f4a7c15ull + 0x1234567) {}
	uint64_t next() {
		uint64_t z = (state += 0x9e3779b97f4a7c15ull);
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
		z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
		return z ^ (z >> 31);
	}
	double uniform() { return (next() >> 11) * 0x1p-53; }
	uint32_t below(uint32_t n) { return (uint32_t)((unsigned __int128)next() * n >> 64); }
	// two distinct integers below n
	void pair(uint32_t n, uint32_t &a, uint32_t &b) {
		a = below(n);
		b = below(n - 1);
		b += b >= a;
	}
	double exponential();
};

// Ziggurat of Marsaglia and Tsang for exp(-x), 256 layers.
struct Layers {
	double edge[257], density[257];
	Layers() {
		const double tail = 7.69711747013104972, area = (tail + 1) * std::exp(-tail);
		edge[0] = area / std::exp(-tail);
		edge[1] = tail;
		density[1] = std::exp(-tail);
		for (int i = 2; i < 256; i++) {
			density[i] = area / edge[i - 1] + density[i - 1];
			edge[i] = -std::log(density[i]);
		}
		edge[256] = 0;
		density[256] = 1;
	}
};
static const Layers layers;

inline double Random::exponential() {
	double beyond = 0;
	for (;;) {
		uint64_t u = next();
		unsigned i = u & 255;
		double x = (u >> 11) * 0x1p-53 * layers.edge[i];
		if (__builtin_expect(x < layers.edge[i + 1], 1)) return beyond + x;
		if (i == 0) {
			beyond += layers.edge[1];
			continue;
		}
		if (layers.density[i] + uniform() * (layers.density[i + 1] - layers.density[i]) < std::exp(-x)) return beyond + x;
	}
}
