#include "sourdine/longitudinal/leakage.h"

#include <gtest/gtest.h>

#include <array>

#include "sourdine/oracle/table.h"
#include "support/errors.h"

namespace sourdine {
namespace {

std::unique_ptr<const Oracle> at_two_and_one(const char* name, Value k) {
  return make_oracle({name, Domain(k), 2, {{"epsilon1", 1}}});
}
const Memoised& memoised_of(const Oracle& oracle) { return dynamic_cast<const Memoised&>(oracle); }

TEST(Leakage, IsThatOfTheTheory) {
  struct Vector {
    const char* name;
    Value k;
    std::array<double, 3> epsilon;  // of 1, 2, 5 reports
  };
  const std::array<std::uint64_t, 3> reports = {1, 2, 5};
  for (const Vector& v : {Vector{"l-grr", 2, {1.0, 1.641664, 1.993653}},
                          {"l-sue", 4, {1.0, 1.611559, 1.987194}},
                          {"l-osue", 4, {1.0, 1.641664, 1.993653}},
                          {"l-grr", 17, {1.0, 1.805903, 1.999753}}}) {
    SCOPED_TRACE(v.name);
    const auto oracle = at_two_and_one(v.name, v.k);
    const std::vector<double> curve = leakage(memoised_of(*oracle), reports);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(curve[i], v.epsilon[i], 1e-6);
  }
}

TEST(Leakage, RisesFromOneReportToEpsilon) {
  for (const OracleRow& row : oracle_table()) {
    for (const double epsilon : {0.1, 1.0, 6.0}) {
      const auto oracle = make_oracle(table_spec(row, Domain(9), epsilon, true));
      const auto* const memoised = dynamic_cast<const Memoised*>(oracle.get());
      if (memoised == nullptr) continue;
      SCOPED_TRACE(row.name);
      EXPECT_EQ(memoised->epsilon_after(1), memoised->report_epsilon());
      double before = 0;
      for (const std::uint64_t t : {1ULL, 2ULL, 3ULL, 7ULL, 50ULL, 1000ULL, 1'000'000'000ULL}) {
        const double now = memoised->epsilon_after(t);
        EXPECT_GE(now, before);
        EXPECT_LE(now, oracle->epsilon());
        before = now;
      }
      EXPECT_NEAR(before, oracle->epsilon(), 1e-12 * oracle->epsilon());
    }
  }
}

TEST(Leakage, HistoriesAddUpToNoMoreThanAllSymbols) {
  const auto oracle = at_two_and_one("l-osue", 4);
  const Memoised& memoised = memoised_of(*oracle);
  const std::uint64_t once_each[] = {1, 1};
  EXPECT_NEAR(history_epsilon(memoised, once_each), 2, 1e-9);
  const std::uint64_t mixed[] = {2, 0, 5};
  EXPECT_NEAR(history_epsilon(memoised, mixed), 1.641664 + 1.993653, 2e-6);
  EXPECT_NEAR(lifetime_epsilon(memoised, 3), 6, 1e-9);
  EXPECT_NEAR(lifetime_epsilon(memoised, 100), 8, 1e-9);
  const auto hashed = make_oracle({"loloha", Domain(100), 2, {{"g", 2}}});
  EXPECT_NEAR(lifetime_epsilon(memoised_of(*hashed), 100), 4, 1e-9);
  const auto sampled = make_oracle({"dbitflip", Domain(100), 2, {{"bits", 3}}});
  EXPECT_NEAR(lifetime_epsilon(memoised_of(*sampled), 100), 8, 1e-9);
}

TEST(Leakage, GuaranteesSayWhatTheTotalRestsOn) {
  const auto oracle = at_two_and_one("l-grr", 10);
  const Guarantee capped = lifetime_guarantee(*oracle, SymbolCap::enforced, 3);
  EXPECT_NEAR(capped.epsilon, 6, 1e-9);
  EXPECT_EQ(capped.unit, Unit::person);
  EXPECT_NE(capped.caveats.back().find("3 different symbols at most"), std::string::npos);
  EXPECT_LE(capped.epsilon, capped.epsilon_asked);
  const Guarantee lost = lifetime_guarantee(*oracle, SymbolCap::lost, 3);
  EXPECT_NEAR(lost.epsilon, 20, 1e-9);
  EXPECT_NE(lost.caveats.back().find("the cap of 3 does not bound the total"), std::string::npos);
  EXPECT_NEAR(lifetime_guarantee(*oracle, SymbolCap::none).epsilon, 20, 1e-9);
  const auto grr = make_oracle({"grr", Domain(4), 1, {}});
  EXPECT_EQ(testing::input_error([&] { lifetime_guarantee(*grr, SymbolCap::none); }),
            "oracle 'grr' keeps no permanent responses: what a person spends grows with every report");
  EXPECT_EQ(testing::input_error([&] { leakage(memoised_of(*oracle), std::array<std::uint64_t, 1>{0}); }),
            "no report tells nothing: the curve begins at one report");
}

}  // namespace
}  // namespace sourdine
