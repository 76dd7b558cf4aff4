#include "sourdine/estimate/likelihood.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using Numbers = std::vector<double>;

std::unique_ptr<const Oracle> oracle_of(const std::string& name, std::uint64_t k, double epsilon) {
  return make_oracle(table_spec(find_oracle(name), Domain(k), epsilon));
}

Reports reports_of(const Oracle& oracle, const std::vector<std::uint64_t>& histogram, std::uint64_t seed) {
  SeededBits random(seed);
  std::vector<Value> values;
  for (Value v = 0; v < histogram.size(); ++v) values.insert(values.end(), histogram[v], v);
  Reports reports(oracle.report_bytes());
  oracle.randomize(values, random, reports);
  return reports;
}

// ℓ(θ) and its gradient by the definition, report by report; scaled as LikelihoodEstimate::log_likelihood is.
struct Definition {
  double log_likelihood = 0;
  Numbers gradient;
};

Definition by_definition(const Oracle& oracle, const Reports& reports, const Numbers& shares) {
  Definition result{0, Numbers(shares.size())};
  const auto n = static_cast<double>(reports.size());
  Numbers row(shares.size());
  for (std::size_t i = 0; i < reports.size(); ++i) {
    oracle.likelihood(reports[i], row);
    const double largest = *std::ranges::max_element(row);
    const double mixed = std::inner_product(row.begin(), row.end(), shares.begin(), 0.0);
    result.log_likelihood += std::log(mixed / largest) / n;
    for (std::size_t v = 0; v < row.size(); ++v) result.gradient[v] += row[v] / mixed / n;
  }
  return result;
}

void expect_near(const Numbers& actual, const Numbers& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], tolerance) << "entry " << i;
}

Tally grr_tally(const Oracle& oracle, std::vector<std::uint64_t> cells) {
  const auto n = std::accumulate(cells.begin(), cells.end(), std::uint64_t{0});
  return {oracle.spec(), n, std::move(cells)};
}

// The same counts as reports, which take the general path.
Reports grr_reports(const Oracle& oracle, const std::vector<std::uint64_t>& cells) {
  Reports reports(oracle.report_bytes());
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (std::uint64_t i = 0; i < cells[cell]; ++i) oracle.report_of_cell(cell, reports.append(1));
  }
  return reports;
}

TEST(Likelihood, GrrClosedFormGivesTheSheetsVector) {
  const auto oracle = oracle_of("grr", 5, 1);
  const LikelihoodEstimate direct = maximum_likelihood(*oracle, grr_tally(*oracle, {35, 25, 20, 12, 8}));
  expect_near(direct.shares, {.61936772, .27612646, .10450582, 0, 0}, 5e-9);
  EXPECT_LE(direct.gap, 1e-14);
}

TEST(Likelihood, GrrClosedFormAgreesWithTheIteration) {
  SeededBits random(40);
  for (const double epsilon : {0.1, 0.5, 1.0, 3.0}) {
    for (const std::uint64_t k : {2U, 5U, 17U}) {
      const auto oracle = oracle_of("grr", k, epsilon);
      std::vector<std::uint64_t> cells(k);
      for (auto& cell : cells) cell = random.below(60);
      cells[0] += 40;
      const LikelihoodEstimate direct = maximum_likelihood(*oracle, grr_tally(*oracle, cells));
      const LikelihoodEstimate fitted = maximum_likelihood(*oracle, grr_reports(*oracle, cells), {.tolerance = 1e-13});
      EXPECT_TRUE(fitted.has_converged) << epsilon << " " << k << " gap " << fitted.gap;
      expect_near(fitted.shares, direct.shares, 1e-8);
      EXPECT_NEAR(fitted.log_likelihood, direct.log_likelihood, 1e-12);
      EXPECT_LE(direct.gap, 1e-12);
      EXPECT_NEAR(std::accumulate(direct.shares.begin(), direct.shares.end(), 0.0), 1, 1e-12);
    }
  }
}

TEST(Likelihood, GrrSharesThatAreFeasibleUnbiasedAreTheMaximum) {
  const auto oracle = oracle_of("grr", 3, 2);
  const Tally tally = grr_tally(*oracle, {500, 300, 200});
  const Numbers unbiased = oracle->invert(tally);
  const LikelihoodEstimate direct = maximum_likelihood(*oracle, tally);
  for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(direct.shares[v], unbiased[v] / 1000, 1e-12);
}

// A share that the maximum puts exactly on the boundary, with no gradient pushing it there, is where plain EM slows to
// 1/steps. The likelihood is flat there too: the gap is of second order in the shares, so 1e-10 tells them to about
// 1e-5.
TEST(Likelihood, ConvergesWhenTheBoundaryIsOnlyTouched) {
  const auto grr = oracle_of("grr", 2, std::log(3));
  const LikelihoodEstimate touched = maximum_likelihood(*grr, grr_reports(*grr, {3, 1}), {.tolerance = 1e-10});
  EXPECT_TRUE(touched.has_converged) << touched.steps << " " << touched.gap;
  expect_near(touched.shares, {1, 0}, 5e-5);
  EXPECT_LT(touched.steps, 200U);
}

// Convexity gives the certificate; here it is recomputed from the definition, for every oracle of the table.
TEST(Likelihood, EveryOracleReachesACertifiedMaximum) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = oracle_of(std::string(row.name), 6, 1);
    const Reports reports = reports_of(*oracle, {120, 80, 60, 30, 10, 0}, 41);
    const LikelihoodEstimate fitted = maximum_likelihood(*oracle, reports);
    EXPECT_TRUE(fitted.has_converged) << row.name << " gap " << fitted.gap << " after " << fitted.steps;
    EXPECT_GE(*std::ranges::min_element(fitted.shares), 0);
    EXPECT_NEAR(std::accumulate(fitted.shares.begin(), fitted.shares.end(), 0.0), 1, 1e-12);
    const Definition check = by_definition(*oracle, reports, fitted.shares);
    EXPECT_NEAR(check.log_likelihood, fitted.log_likelihood, 1e-12) << row.name;
    EXPECT_LE(*std::ranges::max_element(check.gradient) - 1, 1e-9 + 1e-14) << row.name;
  }
}

