// Estimates of a collection as JSON are those of the library, for every kind of protocol; few reports show nothing.
#include "sourdine/collector/estimates_json.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "made_collections.h"
#include "sourdine/collector/screening_periods.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/tuple/tuple_estimate.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using nlohmann::json;
using testing::input_error;
using testing::made_collection;
using testing::stored_tally;

std::vector<Value> cyclic_values(std::size_t people, Value k) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < people; ++i) values.push_back(static_cast<Value>(i * i % k));
  return values;
}

// Some days of some people each.
struct MadeDays {
  Collection collection;
  std::vector<StoredTally> days;

  MadeDays(std::shared_ptr<const Protocol> protocol, const std::vector<std::size_t>& people,
           std::uint64_t min_reports = 100)
      : collection(made_collection(std::move(protocol), Period::day, min_reports)) {
    SeededBits random(42);
    std::int64_t day = 20'000;
    for (const std::size_t count : people) {
      std::vector<Value> records;
      for (const Value value : cyclic_values(count, 1000)) {
        for (std::size_t i = 0; i < collection.protocol->width(); ++i) {
          records.push_back(static_cast<Value>(value % collection.protocol->domain_size(i)));
        }
      }
      days.push_back(stored_tally(collection, day++, records, random));
    }
  }
  json estimates(const EstimatesQuery& query = {}) const {
    return json::parse(estimates_json(collection, days, query));
  }
};

void expect_values(const json& values, const std::vector<Estimate>& expected, const std::string& first_label) {
  ASSERT_EQ(values.size(), expected.size());
  EXPECT_EQ(values[0]["value"], first_label);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(values[i]["estimate"], expected[i].value);
    EXPECT_EQ(values[i]["std_error"], expected[i].std_error);
    EXPECT_EQ(values[i]["lower"], expected[i].lower);
    EXPECT_EQ(values[i]["upper"], expected[i].upper);
    EXPECT_EQ(values[i]["mostly_noise"], is_mostly_noise(expected[i]));
  }
}

TEST(EstimatesJson, OfAnOracleAreTheLibrarysByPeriodAndTogether) {
  const std::shared_ptr<const Oracle> oracle = make_oracle({"oue", Domain({"north", "so\"uth", "east"}), 1, {}});
  const MadeDays made(oracle, {400, 250});
  const json all = made.estimates({.confidence = 0.9});
  EXPECT_EQ(all["collection"], "made");
  EXPECT_EQ(all["kind"], "oracle");
  EXPECT_EQ(all["confidence"], 0.9);
  EXPECT_EQ(all["consistency"], "none");
  EXPECT_EQ(all["population"], "fixed");
  EXPECT_EQ(all["randomness"], "private");
  EXPECT_EQ(all["guarantee"], json::parse(to_json(oracle->guarantee())));
  ASSERT_EQ(all["periods"].size(), 2U);
  EstimateOptions options;
  options.confidence = 0.9;
  for (std::size_t day = 0; day < 2; ++day) {
    const json& shown = all["periods"][day];
    EXPECT_EQ(shown["period"], day == 0 ? "2024-10-04" : "2024-10-05");
    EXPECT_EQ(shown["reports"], made.days[day].reports);
    EXPECT_EQ(shown["is_shown"], true);
    EXPECT_EQ(shown["min_reports"], 100);
    expect_values(shown["values"], estimate(*oracle, {made.days[day].reports, made.days[day].cells}, options).values,
                  "north");
    EXPECT_EQ(shown["values"][1]["value"], "so\"uth");
  }
  const json& together = all["together"];
  EXPECT_EQ(together["period"], "2024-10-04");
  EXPECT_EQ(together["to"], "2024-10-05");
  const StoredTally sum = sum_of(*oracle, *made.collection.screen, made.days);
  EXPECT_EQ(together["reports"], 650);
  expect_values(together["values"], estimate(*oracle, {sum.reports, sum.cells}, options).values, "north");
  EXPECT_TRUE(made.estimates({.together = false})["together"].is_null());
}

