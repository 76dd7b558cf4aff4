#include "sourdine/longitudinal/memo_budget.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "sourdine/base/stream.h"
#include "support/errors.h"

namespace sourdine {
namespace {

TEST(MemoBudget, RepeatsTheLastSymbolBeyondTheCap) {
  MemoBudget budget(2);
  EXPECT_EQ(budget.admit("7"), "7");
  EXPECT_EQ(budget.admit("7"), "7");
  EXPECT_EQ(budget.admit("3"), "3");
  EXPECT_EQ(budget.used(), 2U);
  EXPECT_EQ(budget.admit("9"), "3");
  EXPECT_EQ(budget.admit("7"), "7") << "a symbol that was used costs nothing";
  EXPECT_EQ(budget.admit("9"), "7");
  EXPECT_EQ(budget.used(), 2U);
  EXPECT_EQ(budget.repeats(), 2U);
  EXPECT_EQ(budget.state(), SymbolCap::enforced);
  EXPECT_EQ(MemoBudget::after_loss(2).state(), SymbolCap::lost);
  EXPECT_EQ(testing::input_error([] { MemoBudget(0); }),
            "a client that may use no symbol cannot report: the cap must be 1 at least");
}

TEST(MemoBudget, IsTheSameFromItsBytesAndDamagedOnesAreSeen) {
  MemoBudget budget = MemoBudget::after_loss(5);
  for (const char* symbol : {"1", "a\"b", "1", "Besançon"}) budget.admit(symbol);
  const std::string bytes = budget.to_bytes();
  EXPECT_EQ(MemoBudget::from_bytes("memo", as_bytes(bytes)), budget);
  EXPECT_EQ(MemoBudget::from_bytes("memo", as_bytes(MemoBudget(1).to_bytes())), MemoBudget(1));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x20);
    EXPECT_NE(testing::input_error([&] { MemoBudget::from_bytes("memo", as_bytes(damaged)); }), "no error") << i;
  }
  EXPECT_NE(testing::input_error([&] { MemoBudget::from_bytes("memo", as_bytes(bytes + "x")); }), "no error");
  EXPECT_NE(testing::input_error([&] { MemoBudget::from_bytes("memo", as_bytes(bytes.substr(0, 20))); }), "no error");
}

TEST(MemoBudget, LivesInAFile) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / "sourdine_memo_budget_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const std::string path = folder / "age.smem";
  EXPECT_NE(testing::input_error([&] { admit_symbol(path, "1"); }), "no error") << "nobody began it";
  begin_memo_budget(path, MemoBudget(1));
  EXPECT_NE(testing::error_code([&] { begin_memo_budget(path, MemoBudget(9)); }), std::nullopt);
  EXPECT_EQ(admit_symbol(path, "4"), "4");
  EXPECT_EQ(admit_symbol(path, "5"), "4");
  EXPECT_EQ(read_memo_budget(path).used(), 1U);
  EXPECT_EQ(read_memo_budget(path).repeats(), 1U);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace sourdine
