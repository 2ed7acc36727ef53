// Four uniformised chains of queue lengths, interleaved, without branches in a step.
#include <cstdint>
#include <vector>
#include "random.h"
#include "run.h"

static const int lanes = 4;

int main(int argc, char **argv) {
	Arguments a(argc, argv);
	uint64_t state[lanes], arrived[lanes] = {}, sum[lanes] = {};
	std::vector<std::vector<uint32_t>> queues(lanes, std::vector<uint32_t>(a.servers));
	uint32_t *queue[lanes];
	for (int l = 0; l < lanes; l++) {
		state[l] = Random(a.seed * lanes + l).state;
		queue[l] = queues[l].data();
	}
	const double arrival = load / (1 + load);
	const uint64_t threshold = (uint64_t)(arrival * 0x1p63) * 2;
	const uint32_t n = a.servers;
	auto steps = [&](uint64_t count) {
		uint64_t st[lanes], ar[lanes], su[lanes];
		for (int l = 0; l < lanes; l++) st[l] = state[l], ar[l] = arrived[l], su[l] = sum[l];
		for (uint64_t s = 0; s < count; s++) {
#pragma GCC unroll 4
			for (int l = 0; l < lanes; l++) {
				Random r(0); r.state = st[l];
				uint64_t in = r.next() < threshold, bits = r.next();
				st[l] = r.state;
				unsigned __int128 first = (unsigned __int128)bits * n;
				uint32_t i = (uint32_t)(first >> 64);
				uint32_t j = (uint32_t)((unsigned __int128)(uint64_t)first * (n - 1) >> 64);
				j += j >= i;
				uint32_t *q = queue[l];
				uint64_t other = in & (q[j] < q[i]);
				uint32_t k = i ^ ((i ^ j) & (uint32_t)-(int64_t)other);
				uint64_t len = q[k], out = (in ^ 1) & (len > 0);
				len += in - out;
				q[k] = (uint32_t)len;
				ar[l] += in;
				su[l] += len & -in;
			}
		}
		for (int l = 0; l < lanes; l++) state[l] = st[l], arrived[l] = ar[l], sum[l] = su[l];
	};
	double scale = (1 + load) / load / lanes;
	steps((uint64_t)(a.warmup * scale * lanes));
	uint64_t A = 0, S = 0;
	for (int l = 0; l < lanes; l++) A -= arrived[l], S -= sum[l];
	double start = cpu_seconds();
	steps((uint64_t)(a.jobs * scale));
	double seconds = cpu_seconds() - start;
	for (int l = 0; l < lanes; l++) A += arrived[l], S += sum[l];
	print(seconds, A, (double)S / A);
}
