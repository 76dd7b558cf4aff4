// Coverage without simulation: the number of reports that support a value is Binomial(x, yes) + Binomial(n − x, no), so
// the probability that an interval covers x is a finite sum. Here it is summed for every count x, with a convolution of
// its own.
#include "sourdine/estimate/exact_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <string>
#include <thread>

#include "sourdine/estimate/estimate.h"
#include "sourdine/estimate/support_law.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr double confidence = 0.95;
const std::vector<double> epsilons = {0.5, 1, 2, 4, 5.89};
const std::vector<unsigned> few_reports = {1, 4, 12, 29, 100};
constexpr std::uint64_t k = 17;

std::unique_ptr<const Oracle> oracle_of(const std::string& name, double epsilon) {
  return make_oracle({name, Domain(k), epsilon, {}});
}

std::vector<double> binomial(unsigned n, double p) {
  std::vector<double> law(n + 1);
  for (unsigned c = 0; c <= n; ++c) law[c] = boost::math::pdf(boost::math::binomial(n, p), c);
  return law;
}

// The law of the number of supporting reports, by definition.
std::vector<double> support_law(const Support& support, unsigned n, unsigned x) {
  const std::vector<double> holders = binomial(x, support.yes);
  const std::vector<double> others = binomial(n - x, support.no);
  std::vector<double> law(n + 1);
  for (std::size_t i = 0; i < holders.size(); ++i) {
    for (std::size_t j = 0; j < others.size(); ++j) law[i + j] += holders[i] * others[j];
  }
  return law;
}

// The published interval of the first value for every number of reports that support it.
std::vector<Estimate> published_intervals(const Oracle& oracle, std::uint64_t n, IntervalMethod method) {
  const Estimator estimator(oracle, {.confidence = confidence, .intervals = method});
  std::vector<Estimate> intervals;
  std::vector<std::uint64_t> cells(k);
  for (std::uint64_t c = 0; c <= n; ++c) {
    cells[0] = c;
    cells[1] = n - c;
    intervals.push_back(estimator(TallyView{n, cells}).values[0]);
  }
  return intervals;
}

bool holds(const Estimate& interval, double x) { return interval.lower <= x && x <= interval.upper; }

double coverage(const std::vector<Estimate>& intervals, const std::vector<double>& law, double x) {
  double covered = 0;
  for (std::size_t c = 0; c < law.size(); ++c) covered += holds(intervals[c], x) ? law[c] : 0;
  return covered;
}

TEST(SupportLaw, IsTheSumOfTwoBinomialsForEveryNumberOfHolders) {
  const std::vector<Support> supports = {{0.5, 0.00276, 0.49724}, {0.956, 0.00276, 0.95324}, {0.75, 0.25, 0.5},
                                         {0.9, 0.6, 0.3},         {0.999, 0.4, 0.599},       {0.5001, 0.5, 0.0001},
                                         {0.5, 0.4999, 0.0001},   {1, 0x1p-64, 1},           {0.3, 0.01, 0.29}};
  for (const Support& support : supports) {
    for (const unsigned n : {1U, 2U, 7U, 60U, 400U}) {
      unsigned visited = 0;
      for_each_support_law(support, n, [&](const SupportLaw& law) {
        ++visited;
        if (n == 400 && law.holders % 37 != 0) return;
        const std::vector<double> direct = support_law(support, n, static_cast<unsigned>(law.holders));
        double left_out = 1;
        for (std::size_t i = 0; i < law.mass.size(); ++i) {
          EXPECT_NEAR(law.mass[i], direct[law.first + i], 1e-13) << support.yes << " " << support.no << " " << n;
          left_out -= law.mass[i];
        }
        EXPECT_NEAR(left_out, 0, 1e-12);
      });
      EXPECT_EQ(visited, n + 1);
    }
  }
}

class FewReports : public ::testing::TestWithParam<std::string> {};

