// Several attributes, drawn: batches have the law of the enumerated channel, intervals cover, errors are the planned
// ones.
#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <map>

#include "sourdine/protocol/keyed_rows.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/tuple/tuple_estimate.h"
#include "sourdine/tuple/tuple_plan.h"
#include "support/statistics.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::chi_squared_test;
using testing::false_alarm;
using testing::Report;
using testing::report_law;
using testing::small_tuples;
using testing::tuple_of;

double law_p_value(const std::map<Report, double>& law, std::span<const std::uint8_t> reports, std::size_t bytes) {
  std::map<Report, std::uint64_t> seen;
  for (std::size_t at = 0; at < reports.size(); at += bytes) {
    const auto one = reports.subspan(at, bytes);
    const Report report(one.begin(), one.end());
    if (!law.contains(report)) return 0;
    ++seen[report];
  }
  std::vector<std::uint64_t> observed;
  std::vector<double> probabilities;
  for (const auto& [report, probability] : law) {
    observed.push_back(seen[report]);
    probabilities.push_back(probability);
  }
  return chi_squared_test(observed, probabilities);
}

TEST(TupleLaw, BatchesAndRowsHaveTheLawOfTheEnumeratedChannel) {
  constexpr std::size_t people = 20'000;
  SeededBits random(720);
  const auto protocols = small_tuples(1);
  const double alarm = false_alarm / static_cast<double>(2 * 2 * protocols.size());
  for (const auto& protocol : protocols) {
    SCOPED_TRACE(protocol->spec()->json());
    for (const std::vector<Value>& record : {std::vector<Value>{0, 1}, std::vector<Value>{1, 0}}) {
      const auto law = report_law(*protocol, record);
      std::vector<Value> values;
      std::vector<std::uint64_t> ids(people);
      for (std::uint64_t& id : ids) {
        id = random.next();
        values.insert(values.end(), record.begin(), record.end());
      }
      std::vector<std::uint8_t> reports(people * protocol->report_bytes());
      protocol->randomize_into({values, 2}, random, reports);
      EXPECT_GT(law_p_value(law, reports, protocol->report_bytes()), alarm);
      randomize_rows(*protocol, {values, 2}, ids, seeded_row_secret(random.next()), reports, 1);
      EXPECT_GT(law_p_value(law, reports, protocol->report_bytes()), alarm);
    }
  }
}

// Entries of more than a byte, more people than a batch, in one order: every value of every attribute has its support.
TEST(TupleLaw, LongEntriesAndManyPeopleHaveTheStatedSupports) {
  constexpr std::size_t people = 6000;
  SeededBits random(721);
  std::vector<std::shared_ptr<const TupleProtocol>> protocols;
  for (const char* entry : {"grr", "oue-z", "sue-z", "oue-r", "sue-r"}) {
    protocols.push_back(tuple_of(TupleSolution::rs_fd, {10, 300, 64}, 1, entry));
  }
  protocols.push_back(tuple_of(TupleSolution::spl, {10, 300, 64}, 3, "adp"));
  for (const auto& protocol : protocols) {
    std::vector<Value> values;
    for (Value i = 0; i < people; ++i) values.insert(values.end(), {i % 10, i % 2 * 299, i % 3 * 20});
    Reports reports(protocol->report_bytes());
    protocol->randomize(values, random, reports);
    Tally tally = protocol->empty_tally();
    protocol->tally(reports, tally);
    for (std::size_t a = 0; a < 3; ++a) {
      const AttributeTally part = protocol->attribute_tally(tally, a, Population::fixed);
      std::vector<double> counts(protocol->domain_size(a));
      for (std::size_t i = 0; i < people; ++i) ++counts[values[3 * i + a]];
      const std::vector<double> found = part.oracle->invert(part.view());
      const boost::math::normal law;
      const double alarm = false_alarm / (6 * 374);
      const double z = boost::math::quantile(boost::math::complement(law, alarm / 2)) * 1.1;  // few are not yet normal
      for (Value v = 0; v < counts.size(); ++v) {
        EXPECT_LT(std::abs(found[v] - counts[v]), z * std::sqrt(part.oracle->variance(v, counts)))
            << protocol->spec()->json() << " " << a << " " << v;
      }
    }
  }
}

struct Survey {
  std::vector<Value> values;
  std::vector<std::vector<double>> shares;
};

// 2000 people of two dependent attributes.
Survey some_people() {
  Survey survey{{}, {{0.5, 0.3, 0.2}, {0.4, 0.3, 0.2, 0.1}}};
  for (std::size_t i = 0; i < 2000; ++i) {
    const std::size_t first = i % 10, second = (i / 2) % 10;
    survey.values.push_back(first < 5 ? 0 : first < 8 ? 1 : 2);
    survey.values.push_back(second < 4 ? 0 : second < 7 ? 1 : second < 9 ? 2 : 3);
  }
  return survey;
}

