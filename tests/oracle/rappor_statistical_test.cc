#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>

#include "sourdine/oracle/rappor/rappor_decode.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::false_alarm;

double normal_bound(double comparisons) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), false_alarm / comparisons / 2));
}

TEST(Rappor, EstimatesOfReportsAndOfSimulationsAreUnbiasedWithTheStatedVariance) {
  const Rappor oracle({"rappor", Domain(6), 4, {{"cohorts", 8}, {"bits", 8}}});
  const std::vector<std::uint64_t> histogram = {300, 100, 60, 0, 30, 10};
  const std::vector<double> counts(histogram.begin(), histogram.end());
  std::vector<Value> values;
  for (Value v = 0; v < histogram.size(); ++v) values.insert(values.end(), histogram[v], v);
  const double z = normal_bound(2 * 2 * 6);
  SeededBits random(1);
  for (const bool by_law : {true, false}) {
    constexpr int runs = 10'000;
    std::vector<double> mean(6), square(6), fourth(6);
    for (int run = 0; run < runs; ++run) {
      Tally tally = oracle.empty_tally();
      if (by_law) {
        oracle.simulate(histogram, random, tally);
      } else {
        Reports reports(oracle.report_bytes());
        oracle.randomize(values, random, reports);
        oracle.tally(reports, tally);
      }
      const std::vector<double> estimate = oracle.invert(tally);
      for (Value v = 0; v < 6; ++v) {
        const double error = estimate[v] - counts[v];
        mean[v] += error / runs;
        square[v] += error * error / runs;
        fourth[v] += error * error * error * error / runs;
      }
    }
    for (Value v = 0; v < 6; ++v) {
      EXPECT_LT(std::abs(mean[v]), z * std::sqrt(square[v] / runs)) << v;
      EXPECT_LT(std::abs(square[v] - oracle.variance(v, counts)),
                z * std::sqrt((fourth[v] - square[v] * square[v]) / runs))
          << v << ": " << square[v] << " against " << oracle.variance(v, counts);
    }
  }
}

// 20 strings held by 200 … 4000 people each, 150 absent candidates.
struct DecodeRuns {
  int alarms = 0;  // runs with an absent string called significant
  int runs = 0;
  std::vector<int> found, covered;

  DecodeRuns(double epsilon, double q, double p, std::uint64_t seed) : found(20), covered(20) {
    std::vector<std::string> strings;
    std::vector<std::uint64_t> histogram;
    for (std::uint64_t i = 0; i < 20; ++i) {
      strings.push_back("held-" + std::to_string(i));
      histogram.push_back(200 * (i + 1));
    }
    std::vector<std::string> candidates = strings;
    for (int i = 0; i < 150; ++i) candidates.push_back("absent-" + std::to_string(i));
    SeededBits random(seed);
    for (; runs < 500; ++runs) {
      const Rappor oracle({"rappor",
                           Domain(strings),
                           epsilon,
                           {{"q", q}, {"p", p}, {"hash_seed", static_cast<double>(runs)}, {"cohorts", 32}}});
      Tally tally = oracle.empty_tally();
      oracle.simulate(histogram, random, tally);
      const auto rows = decode_rappor(oracle, tally, candidates, {.false_alarm = 0.05});
      bool alarm = false;
      for (std::size_t i = 20; i < rows.size(); ++i) alarm = alarm || rows[i].is_significant;
      alarms += alarm ? 1 : 0;
      for (std::size_t i = 0; i < 20; ++i) {
        if (!rows[i].is_significant) continue;
        ++found[i];
        const double error = rows[i].estimate - static_cast<double>(histogram[i]);
        covered[i] += std::abs(error) < 1.96 * rows[i].std_error ? 1 : 0;
      }
    }
  }
};

TEST(RapporDecode, RaisesFalseAlarmsNoMoreOftenThanDeclaredAndItsIntervalsCover) {
  for (const auto& [epsilon, q, p] : {std::tuple{6.0, 0.75, 0.5}, {12.0, 0.99, 0.01}}) {
    const DecodeRuns result(epsilon, q, p, 3);
    const auto quiet = static_cast<std::uint64_t>(result.runs - result.alarms);
    EXPECT_GT(testing::binomial_lower_tail(quiet, 500, 0.95), false_alarm / 42) << result.alarms << " alarms";
    int always = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      if (result.found[i] != result.runs) continue;  // being found now and then picks the large estimates
      ++always;
      EXPECT_GT(testing::binomial_lower_tail(static_cast<std::uint64_t>(result.covered[i]), 500, 0.95),
                false_alarm / 42)
          << i;
    }
    EXPECT_GE(always, 3);
  }
}

}  // namespace
}  // namespace sourdine
