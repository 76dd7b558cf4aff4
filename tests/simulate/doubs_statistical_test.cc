// The simulated data stand in for the paper's: the paper's method must err on them as it erred on the real ones.
//
// Its Table 3 has nine average error rates, each from one run. The rate of a period is the mean over the regions of
// |true share − estimated share|, with estimates max(0, ·) of symmetric unary encoding with f. Ours are means over 100
// seeds; the yearly ones, of 13 periods a seed, then have a relative standard error of about 0.6 %.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numeric>
#include <vector>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/simulate/doubs.h"

namespace sourdine {
namespace {

constexpr std::size_t k = 17;
using Counts = std::vector<std::array<std::uint64_t, k>>;  // period, region

struct Truth {
  Counts days;
  std::array<std::vector<std::size_t>, 3> period_of_day;  // year, month, day
};

Truth simulate_truth() {
  using std::chrono::days;
  using std::chrono::local_days;
  const local_days first(std::chrono::year(2006) / 1 / 1);
  const local_days end(std::chrono::year(2019) / 1 / 1);
  Truth truth{Counts(static_cast<std::size_t>((end - first).count())), {}};
  SeededBits random(doubs_default_seed);
  simulate_doubs(random, [&](const DoubsEvent& event) {
    const auto day = static_cast<std::size_t>((std::chrono::floor<days>(event.time) - first).count());
    ++truth.days[day][event.region];
  });
  for (local_days date = first; date < end; date += days(1)) {
    const std::chrono::year_month_day calendar(date);
    const auto year = static_cast<std::size_t>(static_cast<int>(calendar.year()) - 2006);
    truth.period_of_day[0].push_back(year);
    truth.period_of_day[1].push_back(12 * year + static_cast<unsigned>(calendar.month()) - 1);
    truth.period_of_day[2].push_back(truth.period_of_day[2].size());
  }
  return truth;
}

Counts sum_periods(const Counts& days, const std::vector<std::size_t>& period_of_day) {
  Counts sums(period_of_day.back() + 1);
  for (std::size_t day = 0; day < days.size(); ++day) {
    for (std::size_t region = 0; region < k; ++region) sums[period_of_day[day]][region] += days[day][region];
  }
  return sums;
}

double error_rate(const std::array<std::uint64_t, k>& truth, const std::array<std::uint64_t, k>& supports, double f) {
  const auto total = static_cast<double>(std::accumulate(truth.begin(), truth.end(), std::uint64_t{0}));
  std::array<double, k> estimates{};
  for (std::size_t i = 0; i < k; ++i) {
    estimates[i] = std::max(0.0, (static_cast<double>(supports[i]) - f * total / 2) / (1 - f));
  }
  const double sum = std::accumulate(estimates.begin(), estimates.end(), 0.0);
  double rate = 0;
  for (std::size_t i = 0; i < k; ++i) {
    const double share = sum > 0 ? estimates[i] / sum : 1.0 / static_cast<double>(k);
    rate += std::abs(static_cast<double>(truth[i]) / total - share) / static_cast<double>(k);
  }
  return rate;
}

Counts randomize_days(const Counts& days, double f, SeededBits& random) {
  const auto oracle = make_oracle(OracleSpec{"sue", Domain(k), 0, {{"f", f}}});
  Counts supports(days.size());
  for (std::size_t day = 0; day < days.size(); ++day) {
    Tally tally = oracle->empty_tally();
    oracle->simulate(days[day], random, tally);
    std::copy(tally.cells.begin(), tally.cells.end(), supports[day].begin());
  }
  return supports;
}

TEST(DoubsErrorRates, OfThePapersMethodAreThePublishedOnes) {
  constexpr std::array<double, 3> fs{0.1, 0.5, 0.9};
  constexpr std::array<std::array<double, 3>, 3> published{
      {{0.001209, 0.004045, 0.017675}, {0.003992, 0.012813, 0.042584}, {0.018785, 0.043107, 0.077103}}};
  constexpr std::uint64_t seeds = 100;
  const Truth truth = simulate_truth();
  const SeededBits parent(3);
  for (std::size_t i = 0; i < fs.size(); ++i) {
    std::array<double, 3> means{};
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      SeededBits random = parent.split(10 * seed + i);
      const Counts supports = randomize_days(truth.days, fs[i], random);
      for (std::size_t unit = 0; unit < 3; ++unit) {
        const Counts counts = sum_periods(truth.days, truth.period_of_day[unit]);
        const Counts sums = sum_periods(supports, truth.period_of_day[unit]);
        double rate = 0;
        for (std::size_t period = 0; period < counts.size(); ++period) {
          rate += error_rate(counts[period], sums[period], fs[i]);
        }
        means[unit] += rate / static_cast<double>(counts.size() * seeds);
      }
    }
    for (std::size_t unit = 0; unit < 3; ++unit) {
      const double ratio = means[unit] / published[i][unit];
      RecordProperty(fmt::format("f{}_unit{}", fs[i], unit), fmt::format("{:.4f}", ratio));
      EXPECT_NEAR(ratio, 1, 0.05) << "f = " << fs[i] << ", unit " << unit;
    }
  }
}

}  // namespace
}  // namespace sourdine
