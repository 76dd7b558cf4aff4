#include "sourdine/reproduce/error_rates.h"

#include <array>
#include <cmath>

#include "sourdine/base/parallel.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/local/report_oracle.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr std::array periods = {Period::year, Period::month, Period::day};

struct Table3Row {
  double f;
  std::array<double, 3> average;  // year, month, day
};
constexpr Table3Row table3[] = {
    {0.1, {0.001209, 0.004045, 0.017675}},
    {0.5, {0.003992, 0.012813, 0.042584}},
    {0.9, {0.018785, 0.043107, 0.077103}},
};

// One run: the three methods for one f and one seed.
struct Run {
  std::size_t number = 0;
  std::array<double, 3> paper{}, norm_sub{}, smoothed{};
};

Timeline same_span(Period period, const Timeline& days) { return {period, days.start(0), days.start(days.size() - 1)}; }

std::array<double, 3> rates(const TrueCounts& truth, const CollectedEvents& collected, const Oracle& oracle,
                            const PeriodEstimateOptions& options) {
  std::array<double, 3> result{};
  for (std::size_t i = 0; i < periods.size(); ++i) {
    const Timeline timeline = same_span(periods[i], truth.timeline);
    PeriodEstimates estimates = estimate_periods(timeline, period_tallies(timeline, collected), oracle, options);
    estimates.truth = period_truth(timeline, collected, oracle.k());
    result[i] = error_rate(estimates);
  }
  return result;
}

}  // namespace

double epsilon_of(double f) { return 2 * std::log(2 / f - 1); }

std::optional<double> published_error_rate(double f, Period period) {
  for (const Table3Row& row : table3) {
    for (std::size_t i = 0; i < periods.size(); ++i) {
      if (std::abs(row.f - f) < 1e-9 && periods[i] == period) return row.average[i];
    }
  }
  return {};
}

CollectedEvents draw_events(const TrueCounts& truth, const Oracle& oracle, Random& random) {
  const std::size_t k = oracle.k();
  CollectedEvents collected{.timeline = truth.timeline, .tallies = {}, .truth = {}, .times = {}};
  collected.truth.reserve(truth.counts.size());
  for (const double count : truth.counts) collected.truth.push_back(static_cast<std::uint64_t>(count));
  Tally tally = oracle.empty_tally();
  for (std::size_t day = 0; day < truth.timeline.size(); ++day) {
    tally.reports = 0;
    std::fill(tally.cells.begin(), tally.cells.end(), std::uint64_t{0});
    oracle.simulate(std::span(collected.truth).subspan(day * k, k), random, tally);
    collected.tallies.push_back({tally.reports, tally.cells});
  }
  return collected;
}

std::vector<ErrorRates> study_error_rates(const TrueCounts& truth, const std::vector<double>& fs, std::size_t seeds,
                                          const RandomSource& random,
                                          const std::function<void(std::size_t, std::size_t)>& progress) {
  const Domain regions(truth.regions);
  std::vector<std::unique_ptr<const Oracle>> theirs;
  std::vector<std::unique_ptr<const Oracle>> ours;
  for (const double f : fs) {
    theirs.push_back(make_oracle({"sue", regions, 0, {{"f", f}}}));
    ours.push_back(
        make_oracle(choose_oracle({.epsilon = epsilon_of(f), .f = {}, .oracle = "auto", .parameters = {}}, regions)));
  }
  std::vector<ErrorRates> table;
  for (std::size_t i = 0; i < fs.size(); ++i) {
    for (const Period period : periods) {
      ErrorRates row;
      row.f = fs[i];
      row.epsilon = epsilon_of(fs[i]);
      row.period = period;
      row.published = published_error_rate(fs[i], period);
      row.oracle = ours[i]->name();
      table.push_back(row);
    }
  }

  const std::size_t runs = fs.size() * seeds;
  std::size_t next = 0;
  std::size_t done = 0;
  std::vector<double> squares(table.size());
  ordered_pipeline<Run>(
      0, Run{},
      [&](Run& run) {
        run.number = next;
        return next++ < runs;
      },
      [&](Run& run) {
        const std::size_t i = run.number % fs.size();
        random.with_stream(run.number, [&](Random& bits) {
          run.paper =
              rates(truth, draw_events(truth, *theirs[i], bits), *theirs[i], {0.95, Consistency::base_pos, false});
          const CollectedEvents collected = draw_events(truth, *ours[i], bits);
          run.norm_sub = rates(truth, collected, *ours[i], {0.95, Consistency::norm_sub, false});
          run.smoothed = rates(truth, collected, *ours[i], {0.95, Consistency::none, true});
        });
      },
      [&](Run& run) {
        const auto weight = 1 / static_cast<double>(seeds);
        for (std::size_t p = 0; p < periods.size(); ++p) {
          const std::size_t at = run.number % fs.size() * periods.size() + p;
          table[at].paper_method += run.paper[p] * weight;
          table[at].norm_sub += run.norm_sub[p] * weight;
          table[at].smoothed += run.smoothed[p] * weight;
          squares[at] += run.paper[p] * run.paper[p] * weight;
        }
        progress(++done, runs);
      });
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i].paper_spread = std::sqrt(std::max(0.0, squares[i] - table[i].paper_method * table[i].paper_method));
  }
  return table;
}

}  // namespace sourdine
