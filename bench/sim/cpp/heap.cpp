// Event list: an indexed 4-ary heap of the servers' next departures; jobs are followed.
#include <cstdint>
#include <vector>
#include "random.h"
#include "run.h"

struct Entry {
	double at;
	uint32_t server;
};

struct Heap {
	std::vector<Entry> e;
	void push(Entry x) {
		size_t k = e.size();
		e.push_back(x);
		while (k > 0) {
			size_t p = (k - 1) / 4;
			if (e[p].at <= x.at) break;
			e[k] = e[p];
			k = p;
		}
		e[k] = x;
	}
	void replace(Entry x) {
		size_t k = 0, n = e.size();
		for (;;) {
			size_t c = 4 * k + 1;
			if (c >= n) break;
			size_t m = c, to = c + 4 < n ? c + 4 : n;
			for (size_t j = c + 1; j < to; j++) m = e[j].at < e[m].at ? j : m;
			if (e[m].at >= x.at) break;
			e[k] = e[m];
			k = m;
		}
		e[k] = x;
	}
	void pop() {
		Entry x = e.back();
		e.pop_back();
		if (!e.empty()) replace(x);
	}
};

struct Job {
	double arrived, work;
};

struct Small {
	uint16_t head = 0, n = 0;
};

int main(int argc, char **argv) {
	Arguments a(argc, argv);
	const uint32_t slots = 16;
	std::vector<Job> job((size_t)a.servers * slots);
	std::vector<Small> queue(a.servers);
	Heap heap;
	Random r(a.seed);
	static Law law;
	double rate = load * a.servers, next = r.exponential() / rate, start = 0;
	uint64_t arrived = 0;
	while (arrived < a.warmup + a.jobs) {
		if (!heap.e.empty() && heap.e[0].at <= next) {
			Entry x = heap.e[0];
			Small &q = queue[x.server];
			Job *jobs = &job[(size_t)x.server * slots];
			law.add(x.at - jobs[q.head].arrived);
			q.head = (q.head + 1) & (slots - 1);
			if (--q.n)
				heap.replace({x.at + jobs[q.head].work, x.server});
			else
				heap.pop();
			continue;
		}
		if (arrived++ == a.warmup) {
			law.clear();
			start = cpu_seconds();
		}
		double now = next;
		next = now + r.exponential() / rate;
		uint32_t i, j;
		r.pair(a.servers, i, j);
		if (queue[j].n < queue[i].n) i = j;
		Small &q = queue[i];
		if (q.n == slots) abort();
		double work = r.exponential();
		job[(size_t)i * slots + ((q.head + q.n) & (slots - 1))] = {now, work};
		if (q.n++ == 0) heap.push({now + work, i});
	}
	print(cpu_seconds() - start, a.jobs, law.mean());
}