TEST_P(FewReports, ExactIntervalsCoverEveryCountAtLeastAsOftenAsAsked) {
  for (const double epsilon : epsilons) {
    const auto oracle = oracle_of(GetParam(), epsilon);
    for (const unsigned n : few_reports) {
      const std::vector<Estimate> intervals = published_intervals(*oracle, n, IntervalMethod::exact);
      for (unsigned x = 0; x <= n; ++x) {
        const double covered = coverage(intervals, support_law(oracle->support(), n, x), x);
        EXPECT_GE(covered, confidence - 1e-9) << "epsilon " << epsilon << ", " << n << " reports, " << x << " holders";
      }
    }
  }
}

TEST_P(FewReports, ExactIntervalsLieWithinThoseOfTwoEqualTails) {
  for (const double epsilon : epsilons) {
    const auto oracle = oracle_of(GetParam(), epsilon);
    for (const unsigned n : few_reports) {
      std::vector<Estimate> equal_tails(n + 1, Estimate{0, 0, 1e9, -1});
      for (unsigned x = 0; x <= n; ++x) {
        const std::vector<double> law = support_law(oracle->support(), n, x);
        double below = 0;
        for (unsigned c = 0; c <= n; ++c) {
          const double lower_tail = below + law[c];
          const double upper_tail = 1 - below;
          below = lower_tail;
          if (lower_tail <= (1 - confidence) / 2 || upper_tail <= (1 - confidence) / 2) continue;
          equal_tails[c].lower = std::min(equal_tails[c].lower, static_cast<double>(x));
          equal_tails[c].upper = std::max(equal_tails[c].upper, static_cast<double>(x));
        }
      }
      const std::vector<Estimate> intervals = published_intervals(*oracle, n, IntervalMethod::exact);
      for (unsigned c = 0; c <= n; ++c) {
        if (equal_tails[c].upper < 0) continue;  // nothing is compatible with it
        EXPECT_GE(intervals[c].lower, equal_tails[c].lower) << epsilon << " " << n << " " << c;
        EXPECT_LE(intervals[c].upper, equal_tails[c].upper) << epsilon << " " << n << " " << c;
      }
    }
  }
}

// What the score interval did with the same reports: an absent value was covered 84 % of the time.
TEST_P(FewReports, ScoreIntervalsWouldNotCover) {
  double worst = 1;
  for (const double epsilon : epsilons) {
    const auto oracle = oracle_of(GetParam(), epsilon);
    for (const unsigned n : few_reports) {
      const std::vector<Estimate> intervals = published_intervals(*oracle, n, IntervalMethod::score);
      worst = std::min(worst, coverage(intervals, support_law(oracle->support(), n, 0), 0));
    }
  }
  EXPECT_LT(worst, 0.92);
}

INSTANTIATE_TEST_SUITE_P(Oracles, FewReports, ::testing::Values("grr", "oue", "ss", "olh"),
                         [](const auto& oracle) { return oracle.param; });

TEST(ExactIntervals, HoldForOtherConfidencesToo) {
  const Support support = oracle_of("oue", 1)->support();
  for (const double error : {0.5, 0.1, 0.01, 1e-6}) {
    const ExactIntervals exact(support, error);
    const unsigned n = 40;
    const auto intervals = exact.intervals(n);
    for (unsigned x = 0; x <= n; ++x) {
      const std::vector<double> law = support_law(support, n, x);
      double missed = 0;
      for (unsigned c = 0; c <= n; ++c) missed += x < intervals[c].lower || x > intervals[c].upper ? law[c] : 0;
      EXPECT_LE(missed, error * (1 + 1e-9)) << x;
    }
  }
}

