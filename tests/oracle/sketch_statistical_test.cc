#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numeric>

#include "sourdine/estimate/estimate.h"
#include "sourdine/oracle/sketch/sketch_estimator.h"
#include "sourdine/oracle/sketch/sketch_hash.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::false_alarm;

const std::vector<std::uint64_t> histogram = {400, 150, 100, 0, 30, 20};
constexpr int repetitions = 10000;
// The first domain too large for the hash functions to be taken apart; nobody holds the rest of it.
constexpr Value large = SketchEstimator::max_values + 1;

struct Moments {
  std::vector<double> sums[4];  // powers of the error
};

// Errors of the estimates over random hash seeds, by simulate() or by randomize() + tally().
Moments errors_over_seeds(const std::string& name, bool by_law) {
  Moments moments;
  for (auto& sum : moments.sums) sum.resize(histogram.size());
  std::vector<Value> values;
  for (Value v = 0; v < histogram.size(); ++v) values.insert(values.end(), histogram[v], v);
  std::vector<std::uint64_t> users = histogram;
  users.resize(large);
  SeededBits random(by_law ? 1 : 2);
  const int runs = by_law ? repetitions : repetitions / 10;
  for (int run = 0; run < runs; ++run) {
    const auto oracle =
        make_oracle({name, Domain(large), 2, {{"rows", 4}, {"width", 16}, {"hash_seed", static_cast<double>(run)}}});
    Tally tally = oracle->empty_tally();
    if (by_law) {
      oracle->simulate(users, random, tally);
    } else {
      Reports reports(oracle->report_bytes());
      oracle->randomize(values, random, reports);
      oracle->tally(reports, tally);
    }
    const std::vector<double> estimate = oracle->invert(tally);
    for (std::size_t v = 0; v < histogram.size(); ++v) {
      double power = 1;
      for (auto& sum : moments.sums) sum[v] += (power *= estimate[v] - static_cast<double>(histogram[v])) / runs;
    }
  }
  return moments;
}

TEST(Sketches, EstimatesOfLargeDomainsAreUnbiasedWithTheStatedVarianceOverTheHashSeeds) {
  std::vector<double> counts(histogram.begin(), histogram.end());
  counts.resize(large);
  const double comparisons = 2.0 * 2 * 2 * static_cast<double>(histogram.size());
  const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), false_alarm / comparisons / 2));
  for (const std::string name : {"cms", "hcms"}) {
    const auto oracle = make_oracle({name, Domain(large), 2, {{"rows", 4}, {"width", 16}}});
    for (const bool by_law : {true, false}) {
      const Moments errors = errors_over_seeds(name, by_law);
      const double runs = by_law ? repetitions : repetitions / 10;
      for (Value v = 0; v < histogram.size(); ++v) {
        const double mean = errors.sums[0][v];
        const double square = errors.sums[1][v];
        const double fourth = errors.sums[3][v];
        EXPECT_LT(std::abs(mean), z * std::sqrt(square / runs)) << name << " " << v;
        // The mean is 0, so E[error²] is the variance; its own standard error comes from the fourth moment.
        EXPECT_LT(std::abs(square - oracle->variance(v, counts)), z * std::sqrt((fourth - square * square) / runs))
            << name << " " << v << ": " << square << " against " << oracle->variance(v, counts);
      }
    }
  }
}

