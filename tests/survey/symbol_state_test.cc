// Which symbols people have used: the same rule as one client's budget, kept in bytes that nothing else is read from.
#include "sourdine/survey/symbol_state.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "sourdine/base/stream.h"
#include "sourdine/longitudinal/memo_budget.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::input_error;

SymbolState some_state() {
  SymbolState state({.dataset = "d", .memo = "m", .key = "k", .is_private = true});
  state.set_cap(2);
  EXPECT_EQ(state.admit("a", 0, 5, 5), 5U);
  EXPECT_EQ(state.admit("a", 0, 7, 8), 8U);
  EXPECT_EQ(state.admit("b", 1, 7, 7), 7U);
  state.add_collection("one", 2);
  return state;
}

// Of every person and attribute it is MemoBudget, whatever the order.
TEST(SymbolState, AdmitsWhatABudgetOfOneClientAdmits) {
  constexpr std::uint64_t cap = 3;
  SymbolState state({.dataset = "d", .memo = "m", .is_private = false});
  state.set_cap(cap);
  std::map<std::pair<std::string, std::uint32_t>, MemoBudget> budgets;
  SeededBits random(1);
  std::uint64_t repeats = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string id = fmt::format("p{}", random.below(20));
    const auto attribute = static_cast<std::uint32_t>(random.below(2));
    const auto value = static_cast<Value>(random.below(8));
    MemoBudget& budget = budgets.try_emplace({id, attribute}, cap).first->second;
    const std::string expected(budget.admit(std::to_string(value)));
    EXPECT_EQ(std::to_string(state.admit(id, attribute, value, value)), expected);
    repeats += expected == std::to_string(value) ? 0U : 1U;
  }
  EXPECT_EQ(state.repeats(), repeats);
  EXPECT_EQ(state.most_symbols(), cap);
}

// Values of one symbol are one: the last value is reported, about whichever symbol it has.
TEST(SymbolState, CountsSymbolsAndNotValues) {
  SymbolState state({.dataset = "d", .memo = "m", .is_private = true});
  state.set_cap(1);
  EXPECT_EQ(state.admit("a", 0, 4, 10), 10U);
  EXPECT_EQ(state.admit("a", 0, 4, 11), 11U);
  EXPECT_EQ(state.admit("a", 0, 5, 12), 10U);
  EXPECT_EQ(state.most_symbols(), 1U);
}

TEST(SymbolState, CapsAreRaisedButNotLoweredBelowWhatPeopleMayHaveUsed) {
  SymbolState state = some_state();
  state.set_cap(1);  // one collection: nobody has more
  state.set_cap(5);
  state.add_collection("two", 5);
  EXPECT_NE(input_error([&] { state.set_cap(1); }).find("cannot be 1"), std::string::npos);
  state.set_cap(std::nullopt);
  state.add_collection("three", 100);
  EXPECT_EQ(error_code([&] { state.set_cap(2); }), ErrorCode::bad_input);
  state.set_cap(3);
}

// One symbol more with every collection, however the cap was raised in between: nobody can have more.
TEST(SymbolState, KnowsHowManySymbolsArePossible) {
  SymbolState state({.dataset = "d", .memo = "m", .is_private = true});
  std::vector<std::uint64_t> possible;
  for (const std::uint64_t limit : {2U, 2U, 2U, 2U, 4U, 4U, 4U}) {
    EXPECT_EQ(state.possible_after(1, limit), std::max(state.possible(), std::min(state.possible() + 1, limit)));
    state.add_collection("", limit);
    possible.push_back(state.possible());
  }
  EXPECT_EQ(possible, (std::vector<std::uint64_t>{1, 2, 2, 2, 3, 4, 4}));
}

TEST(SymbolState, ComesBackFromItsBytesAndFromNoOthers) {
  const std::string bytes = some_state().to_bytes();
  SymbolState again = SymbolState::from_bytes("'x'", as_bytes(bytes));
  EXPECT_EQ(again.to_bytes(), bytes);
  EXPECT_EQ(again.about(), some_state().about());
  EXPECT_EQ(again.cap(), 2U);
  EXPECT_EQ(again.collections(), std::vector<std::string>{"one"});
  EXPECT_EQ(again.admit("a", 0, 9, 9), 8U);  // the last one
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    EXPECT_EQ(error_code([&] { SymbolState::from_bytes("'x'", as_bytes(damaged)); }), ErrorCode::bad_input) << i;
    EXPECT_EQ(error_code([&] { SymbolState::from_bytes("'x'", as_bytes(bytes.substr(0, i))); }), ErrorCode::bad_input)
        << i;
  }
  EXPECT_EQ(error_code([&] { SymbolState::from_bytes("'x'", as_bytes(bytes + "x")); }), ErrorCode::bad_input);
}

}  // namespace
}  // namespace sourdine
