#include "sourdine/privacy/ledger.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <future>
#include <thread>

#include "sourdine/base/error.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

LedgerEntry spend(double epsilon, const std::string& dataset = "doubs") {
  return {.date = "2026-11-15",
          .dataset = dataset,
          .purpose = "release",
          .epsilon = ExactEpsilon::charged(epsilon),
          .unit = "the region of one event"};
}

LedgerEntry spend_within(double epsilon, double budget) {
  LedgerEntry entry = spend(epsilon);
  entry.budget = ExactEpsilon::charged(budget);
  return entry;
}

TEST(Ledger, TenTimesATenthIsOne) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  for (int i = 0; i < 10; ++i) charge(path, spend_within(0.1, 1));
  EXPECT_EQ(total_of(read_ledger(path), "doubs").epsilon.text(), "1.000000000");
}

TEST(Ledger, KeepsItsBudgetUntilAnotherIsGiven) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend_within(0.7, 1));
  charge(path, spend(5, "other"));
  EXPECT_THROW(charge(path, spend(0.4)), Error);
  charge(path, spend(0.3));
  EXPECT_THROW(charge(path, spend(0.1)), Error);
  EXPECT_EQ(charge(path, spend_within(0.1, 2)).budget, ExactEpsilon::charged(2));
  charge(path, spend(0.9));
  EXPECT_THROW(charge(path, spend(0.000000001)), Error);
}

TEST(Ledger, IsNamedAfterItsDataSet) {
  EXPECT_EQ(dataset_of_ledger("data/doubs.ledger.jsonl"), "doubs");
  EXPECT_EQ(dataset_of_ledger("doubs.2018.ledger.jsonl"), "doubs.2018");
  EXPECT_EQ(dataset_of_ledger("doubs.2018.jsonl"), "doubs.2018");
  EXPECT_EQ(dataset_of_ledger("../x/doubs"), "doubs");
}

TEST(Ledger, RefusesWhatWouldExceedTheBudgetAndWritesNothing) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend_within(0.7, 1));
  try {
    charge(path, spend_within(0.300000001, 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::budget_refused);
    EXPECT_NE(std::string(error.what()).find("0.700000000 is spent"), std::string::npos);
  }
  EXPECT_EQ(read_ledger(path).size(), 1U);
  EXPECT_EQ(charge(path, spend_within(0.3, 1)).epsilon, ExactEpsilon::charged(1));
}

TEST(Ledger, KeepsDataSetsApartAndCountsWhatHasNoGuarantee) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend(1));
  charge(path, spend(2, "other"));
  LedgerEntry open = spend(3);
  open.is_private = false;
  const LedgerTotal total = charge(path, open);
  EXPECT_EQ(total.entries, 2U);
  EXPECT_EQ(total.epsilon, ExactEpsilon::charged(4)) << "what has no guarantee still costs what its reports cost";
  EXPECT_EQ(total.not_private, 1U);
}

TEST(Ledger, RoundsUpAndShowsEveryBillionth) {
  EXPECT_EQ(ExactEpsilon::charged(1.69459572081).nano, 1694595721U);
  EXPECT_EQ(ExactEpsilon::charged(1.1).nano, 1100000000U);
  EXPECT_EQ(ExactEpsilon{1694595721}.text(), "1.694595721");
  EXPECT_EQ(ExactEpsilon{5}.text(), "0.000000005");
  EXPECT_NE(testing::input_error([] { ExactEpsilon::charged(-1); }), "");
  EXPECT_NE(testing::input_error([] { ExactEpsilon::charged(std::nan("")); }), "");
}

TEST(Ledger, ADamagedOrTornLineIsNamedNotSkipped) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend(1));
  std::ofstream(path, std::ios::app) << R"({"date":"2026)";
  EXPECT_NE(testing::input_error([&] { read_ledger(path); }).find("line 2"), std::string::npos);
  EXPECT_NE(testing::input_error([&] { charge(path, spend(1)); }).find("line 2"), std::string::npos);
}

// 2^64 billionths are 18.4 times the largest epsilon.
TEST(Ledger, ASumBeyond64BitsIsNotForgotten) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  for (int i = 0; i < 18; ++i) charge(path, spend(1e9));
  EXPECT_EQ(total_of(read_ledger(path), "doubs").epsilon.nano, 18 * ExactEpsilon::charged(1e9).nano);
  EXPECT_EQ(testing::error_code([&] { charge(path, spend_within(1e9, 1)); }), ErrorCode::budget_refused);
  charge(path, spend(1e9));
  EXPECT_EQ(total_of(read_ledger(path), "doubs").epsilon.nano, UINT64_MAX);
  EXPECT_EQ(testing::error_code([&] { charge(path, spend_within(1, 1e9)); }), ErrorCode::budget_refused);
}

TEST(Ledger, ARefusalLeavesNoFile) {
  const testing::TemporaryDirectory folder;
  EXPECT_EQ(testing::error_code([&] { charge(folder.file("ledger.jsonl"), spend_within(2, 1)); }),
            ErrorCode::budget_refused);
  EXPECT_EQ(folder.entries(), 0U);
}

TEST(LedgerDeathTest, AReadOnlyLedgerIsRead) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend(1));
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  const auto read_as_nobody = [&] {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    try {
      _exit(read_ledger(path).size() == 1 ? 0 : 1);
    } catch (const Error&) {
      _exit(3);
    }
  };
  EXPECT_EXIT(read_as_nobody(), ::testing::ExitedWithCode(0), "");
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
}

TEST(Ledger, JsonThatNestsDeeplyOrNeverEndsIsDamage) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend(1));
  const std::string whole = testing::read_all(path);
  const auto with_extra = [&](const std::string& extra) {
    return whole.substr(0, whole.size() - 2) + R"(,"extra":)" + extra + "}\n";
  };
  testing::write_all(path, with_extra("[[1]]"));
  EXPECT_EQ(read_ledger(path).size(), 1U);
  for (const std::string& extra :
       {std::string(100'000, '[') + std::string(100'000, ']'), '"' + std::string(100'000, 'x') + '"'}) {
    testing::write_all(path, with_extra(extra));
    EXPECT_NE(testing::input_error([&] { read_ledger(path); }).find("line 1"), std::string::npos);
  }
  LedgerEntry endless = spend(1);
  endless.purpose.assign(100'000, 'x');
  EXPECT_NE(testing::input_error([&] { charge(folder.file("other.jsonl"), endless); }), "no error");
  EXPECT_EQ(folder.entries(), 1U) << "what could not be read again is not written";
}

TEST(Ledger, WaitsForItsLockUntilStopIsAsked) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  charge(path, spend(1));
  const int holder = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(holder, LOCK_EX), 0);
  StopSource source;
  auto ended = std::async(std::launch::async,
                          [&] { return testing::error_code([&] { charge(path, spend(1), source.token()); }); });
  EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(30)), std::future_status::timeout);
  source.ask();
  EXPECT_EQ(ended.get(), ErrorCode::cancelled);
  close(holder);
  EXPECT_EQ(read_ledger(path).size(), 1U);
}

TEST(ParallelLedger, ChargesAreAllThere) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 25; ++j) charge(path, spend(0.01));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(read_ledger(path).size(), 100U);
  EXPECT_EQ(total_of(read_ledger(path), "doubs").epsilon, ExactEpsilon::charged(1));
}

}  // namespace
}  // namespace sourdine