TEST(EstimatesJson, FewReportsShowNothing) {
  const std::shared_ptr<const Oracle> oracle = make_oracle({"grr", Domain(3), 1, {}});
  const json all = MadeDays(oracle, {99, 100, 0}).estimates();
  EXPECT_EQ(all["periods"][0]["is_shown"], false);
  EXPECT_FALSE(all["periods"][0].contains("values"));
  EXPECT_EQ(all["periods"][0]["reports"], 99);
  EXPECT_EQ(all["periods"][1]["is_shown"], true);
  EXPECT_EQ(all["periods"][2]["is_shown"], false);
  EXPECT_EQ(all["together"]["is_shown"], true);
  const json few = MadeDays(oracle, {30, 30}).estimates();
  EXPECT_EQ(few["together"]["is_shown"], false);
  EXPECT_FALSE(few["together"].contains("values"));
  // Not even where nothing is asked for: there is no estimate without reports.
  const json none = MadeDays(oracle, {0}, 0).estimates();
  EXPECT_EQ(none["periods"][0]["is_shown"], false);
  EXPECT_EQ(MadeDays(oracle, {}).estimates()["together"]["is_shown"], false);
}

TEST(EstimatesJson, ACollectionWithoutPeriodsHasNone) {
  MadeDays made(make_oracle({"grr", Domain(3), 1, {}}), {500});
  made.collection.settings.period = {};
  const json all = made.estimates();
  EXPECT_TRUE(all["periods"][0]["period"].is_null());
  EXPECT_TRUE(all["together"]["period"].is_null());
  EXPECT_FALSE(all["together"].contains("to"));
  EXPECT_EQ(all["periods"][0]["values"], all["together"]["values"]);
}

TEST(EstimatesJson, SeededReportsAreSaidToBeSo) {
  MadeDays made(make_oracle({"grr", Domain(3), 1, {}}), {500, 500});
  made.days[1].seeded = 1;
  EXPECT_EQ(made.estimates()["randomness"], "seeded, not private");
  made.days[1].seeded = 0;
  made.collection.settings.accepts_seeded = true;
  EXPECT_EQ(made.estimates()["randomness"], "seeded, not private");
}

TEST(EstimatesJson, OfARangeAreItsLeaves) {
  const auto plain = std::make_shared<const RangeProtocol>(LocalTreeSpec{.size = 6, .degree = 2, .epsilon = 1});
  const MadeDays made(plain, {900});
  const json all = made.estimates();
  EXPECT_EQ(all["kind"], "range");
  const LocalTree tree(plain, {plain->spec(), made.days[0].reports, made.days[0].cells}, true);
  std::vector<Estimate> leaves;
  for (std::uint64_t leaf = 0; leaf < 6; ++leaf) leaves.push_back(tree.answer({leaf, leaf}, Confidence(0.95)));
  expect_values(all["periods"][0]["values"], leaves, "0");
  EXPECT_NE(input_error([&] { made.estimates({.consistency = Consistency::norm_sub}); }).find("consistency"),
            std::string::npos);
  // A level without reports says nothing of its leaves.
  MadeDays few(plain, {1}, 0);
  EXPECT_EQ(few.estimates()["periods"][0]["is_shown"], false);
}

TEST(EstimatesJson, OfATupleAreByAttribute) {
  const TupleSpec spec{
      .solution = TupleSolution::smp,
      .attributes = {{.name = "age", .domain = Domain({"young", "old"})}, {.name = "", .domain = Domain(5)}},
      .epsilon = 2};
  for (const TupleSolution solution : all_tuple_solutions()) {
    TupleSpec one = spec;
    one.solution = solution;
    if (solution == TupleSolution::rs_rfd) {
      one.oracle = "oue-r";
      one.attributes[0].prior = {1, 2};
      one.attributes[1].prior = {1, 2, 3, 4, 5};
    }
    SCOPED_TRACE(word_of(solution));
    const auto tuple = TupleProtocol::make(one);
    const MadeDays made(tuple, {600});
    const json all = made.estimates();
    EXPECT_EQ(all["kind"], "tuple");
    const json& attributes = all["periods"][0]["attributes"];
    ASSERT_EQ(attributes.size(), 2U);
    EXPECT_EQ(attributes[0]["name"], "age");
    EXPECT_EQ(attributes[1]["name"], tuple->attribute_name(1));
    const auto expected = estimate_attributes(*tuple, {tuple->spec(), made.days[0].reports, made.days[0].cells});
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(attributes[i]["reports"], expected[i].reports);
      expect_values(attributes[i]["values"], expected[i].counts, i == 0 ? "young" : "0");
    }
    EXPECT_EQ(attributes, all["together"]["attributes"]);
  }
}

