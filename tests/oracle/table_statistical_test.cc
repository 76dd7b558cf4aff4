// randomize(), tally() and simulate() on real random bits have the law that enumeration says, for every oracle.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "oracle/channel.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine::testing {
namespace {

using Cells = std::vector<std::uint64_t>;
using Law = std::map<Cells, double>;

// Pearson's test of `observed` against `law`; outcomes outside the law fail at once.
void expect_law(const std::map<Cells, std::uint64_t>& observed, const Law& law, double level) {
  std::vector<std::uint64_t> counts;
  std::vector<double> probabilities;
  std::uint64_t known = 0;
  for (const auto& [cells, probability] : law) {
    const auto found = observed.find(cells);
    counts.push_back(found == observed.end() ? 0 : found->second);
    known += counts.back();
    probabilities.push_back(probability);
  }
  std::uint64_t all = 0;
  for (const auto& [cells, count] : observed) all += count;
  EXPECT_EQ(known, all) << "a tally that cannot happen";
  EXPECT_GE(chi_squared_test(counts, probabilities), level);
}

// The law of the cells of one report of `value`.
Law law_of_report(const Oracle& oracle, const Channel& channel, Value value) {
  Law law;
  for (const auto& [report, probabilities] : channel.probability) {
    law[tally_of(oracle, report).cells] += static_cast<double>(probabilities[value]);
  }
  return law;
}

Law convolve(const Law& a, const Law& b) {
  Law sum;
  for (const auto& [x, p] : a) {
    for (const auto& [y, q] : b) {
      Cells cells = x;
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] += y[i];
      sum[cells] += p * q;
    }
  }
  return sum;
}

bool has_an_exact_law(const OracleRow& row) {
  return enumerates_its_reports(row.name) && !averages_over_hashes(row.name);
}

TEST(EveryOracle, RandomizesByItsEnumeratedChannel) {
  const auto cases = small_cases({3}, {0.5, 2});
  const double level = false_alarm / static_cast<double>(3 * cases.size());
  for (const Case& each : cases) {
    if (!has_an_exact_law(*each.row)) continue;
    SCOPED_TRACE(each.label);
    const Channel channel = enumerate_report_channel(*each.oracle);
    for (Value value = 0; value < 3; ++value) {
      SeededBits random(100 + value);
      Reports reports(each.oracle->report_bytes());
      each.oracle->randomize(std::vector<Value>(60'000, value), random, reports);
      std::map<Report, std::uint64_t, ReportOrder> seen;
      for (std::size_t i = 0; i < reports.size(); ++i) ++seen[Report(reports[i].begin(), reports[i].end())];
      std::vector<std::uint64_t> counts;
      std::vector<double> probabilities;
      for (const auto& [report, row] : channel.probability) {
        counts.push_back(seen[report]);
        probabilities.push_back(static_cast<double>(row[value]));
      }
      EXPECT_EQ(seen.size(), channel.probability.size()) << "a report that enumeration does not know";
      EXPECT_GE(chi_squared_test(counts, probabilities), level);
    }
  }
}

// Joint law of all cells: two users, every outcome.
TEST(EveryOracle, SimulatesTheExactJointLawOfASmallTally) {
  const auto cases = small_cases({3}, {1});
  const double level = false_alarm / static_cast<double>(cases.size());
  for (const Case& each : cases) {
    if (!has_an_exact_law(*each.row)) continue;
    SCOPED_TRACE(each.label);
    const Channel channel = enumerate_report_channel(*each.oracle);
    const Law law = convolve(law_of_report(*each.oracle, channel, 0), law_of_report(*each.oracle, channel, 2));
    SeededBits random(7);
    std::map<Cells, std::uint64_t> observed;
    for (int repetition = 0; repetition < 40'000; ++repetition) {
      Tally tally = each.oracle->empty_tally();
      each.oracle->simulate(std::vector<std::uint64_t>{1, 0, 1}, random, tally);
      ASSERT_EQ(tally.reports, 2U);
      ++observed[tally.cells];
    }
    expect_law(observed, law, level);
  }
}

// Pr[sum = s] of independent Bernoulli trials, counts[v] of them with probability chances[v].
std::vector<double> law_of_sum(const std::vector<std::uint64_t>& counts, const std::vector<double>& chances) {
  std::vector<double> law = {1};
  for (std::size_t v = 0; v < counts.size(); ++v) {
    for (std::uint64_t i = 0; i < counts[v]; ++i) {
      law.push_back(0);
      for (std::size_t s = law.size() - 1; s > 0; --s) law[s] = law[s] * (1 - chances[v]) + law[s - 1] * chances[v];
      law[0] *= 1 - chances[v];
    }
  }
  return law;
}

// Many users: each cell is a sum of independent trials, whose law is a convolution of binomials.
TEST(EveryOracle, SimulatesAndTalliesTheExactLawOfEveryCell) {
  const std::vector<std::uint64_t> histogram = {40, 0, 25, 7, 0};
  const std::uint64_t n = std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0});
  std::vector<Value> values;
  for (Value value = 0; value < 5; ++value) values.insert(values.end(), histogram[value], value);
  constexpr int repetitions = 4000;
  for (const Case& each : small_cases({5}, {1})) {
    if (!has_an_exact_law(*each.row)) continue;
    SCOPED_TRACE(each.label);
    const Oracle& oracle = *each.oracle;
    const Channel channel = enumerate_report_channel(oracle);
    std::vector<std::vector<double>> chance(oracle.cells(), std::vector<double>(5));  // Pr[a report adds to the cell]
    for (const auto& [report, probabilities] : channel.probability) {
      const Cells cells = tally_of(oracle, report).cells;
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        ASSERT_LE(cells[cell], 1U);
        for (Value value = 0; value < 5; ++value) {
          chance[cell][value] += cells[cell] == 1 ? static_cast<double>(probabilities[value]) : 0;
        }
      }
    }
    for (const bool simulated : {true, false}) {
      SCOPED_TRACE(simulated ? "simulate" : "randomize + tally");
      SeededBits random(simulated ? 11 : 12);
      std::vector<std::vector<std::uint64_t>> observed(oracle.cells(), std::vector<std::uint64_t>(n + 1));
      for (int repetition = 0; repetition < repetitions; ++repetition) {
        Tally tally = oracle.empty_tally();
        if (simulated) {
          oracle.simulate(histogram, random, tally);
        } else {
          Reports reports(oracle.report_bytes());
          oracle.randomize(values, random, reports);
          oracle.tally(reports, tally);
        }
        ASSERT_EQ(tally.reports, n);
        for (std::size_t cell = 0; cell < oracle.cells(); ++cell) ++observed[cell][tally.cells[cell]];
      }
      const double level = false_alarm / static_cast<double>(30 * oracle.cells());
      for (std::size_t cell = 0; cell < oracle.cells(); ++cell) {
        EXPECT_GE(chi_squared_test(observed[cell], law_of_sum(histogram, chance[cell])), level) << "cell " << cell;
      }
    }
  }
}

