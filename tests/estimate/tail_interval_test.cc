// Many reports: coverage without simulation, as in exact_interval_test.cc. The law of the number of supporting reports
// is summed from boost's binomial probabilities over everything but 1e-13.
#include "sourdine/estimate/tail_interval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>
#include <string>

#include "sourdine/estimate/binomial_law.h"
#include "sourdine/estimate/estimate.h"
#include "sourdine/estimate/exact_interval.h"
#include "sourdine/oracle/table.h"

namespace sourdine {
namespace {

constexpr std::uint64_t k = 17;

struct Law {
  std::uint64_t first = 0;
  std::vector<double> mass;
};

Law reference_binomial(std::uint64_t n, double p) {
  const boost::math::binomial law(static_cast<double>(n), p);
  const auto reports = static_cast<double>(n);
  const double reach = 12 + 8 * std::sqrt(reports * p * (1 - p));
  const auto first = static_cast<std::uint64_t>(std::max(0.0, std::floor(reports * p - reach)));
  const auto last = static_cast<std::uint64_t>(std::min(reports, std::ceil(reports * p + reach)));
  Law result{first, {}};
  for (std::uint64_t c = first; c <= last; ++c) {
    result.mass.push_back(n == 0 ? 1 : boost::math::pdf(law, static_cast<double>(c)));
  }
  return result;
}

Law reference_law(const Support& support, std::uint64_t n, std::uint64_t x) {
  const Law holders = reference_binomial(x, support.yes);
  const Law others = reference_binomial(n - x, support.no);
  Law sum{holders.first + others.first, std::vector<double>(holders.mass.size() + others.mass.size() - 1)};
  for (std::size_t i = 0; i < holders.mass.size(); ++i) {
    for (std::size_t j = 0; j < others.mass.size(); ++j) sum.mass[i + j] += holders.mass[i] * others.mass[j];
  }
  return sum;
}

// Published intervals by the number of supporting reports, each made when it is first asked for.
class Published {
 public:
  Published(const Oracle& oracle, std::uint64_t n, const EstimateOptions& options)
      : n_(n), estimator_(oracle, options), cells_(oracle.k()) {}

  const Estimate& at(std::uint64_t supporting) {
    const auto found = made_.find(supporting);
    if (found != made_.end()) return found->second;
    cells_[0] = supporting;
    cells_[1] = n_ - supporting;
    return made_[supporting] = estimator_(TallyView{n_, cells_}).values[0];
  }

  // Pr[the interval misses x], when x users hold the value.
  double missed(const Support& support, std::uint64_t x) {
    const Law law = reference_law(support, n_, x);
    const auto truth = static_cast<double>(x);
    double covered = 0;
    for (std::size_t i = 0; i < law.mass.size(); ++i) {
      const Estimate& one = at(law.first + i);
      covered += one.lower <= truth && truth <= one.upper ? law.mass[i] : 0;
    }
    return 1 - covered;
  }

 private:
  std::uint64_t n_;
  Estimator estimator_;
  std::vector<std::uint64_t> cells_;
  std::map<std::uint64_t, Estimate> made_;
};

TEST(BinomialLaw, IsTheLawOfIndependentBits) {
  for (const double p : {0x1p-64, 0.00276, 0.3, 0.5, 0.956, 1.0, 0.0}) {
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{5000}}) {
      const BinomialLaw law = binomial_law(n, p);
      double sum = 0;
      for (std::size_t i = 0; i < law.mass.size(); ++i) {
        const auto c = static_cast<double>(law.first + i);
        const double exact = n == 0 ? 1 : boost::math::pdf(boost::math::binomial(static_cast<double>(n), p), c);
        EXPECT_NEAR(law.mass[i], exact, 1e-13) << n << " " << p << " " << c;
        sum += law.mass[i];
      }
      EXPECT_NEAR(sum, 1, 1e-13);
    }
  }
}

class ManyReports : public ::testing::TestWithParam<std::string> {};

// Beyond the table of exact intervals: rare values, which nobody or few hold, and common ones.
TEST_P(ManyReports, IntervalsCoverEveryCountAtLeastAsOftenAsAsked) {
  for (const double epsilon : {0.5, 2.0, 5.89, 11.36}) {
    const auto oracle = make_oracle({GetParam(), Domain(k), epsilon, {}});
    for (const std::uint64_t n : {ExactIntervals::max_reports + 1, std::uint64_t{2049}, std::uint64_t{3000}}) {
      Published published(*oracle, n, {});
      for (const std::uint64_t x :
           {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{60}, n / 10, n / 2, n - 5, n}) {
        EXPECT_LE(published.missed(oracle->support(), x), 0.05 + 1e-9)
            << "epsilon " << epsilon << ", " << n << " reports, " << x << " holders";
      }
    }
  }
}

