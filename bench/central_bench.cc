// Central releases: how far off they are, and how often their intervals hold the (bounded) counts.
// sourdine_bench_central CONFIG SEEDS: one JSON object {"epsilon", "delta", "periods": [{"period", "rmse",
// "mean_error", "coverage", "std_error", "totals_rmse", "totals_coverage"}, …]}, over regions, periods and seeds.
// bench/peers/central.py asks OpenDP for the same counts.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "sourdine/counts/release.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"

namespace sourdine::bench {
namespace {

struct Sums {
  double squares = 0, distances = 0, covered = 0, errors = 0, numbers = 0;

  void add(const Estimate& estimate, double truth) {
    const double error = estimate.value - truth;
    squares += error * error;
    distances += std::abs(error);
    covered += estimate.lower <= truth && truth <= estimate.upper ? 1 : 0;
    errors += estimate.std_error;
    numbers += 1;
  }
};

struct PeriodSums {
  std::string period;
  Sums regions, totals;
};

void add(const PeriodEstimates& estimates, PeriodSums& sums) {
  const std::size_t k = estimates.regions;
  sums.period = period_name(estimates.timeline.period());
  for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
    double total = 0;
    for (std::size_t v = 0; v < k; ++v) {
      total += estimates.truth[t * k + v];
      sums.regions.add(estimates.at(t, v), estimates.truth[t * k + v]);
    }
    sums.totals.add(estimates.total_estimates[t], total);
  }
}

int run(const std::string& path, std::uint64_t seeds) {
  const ReleaseConfig config = read_config(path);
  BuildOptions options;
  options.keep_truth = true;
  std::vector<PeriodSums> all(config.publish.periods.size());
  Guarantee guarantee;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Release release = build_release(config, SeededSource(seed), options);
    for (std::size_t i = 0; i < all.size(); ++i) add(release.estimates[i], all[i]);
    guarantee = release.facts.guarantee;
  }
  std::string rows;
  for (const auto& [period, regions, totals] : all) {
    rows += fmt::format(
        R"({}{{"period": "{}", "rmse": {}, "mean_error": {}, "coverage": {}, "std_error": {}, "totals_rmse": {}, )"
        R"("totals_coverage": {}}})",
        rows.empty() ? "" : ", ", period, std::sqrt(regions.squares / regions.numbers),
        regions.distances / regions.numbers, regions.covered / regions.numbers, regions.errors / regions.numbers,
        std::sqrt(totals.squares / totals.numbers), totals.covered / totals.numbers);
  }
  fmt::print(R"({{"epsilon": {}, "delta": {}, "periods": [{}]}})"
             "\n",
             guarantee.epsilon, guarantee.delta, rows);
  return 0;
}

}  // namespace
}  // namespace sourdine::bench

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  return sourdine::bench::run(argv[1], static_cast<std::uint64_t>(std::atoi(argv[2])));
}
