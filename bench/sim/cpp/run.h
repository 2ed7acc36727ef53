// What all programs here share: SQ(2) on n exponential FCFS servers at load .9, arguments, user CPU time and the line they print.
#pragma once
#include <cstdio>
#include <cstdlib>
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

static double cpu_seconds() {
	rusage u;
	getrusage(RUSAGE_SELF, &u);
	return u.ru_utime.tv_sec + 1e-6 * u.ru_utime.tv_usec;
}

static void print(double seconds, uint64_t jobs, double mean) {
	printf("%.4f %.4f\n", jobs / seconds / 1e6, mean);
}