// All of a thousand values at once need tails of 0.000025. Those of a skewed law are far from normal: the score
// interval missed an absent value 22 times as often as asked (grr, 3,000 reports).
TEST_P(ManyReports, IntervalsOfManyValuesAtOnceHaveExactTails) {
  constexpr std::uint64_t many = 1000;
  const auto oracle = make_oracle({GetParam(), Domain(many), 8, {}});
  for (const std::uint64_t n : {std::uint64_t{3000}, std::uint64_t{20'000}}) {
    Published published(*oracle, n, {.coverage = Coverage::simultaneous});
    for (const std::uint64_t x : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{20}}) {
      EXPECT_LE(published.missed(oracle->support(), x), 0.05 / many + 1e-11) << n << " reports, " << x << " holders";
    }
  }
}

// Where the variance of the number of supporting reports is above max_variance, by the normal law.
TEST_P(ManyReports, BeyondThatTheNormalLawWithHalfAReportIsAsGood) {
  for (const double epsilon : {0.5, 4.0}) {
    const auto oracle = make_oracle({GetParam(), Domain(k), epsilon, {}});
    const Support support = oracle->support();
    const auto n = static_cast<std::uint64_t>(1.3 * TailInterval::max_variance / (support.no * (1 - support.no)));
    Published published(*oracle, n, {});
    for (const std::uint64_t x : {std::uint64_t{0}, std::uint64_t{5}}) {
      EXPECT_LE(published.missed(support, x), 0.051) << "epsilon " << epsilon << ", " << n << " reports";
    }
    Published nearly_sure(*oracle, n, {.confidence = 0.999});
    EXPECT_LE(nearly_sure.missed(support, 0), 0.00102) << "epsilon " << epsilon << ", " << n << " reports";
  }
}

INSTANTIATE_TEST_SUITE_P(Oracles, ManyReports, ::testing::Values("grr", "oue", "ss", "olh"),
                         [](const auto& oracle) { return oracle.param; });

// The definition, count by count.
TEST(TailIntervals, HoldTheCountsThatLeaveBothTails) {
  const std::vector<Support> supports = {{0.5, 0.2, 0.3}, {0.956, 0.00276, 0.95324}, {0.75, 0.6, 0.15}};
  constexpr std::uint64_t n = 60;
  for (const Support& support : supports) {
    for (const double error : {0.05, 1e-6}) {
      for (std::uint64_t c = 0; c <= n; ++c) {
        std::uint64_t lower = n;
        std::uint64_t upper = 0;
        for (std::uint64_t x = 0; x <= n; ++x) {
          const Law law = reference_law(support, n, x);
          double at_most = 0;
          double at_least = 0;
          for (std::size_t i = 0; i < law.mass.size(); ++i) {
            at_most += law.first + i <= c ? law.mass[i] : 0;
            at_least += law.first + i >= c ? law.mass[i] : 0;
          }
          if (at_most > error / 2) upper = std::max(upper, x);
          if (at_least > error / 2) lower = std::min(lower, x);
        }
        for (const std::uint64_t guess : {std::uint64_t{0}, std::uint64_t{13}, std::uint64_t{31}, n}) {
          EXPECT_EQ(TailInterval(support, error, n, c).lower(guess), lower) << c;
          EXPECT_EQ(TailInterval(support, error, n, c).upper(guess), upper) << c;
        }
      }
    }
  }
}

// A sampled population: one binomial law, and any share.
TEST(TailIntervals, OfASampledPopulationCoverToo) {
  const auto oracle = make_oracle({"oue", Domain(k), 5.89, {}});
  const Support support = oracle->support();
  constexpr std::uint64_t n = 3000;
  Published published(*oracle, n, {.confidence = 0.99, .population = Population::sampled});
  for (const double share : {0.0, 0.0004, 0.01, 0.3}) {
    const Law law = reference_binomial(n, support.no + share * support.gap);
    double missed = 1;
    for (std::size_t i = 0; i < law.mass.size(); ++i) {
      const Estimate& one = published.at(law.first + i);
      missed -= one.lower <= n * share && n * share <= one.upper ? law.mass[i] : 0;
    }
    EXPECT_LE(missed, 0.01 + 1e-9) << share;
  }
}

}  // namespace
}  // namespace sourdine