// A sampled population: the number of supporting reports is one binomial, and the target any share.
TEST(ExactIntervals, OfASampledPopulationCoverEveryShareAtLeastAsOftenAsAsked) {
  for (const double epsilon : epsilons) {
    const auto oracle = oracle_of("grr", epsilon);
    const Support support = oracle->support();
    for (const unsigned n : few_reports) {
      const Estimator estimator(*oracle, {.confidence = confidence, .population = Population::sampled});
      std::vector<Estimate> intervals;
      for (std::uint64_t c = 0; c <= n; ++c) {
        std::vector<std::uint64_t> cells(k);
        cells[0] = c;
        cells[1] = n - c;
        intervals.push_back(estimator(TallyView{n, cells}).values[0]);
      }
      for (const double share : {0.0, 0.01, 0.1, 0.37, 0.9, 1.0}) {
        EXPECT_GE(coverage(intervals, binomial(n, support.no + share * support.gap), n * share), confidence - 1e-9)
            << epsilon << " " << n << " " << share;
      }
    }
  }
}

// All 29 bits set although each is set with probability 1/2 at most: no count explains it, and 29 comes nearest.
TEST(ExactIntervals, WhereNoCountIsCompatibleTheNearestIsPublished) {
  const auto oracle = oracle_of("oue", 5.89);
  const std::vector<Estimate> intervals = published_intervals(*oracle, 29, IntervalMethod::exact);
  EXPECT_EQ(intervals[29].lower, 29);
  EXPECT_EQ(intervals[29].upper, 29);
  const auto noisy = oracle_of("oue", 0.5);
  const std::vector<Estimate> none_set = published_intervals(*noisy, 100, IntervalMethod::exact);
  EXPECT_EQ(none_set[0].lower, 0);
  EXPECT_EQ(none_set[0].upper, 0);
}

// With little noise three supporting reports are three holders: "3 to 3", though the estimate is 2.99.
TEST(ExactIntervals, AreWholeNumbers) {
  const auto oracle = oracle_of("grr", 9);
  const Estimate three = published_intervals(*oracle, 12, IntervalMethod::exact)[3];
  EXPECT_NE(three.value, 3);
  EXPECT_EQ(three.lower, 3);
  EXPECT_EQ(three.upper, 3);
  for (const OracleRow& row : oracle_table()) {
    const auto any = make_oracle(table_spec(row, Domain(k), 1));
    for (const std::uint64_t reports : {std::uint64_t{30}, std::uint64_t{100'000}}) {
      Tally tally = any->empty_tally();
      tally.reports = reports;
      for (const Consistency consistency : {Consistency::none, Consistency::norm_sub, Consistency::norm_mul}) {
        for (const Estimate& one : estimate(*any, tally, {.consistency = consistency}).values) {
          EXPECT_EQ(one.lower, std::round(one.lower)) << row.name;
          EXPECT_EQ(one.upper, std::round(one.upper)) << row.name;
          EXPECT_LE(0, one.lower);
          EXPECT_LE(one.lower, one.upper);
          EXPECT_LE(one.upper, static_cast<double>(reports));
        }
      }
    }
  }
}

TEST(ParallelExactIntervals, AreTheSameFromManyThreads) {
  const Support support = oracle_of("ss", 2)->support();
  const ExactIntervals shared(support, 0.05);
  std::vector<std::vector<std::vector<WholeInterval>>> seen(4);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : seen) {
      threads.emplace_back([&shared, &mine] {
        for (std::uint64_t n = 1; n <= 60; ++n) {
          const auto intervals = shared.intervals(n);
          mine.emplace_back(intervals.begin(), intervals.end());
        }
      });
    }
  }
  const ExactIntervals alone(support, 0.05);
  for (std::uint64_t n = 1; n <= 60; ++n) {
    const auto expected = alone.intervals(n);
    for (const auto& mine : seen) {
      for (std::uint64_t c = 0; c <= n; ++c) {
        EXPECT_EQ(mine[n - 1][c].lower, expected[c].lower);
        EXPECT_EQ(mine[n - 1][c].upper, expected[c].upper);
      }
    }
  }
}

}  // namespace
}  // namespace sourdine
