// What every oracle of the table must fulfil, by exact enumeration of the code that ships.
#include "sourdine/oracle/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oracle/channel.h"
#include "sourdine/base/bits.h"

namespace sourdine::testing {
namespace {

struct Enumerated {
  Case oracle;
  Channel channel;
  Channel reports;  // of one report; empty where that takes too long
};

// Two random rounds take the square of the outcomes of one.
bool has_report_channel(const Case& each) {
  if (!enumerates_its_reports(each.row->name)) return false;
  return dynamic_cast<const Memoised*>(each.oracle.get()) == nullptr ||
         each.oracle->k() <= (averages_over_hashes(each.row->name) ? 2 : 3);
}

// Every small oracle and its channel, enumerated once for all tests.
const std::vector<Enumerated>& enumerated() {
  static const std::vector<Enumerated> all = [] {
    std::vector<Enumerated> made;
    for (Case& small : small_cases({2, 3, 5}, {0.1, 0.5, 1, 2, 4})) {
      Channel channel = enumerate_channel(*small.oracle);
      const bool is_memoised = dynamic_cast<const Memoised*>(small.oracle.get()) != nullptr;
      Channel reports = !is_memoised                ? channel
                        : has_report_channel(small) ? enumerate_report_channel(*small.oracle)
                                                    : Channel();
      made.push_back({std::move(small), std::move(channel), std::move(reports)});
    }
    return made;
  }();
  return all;
}

template <class Check>
void for_every_channel(Check check) {
  for (const Enumerated& each : enumerated()) {
    SCOPED_TRACE(each.oracle.label);
    check(*each.oracle.row, *each.oracle.oracle, each.channel);
  }
}

template <class Check>
void for_every_report_channel(Check check) {
  for (const Enumerated& each : enumerated()) {
    SCOPED_TRACE(each.oracle.label);
    if (has_report_channel(each.oracle)) check(*each.oracle.row, *each.oracle.oracle, each.reports);
  }
}

double number(const Exact& exact) { return static_cast<double>(exact); }

TEST(OracleTable, ListsTheOraclesInTheDocumentedOrder) {
  std::vector<std::string_view> names;
  for (const OracleRow& row : oracle_table()) names.push_back(row.name);
  const std::vector<std::string_view> expected = {
      "grr",    "sue",   "oue",   "ue",     "blh",   "olh",    "ss",     "the",      "hr",  "hrr",  "pgr",
      "rappor", "l-grr", "l-sue", "l-osue", "l-oue", "l-soue", "loloha", "dbitflip", "cms", "hcms", "adp"};
  EXPECT_EQ(names, expected);
}

TEST(OracleTable, ProbabilitiesOfAllReportsSumToOne) {
  for_every_channel([](const OracleRow&, const Oracle& oracle, const Channel& channel) {
    for (Value value = 0; value < oracle.k(); ++value) {
      Exact sum = 0;
      for (const auto& [report, row] : channel.probability) sum += row[value];
      EXPECT_LT(abs(sum - 1), 1e-90);
    }
  });
}

TEST(OracleTable, ExactEpsilonIsTheRealisedOneAndNeverAboveTheAskedOne) {
  for_every_channel([](const OracleRow& row, const Oracle& oracle, const Channel& channel) {
    Exact worst = 1;
    for (const auto& [report, probabilities] : channel.probability) {
      const auto [least, most] = std::minmax_element(probabilities.begin(), probabilities.end());
      ASSERT_GT(*least, 0) << "a report that one value can send and another cannot";
      worst = std::max(worst, Exact(*most / *least));
    }
    EXPECT_LE(worst, exp(Exact(oracle.oracle_spec().epsilon)));
    EXPECT_NEAR(number(log(worst)), oracle.epsilon(), 1e-12 * oracle.epsilon());
    EXPECT_EQ(oracle.guarantee().epsilon, oracle.epsilon());
    if (row.spends_less.empty()) {
      EXPECT_GE(oracle.epsilon(), 0.999 * oracle.oracle_spec().epsilon);
    }
  });
}

TEST(OracleTable, EstimatesOfOneReportAverageToTheTruth) {
  for_every_report_channel([](const OracleRow& row, const Oracle& oracle, const Channel& channel) {
    if (averages_over_hashes(row.name)) return;
    std::vector<std::vector<double>> mean(oracle.k(), std::vector<double>(oracle.k()));
    for (const auto& [report, probabilities] : channel.probability) {
      const std::vector<double> estimate = oracle.invert(tally_of(oracle, report));
      for (Value held = 0; held < oracle.k(); ++held) {
        for (Value value = 0; value < oracle.k(); ++value) {
          mean[held][value] += number(probabilities[held]) * estimate[value];
        }
      }
    }
    for (Value held = 0; held < oracle.k(); ++held) {
      for (Value value = 0; value < oracle.k(); ++value) EXPECT_NEAR(mean[held][value], held == value, 1e-11);
    }
  });
}

TEST(OracleTable, VarianceOfOneReportIsTheEnumeratedOne) {
  for_every_report_channel([](const OracleRow& row, const Oracle& oracle, const Channel& channel) {
    if (averages_over_hashes(row.name)) return;
    for (Value held = 0; held < oracle.k(); ++held) {
      std::vector<double> square(oracle.k());
      for (const auto& [report, probabilities] : channel.probability) {
        const std::vector<double> estimate = oracle.invert(tally_of(oracle, report));
        for (Value value = 0; value < oracle.k(); ++value) {
          const double error = estimate[value] - (held == value);
          square[value] += number(probabilities[held]) * error * error;
        }
      }
      std::vector<double> counts(oracle.k());
      counts[held] = 1;
      for (Value value = 0; value < oracle.k(); ++value) {
        EXPECT_NEAR(oracle.variance(value, counts), square[value], 1e-10 * square[value]);
      }
    }
  });
}

TEST(OracleTable, SupportProbabilitiesOfPureOraclesAreTheEnumeratedOnes) {
  for_every_report_channel([](const OracleRow& row, const Oracle& oracle, const Channel& channel) {
    if (averages_over_hashes(row.name) || !oracle.is_pure()) return;
    std::vector<std::vector<double>> supported(oracle.k(), std::vector<double>(oracle.k()));
    for (const auto& [report, probabilities] : channel.probability) {
      const std::vector<double> supports = oracle.supports(tally_of(oracle, report));
      for (Value held = 0; held < oracle.k(); ++held) {
        for (Value value = 0; value < oracle.k(); ++value) {
          supported[held][value] += number(probabilities[held]) * supports[value];
        }
      }
    }
    const Support support = oracle.support();
    for (Value held = 0; held < oracle.k(); ++held) {
      for (Value value = 0; value < oracle.k(); ++value) {
        EXPECT_NEAR(supported[held][value], held == value ? support.yes : support.no, 1e-13);
      }
    }
    EXPECT_NEAR(support.gap, support.yes - support.no, 1e-15);
  });
}

TEST(OracleTable, LikelihoodIsProportionalToTheChannel) {
  for_every_report_channel([](const OracleRow&, const Oracle& oracle, const Channel& channel) {
    std::vector<double> likelihood(oracle.k());
    for (const auto& [report, probabilities] : channel.probability) {
      oracle.likelihood(report, likelihood);
      for (Value value = 1; value < oracle.k(); ++value) {
        const double ratio = number(probabilities[value] / probabilities[0]);
        EXPECT_NEAR(likelihood[value], ratio * likelihood[0], 1e-12 * ratio * likelihood[0]);
      }
    }
  });
}

TEST(OracleTable, EveryBitOfAReportDependsOnChanceTheLastOneIncluded) {
  for_every_channel([](const OracleRow&, const Oracle& oracle, const Channel& channel) {
    for (std::size_t bit = 0; bit < oracle.report_bits(); ++bit) {
      for (Value value = 0; value < oracle.k(); ++value) {
        Exact one = 0;
        for (const auto& [report, row] : channel.probability) one += get_bit(report, bit) ? row[value] : 0;
        EXPECT_GT(one, 0) << "bit " << bit;
        EXPECT_LT(one, 1) << "bit " << bit;
      }
    }
  });
}

TEST(OracleTable, ValuesAreTreatedAlike) {
  for_every_channel([](const OracleRow& row, const Oracle& oracle, const Channel& channel) {
    if (!row.spends_less.empty()) return;  // shared hash positions make values differ
    std::vector<std::vector<Exact>> sorted(oracle.k());
    for (const auto& [report, probabilities] : channel.probability) {
      for (Value value = 0; value < oracle.k(); ++value) sorted[value].push_back(probabilities[value]);
    }
    for (auto& row_of_value : sorted) std::sort(row_of_value.begin(), row_of_value.end());
    for (Value value = 1; value < oracle.k(); ++value) {
      for (std::size_t i = 0; i < sorted[0].size(); ++i) EXPECT_LT(abs(sorted[value][i] - sorted[0][i]), 1e-90);
    }
  });
}

TEST(OracleTable, ExactlyTheReportsOfTheChannelArePossible) {
  for_every_channel([](const OracleRow&, const Oracle& oracle, const Channel& channel) {
    for (const auto& [report, row] : channel.probability) EXPECT_TRUE(oracle.is_possible(report));
    if (!channel.covers_all_reports || oracle.report_bytes() > 2) return;
    std::size_t possible = 0;
    for (unsigned bytes = 0; bytes < 1U << (8 * oracle.report_bytes()); ++bytes) {
      Report report(oracle.report_bytes());
      put_bits(report, 0, 8 * oracle.report_bytes(), bytes);
      possible += oracle.is_possible(report) ? 1U : 0U;
    }
    EXPECT_EQ(possible, channel.probability.size());
  });
}

TEST(OracleTable, WhereACellIsAReportItIsThatReport) {
  for_every_channel([](const OracleRow&, const Oracle& oracle, const Channel& channel) {
    if (!oracle.cell_is_report()) return;
    EXPECT_EQ(channel.probability.size(), oracle.cells());
    for (std::size_t cell = 0; cell < oracle.cells(); ++cell) {
      Report report(oracle.report_bytes());
      oracle.report_of_cell(cell, report);
      Tally expected = oracle.empty_tally();
      expected.cells[cell] = 1;
      expected.reports = 1;
      EXPECT_EQ(tally_of(oracle, report), expected);
    }
  });
}

TEST(OracleTable, ApproximateVarianceIsTheClosedFormOfPureOracles) {
  for_every_channel([](const OracleRow&, const Oracle& oracle, const Channel&) {
    if (!oracle.is_pure()) return;
    const Support s = oracle.support();
    const double closed = s.no * (1 - s.no) / (s.gap * s.gap);
    EXPECT_NEAR(oracle.approximate_variance(), closed, 1e-12 * closed);
  });
}

}  // namespace
}  // namespace sourdine::testing
