// Table 3 of Arcolezi et al. (2020) on the bundled events: 9 levels of noise × 4,748 days, error rates by year, month
// and day. `paper` is the study's own method (sue, max(0, ·)) on tallies drawn by simulate(), which is what
// bench/peers/study.py does with reports; `draws` is its first half.
#include <benchmark/benchmark.h>

#include "sourdine/counts/period_estimates.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/reproduce/doubs_study.h"
#include "sourdine/reproduce/error_rates.h"

namespace sourdine::bench {
namespace {

const std::vector<double> levels = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};

double paper_error_rate(const TrueCounts& truth, const CollectedEvents& collected, const Oracle& oracle,
                        Period period) {
  const Timeline& days = truth.timeline;
  const Timeline timeline(period, days.start(0), days.start(days.size() - 1));
  PeriodEstimates estimates =
      estimate_periods(timeline, period_tallies(timeline, collected), oracle, {0.95, Consistency::base_pos, false});
  estimates.truth = period_truth(timeline, collected, oracle.k());
  return error_rate(estimates);
}

void paper(benchmark::State& state) {
  const TrueCounts truth = simulated_doubs();
  for (auto _ : state) {
    for (const double f : levels) {
      const auto oracle = make_oracle({"sue", Domain(truth.regions), 0, {{"f", f}}});
      const CollectedEvents collected = draw_events(truth, *oracle, SecureBits::this_thread());
      for (const Period period : {Period::year, Period::month, Period::day}) {
        benchmark::DoNotOptimize(paper_error_rate(truth, collected, *oracle, period));
      }
    }
  }
}
BENCHMARK(paper)->Name("study/paper")->Unit(benchmark::kMillisecond)->UseRealTime();

void draws(benchmark::State& state) {
  const TrueCounts truth = simulated_doubs();
  for (auto _ : state) {
    for (const double f : levels) {
      const auto oracle = make_oracle({"sue", Domain(truth.regions), 0, {{"f", f}}});
      benchmark::DoNotOptimize(draw_events(truth, *oracle, SecureBits::this_thread()));
    }
  }
}
BENCHMARK(draws)->Name("study/draws")->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace sourdine::bench

BENCHMARK_MAIN();