// At large ε the likelihood is flat to its last bits where the gap is still above the tolerance: one sample in ten used
// to go round in circles there.
TEST(Likelihood, ConvergesWhereTheLikelihoodIsFlatToRounding) {
  const auto skewed = [](std::uint64_t k, std::uint64_t n) {
    std::vector<std::uint64_t> histogram(k);
    for (std::uint64_t v = 0, left = n; v < k; ++v, left -= left / 2) histogram[v] = v + 1 < k ? left / 2 : left;
    return histogram;
  };
  for (const char* name : {"oue", "ss"}) {
    for (const auto& [k, n] : {std::pair<std::uint64_t, std::uint64_t>{7, 300}, {20, 3000}}) {
      const auto oracle = oracle_of(name, k, 3);
      for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        const auto found = maximum_likelihood(*oracle, reports_of(*oracle, skewed(k, n), seed));
        EXPECT_TRUE(found.has_converged) << name << " k " << k << " seed " << seed << ": gap " << found.gap;
        EXPECT_LT(found.steps, 2000U);
      }
    }
  }
}

TEST(Likelihood, NoPointOfAFineGridIsMoreLikely) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = oracle_of(std::string(row.name), 3, 1.5);
    const Reports reports = reports_of(*oracle, {12, 6, 2}, 42);
    const LikelihoodEstimate fitted = maximum_likelihood(*oracle, reports);
    const int grid = 40;
    for (int i = 0; i <= grid; ++i) {
      for (int j = 0; i + j <= grid; ++j) {
        const Numbers shares = {1.0 * i / grid, 1.0 * j / grid, 1.0 * (grid - i - j) / grid};
        EXPECT_LE(by_definition(*oracle, reports, shares).log_likelihood, fitted.log_likelihood + 1e-9) << row.name;
      }
    }
  }
}

TEST(Likelihood, NeverFallsFromStepToStep) {
  const auto oracle = oracle_of("oue", 8, 0.5);
  const Reports reports = reports_of(*oracle, {300, 100, 50, 20, 10, 5, 0, 0}, 43);
  double before = -INFINITY;
  for (std::size_t steps = 1; steps < 60; ++steps) {
    const LikelihoodEstimate fitted = maximum_likelihood(*oracle, reports, {.tolerance = 0, .max_steps = steps});
    EXPECT_GE(fitted.log_likelihood, before - 1e-13) << steps;
    EXPECT_FALSE(fitted.has_converged && fitted.gap > 0);
    before = fitted.log_likelihood;
  }
}

TEST(Likelihood, DoesNotDependOnTheOrderOfTheReports) {
  const auto oracle = oracle_of("oue", 5, 1);
  const Reports reports = reports_of(*oracle, {50, 30, 10, 5, 5}, 44);
  Reports reversed(oracle->report_bytes());
  for (std::size_t i = reports.size(); i-- > 0;) std::ranges::copy(reports[i], reversed.append(1).begin());
  EXPECT_EQ(maximum_likelihood(*oracle, reports).shares, maximum_likelihood(*oracle, reversed).shares);
}

TEST(Likelihood, TalliesThatTellTheReportsGiveTheSameAnswer) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = oracle_of(std::string(row.name), 6, 1);
    if (!oracle->cell_is_report()) continue;
    const Reports reports = reports_of(*oracle, {100, 60, 30, 10, 0, 0}, 45);
    Tally tally = oracle->empty_tally();
    oracle->tally(reports, tally);
    const LikelihoodOptions precise{.tolerance = 1e-12};
    const LikelihoodEstimate from_reports = maximum_likelihood(*oracle, reports, precise);
    const LikelihoodEstimate from_tally = maximum_likelihood(*oracle, tally, precise);
    EXPECT_NEAR(from_reports.log_likelihood, from_tally.log_likelihood, 1e-11) << row.name;
    expect_near(from_reports.shares, from_tally.shares, 1e-7);
  }
}

TEST(Likelihood, SurvivesAnEpsilonWhoseExponentialUnderflows) {
  const auto oracle = oracle_of("oue", 3, 40);
  Reports reports(oracle->report_bytes());
  reports.append(2);  // no bit set: half of all true reports look like this
  const LikelihoodEstimate fitted = maximum_likelihood(*oracle, reports);
  expect_near(fitted.shares, {1.0 / 3, 1.0 / 3, 1.0 / 3}, 1e-12);
}

TEST(Likelihood, NoReportsGiveNoSharesAndOneValueIsCertain) {
  const auto oracle = oracle_of("oue", 4, 1);
  EXPECT_TRUE(maximum_likelihood(*oracle, Reports(oracle->report_bytes())).shares.empty());
  EXPECT_TRUE(maximum_likelihood(*oracle, oracle->empty_tally()).shares.empty());
  const auto single = oracle_of("oue", 1, 1);
  Reports reports(0);
  reports.append(3);
  EXPECT_EQ(maximum_likelihood(*single, reports).shares, Numbers{1});
}

TEST(Likelihood, RefusesImpossibleReports) {
  const auto oracle = oracle_of("grr", 5, 1);
  Reports reports(oracle->report_bytes());
  reports.append(1)[0] = 7;
  EXPECT_THROW(maximum_likelihood(*oracle, reports), Error);
}

}  // namespace
}  // namespace sourdine