// Local hashing has no exact law for listed seeds, but over random seeds every cell is a sum of binomials.
TEST(LocalHash, SupportsValuesAtTheStatedRates) {
  struct Setting {
    const char* name;
    Value k, held, other;
    double epsilon;
    std::size_t reports;
  };
  const Setting settings[] = {{"blh", 17, 0, 16, 1, 200'000},           {"olh", 17, 3, 4, 1, 200'000},
                              {"olh", 17, 16, 0, 3, 200'000},           {"olh", 1U << 17, 5, 131'071, 2, 4'000},
                              {"olh", 200'000, 199'999, 1, 0.5, 4'000}, {"blh", 200'000, 7, 8, 2, 4'000}};
  for (const Setting& setting : settings) {
    SCOPED_TRACE(std::string(setting.name) + ", k = " + std::to_string(setting.k));
    const auto oracle = make_oracle({setting.name, Domain(setting.k), setting.epsilon, {}});
    SeededBits random(21);
    Reports reports(oracle->report_bytes());
    oracle->randomize(std::vector<Value>(setting.reports, setting.held), random, reports);
    Tally tally = oracle->empty_tally();
    oracle->tally(reports, tally);
    const double level = false_alarm / 24;
    EXPECT_GE(binomial_test(tally.cells[setting.held], setting.reports, oracle->support().yes), level);
    EXPECT_GE(binomial_test(tally.cells[setting.other], setting.reports, oracle->support().no), level);

    std::vector<std::uint64_t> histogram(setting.k);
    histogram[setting.held] = setting.reports;
    Tally simulated = oracle->empty_tally();
    oracle->simulate(histogram, random, simulated);
    EXPECT_GE(binomial_test(simulated.cells[setting.held], setting.reports, oracle->support().yes), level);
    EXPECT_GE(binomial_test(simulated.cells[setting.other], setting.reports, oracle->support().no), level);
  }
}

// Estimates of a larger domain lie where variance() says, for reports and for simulated tallies. A sum of many bounded
// terms: the normal tail is close enough at 20,000 reports; the level leaves room for the rest.
TEST(EveryOracle, EstimatesALargerDomainWithinItsVariance) {
  std::vector<Value> values;
  std::vector<std::uint64_t> histogram(40);
  for (Value i = 0; i < 20'000; ++i) values.push_back(i % 40 * (i % 40) / 40);
  for (const Value value : values) ++histogram[value];
  const std::vector<double> counts(histogram.begin(), histogram.end());
  const double limit = 6.5;  // two-sided normal tail 8e-11, for 22 × 2 × 2 × 40 estimates
  for (const OracleRow& row : oracle_table()) {
    for (const double epsilon : {0.5, 3.0}) {
      SCOPED_TRACE(std::string(row.name) + ", ε = " + std::to_string(epsilon));
      const auto oracle = make_oracle(table_spec(row, Domain(40), epsilon));
      SeededBits random(31);
      Reports reports(oracle->report_bytes());
      oracle->randomize(values, random, reports);
      Tally tallied = oracle->empty_tally();
      oracle->tally(reports, tallied);
      Tally simulated = oracle->empty_tally();
      oracle->simulate(histogram, random, simulated);
      for (const Tally& tally : {tallied, simulated}) {
        const std::vector<double> estimate = oracle->invert(tally);
        for (Value value = 0; value < 40; ++value) {
          const double error = estimate[value] - counts[value];
          EXPECT_LT(std::abs(error), limit * std::sqrt(oracle->variance(value, counts))) << "value " << value;
        }
      }
    }
  }
}

}  // namespace
}  // namespace sourdine::testing