// People who repeat themselves: the errors of periods add up, and so do the ends of intervals that hold at once.
TEST(EstimatesJson, MemoisedPeriodsAreAddedUpWithTheirErrors) {
  const std::shared_ptr<const Oracle> oracle = make_oracle({"l-osue", Domain(3), 2, {}});
  EXPECT_TRUE(reports_repeat(*oracle));
  const MadeDays made(oracle, {400, 250});
  const json together = made.estimates({.confidence = 0.9})["together"];
  EstimateOptions options;
  options.confidence = 0.95;  // 1 − (1 − 0.9)/2
  const Estimates first = estimate(*oracle, {made.days[0].reports, made.days[0].cells}, options);
  const Estimates second = estimate(*oracle, {made.days[1].reports, made.days[1].cells}, options);
  for (std::size_t i = 0; i < 3; ++i) {
    const json& value = together["values"][i];
    EXPECT_NEAR(value["estimate"], first.values[i].value + second.values[i].value, 1e-9);
    EXPECT_NEAR(value["std_error"], first.values[i].std_error + second.values[i].std_error, 1e-9);
    EXPECT_NEAR(value["lower"], first.values[i].lower + second.values[i].lower, 1e-9);
    EXPECT_NEAR(value["upper"], first.values[i].upper + second.values[i].upper, 1e-9);
  }
}

TEST(EstimatesJson, BadQuestionsAreRefused) {
  const MadeDays made(make_oracle({"oue", Domain(3), 1, {}}), {400});
  EXPECT_NE(input_error([&] { made.estimates({.confidence = 1}); }).find("confidence"), std::string::npos);
  EXPECT_NE(input_error([&] { made.estimates({.confidence = std::nan("")}); }).find("confidence"), std::string::npos);
  EXPECT_NE(input_error([&] { made.estimates({.consistency = Consistency::mle}); }).find("reports"), std::string::npos);
  EXPECT_EQ(made.estimates({.consistency = Consistency::norm_sub})["consistency"], "norm-sub");
  MadeDays torn = made;
  torn.days[0].cells.pop_back();
  EXPECT_NE(input_error([&] { torn.estimates(); }).find("cells"), std::string::npos);
}

TEST(ScreeningJson, HasItsChecks) {
  const MadeDays made(make_oracle({"oue", Domain(3), 1, {}}), {400, 400});
  const json all = json::parse(screening_json(made.collection, made.days));
  EXPECT_EQ(all["reports"], 800);
  ASSERT_EQ(all["checks"].size(), 3U);
  EXPECT_EQ(all["checks"][0]["name"], "ones");
  EXPECT_EQ(all["checks"][0]["is_odd"], false);
  EXPECT_EQ(all["checks"][0]["expected"].size(), all["checks"][0]["observed"].size());
  EXPECT_TRUE(json::parse(screening_json(made.collection, {}))["checks"].is_array());
}

// The same clients with the same cohorts every day: one law for each day, not for their sum.
TEST(ScreeningJson, PeopleWhoRepeatThemselvesRaiseNoAlarm) {
  const std::shared_ptr<const Oracle> oracle = make_oracle({"loloha", Domain(17), 2, {}});
  MadeDays made(oracle, {200});
  for (int day = 1; day < 60; ++day) {
    made.days.push_back(made.days.front());
    made.days.back().period += day;
  }
  for (const ScreenCheck& check : screen_periods(made.collection, made.days)) {
    EXPECT_FALSE(check.is_odd) << check.name << ' ' << check.detail;
  }
  // Their sum, taken for 12 000 people, would be odd.
  const StoredTally sum = sum_of(*oracle, *made.collection.screen, made.days);
  const auto wrong = made.collection.screen->check({sum.reports, sum.cells}, sum.screen);
  EXPECT_TRUE(std::any_of(wrong.begin(), wrong.end(), [](const ScreenCheck& check) { return check.is_odd; }));
}

}  // namespace
}  // namespace sourdine
