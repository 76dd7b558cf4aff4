#include "sourdine/range/local_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sourdine/audit/channel.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/haar_oracle.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

// Trees and flat histograms of every oracle that serves ranges, small enough to enumerate.
std::vector<LocalTreeSpec> small_specs(double epsilon) {
  std::vector<LocalTreeSpec> specs = {
      {5, 2, epsilon, "haar"},
      {8, 2, epsilon, "haar"},
      {1, 2, epsilon, "haar"},
      {.size = 5, .degree = 2, .epsilon = epsilon, .oracle = "adp", .weights = {1, 2, 5}}};
  for (const std::string_view oracle : {"adp", "grr", "oue", "sue", "hrr", "ss", "the", "pgr", "olh", "blh"}) {
    specs.push_back({5, 5, epsilon, std::string(oracle)});
    specs.push_back({5, 2, epsilon, std::string(oracle)});
  }
  return specs;
}

TEST(LocalTree, ExactEpsilonOfAReportIsTheClaimedOne) {
  for (const double epsilon : {0.3, 1.0, 3.0}) {
    for (const LocalTreeSpec& spec : small_specs(epsilon)) {
      SCOPED_TRACE(::testing::Message() << spec.oracle << ", degree " << spec.degree << ", epsilon " << epsilon);
      const RangeProtocol protocol(spec);
      const ChannelAudit channel = audit_exact(protocol);
      EXPECT_TRUE(channel.rows_sum_to_one);
      EXPECT_TRUE(channel.within(epsilon));
      EXPECT_NEAR(channel.exact_epsilon, protocol.epsilon(), 1e-9);
      if (spec.size > 1 && spec.oracle != "the") {
        EXPECT_GT(channel.exact_epsilon, 0.999 * epsilon);
      }
    }
  }
}

// Without noise to speak of, the answers are the counts: every level knows its people's nodes, scaled to all.
TEST(LocalTree, WithHugeEpsilonAndOneLevelAnswersAreExact) {
  const std::vector<std::uint64_t> people = {3, 0, 7, 1, 9, 4};
  SeededBits random(200);
  for (const char* oracle : {"grr", "sue"}) {
    const auto protocol = std::make_shared<const RangeProtocol>(LocalTreeSpec{6, 6, 40, oracle});
    Tally tally = protocol->empty_tally();
    protocol->simulate(people, random, tally);
    const LocalTree tree(protocol, tally, false);
    double sum = 0;
    for (std::uint64_t last = 0; last < 6; ++last) {
      sum += static_cast<double>(people[last]);
      EXPECT_NEAR(tree.answer({0, last}).value, sum, 1e-6);
    }
  }
}

// Reports one by one: the expected estimate of every leaf, over all coins of one person holding v, is 1 at v and 0
// elsewhere. Levels are scaled by how often they are drawn, so one report of each level stands for one person.
TEST(LocalTree, HaarCoefficientsAreUnbiasedByEnumeration) {
  for (const Value k : {2U, 5U, 8U}) {
    const auto oracle = make_haar_oracle(k, 1);
    for (Value value = 0; value < k; ++value) {
      std::vector<double> expected((k + 1) / 2);
      Branches branches;
      branches.explore([&](Branches& chance) {
        std::vector<std::uint8_t> bytes(oracle->report_bytes());
        oracle->enumerate({&value, 1}, chance, bytes);
        double probability = 1;
        for (const Fraction& step : chance.path()) {
          const double denominator = step.denominator == 0 ? 0x1p64 : static_cast<double>(step.denominator);
          probability *= static_cast<double>(step.numerator) / denominator;
        }
        Reports reports(bytes.size());
        std::copy(bytes.begin(), bytes.end(), reports.append(1).begin());
        Tally tally = oracle->empty_tally();
        oracle->tally(reports, tally);
        const std::vector<double> coefficients = haar_coefficients(*oracle, tally);
        for (std::size_t m = 0; m < expected.size(); ++m) expected[m] += probability * coefficients[m];
      });
      for (std::size_t m = 0; m < expected.size(); ++m) {
        EXPECT_NEAR(expected[m], m != value / 2 ? 0 : value % 2 == 0 ? 1 : -1, 1e-9);
      }
    }
  }
}

