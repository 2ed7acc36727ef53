// Uniformised chain of queue lengths, one step after the other; the mean response time follows from the positions at which jobs join.
#include <cstdint>
#include <vector>
#include "random.h"
#include "run.h"

int main(int argc, char **argv) {
	Arguments a(argc, argv);
	std::vector<uint32_t> queue(a.servers);
	Random r(a.seed);
	const double arrival = load / (1 + load);
	const uint64_t threshold = (uint64_t)(arrival * 0x1p63) * 2;
	uint64_t arrived = 0, sum = 0;
	double start = 0;
	while (arrived < a.warmup + a.jobs) {
		if (r.next() < threshold) {
			if (arrived++ == a.warmup) {
				sum = 0;
				start = cpu_seconds();
			}
			uint32_t i, j;
			r.pair(a.servers, i, j);
			if (queue[j] < queue[i]) i = j;
			sum += ++queue[i];
		} else {
			uint32_t i = r.below(a.servers);
			if (queue[i]) queue[i]--;
		}
	}
	print(cpu_seconds() - start, a.jobs, (double)sum / a.jobs);
}
