// Lazy departures: a queue is the times at which its jobs end, cleaned when it is looked at.
#include <cstdint>
#include <vector>
#include "random.h"
#include "run.h"

struct Small {
	uint16_t head = 0, n = 0;
};

int main(int argc, char **argv) {
	Arguments a(argc, argv);
	const uint32_t slots = 16;
	std::vector<double> end((size_t)a.servers * slots);
	std::vector<Small> queue(a.servers);
	Random r(a.seed);
	static Law law;
	double now = 0, rate = load * a.servers;
	auto length = [&](uint32_t i) {
		Small &q = queue[i];
		while (q.n && end[(size_t)i * slots + q.head] <= now) {
			q.head = (q.head + 1) & (slots - 1);
			q.n--;
		}
		return q.n;
	};
	double start = 0;
	for (uint64_t k = 0; k < a.warmup + a.jobs; k++) {
		if (k == a.warmup) {
			law.clear();
			start = cpu_seconds();
		}
		now += r.exponential() / rate;
		uint32_t i, j;
		r.pair(a.servers, i, j);
		if (length(j) < length(i)) i = j;
		Small &q = queue[i];
		double *e = &end[(size_t)i * slots];
		double at = q.n ? e[(q.head + q.n - 1) & (slots - 1)] : now;
		at += r.exponential();
		if (q.n == slots) abort();
		e[(q.head + q.n++) & (slots - 1)] = at;
		law.add(at - now);
	}
	print(cpu_seconds() - start, a.jobs, law.mean());
}
