// The dispatching decisions of "Stochastic coordination in heterogeneous load
// balancing systems" (Goren, Vargaftik, Moses, 2021) as that paper prints them,
// timed on states that another program wrote: scd4 is SCD with Algorithm 4, scd1
// with Algorithm 1, jsq and sed place one job after the other with a heap.
//
// usage: decide STATES ALGORITHM REPEATS
//
// STATES holds numbers as text: servers, dispatchers, states, then the rates, then
// for each state the jobs of the dispatcher and the queue lengths. Prints the
// nanoseconds of each decision, one per line; for 0 repeats instead the
// probabilities of the first state (scd4 and scd1).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

using Vec = std::vector<double>;

struct Random {  // xorshift64*
  uint64_t state = 88172645463325252ull;
  double uniform() {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return double((state * 2685821657736338717ull) >> 11) * 0x1p-53;
  }
};

struct Dispatcher {
  const Vec& rate;
  size_t n;
  std::vector<int> order;
  Vec key, p, best, cdf;
  Random random;

  explicit Dispatcher(const Vec& r) : rate(r), n(r.size()), order(n), key(n), p(n), best(n), cdf(n) {}

  void sort_by_key() {
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return key[a] < key[b]; });
  }

  // Algorithm 3.
  double ideal_workload(const Vec& q, double jobs) {
    for (size_t s = 0; s < n; s++) key[s] = q[s] / rate[s];
    sort_by_key();
    double level = key[order[0]], width = 0, rest = jobs;
    for (size_t i = 0;; i++) {
      width += rate[order[i]];
      if (i + 1 == n) return level + rest / width;
      double need = (key[order[i + 1]] - level) * width;
      if (need >= rest) return level + rest / width;
      rest -= need;
      level = key[order[i + 1]];
    }
  }

  double slack(const Vec& q, double iwl, int s) const { return 2 * (q[s] - rate[s] * iwl) + 1; }

  // Algorithm 4.
  void probabilities4(const Vec& q, double jobs) {
    double iwl = ideal_workload(q, jobs);
    for (size_t s = 0; s < n; s++) key[s] = (2 * q[s] + 1) / rate[s];
    sort_by_key();
    double numerator = -2 * (jobs - 1), width = 0, v1 = 0, v2 = 0;
    double least = std::numeric_limits<double>::infinity(), chosen = 0;
    size_t size = 0;
    for (size_t j = 0; j < n; j++) {
      int r = order[j];
      double x = slack(q, iwl, r);
      numerator -= x, width += rate[r];
      v1 += rate[r] / (4 * (jobs - 1)), v2 += x * x / (4 * rate[r] * (jobs - 1));
      double lambda = numerator / width;
      if (key[r] > 2 * iwl - lambda) continue;
      double f = v1 * lambda * lambda - v2;
      if (f < least) least = f, chosen = lambda, size = j + 1;
    }
    std::fill(p.begin(), p.end(), 0);
    for (size_t j = 0; j < size; j++) {
      int s = order[j];
      p[s] = (-slack(q, iwl, s) - rate[s] * chosen) / (2 * (jobs - 1));
    }
  }

  // Algorithm 1.
  void probabilities1(const Vec& q, double jobs) {
    double iwl = ideal_workload(q, jobs);
    for (size_t s = 0; s < n; s++) key[s] = (2 * q[s] + 1) / rate[s];
    sort_by_key();
    double least = std::numeric_limits<double>::infinity();
    for (size_t size = 1; size <= n; size++) {
      double numerator = -2 * (jobs - 1), width = 0, f = 0;
      for (size_t j = 0; j < size; j++) numerator -= slack(q, iwl, order[j]), width += rate[order[j]];
      double lambda = numerator / width;
      bool feasible = true;
      std::fill(p.begin(), p.end(), 0);
      for (size_t j = 0; j < size; j++) {
        int s = order[j];
        double x = slack(q, iwl, s);
        p[s] = (-x - rate[s] * lambda) / (2 * (jobs - 1));
        feasible = feasible && p[s] >= 0;
        f += ((jobs - 1) * p[s] * p[s] + x * p[s]) / rate[s];
      }
      if (feasible && f < least) least = f, best = p;
    }
    p = best;
  }

  void draw(std::vector<int>& jobs) {
    std::partial_sum(p.begin(), p.end(), cdf.begin());
    for (int& j : jobs) j = std::min<size_t>(n - 1, std::upper_bound(cdf.begin(), cdf.end(), random.uniform() * cdf.back()) - cdf.begin());
  }

  // Each job to the least (q + own) / weight, from a heap.
  void greedy(const Vec& q, std::vector<int>& jobs, bool by_rate) {
    auto weight = [&](int s) { return by_rate ? rate[s] : 1.0; };
    for (size_t s = 0; s < n; s++) key[s] = q[s] / weight(s);
    auto later = [&](int a, int b) { return key[a] > key[b]; };
    std::iota(order.begin(), order.end(), 0);
    std::make_heap(order.begin(), order.end(), later);
    for (int& j : jobs) {
      std::pop_heap(order.begin(), order.end(), later);
      j = order.back();
      key[j] += 1 / weight(j);
      std::push_heap(order.begin(), order.end(), later);
    }
  }
};

int main(int argc, char** argv) {
  if (argc != 4) return std::fprintf(stderr, "usage: decide STATES scd4|scd1|jsq|sed REPEATS\n"), 2;
  std::ifstream in(argv[1]);
  std::string algorithm = argv[2];
  int repeats = std::stoi(argv[3]);
  size_t n, m, states;
  in >> n >> m >> states;
  Vec rate(n);
  for (double& x : rate) in >> x;
  std::vector<Vec> queues(states, Vec(n));
  std::vector<int> arrivals(states);
  for (size_t k = 0; k < states; k++) {
    in >> arrivals[k];
    for (double& x : queues[k]) in >> x;
  }
  if (!in) return std::fprintf(stderr, "decide: cannot read %s\n", argv[1]), 2;

  Dispatcher d(rate);
  if (repeats == 0) {
    double total = double(m) * arrivals[0];
    algorithm == "scd1" ? d.probabilities1(queues[0], total) : d.probabilities4(queues[0], total);
    for (double p : d.p) std::printf("%.17g\n", p);
    return 0;
  }
  std::vector<int> jobs;
  long used = 0;
  std::vector<long> nanoseconds;
  for (int r = 0; r < repeats; r++) {
    const Vec& q = queues[r % states];
    jobs.resize(arrivals[r % states]);
    double total = double(m) * jobs.size();
    auto begin = std::chrono::steady_clock::now();
    if (algorithm == "scd4") d.probabilities4(q, total), d.draw(jobs);
    else if (algorithm == "scd1") d.probabilities1(q, total), d.draw(jobs);
    else d.greedy(q, jobs, algorithm == "sed");
    auto end = std::chrono::steady_clock::now();
    nanoseconds.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(end - begin).count());
    used += jobs[0];
  }
  for (long t : nanoseconds) std::printf("%ld\n", t);
  return used < 0;
}
