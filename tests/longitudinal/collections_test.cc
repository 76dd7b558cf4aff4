#include "sourdine/longitudinal/collections.h"

#include <gtest/gtest.h>

#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

std::unique_ptr<const Oracle> small_oracle(const char* name) {
  OracleSpec spec{name, Domain(3), 2, {}};
  if (spec.oracle == "dbitflip") spec.parameters["bits"] = 2;
  return make_oracle(spec);
}

double path_weight(const Branches& branches) {
  double weight = 1;
  for (const Fraction& step : branches.path()) {
    weight *=
        static_cast<double>(step.numerator) / (step.denominator == 0 ? 0x1p64 : static_cast<double>(step.denominator));
  }
  return weight;
}

double estimate_of_one(const Oracle& oracle, std::span<const std::uint8_t> report, Value value) {
  Tally tally = oracle.empty_tally();
  oracle.tally(ReportsView{report, oracle.report_bytes(), 1}, tally);
  return oracle.invert(tally)[value];
}

// The variance of the difference of one person's two contributions to the count of `value`, by enumeration.
double enumerated_change(const Oracle& oracle, Value value, Value before, Value after) {
  const auto& memoised = dynamic_cast<const Memoised&>(oracle);
  double mean = 0, square = 0;
  Branches branches;
  branches.explore([&](Branches& chance) {
    const std::size_t size = memoised.memo_bytes();
    const std::uint64_t trait = memoised.draw_trait(chance);
    const std::string from = memoised.symbol(before, trait), to = memoised.symbol(after, trait);
    std::vector<std::uint8_t> first(size), second(size), report1(size), report2(size);
    memoised.respond_permanently(from, trait, chance, first);
    if (from == to) {
      second = first;
    } else {
      memoised.respond_permanently(to, trait, chance, second);
    }
    memoised.respond_now(first, chance, report1);
    memoised.respond_now(second, chance, report2);
    const double change = estimate_of_one(oracle, report2, value) - estimate_of_one(oracle, report1, value);
    mean += path_weight(chance) * change;
    square += path_weight(chance) * change * change;
  });
  return square - mean * mean;
}

TEST(Collections, VarianceOfAChangeIsTheEnumeratedOne) {
  for (const char* name : {"l-grr", "l-osue", "l-oue", "dbitflip"}) {
    SCOPED_TRACE(name);
    const auto oracle = small_oracle(name);
    const auto expect = [&](const Moves& moves, double enumerated) {
      EXPECT_NEAR(change_variance(*oracle, moves), enumerated, 1e-9 * (1 + enumerated));
    };
    expect({.stayed_with = 1}, enumerated_change(*oracle, 0, 0, 0));
    expect({.stayed_elsewhere = 1}, enumerated_change(*oracle, 0, 1, 1));
    expect({.came = 1}, enumerated_change(*oracle, 0, 1, 0));
    expect({.left = 1}, enumerated_change(*oracle, 0, 0, 1));
    // Of dbitflip both other values may have no sampled bit, and share the memo: less than is stated.
    const double moved = enumerated_change(*oracle, 0, 1, 2);
    EXPECT_LE(moved, change_variance(*oracle, {.moved_elsewhere = 1}) * (1 + 1e-9));
    if (oracle->is_pure()) expect({.moved_elsewhere = 1}, moved);
  }
}

TEST(Collections, WhoeverStaysMakesAChangeSurer) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(9), 2, true));
    const auto* const memoised = dynamic_cast<const Memoised*>(oracle.get());
    if (memoised == nullptr) continue;
    SCOPED_TRACE(row.name);
    const Memoised::Shared shared = memoised->shared();
    EXPECT_GE(shared.held, 0);
    EXPECT_GE(shared.other, 0);
    EXPECT_GE(shared.moved, 0);
    if (row.name == "rappor") continue;
    EXPECT_LT(change_variance(*oracle, {.stayed_elsewhere = 1}), change_variance(*oracle, {.moved_elsewhere = 1}));
    EXPECT_GE(change_variance(*oracle, {.stayed_with = 1}), -1e-12);
    EXPECT_NEAR(change_variance(*oracle, {.other_once = 1}), oracle->approximate_variance(),
                1e-9 * oracle->approximate_variance());
  }
}

TEST(Collections, EstimatesEachAndRefusesOthers) {
  const auto oracle = small_oracle("l-grr");
  SeededBits random(1);
  std::vector<Tally> tallies;
  for (int i = 0; i < 3; ++i) {
    tallies.push_back(oracle->empty_tally());
    oracle->simulate(std::vector<std::uint64_t>{500, 300, 200}, random, tallies.back());
  }
  const auto estimates = estimate_collections(*oracle, tallies);
  ASSERT_EQ(estimates.size(), 3U);
  EXPECT_EQ(estimates[2].values[1].value, estimate(*oracle, tallies[2]).values[1].value);
  const auto change = estimate_change(*oracle, tallies[0], tallies[1]);
  EXPECT_NEAR(change[0].value, estimates[1].values[0].value - estimates[0].values[0].value, 1e-9);
  const auto surer = estimate_change(*oracle, tallies[0], tallies[1], {.stayed = 1000});
  EXPECT_LT(surer[0].std_error, change[0].std_error);
  EXPECT_TRUE(estimate_change(*oracle, tallies[0], oracle->empty_tally()).empty());
  EXPECT_EQ(testing::input_error([&] { estimate_change(*oracle, tallies[0], tallies[1], {.stayed = 1001}); }),
            "1001 persons cannot have stayed: the smaller collection has 1000 reports");
  tallies.push_back(small_oracle("l-osue")->empty_tally());
  EXPECT_EQ(testing::input_error([&] { estimate_collections(*oracle, tallies); }),
            "a collection belongs to another question: its spec differs in 'oracle'");
}

}  // namespace
}  // namespace sourdine
