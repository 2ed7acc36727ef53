// Mean field of SQ(2) with its 1/N term, one class, 20 levels: the job of
// bench/meanfield in plain C++. Newton's method with the analytic Jacobian from the
// tails rho^(2^k-1), the squared Smith iteration for the Lyapunov equation, and the
// second derivatives in closed form.
//
// usage: refine REPEATS; prints the median time in microseconds and V/lambda.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int n = 20;
using Matrix = std::vector<double>;

static void multiply(const double* a, const double* b, double* c) {
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) c[i * n + j] = 0;
    for (int k = 0; k < n; k++) {
      const double x = a[i * n + k];
      for (int j = 0; j < n; j++) c[i * n + j] += x * b[k * n + j];
    }
  }
}

static void transpose(const double* a, double* t) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) t[j * n + i] = a[i * n + j];
}

// solve overwrites the columns of b (n by m) with A^(-1) b by elimination with pivoting.
static void solve(Matrix a, double* b, int m) {
  for (int k = 0; k < n; k++) {
    int p = k;
    for (int i = k + 1; i < n; i++)
      if (std::fabs(a[i * n + k]) > std::fabs(a[p * n + k])) p = i;
    if (p != k) {
      for (int j = 0; j < n; j++) std::swap(a[p * n + j], a[k * n + j]);
      for (int j = 0; j < m; j++) std::swap(b[p * m + j], b[k * m + j]);
    }
    for (int i = k + 1; i < n; i++) {
      const double f = a[i * n + k] / a[k * n + k];
      if (f == 0) continue;
      for (int j = k; j < n; j++) a[i * n + j] -= f * a[k * n + j];
      for (int j = 0; j < m; j++) b[i * m + j] -= f * b[k * m + j];
    }
  }
  for (int k = n - 1; k >= 0; k--)
    for (int j = 0; j < m; j++) {
      double s = b[k * m + j];
      for (int i = k + 1; i < n; i++) s -= a[k * n + i] * b[i * m + j];
      b[k * m + j] = s / a[k * n + k];
    }
}

struct Model {
  double lambda;
  double u[n + 2];
  void drift(double* f) const {
    for (int k = 1; k <= n; k++) f[k - 1] = lambda * (u[k - 1] * u[k - 1] - u[k] * u[k]) - (u[k] - u[k + 1]);
  }
  void jacobian(Matrix& a) const {
    std::fill(a.begin(), a.end(), 0.0);
    for (int k = 1; k <= n; k++) {
      if (k > 1) a[(k - 1) * n + k - 2] = 2 * lambda * u[k - 1];
      a[(k - 1) * n + k - 1] = -2 * lambda * u[k] - 1;
      if (k < n) a[(k - 1) * n + k] = 1;
    }
  }
};

static double correction(double lambda) {
  Model m{lambda, {}};
  m.u[0] = 1;
  for (int k = 1; k <= n; k++) m.u[k] = lambda * m.u[k - 1] * m.u[k - 1];
  m.u[n + 1] = 0;
  Matrix a(n * n);
  double f[n];
  for (int round = 0; round < 50; round++) {
    m.drift(f);
    double worst = 0;
    for (double x : f) worst = std::max(worst, std::fabs(x));
    m.jacobian(a);
    if (worst < 1e-16 && round > 0) break;
    for (double& x : f) x = -x;
    solve(a, f, 1);
    for (int k = 0; k < n; k++) m.u[k + 1] += f[k];
  }
  double p = 0;
  for (int i = 0; i < n; i++) p -= a[i * n + i] / n;
  Matrix shifted(n * n), inverse(n * n), s(n * n), t(n * n), w(n * n), next(n * n), st(n * n);
  for (int i = 0; i < n * n; i++) shifted[i] = -a[i];
  for (int i = 0; i < n; i++) shifted[i * n + i] += p, inverse[i * n + i] = 1;
  solve(shifted, inverse.data(), n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      s[i * n + j] = 2 * p * inverse[i * n + j] - (i == j);
      t[i * n + j] = 2 * p * inverse[i * n + j] * 2 * (m.u[j + 1] - m.u[j + 2]);
    }
  transpose(inverse.data(), st.data());
  multiply(t.data(), st.data(), w.data());
  for (int round = 0; round < 60; round++) {
    multiply(s.data(), w.data(), t.data());
    transpose(s.data(), st.data());
    multiply(t.data(), st.data(), next.data());
    double before = 0, added = 0;
    for (int i = 0; i < n; i++) before += w[i * n + i], added += next[i * n + i];
    for (int i = 0; i < n * n; i++) w[i] += next[i];
    if (added <= 1e-15 * before) break;
    multiply(s.data(), s.data(), next.data());
    std::swap(s, next);
  }
  // F'':W / 2 plus the effect of asking without replacement.
  double g[n];
  auto square = [&](int k) { return k == 0 ? 0.0 : w[(k - 1) * n + k - 1] - (m.u[k] - m.u[k] * m.u[k]); };
  for (int k = 1; k <= n; k++) g[k - 1] = -lambda * (square(k - 1) - square(k));
  solve(a, g, 1);
  double sum = 0;
  for (double x : g) sum += x;
  return sum / lambda;
}

int main(int argc, char** argv) {
  const int repeats = argc > 1 ? std::atoi(argv[1]) : 2000;
  std::vector<double> times;
  double v = 0;
  for (int r = 0; r < repeats; r++) {
    const auto start = std::chrono::steady_clock::now();
    v = correction(0.9 + 1e-9 * (r % 7));
    times.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  std::printf("%.3f %.6f\n", times[repeats / 2], v);
}
