// Screening: its bounds bound, by enumeration; the laws that reports are held to are those of the enumerated channels.
#include "sourdine/collector/screening.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

#include "sourdine/collector/screening_law.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/protocol/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using Binomial = boost::math::binomial_distribution<double>;

TEST(ScreeningLaw, TailsOfBinomialsAreNeverUnderstated) {
  for (const double n : {1.0, 7.0, 60.0, 1000.0}) {
    for (const double p : {1e-6, 0.01, 0.27, 0.5, 0.93}) {
      const Binomial exact(n, p);
      for (double x = 0; x <= n; x += n > 100 ? 13 : 1) {
        const double above = x == 0 ? 1 : boost::math::cdf(complement(exact, x - 1));
        EXPECT_GE(binomial_at_least(n, p, x), above * (1 - 1e-12)) << n << ' ' << p << ' ' << x;
        EXPECT_GE(binomial_at_most(n, p, x), boost::math::cdf(exact, x) * (1 - 1e-12)) << n << ' ' << p << ' ' << x;
      }
    }
  }
  EXPECT_EQ(binomial_at_least(10, 0, 1), 0);
  EXPECT_EQ(binomial_at_most(10, 1, 9), 0);
  EXPECT_EQ(binomial_at_most(10, 0, 0), 1);
}

TEST(ScreeningLaw, TailsOfSumsOfTwoBinomialsAreNeverUnderstated) {
  const TwoBinomials law{20, 0.5, 60, 0.2};
  const Binomial first(20, 0.5), second(60, 0.2);
  std::array<double, 81> mass{};
  for (int i = 0; i <= 20; ++i) {
    for (int j = 0; j <= 60; ++j) {
      mass[static_cast<std::size_t>(i + j)] += boost::math::pdf(first, i) * boost::math::pdf(second, j);
    }
  }
  for (std::size_t x = 0; x < mass.size(); ++x) {
    const auto at = static_cast<std::ptrdiff_t>(x);
    const double above = std::accumulate(mass.begin() + at, mass.end(), 0.0);
    const double below = std::accumulate(mass.begin(), mass.begin() + at + 1, 0.0);
    EXPECT_GE(law.at_least(static_cast<double>(x)), above * (1 - 1e-12)) << x;
    EXPECT_GE(law.at_most(static_cast<double>(x)), below * (1 - 1e-12)) << x;
  }
  // It is a bound of the right size: within the factor that Chernoff's costs.
  EXPECT_LT(law.at_least(40), 20 * std::accumulate(mass.begin() + 40, mass.end(), 0.0));
}

// Pr[bound ≤ α] ≤ α for every α there is, over all histograms of n draws.
void expect_valid(const std::array<double, 3>& law, std::uint64_t n) {
  std::vector<std::pair<double, double>> outcomes;  // bound, probability
  for (std::uint64_t a = 0; a <= n; ++a) {
    for (std::uint64_t b = 0; a + b <= n; ++b) {
      const std::array<std::uint64_t, 3> counts{a, b, n - a - b};
      double log_mass = std::lgamma(static_cast<double>(n) + 1);
      for (std::size_t i = 0; i < 3; ++i) {
        const auto count = static_cast<double>(counts[i]);
        log_mass += count * std::log(law[i]) - std::lgamma(count + 1);
      }
      outcomes.emplace_back(histogram_bound(law, counts), std::exp(log_mass));
    }
  }
  std::sort(outcomes.begin(), outcomes.end());
  double sum = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    sum += outcomes[i].second;
    if (i + 1 < outcomes.size() && outcomes[i + 1].first == outcomes[i].first) continue;
    EXPECT_LE(sum, outcomes[i].first * (1 + 1e-9)) << n;
  }
}

TEST(ScreeningLaw, AHistogramIsCalledRareNoOftenerThanItIs) {
  for (const std::uint64_t n : {1U, 5U, 40U, 120U}) {
    expect_valid({0.5, 0.3, 0.2}, n);
    expect_valid({0.98, 0.0199, 0.0001}, n);
  }
}