// The variance of a Haar range by its definition: Σ over levels and blocks of weight² · variance of the coefficient.
TEST(LocalTree, HaarVarianceIsTheSumOverCoefficients) {
  const RangeProtocol protocol({64, 2, 1, "haar"});
  const TreeModel model = protocol.expected_model(6000);
  const double lambda = 2 * protocol.oracle(1).support().gap;
  const double coefficient = 6000.0 * 6 / (lambda * lambda);  // n²/(n/6)/λ²
  double sum = 0, largest = 0;
  std::uint64_t ranges = 0;
  for (std::uint64_t first = 0; first < 64; ++first) {
    for (std::uint64_t last = first; last < 64; ++last) {
      double squares = 0;
      for (std::uint64_t width = 1; width < 64; width *= 2) {
        for (std::uint64_t start = 0; start < 64; start += 2 * width) {
          double weight = 0;
          for (std::uint64_t leaf = start; leaf < start + 2 * width; ++leaf) {
            if (first <= leaf && leaf <= last) weight += leaf < start + width ? 1 : -1;
          }
          squares += std::pow(weight / (2 * static_cast<double>(width)), 2);
        }
      }
      ASSERT_NEAR(model.variance({first, last}), squares * coefficient, 1e-6);
      largest = std::max(largest, 6 * squares);
      sum += 6 * squares;
      ++ranges;
    }
  }
  // Methods F6: average and largest, in units of one level's variance from all n.
  EXPECT_NEAR(sum / static_cast<double>(ranges), 5.21, 0.005);
  EXPECT_NEAR(largest, 8.17, 0.005);
}

TEST(LocalTree, ReportsHaveOneLengthAndAddUpInAnyOrder) {
  const RangeProtocol protocol({100, 4, 1});
  SeededBits random(201);
  std::vector<Value> values(500);
  for (Value& value : values) value = static_cast<Value>(random.below(100));
  Reports reports(protocol.report_bytes());
  protocol.randomize(values, random, reports);
  EXPECT_EQ(reports.size(), 500U);
  Tally whole = protocol.empty_tally(), halves = protocol.empty_tally();
  protocol.tally(reports, whole);
  for (const std::size_t half : {1U, 0U}) {
    Reports part(protocol.report_bytes());
    for (std::size_t i = half * 250; i < half * 250 + 250; ++i) {
      std::copy(reports[i].begin(), reports[i].end(), part.append(1).begin());
    }
    protocol.tally(part, halves);
  }
  EXPECT_EQ(whole, halves);
  EXPECT_EQ(whole.reports, 500U);
  std::uint64_t n = 0;
  for (unsigned level = 1; level <= protocol.shape().height(); ++level) n += protocol.level(whole, level).reports;
  EXPECT_EQ(n, 500U);
}

TEST(LocalTree, MergedTalliesAnswerForAll) {
  SeededBits random(202);
  const auto protocol = std::make_shared<const RangeProtocol>(LocalTreeSpec{32, 4, 1});
  const std::vector<std::uint64_t> people(32, 40);
  Tally one = protocol->empty_tally(), both = protocol->empty_tally();
  protocol->simulate(people, random, one);
  LocalTree tree(protocol, one, true);
  Tally other = protocol->empty_tally();
  protocol->simulate(people, random, other);
  tree.merge(LocalTree(protocol, other, false));
  merge(both, one);
  merge(both, other);
  EXPECT_EQ(tree.tally(), both);
  EXPECT_EQ(tree.reports(), 2U * 32 * 40);
  EXPECT_NEAR(tree.answer({0, 31}).value, 2 * 32 * 40, 1e-9);
  EXPECT_FALSE(tree.is_private());
}

