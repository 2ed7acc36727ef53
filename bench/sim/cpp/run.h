// What all programs here share: SQ(2) on n exponential FCFS servers at load .9, arguments, user CPU time and the line they print.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <sys/resource.h>

static const double load = .9;

struct Arguments {
	uint32_t servers;
	uint64_t jobs, warmup, seed;
	Arguments(int argc, char **argv) {
		servers = argc > 1 ? atoi(argv[1]) : 100;
		jobs = argc > 2 ? atoll(argv[2]) : 10000000;
		warmup = argc > 3 ? atoll(argv[3]) : 20ull * servers;
		seed = argc > 4 ? atoll(argv[4]) : 1;
	}
};

// Response times: their sum and a histogram of 128 buckets per octave.
struct Law {
	double sum = 0;
	uint64_t jobs = 0, bucket[64 * 128] = {};
	void add(double x) {
		uint64_t bits;
		memcpy(&bits, &x, 8);
		int64_t k = (int64_t)(bits >> 45) - (1023 - 40) * 128;
		bucket[k < 0 ? 0 : k > 64 * 128 - 1 ? 64 * 128 - 1 : k]++;
		sum += x;
		jobs++;
	}
	void clear() { *this = Law(); }
	double mean() const { return sum / jobs; }
};

static double cpu_seconds() {
	rusage u;
	getrusage(RUSAGE_SELF, &u);
	return u.ru_utime.tv_sec + 1e-6 * u.ru_utime.tv_usec;
}

static void print(double seconds, uint64_t jobs, double mean) {
	printf("%.4f %.4f\n", jobs / seconds / 1e6, mean);
}