TEST(ScreeningLaw, WhatCannotBeHasProbabilityZero) {
  EXPECT_EQ(histogram_bound(std::array{1.0, 0.0}, std::array<std::uint64_t, 2>{5, 1}), 0);
  EXPECT_EQ(histogram_bound(std::array{1.0, 0.0}, std::array<std::uint64_t, 2>{5, 0}), 1);
  EXPECT_EQ(histogram_bound(std::array{0.5, 0.5}, std::array<std::uint64_t, 2>{0, 0}), 1);
}

// The number of ones is the law's, whatever the value, by running the randomiser on every outcome.
TEST(ScreeningLaw, OnesOfUnaryReportsHaveTheirLawWhateverTheValue) {
  constexpr Value k = 4;
  for (const std::string name : {"sue", "oue", "the", "l-sue", "l-osue", "l-oue", "l-soue"}) {
    SCOPED_TRACE(name);
    const auto oracle = make_oracle({name, Domain(k), 1.0, {}});
    const auto* const memoised = dynamic_cast<const Memoised*>(oracle.get());
    const OnesLaw law(k, oracle->support().yes, oracle->support().no);
    ASSERT_EQ(law.law().size(), k + 1U);
    for (Value value = 0; value < k; ++value) {
      const auto exact = testing::enumerate_law<double>({}, [&](Branches& branches) {
        std::array<std::uint8_t, 1> report{};
        if (memoised != nullptr) {
          memoised->enumerate_report(value, branches, report);
        } else {
          oracle->enumerate({&value, 1}, branches, report);
        }
        return law.bin(static_cast<std::uint64_t>(std::popcount(report[0])));
      });
      for (std::size_t ones = 0; ones <= k; ++ones) {
        EXPECT_NEAR(exact.mass.at(ones), law.law()[ones], 1e-12) << value << ' ' << ones;
      }
    }
  }
}

TEST(ScreeningLaw, ManyBitsAreCountedInFewBins) {
  for (const std::uint64_t bits : {1ULL, 2ULL, 63ULL, 64ULL, 65ULL, 1000ULL, 1'000'000ULL}) {
    for (const double no : {1e-7, 0.1, 0.27, 0.5}) {
      const OnesLaw law(bits, 0.5, no);
      EXPECT_LE(law.law().size(), OnesLaw::max_bins);
      EXPECT_NEAR(std::accumulate(law.law().begin(), law.law().end(), 0.0), 1, 1e-9) << bits << ' ' << no;
      EXPECT_EQ(law.bin(0), 0U);
      EXPECT_LT(law.bin(bits), law.law().size()) << bits << ' ' << no;
      for (std::uint64_t ones = 1; ones < std::min<std::uint64_t>(bits, 2000); ++ones) {
        EXPECT_GE(law.bin(ones), law.bin(ones - 1));
        EXPECT_LE(law.bin(ones), law.bin(ones - 1) + 1);
      }
    }
  }
}

