#include "sourdine/tuple/privacy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/audit/channel.h"
#include "tuples.h"

namespace sourdine {
namespace {

using testing::small_tuples;
using testing::tuple_of;
using testing::tuple_with_prior;

constexpr TupleSolution rs_fd = TupleSolution::rs_fd;
constexpr TupleLevel published = TupleLevel::published;

double log_ratio(const TupleProtocol& protocol, const std::vector<std::vector<Value>>& records) {
  const ChannelAudit audit = audit_exact(protocol, records);
  EXPECT_TRUE(audit.rows_sum_to_one);
  return audit.exact_epsilon;
}

// One attribute takes all its values, the others stay, whatever they are.
double enumerated_attribute_epsilon(const TupleProtocol& protocol, std::size_t attribute) {
  double worst = 0;
  for (std::vector<Value> record : all_records(protocol)) {
    if (record[attribute] != 0) continue;
    std::vector<std::vector<Value>> records;
    for (Value value = 0; value < protocol.domain_size(attribute); ++value) {
      record[attribute] = value;
      records.push_back(record);
    }
    worst = std::max(worst, log_ratio(protocol, records));
  }
  return worst;
}

TEST(TuplePrivacy, ClosedFormsAreThoseOfTheEnumeratedChannelAtBothLevels) {
  for (const TupleLevel level : {TupleLevel::tuple, TupleLevel::attribute, TupleLevel::published}) {
    for (const double epsilon : {0.5, 2.0}) {
      for (const auto& protocol : small_tuples(epsilon, level)) {
        SCOPED_TRACE(protocol->spec()->json());
        const ChannelAudit whole = audit_exact(*protocol);
        EXPECT_NEAR(whole.exact_epsilon, protocol->epsilon(), 1e-13);
        EXPECT_TRUE(whole.within(protocol->epsilon()));
        EXPECT_TRUE(whole.within(protocol->tuple_epsilon_asked() * (1 + 1e-15)));
        double worst = 0;
        for (std::size_t i = 0; i < protocol->width(); ++i) {
          const double one = enumerated_attribute_epsilon(*protocol, i);
          EXPECT_NEAR(one, protocol->privacy().attributes[i], 1e-13) << i;
          worst = std::max(worst, protocol->privacy().attributes[i]);
        }
        EXPECT_EQ(worst, protocol->privacy().attribute);
      }
    }
  }
}

TEST(TuplePrivacy, TheAskedLevelIsKeptAndHardlyAnythingIsLeftUnspent) {
  for (const double epsilon : {0.3, 1.0, 3.0}) {
    for (const auto& protocol : small_tuples(epsilon, TupleLevel::tuple)) {
      EXPECT_LE(protocol->epsilon(), epsilon) << protocol->spec()->json();
      EXPECT_GT(protocol->epsilon(), 0.999 * epsilon) << protocol->spec()->json();
    }
    for (const auto& protocol : small_tuples(epsilon, TupleLevel::attribute)) {
      EXPECT_LE(protocol->privacy().attribute, epsilon) << protocol->spec()->json();
      EXPECT_GT(protocol->privacy().attribute, 0.999 * epsilon) << protocol->spec()->json();
    }
  }
}

TEST(TuplePrivacy, TupleLevelOfPublishedFakeDataIsTheAmplifiedEpsilon) {
  for (const char* entry : {"grr", "oue-z", "sue-z", "oue-r", "sue-r", "adp"}) {
    EXPECT_NEAR(tuple_of(rs_fd, {3, 3}, 1, entry, published)->epsilon(), 1.489880, 5e-7) << entry;
    EXPECT_NEAR(tuple_of(rs_fd, {2, 4}, 1, entry, published)->epsilon(), 1.489880, 5e-7) << entry;
    EXPECT_NEAR(tuple_of(rs_fd, {3, 3, 3}, 1, entry, published)->epsilon(), 1.817240, 5e-7) << entry;
  }
  // By enumeration: two tuples that differ in everything.
  EXPECT_NEAR(log_ratio(*tuple_of(rs_fd, {3, 3}, 1, "grr", published), {{0, 0}, {1, 1}}), 1.489880, 5e-7);
  EXPECT_NEAR(log_ratio(*tuple_of(rs_fd, {2, 4}, 1, "oue-z", published), {{0, 0}, {1, 1}}), 1.489880, 5e-7);
  EXPECT_NEAR(log_ratio(*tuple_of(rs_fd, {3, 3, 3}, 1, "grr", published), {{0, 0, 0}, {1, 1, 1}}), 1.817240, 5e-7);
}

TEST(TuplePrivacy, AttributeLevelOfPublishedFakeDataIsAskedOnlyWhereTheTheoremHolds) {
  const auto attribute = [](std::initializer_list<std::uint64_t> sizes, const char* entry) {
    return tuple_of(rs_fd, sizes, 1, entry, published)->privacy().attribute;
  };
  for (const char* entry : {"oue-z", "sue-z"}) {
    for (const auto sizes : {std::initializer_list<std::uint64_t>{2, 4}, {3, 3}, {2, 100}, {7, 2, 30}}) {
      EXPECT_NEAR(attribute(sizes, entry), 1, 1e-14);
      EXPECT_LE(attribute(sizes, entry), 1);
    }
  }
  EXPECT_NEAR(attribute({3, 3}, "grr"), 1, 1e-14);
  EXPECT_NEAR(attribute({5, 5, 5, 5}, "grr"), 1, 1e-14);
  EXPECT_NEAR(attribute({2, 4}, "grr"), 1.112117, 5e-7);
  EXPECT_NEAR(attribute({2, 50}, "grr"), 1.243213, 5e-7);
  EXPECT_NEAR(attribute({2, 100}, "grr"), 1.249707, 5e-7);
  EXPECT_NEAR(attribute({3, 3}, "oue-r"), 1.125039, 5e-7);
  EXPECT_NEAR(attribute({3, 3, 3}, "oue-r"), 1.198870, 5e-7);
  // By enumeration, where the others' values do not matter.
  EXPECT_NEAR(log_ratio(*tuple_of(rs_fd, {2, 50}, 1, "grr", published), {{0, 0}, {0, 1}}), 1.243213, 5e-7);
  EXPECT_NEAR(log_ratio(*tuple_of(rs_fd, {3, 3}, 1, "oue-r", published), {{0, 0}, {1, 0}, {2, 0}}), 1.125039, 5e-7);
}

TEST(TuplePrivacy, SkewedPriorsComeNearTheTuplesEpsilon) {
  EXPECT_NEAR(tuple_with_prior(2, {80, 15, 5}, 1, "grr", published)->privacy().attribute, 1.443245, 5e-7);
  EXPECT_NEAR(tuple_with_prior(2, {980, 15, 5}, 1, "grr", published)->privacy().attribute, 1.485940, 5e-7);
  EXPECT_NEAR(tuple_with_prior(2, {80, 15, 5}, 1, "grr", published)->epsilon(), 1.489880, 5e-7);
  for (const char* entry : {"grr", "oue-r", "sue-r"}) {
    EXPECT_EQ(tuple_with_prior(3, {1, 1, 1, 1}, 1, entry, published)->privacy().attribute,
              tuple_of(rs_fd, {4, 4, 4}, 1, entry, published)->privacy().attribute)
        << "a uniform prior is none: " << entry;
  }
}

TEST(TuplePrivacy, AmplifiedEpsilons) {
  const double expected[][4] = {{2, .8317965658, 1.4898801256, 2.6230812604},
                                {3, 1.0805039214, 1.8172396554, 3.0040559503},
                                {5, 1.4454134628, 2.2608678168, 3.4948480184},
                                {6, 1.5876681870, 2.4256599662, 3.6720978421},
                                {10, 2.0131965930, 2.9004770979, 4.1727021738}};
  for (const auto& row : expected) {
    const auto d = static_cast<std::size_t>(row[0]);
    EXPECT_NEAR(amplified_epsilon(0.5, d), row[1], 1e-10);
    EXPECT_NEAR(amplified_epsilon(1, d), row[2], 1e-10);
    EXPECT_NEAR(amplified_epsilon(2, d), row[3], 1e-10);
  }
  EXPECT_EQ(amplified_epsilon(1, 1), 1);
  EXPECT_NEAR(amplified_epsilon(900, 5), 900 + std::log(5), 1e-12);  // nothing overflows
}

TEST(TuplePrivacy, SplitBudgetsNeverAddUpToMore) {
  for (const std::size_t d : {3U, 7U, 49U}) {
    for (const double epsilon : {0.1, 1.0, 2.7}) {
      const std::vector<double> parts(d, split_epsilon(epsilon, d));
      EXPECT_LE(split_privacy(parts).tuple, epsilon) << d;
      EXPECT_NEAR(split_privacy(parts).tuple, epsilon, 1e-13);
    }
  }
}

TEST(TuplePrivacy, AnAttributeOfOneValueHasNothingToTell) {
  const auto protocol = tuple_of(rs_fd, {2, 1, 3}, 1, "grr");
  EXPECT_EQ(protocol->privacy().attributes[1], 0);
  EXPECT_LT(protocol->epsilon(), 1);  // its entry, always the same, blurs the others
  EXPECT_NEAR(log_ratio(*protocol, all_records(*protocol)), protocol->epsilon(), 1e-13);
  for (const std::size_t i : {0U, 2U}) {
    EXPECT_NEAR(enumerated_attribute_epsilon(*protocol, i), protocol->privacy().attributes[i], 1e-13);
  }
}

TEST(TuplePrivacy, TheGuaranteeHasBothNumbers) {
  const Guarantee guarantee = tuple_of(rs_fd, {2, 4}, 1, "grr", published)->guarantee();
  EXPECT_EQ(guarantee.unit, Unit::tuple);
  EXPECT_NEAR(guarantee.epsilon, 1.489880, 5e-7);
  EXPECT_LE(guarantee.epsilon, guarantee.epsilon_asked);
  ASSERT_EQ(guarantee.levels.size(), 1U);
  EXPECT_EQ(guarantee.levels[0].unit, Unit::attribute);
  EXPECT_NEAR(guarantee.levels[0].epsilon, 1.112117, 5e-7);
  const std::string json = to_json(guarantee);
  EXPECT_NE(json.find(R"("levels":[{"epsilon":1.11211)"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("protects":"attribute")"), std::string::npos);
  EXPECT_NE(guarantee.caveats.front().find("has epsilon 1.11212"), std::string::npos) << guarantee.caveats.front();
  EXPECT_EQ(to_json(local_report_guarantee(1, 1)).find("levels"), std::string::npos);
  for (const TupleLevel level : {TupleLevel::tuple, TupleLevel::attribute}) {
    for (const auto& protocol : small_tuples(0.7, level)) {
      EXPECT_LE(protocol->guarantee().epsilon, protocol->guarantee().epsilon_asked) << protocol->spec()->json();
    }
  }
}

}  // namespace
}  // namespace sourdine
