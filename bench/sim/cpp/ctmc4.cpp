// Four uniformised chains of queue lengths, interleaved, without branches in a step.
#include <cstdint>
#include <vector>
#include "random.h"
#include "run.h"

const int lanes = 4;

struct Lane {
	Random r{0};
	std::vector<uint8_t> queue;
	uint64_t arrived = 0, sum = 0;
};

int main(int argc, char **argv) {
	Arguments a(argc, argv);
	Lane lane[lanes];
	for (int l = 0; l < lanes; l++) {
		lane[l].r = Random(a.seed * lanes + l);
		lane[l].queue.assign(a.servers, 0);
	}
	const double arrival = load / (1 + load);
	const uint64_t threshold = (uint64_t)(arrival * 0x1p63) * 2;
	const uint32_t n = a.servers;
	auto steps = [&](uint64_t count) {
		for (uint64_t s = 0; s < count; s++) {
#pragma GCC unroll 4
			for (int l = 0; l < lanes; l++) {
				Lane &x = lane[l];
				uint64_t in = x.r.next() < threshold, bits = x.r.next();
				unsigned __int128 first = (unsigned __int128)bits * n;
				uint32_t i = (uint32_t)(first >> 64);
				uint32_t j = (uint32_t)((unsigned __int128)(uint64_t)first * (n - 1) >> 64);
				j += j >= i;
				uint8_t *q = x.queue.data();
				uint64_t other = in & (q[j] < q[i]);
				uint32_t k = i ^ ((i ^ j) & (uint32_t)-(int64_t)other);
				uint64_t len = q[k], out = (in ^ 1) & (len > 0);
				len += in - out;
				q[k] = (uint8_t)len;
				x.arrived += in;
				x.sum += len & -in;
			}
		}
	};
	double scale = (1 + load) / load / lanes;
	steps((uint64_t)(a.warmup * scale));
	uint64_t arrived = 0, sum = 0;
	for (auto &x : lane) arrived -= x.arrived, sum -= x.sum;
	double start = cpu_seconds();
	steps((uint64_t)(a.jobs * scale));
	double seconds = cpu_seconds() - start;
	for (auto &x : lane) arrived += x.arrived, sum += x.sum;
	print(seconds, arrived, (double)sum / arrived);
}