TEST(ScreeningLaw, TheNameOfABinSaysWhichNumbersOfOnesAreInIt) {
  for (const std::uint64_t bits : {1ULL, 4ULL, 64ULL, 1000ULL, 100'000ULL}) {
    const OnesLaw law(bits, 0.5, 0.27);
    for (std::uint64_t first = 0, last = 0; first <= bits; first = last = last + 1) {
      const std::size_t bin = law.bin(first);
      while (last < bits && law.bin(last + 1) == bin) ++last;
      const std::string expected = last == 0                      ? "no ones"
                                   : first == 0                   ? fmt::format("at most {} ones", last)
                                   : last == bits && first < last ? fmt::format("at least {} ones", first)
                                   : last == 1                    ? "1 one"
                                   : first == last                ? fmt::format("{} ones", first)
                                                                  : fmt::format("{} to {} ones", first, last);
      EXPECT_EQ(law.name(bin), expected) << bits << ' ' << first;
    }
  }
}

// What is said of fifty reports of the first value.
std::string findings_of(const std::string& oracle_name, const Domain& domain) {
  const auto oracle = make_oracle({oracle_name, domain, 8, {}});
  const auto screen = Screen::make(*oracle);
  SeededBits random(3);
  Reports reports(oracle->report_bytes());
  oracle->randomize(std::vector<Value>(50), random, reports);
  std::vector<std::uint64_t> cells(screen->cells());
  screen->add(reports.view(), cells);
  Tally tally = oracle->empty_tally();
  oracle->tally(reports.view(), tally);
  std::string text;
  for (const ScreenCheck& check : screen->check(tally, cells)) text += check.detail + '\n';
  return text;
}

TEST(Screen, AFindingNamesWhatItIsAbout) {
  const Domain winds({"north", "south"});
  for (const auto& [name, domain, said] : std::vector<std::tuple<std::string, Domain, std::string>>{
           {"oue", winds, "farthest: value 'south' with "},
           {"oue", Domain(2), "farthest: value 1 with "},
           {"oue", winds, "ones with "},
           {"olh", winds, "farthest: seeds beginning "},
           {"olh", winds, "farthest: bucket "},
           {"rappor", winds, "farthest: cohort "},
           {"hrr", Domain(9), "farthest: row "},
           {"dbitflip", winds, "farthest: value 'north' sampled "}}) {
    const std::string findings = findings_of(name, domain);
    EXPECT_NE(findings.find(said), std::string::npos) << said << " is not in\n" << findings;
  }
}

TEST(Screen, CountersAddUpLikeTallies) {
  for (const ProtocolKind& kind : protocol_table().rows()) {
    for (const AuditCase& one : kind.audit_cases()) {
      SCOPED_TRACE(one.name);
      const auto screen = Screen::make(*one.protocol);
      SeededBits random(17);
      std::vector<Value> values;
      for (std::size_t i = 0; i < 60; ++i) {
        const auto& record = one.records[i % one.records.size()];
        values.insert(values.end(), record.begin(), record.end());
      }
      Reports reports(one.protocol->report_bytes());
      one.protocol->randomize(values, random, reports);
      std::vector<std::uint64_t> all(screen->cells()), parts(screen->cells());
      screen->add(reports.view(), all);
      screen->add(reports.view().subview(0, 23), parts);
      screen->add(reports.view().subview(23, 37), parts);
      EXPECT_EQ(all, parts);
      Tally tally = one.protocol->empty_tally();
      EXPECT_NO_THROW({
        for (const ScreenCheck& check : screen->check(tally, std::vector<std::uint64_t>(screen->cells()))) {
          EXPECT_EQ(check.p, 1) << check.name;
          EXPECT_FALSE(check.is_odd);
        }
      });
      one.protocol->tally(reports.view(), tally);
      for (const ScreenCheck& check : screen->check(tally, all)) {
        EXPECT_FALSE(check.is_odd) << check.name << ' ' << check.detail;
        EXPECT_FALSE(check.title.empty());
        EXPECT_FALSE(check.detail.empty());
        EXPECT_EQ(check.detail.find("group"), std::string::npos) << check.detail;
        EXPECT_EQ(check.expected.size(), check.observed.size());
        if (check.expected.empty()) continue;
        EXPECT_NEAR(std::accumulate(check.expected.begin(), check.expected.end(), 0.0), 1, 1e-9) << check.name;
      }
    }
  }
}

TEST(Screen, ADomainOfOneValueHasNothingToTest) {
  const auto oracle = make_oracle({"oue", Domain(1), 1, {}});
  const auto screen = Screen::make(*oracle);
  EXPECT_EQ(screen->cells(), 0U);
  EXPECT_TRUE(screen->check({7, std::array<std::uint64_t, 1>{7}}, {}).empty());
}

TEST(Screen, EveryOracleOfTheTableHasATest) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(17), 1.0));
    EXPECT_FALSE(Screen::make(*oracle)->check(oracle->empty_tally(), std::vector<std::uint64_t>(1 << 12)).empty())
        << row.name;
  }
}

// What one fake report adds to its target's estimate, (1−no)/gap, and what all fake reports together add to the
// target's share at most.
TEST(Screen, OneFakeReportGainsWhatTheDocumentationSays) {
  const auto grr = make_oracle({"grr", Domain(17), 1, {}})->support();
  const auto oue = make_oracle({"oue", Domain(17), 1, {}})->support();
  const auto olh = make_oracle({"olh", Domain(17), 1, {}})->support();
  EXPECT_NEAR((1 - grr.no) / grr.gap, 10.31, 0.01);
  EXPECT_NEAR((1 - oue.no) / oue.gap, 3.16, 0.01);
  EXPECT_NEAR((1 - olh.no) / olh.gap, 3.16, 0.2);
}

}  // namespace
}  // namespace sourdine