TEST(LocalTree, NodesOfAnAnswerAddUpToIt) {
  SeededBits random(203);
  for (const LocalTreeSpec& spec : {LocalTreeSpec{50, 4, 1}, LocalTreeSpec{50, 2, 1, "haar"}}) {
    const auto protocol = std::make_shared<const RangeProtocol>(spec);
    Tally tally = protocol->empty_tally();
    protocol->simulate(std::vector<std::uint64_t>(50, 100), random, tally);
    const LocalTree tree(protocol, tally, false);
    double sum = 0;
    for (const RangeNode& node : tree.nodes({3, 41})) sum += node.value;
    EXPECT_NEAR(sum, tree.answer({3, 41}).value, 1e-6);
  }
}

TEST(LocalTree, SaysWhatIsWrong) {
  EXPECT_EQ(input_error([] { RangeProtocol({8, 4, 1, "haar"}); }), "Haar coefficients need a tree of degree 2, not 4");
  EXPECT_EQ(input_error([] { RangeProtocol({8, 1, 1}); }), "the degree of a tree must be at least 2, not 1");
  EXPECT_EQ(input_error([] {
              RangeProtocol({8, 2, 1, "hr"});
            }),
            "oracle 'hr' cannot serve ranges: the errors of its values depend on each other");
  EXPECT_EQ(input_error([] {
              RangeProtocol({.size = 8, .degree = 2, .epsilon = 1, .oracle = "adp", .weights = {1, 0, 1}});
            }),
            "the levels' weights must be 3 whole numbers between 1 and 1000");
  EXPECT_NE(input_error([] { RangeProtocol({8, 2, -1}); }), "no error");
  const auto protocol = std::make_shared<const RangeProtocol>(LocalTreeSpec{8, 2, 1});
  EXPECT_EQ(input_error([&] { LocalTree(protocol, protocol->empty_tally(), true); }),
            "there are no reports yet, and without reports no answers");
  Reports reports(protocol->report_bytes());
  EXPECT_EQ(input_error([&] { protocol->randomize(std::vector<Value>{8}, SecureBits::this_thread(), reports); }),
            "value 8 (number 1) is outside the domain 0 … 7");
  reports.append(1)[0] = 4;
  Tally tally = protocol->empty_tally();
  EXPECT_EQ(input_error([&] { protocol->tally(reports, tally); }), "report 1 is not one that the range protocol makes");
}

// A spec that comes from elsewhere decides what a client spends: levels that are not the tree's are refused.
TEST(LocalTree, ASpecMustBeOneThatThisProtocolWrites) {
  const RangeProtocol tree({.size = 4, .degree = 2, .epsilon = 0.5, .oracle = "oue"});
  const std::string good(tree.spec()->json());
  EXPECT_EQ(RangeProtocol::from_json(good)->spec()->json(), good);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string json = good;
    for (std::size_t at = json.find(from); at != json.npos; at = json.find(from, at + to.size())) {
      json.replace(at, from.size(), to);
    }
    EXPECT_NE(json, good) << from;
    return input_error([&] { RangeProtocol::from_json(json); });
  };
  // Only the levels: their epsilon stands in front of their k, the tree's behind its degree.
  EXPECT_NE(changed("{\"epsilon\":0.5,", "{\"epsilon\":20.0,").find("is not one of this tree"), std::string::npos);
  EXPECT_NE(changed("\"oracle\":\"oue\"}", "\"oracle\":\"sue\"}").find("is not one of this tree"), std::string::npos);
  EXPECT_NE(changed("\"oracle\":\"oue\",\"size\"", "\"oracle\":\"haar\",\"size\"").find("is not one of this tree"),
            std::string::npos);
  EXPECT_NE(changed("\"degree\":2,\"epsilon\":0.5", "\"degree\":2,\"epsilon\":-1.0"), "no error");
}

}  // namespace
}  // namespace sourdine
