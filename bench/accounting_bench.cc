// Accounting: from the parameters of mechanisms to ε, both bounds, by privacy loss distributions.
// sourdine_bench_accounting REPETITIONS: one JSON object {"seconds": […] of the case that is timed, "timed": its
// bounds, "grid": [{"name", "times", "delta", "lower", "upper", "rdp"}, …], "year": {"event": …, "person": …}}.
// bench/peers/accounting.py asks dp-accounting the same questions.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "sourdine/privacy/claim.h"

namespace sourdine::bench {
namespace {

struct NamedPair {
  const char* name;
  DominatingPair pair;
};

const SampledGaussianPair timed_pair{.rate = 256.0 / 60000, .noise = 1.1};
constexpr std::uint64_t timed_steps = 10000;
constexpr double delta = 1e-5;

std::vector<NamedPair> grid_pairs() {
  return {{"response 0.1", ResponsePair{.epsilon = 0.1}},
          {"response 1", ResponsePair{.epsilon = 1}},
          {"laplace 0.1", LaplacePair{0.1}},
          {"laplace 1", LaplacePair{1}},
          {"gaussian 0.01", GaussianPair{0.01}},
          {"gaussian 0.5", GaussianPair{0.5}},
          {"sampled 0.01 1", SampledGaussianPair{.rate = 0.01, .noise = 1}},
          {"sampled 0.0042666666666666667 1.1", timed_pair},
          {"sampled 0.001 0.5", SampledGaussianPair{.rate = 0.001, .noise = 0.5}}};
}

std::string grid() {
  std::string rows;
  for (const auto& [name, pair] : grid_pairs()) {
    for (const std::uint64_t times : {1U, 10U, 100U, 1000U, 10000U}) {
      const LossBounds bounds = PrivacyLossDistribution(pair, times).epsilon_at(delta);
      const double rdp = epsilon_improved(repeated(rdp_of(pair), times), delta).epsilon;
      rows += fmt::format(R"({}{{"name": "{}", "times": {}, "delta": {}, "lower": {}, "upper": {}, "rdp": {}}})",
                          rows.empty() ? "" : ", ", name, times, delta, bounds.lower, bounds.upper, rdp);
    }
  }
  return rows;
}

// Twelve oue releases of disjoint months (ε = 0.5), a tree (ε = 1) and a Gaussian release (ρ = 0.05) of the year.
std::string year() {
  const PrivacyClaim month{.loss = PureEpsilon{0.5}};
  const PrivacyClaim tree{.loss = PureEpsilon{1}};
  const PrivacyClaim gaussian{.loss = PrivacyLossDistribution(gaussian_pair_of(0.05))};
  const std::vector<PrivacyClaim> months(12, month);
  const std::vector<PrivacyClaim> of_event{parallel(months), tree, gaussian};
  std::vector<PrivacyClaim> of_person;
  for (const PrivacyClaim& each : months) of_person.push_back(for_person(each, 1));
  of_person.push_back(for_person(tree, 12));
  of_person.push_back(for_person(gaussian, 12));
  return fmt::format(R"({{"event": {}, "person": {}}})", tightest_total(of_event, 1e-6).epsilon,
                     tightest_total(of_person, 1e-6).epsilon);
}

int run(int repetitions) {
  std::string seconds;
  LossBounds timed;
  for (int i = 0; i < repetitions; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    timed = PrivacyLossDistribution(timed_pair, timed_steps).epsilon_at(delta);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    seconds += fmt::format("{}{}", i == 0 ? "" : ", ", took.count());
  }
  fmt::print(R"({{"seconds": [{}], "timed": {{"lower": {}, "upper": {}}}, "grid": [{}], "year": {}}})"
             "\n",
             seconds, timed.lower, timed.upper, grid(), year());
  return 0;
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) { return sourdine::bench::run(argc > 1 ? std::atoi(argv[1]) : 5); }