class SurveyCoverage : public ::testing::TestWithParam<std::pair<TupleSolution, const char*>> {
 protected:
  std::shared_ptr<const TupleProtocol> protocol() const {
    const auto [solution, oracle] = GetParam();
    if (solution != TupleSolution::rs_rfd) return tuple_of(solution, {3, 4}, 2, oracle);
    TupleSpec spec{
        .solution = solution, .attributes = testing::sized_attributes({3, 4}), .epsilon = 2, .oracle = oracle};
    spec.attributes[0].prior = {6, 3, 1};
    spec.attributes[1].prior = {4, 4, 1, 1};
    return TupleProtocol::make(spec);
  }
};

TEST_P(SurveyCoverage, IntervalsCoverTheSharesOfAllAtTheStatedRateAndErrorsAreThePlannedOnes) {
  constexpr std::uint64_t repetitions = 300;
  const Survey survey = some_people();
  const auto tuple = protocol();
  const SeededBits root(730);
  std::vector<std::vector<std::uint64_t>> covered = {std::vector<std::uint64_t>(3), std::vector<std::uint64_t>(4)};
  std::vector<std::vector<double>> squares = {std::vector<double>(3), std::vector<double>(4)};
  std::vector<std::uint8_t> reports(2000 * tuple->report_bytes());
  for (std::uint64_t repetition = 0; repetition < repetitions; ++repetition) {
    SeededBits random = root.split(repetition);
    tuple->randomize_into({survey.values, 2}, random, reports);
    Tally tally = tuple->empty_tally();
    tuple->tally({reports, tuple->report_bytes(), 2000}, tally);
    const auto all = estimate_attributes(*tuple, tally);
    for (std::size_t a = 0; a < 2; ++a) {
      for (std::size_t v = 0; v < covered[a].size(); ++v) {
        const Estimate& share = all[a].shares[v];
        const double truth = survey.shares[a][v];
        covered[a][v] += share.lower <= truth + 1e-9 && truth <= share.upper + 1e-9 ? 1U : 0U;
        squares[a][v] += (share.value - truth) * (share.value - truth);
      }
    }
  }
  constexpr double comparisons = 7 * 7;
  for (std::size_t a = 0; a < 2; ++a) {
    for (std::size_t v = 0; v < covered[a].size(); ++v) {
      EXPECT_GT(testing::binomial_test(covered[a][v], repetitions, 0.95), false_alarm / comparisons)
          << a << " " << v << ": " << covered[a][v];
      // A sum of squares of nearly normal numbers: its relative standard error is √(2/repetitions).
      const double expected = tuple->share_variance(a, static_cast<Value>(v), survey.shares[a], 2000);
      EXPECT_NEAR(squares[a][v] / repetitions / expected, 1, 6 * std::sqrt(2.0 / repetitions)) << a << " " << v;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Solutions, SurveyCoverage,
                         ::testing::Values(std::pair{TupleSolution::spl, "grr"}, std::pair{TupleSolution::smp, "grr"},
                                           std::pair{TupleSolution::smp, "oue"}, std::pair{TupleSolution::rs_fd, "grr"},
                                           std::pair{TupleSolution::rs_fd, "oue-z"},
                                           std::pair{TupleSolution::rs_rfd, "sue-r"},
                                           std::pair{TupleSolution::joint, "oue"}),
                         [](const auto& instance) {
                           std::string name = std::string(word_of(instance.param.first)) + "_" + instance.param.second;
                           for (char& letter : name) letter = std::isalnum(letter) != 0 ? letter : '_';
                           return name;
                         });

TEST(SurveyPairs, IntervalsOfPairsCoverAtTheStatedRate) {
  constexpr std::uint64_t repetitions = 300;
  const Survey survey = some_people();
  std::vector<double> truth(12);
  for (std::size_t i = 0; i < 2000; ++i) truth[survey.values[2 * i] * 4 + survey.values[2 * i + 1]] += 1.0 / 2000;
  TupleSpec split{.solution = TupleSolution::spl,
                  .attributes = testing::sized_attributes({3, 4}),
                  .epsilon = 4,
                  .oracle = "oue",
                  .pairs = true};
  for (const auto& protocol : {TupleProtocol::make(split), tuple_of(TupleSolution::joint, {3, 4}, 2, "grr")}) {
    const SeededBits root(731);
    std::vector<std::uint64_t> covered(12);
    for (std::uint64_t repetition = 0; repetition < repetitions; ++repetition) {
      SeededBits random = root.split(repetition);
      Reports reports(protocol->report_bytes());
      protocol->randomize(survey.values, random, reports);
      Tally tally = protocol->empty_tally();
      protocol->tally(reports, tally);
      const PairEstimates pair = estimate_pair(*protocol, tally, 0, 1, {.intervals = IntervalMethod::score});
      for (std::size_t i = 0; i < 12; ++i) {
        covered[i] += pair.shares[i].lower <= truth[i] + 1e-9 && truth[i] <= pair.shares[i].upper + 1e-9 ? 1U : 0U;
      }
    }
    for (std::size_t i = 0; i < 12; ++i) {
      if (truth[i] == 0) continue;  // covered more often: the interval ends at 0
      EXPECT_GT(testing::binomial_test(covered[i], repetitions, 0.95), false_alarm / 24) << i << ": " << covered[i];
    }
  }
}

}  // namespace
}  // namespace sourdine
