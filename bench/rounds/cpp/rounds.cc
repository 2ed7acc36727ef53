// The round model of "Stochastic coordination in heterogeneous load balancing
// systems" (Goren, Vargaftik, Moses, 2021), simulated with the dispatching
// algorithms as that paper prints them: scd is SCD with Algorithm 4, jsq and sed
// place one job after the other with a heap, weighted draws by rate.
//
// usage: rounds POLICY ROUNDS < SYSTEM
//
// SYSTEM holds numbers as text: servers, dispatchers, mean arrivals per dispatcher
// and round, then the rates. Prints the jobs that arrived, the mean response time
// in rounds and the seconds of processor time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <deque>
#include <iostream>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using Vec = std::vector<double>;

struct Random {  // xorshift64*
  using result_type = uint64_t;
  uint64_t state = 88172645463325252ull;
  static constexpr uint64_t min() { return 1; }
  static constexpr uint64_t max() { return ~0ull; }
  uint64_t operator()() {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return state * 2685821657736338717ull;
  }
  double uniform() { return double((*this)() >> 11) * 0x1p-53; }
};

struct Dispatcher {
  const Vec& rate;
  int n, dispatchers;
  std::vector<int> order;
  Vec key, p, cdf, total;
  Random& random;

  Dispatcher(const Vec& r, int m, Random& x)
      : rate(r), n(r.size()), dispatchers(m), order(n), key(n), p(n), cdf(n), total(n), random(x) {
    std::partial_sum(rate.begin(), rate.end(), total.begin());
  }

  void sort_by_key() {
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return key[a] < key[b]; });
  }

  // Algorithm 3.
  double ideal_workload(const std::vector<int>& q, double jobs) {
    for (int s = 0; s < n; s++) key[s] = q[s] / rate[s];
    sort_by_key();
    double level = key[order[0]], width = 0, rest = jobs;
    for (int i = 0;; i++) {
      width += rate[order[i]];
      if (i + 1 == n) return level + rest / width;
      double need = (key[order[i + 1]] - level) * width;
      if (need >= rest) return level + rest / width;
      rest -= need;
      level = key[order[i + 1]];
    }
  }

  // Algorithm 4, then the jobs by inversion.
  void scd(const std::vector<int>& q, std::vector<int>& jobs) {
    double a = double(dispatchers) * jobs.size();
    double iwl = ideal_workload(q, a);
    for (int s = 0; s < n; s++) key[s] = (2 * q[s] + 1) / rate[s];
    sort_by_key();
    double numerator = -2 * (a - 1), width = 0, v1 = 0, v2 = 0;
    double least = std::numeric_limits<double>::infinity(), chosen = 0;
    int size = 0;
    for (int j = 0; j < n; j++) {
      int r = order[j];
      double x = 2 * (q[r] - rate[r] * iwl) + 1;
      numerator -= x, width += rate[r];
      v1 += rate[r] / (4 * (a - 1)), v2 += x * x / (4 * rate[r] * (a - 1));
      double lambda = numerator / width;
      if (key[r] > 2 * iwl - lambda) continue;
      double f = v1 * lambda * lambda - v2;
      if (f < least) least = f, chosen = lambda, size = j + 1;
    }
    std::fill(p.begin(), p.end(), 0);
    for (int j = 0; j < size; j++) {
      int s = order[j];
      p[s] = (-(2 * (q[s] - rate[s] * iwl) + 1) - rate[s] * chosen) / (2 * (a - 1));
    }
    std::partial_sum(p.begin(), p.end(), cdf.begin());
    draw(cdf, jobs);
  }

  void draw(const Vec& sums, std::vector<int>& jobs) {
    for (int& j : jobs) j = std::min<int>(n - 1, std::upper_bound(sums.begin(), sums.end(), random.uniform() * sums.back()) - sums.begin());
  }

  // Each job to the least (q + own) / weight, from a heap.
  void greedy(const std::vector<int>& q, std::vector<int>& jobs, bool by_rate) {
    auto weight = [&](int s) { return by_rate ? rate[s] : 1.0; };
    for (int s = 0; s < n; s++) key[s] = q[s] / weight(s);
    auto later = [&](int a, int b) { return key[a] > key[b]; };
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    std::make_heap(order.begin(), order.end(), later);
    for (int& j : jobs) {
      std::pop_heap(order.begin(), order.end(), later);
      j = order.back();
      key[j] += 1 / weight(j);
      std::push_heap(order.begin(), order.end(), later);
    }
  }

  void place(const std::string& policy, const std::vector<int>& q, std::vector<int>& jobs) {
    if (jobs.empty()) return;
    if (policy == "scd") scd(q, jobs);
    if (policy == "jsq") greedy(q, jobs, false);
    if (policy == "sed") greedy(q, jobs, true);
    if (policy == "weighted") draw(total, jobs);
  }
};

struct Batch {
  int round, jobs;
};

int main(int argc, char** argv) {
  std::string policy = argc == 3 ? argv[1] : "";
  if (policy != "scd" && policy != "jsq" && policy != "sed" && policy != "weighted")
    return std::fprintf(stderr, "usage: rounds scd|jsq|sed|weighted ROUNDS < SYSTEM\n"), 2;
  int rounds = std::stoi(argv[2]), n, m;
  double mean;
  std::cin >> n >> m >> mean;
  Vec rate(n);
  for (double& x : rate) std::cin >> x;
  if (!std::cin) return std::fprintf(stderr, "rounds: cannot read the system\n"), 2;

  Random arrivals, services, choices;
  services.state += 1, choices.state += 2;
  std::poisson_distribution<int> law(mean);
  Dispatcher dispatcher(rate, m, choices);
  std::vector<int> q(n), added(n), jobs;
  std::vector<std::deque<Batch>> queue(n);
  Vec pace(n);
  for (int s = 0; s < n; s++) pace[s] = 1 / std::log1p(1 / rate[s]);
  std::vector<int64_t> histogram;
  int64_t arrived = 0;
  clock_t begin = clock();
  for (int t = 0; t < rounds; t++) {
    std::fill(added.begin(), added.end(), 0);
    for (int d = 0; d < m; d++) {
      jobs.resize(law(arrivals));
      arrived += jobs.size();
      dispatcher.place(policy, q, jobs);
      for (int s : jobs) added[s]++;
    }
    for (int s = 0; s < n; s++) {
      if (added[s] > 0) queue[s].push_back({t, added[s]});
      q[s] += added[s];
      int served = std::min<double>(q[s], -std::log(1 - services.uniform()) * pace[s]);
      q[s] -= served;
      while (served > 0) {
        Batch& b = queue[s].front();
        int k = std::min(served, b.jobs);
        size_t took = t - b.round + 1;
        if (took >= histogram.size()) histogram.resize(took + 1);
        histogram[took] += k;
        served -= k;
        if ((b.jobs -= k) == 0) queue[s].pop_front();
      }
    }
  }
  double seconds = double(clock() - begin) / CLOCKS_PER_SEC, ended = 0, sum = 0;
  for (size_t k = 0; k < histogram.size(); k++) ended += histogram[k], sum += double(k) * histogram[k];
  std::printf("%lld %.6f %.6f\n", (long long)arrived, sum / ended, seconds);
}