// Nine tenths of 200,000 users hold one value. Where another value shares one of 16 rows with it, 11,250 strangers look
// like holders; the intervals are to know that, for every choice of the hash functions and every value.
TEST(Sketches, IntervalsCoverBesideADominantValueForFixedHashes) {
  constexpr Value k = 50;
  constexpr std::uint64_t collections = 400;
  constexpr std::uint64_t seeds = 5;
  constexpr double confidence = 0.99;
  std::vector<std::uint64_t> users(k);  // 180,000, then 20,000 in a falling line down to 0
  std::uint64_t rest = 20000;
  for (Value v = k - 2; v > 0; --v) rest -= users[v] = std::uint64_t{17} * (k - 1 - v);
  users[1] += rest;
  users[0] = 180000;
  ASSERT_EQ(std::accumulate(users.begin(), users.end(), std::uint64_t{0}), 200000U);
  const double level = false_alarm / static_cast<double>(2 * seeds * k);
  std::size_t meetings = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const SketchHash hash(seed, 16, 256);
    for (std::size_t row = 0; row < 16; ++row) {
      for (Value v = 1; v < k; ++v) meetings += hash.bucket(row, v) == hash.bucket(row, 0) ? 1U : 0U;
    }
    for (const std::string name : {"cms", "hcms"}) {
      const auto oracle =
          make_oracle({name, Domain(k), 4, {{"rows", 16}, {"width", 256}, {"hash_seed", static_cast<double>(seed)}}});
      SeededBits random(100 + seed);
      std::vector<std::uint64_t> covered(k);
      for (std::uint64_t run = 0; run < collections; ++run) {
        Tally tally = oracle->empty_tally();
        oracle->simulate(users, random, tally);
        const Estimates estimates = estimate(*oracle, tally, {.confidence = confidence});
        for (Value v = 0; v < k; ++v) {
          const auto truth = static_cast<double>(users[v]);
          covered[v] += estimates.values[v].lower <= truth && truth <= estimates.values[v].upper ? 1U : 0U;
        }
      }
      for (Value v = 0; v < k; ++v) {
        // The interval of a value nobody holds covers more often: it ends at 0.
        const double p_value = users[v] == 0 ? testing::binomial_lower_tail(covered[v], collections, confidence)
                                             : testing::binomial_test(covered[v], collections, confidence);
        EXPECT_GT(p_value, level) << name << ", seed " << seed << ", value " << v << ": " << covered[v];
      }
    }
  }
  EXPECT_GT(meetings, 5U);  // 15 expected: the dominant value does share buckets
}

TEST(Sketches, SimulationHasTheLawOfReportsForFixedHashes) {
  for (const std::string name : {"cms", "hcms"}) {
    const auto oracle = make_oracle({name, Domain(3), 1, {{"rows", 3}, {"width", 4}, {"hash_seed", 5}}});
    const std::vector<std::uint64_t> users = {100000, 50000, 150000};
    std::vector<Value> values;
    for (Value v = 0; v < users.size(); ++v) values.insert(values.end(), users[v], v);
    SeededBits random(3);
    Tally simulated = oracle->empty_tally();
    oracle->simulate(users, random, simulated);
    Reports reports(oracle->report_bytes());
    oracle->randomize(values, random, reports);
    Tally tallied = oracle->empty_tally();
    oracle->tally(reports, tallied);
    EXPECT_EQ(simulated.reports, tallied.reports);
    // Two independent draws of one law: given their sum, a cell is a fair split of it, up to the finite population;
    // the binomial test is conservative then.
    for (std::size_t cell = 0; cell < simulated.cells.size(); ++cell) {
      const std::uint64_t both = simulated.cells[cell] + tallied.cells[cell];
      EXPECT_GT(testing::binomial_test(simulated.cells[cell], both, 0.5),
                false_alarm / static_cast<double>(2 * simulated.cells.size()))
          << name << " " << cell;
    }
  }
}

TEST(SketchHash, TwoValuesMeetWithProbabilityOneOverWidthAndThreeWithItsSquare) {
  constexpr std::uint64_t width = 10;  // not a power of two
  constexpr std::size_t rows = 50000;
  const SketchHash hash(11, rows, width);
  std::uint64_t two = 0;
  std::uint64_t three = 0;
  std::vector<std::uint64_t> buckets(width);
  for (std::size_t row = 0; row < rows; ++row) {
    const bool meet = hash.bucket(row, 0) == hash.bucket(row, 1);
    two += meet ? 1U : 0U;
    three += meet && hash.bucket(row, 0) == hash.bucket(row, 67108863) ? 1U : 0U;
    ++buckets[hash.bucket(row, 12345)];
  }
  EXPECT_GT(testing::binomial_test(two, rows, 0.1), false_alarm / 3);
  EXPECT_GT(testing::binomial_test(three, rows, 0.01), false_alarm / 3);
  EXPECT_GT(testing::chi_squared_test(buckets, std::vector<double>(width, 0.1)), false_alarm / 3);
}

}  // namespace
}  // namespace sourdine
