#include "sourdine/privacy/ledger/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <future>
#include <thread>

#include "ledger_entries.h"
#include "sourdine/base/error.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::file_ledger;
using testing::pure_entry;
using testing::pure_entry_within;
using testing::spend;

// A file that version 0.1 wrote: a release within a budget, a seeded one, a range of the same records.
constexpr const char* older_lines =
    R"({"date":"2026-11-16","dataset":"doubs","purpose":"r1","epsilon":"0.500000000",)"
    R"("unit":"the region of one event, given that it happened at its time","private":true,"budget":"2.000000000"})"
    "\n"
    R"({"date":"2026-11-16","dataset":"doubs","purpose":"seeded","epsilon":"0.000000000",)"
    R"("unit":"the region of one event, given that it happened at its time","private":false,"budget":"2.000000000"})"
    "\n"
    R"({"date":"2026-11-16","dataset":"doubs","purpose":"a.srng","epsilon":"0.250000000",)"
    R"line("unit":"one record (add or remove one record)","private":true})line"
    "\n";

class LedgerFile : public ::testing::Test {
 protected:
  std::string path() const { return folder_.file("doubs.ledger.jsonl"); }
  Ledger ledger(std::vector<BudgetPolicy> policies = {}) const { return file_ledger(path(), std::move(policies)); }
  LedgerTotal total() const { return total_of(ledger().read(), "doubs"); }
  std::string damage() const {
    return testing::input_error([&] { ledger().read(); });
  }

  testing::TemporaryDirectory folder_;
};

TEST_F(LedgerFile, TenTimesATenthIsOne) {
  for (int i = 0; i < 10; ++i) spend(ledger(), pure_entry_within(0.1, 1));
  EXPECT_EQ(total().epsilon.text(), "1.000000000");
  EXPECT_EQ(testing::error_code([&] { spend(ledger(), pure_entry(0.1)); }), ErrorCode::budget_refused);
}

TEST_F(LedgerFile, KeepsItsBudgetUntilAnotherIsGiven) {
  spend(ledger(), pure_entry_within(0.7, 1));
  spend(ledger(), pure_entry(5, "other"));
  EXPECT_THROW(spend(ledger(), pure_entry(0.4)), Error);
  spend(ledger(), pure_entry(0.3));
  EXPECT_THROW(spend(ledger(), pure_entry(0.1)), Error);
  EXPECT_EQ(spend(ledger(), pure_entry_within(0.1, 2)).budget, ExactEpsilon::charged(2));
  spend(ledger(), pure_entry(0.9));
  EXPECT_THROW(spend(ledger(), pure_entry(0.000000001)), Error);
}

TEST(Ledger, IsNamedAfterItsDataSet) {
  EXPECT_EQ(dataset_of_ledger("data/doubs.ledger.jsonl"), "doubs");
  EXPECT_EQ(dataset_of_ledger("doubs.2018.ledger.jsonl"), "doubs.2018");
  EXPECT_EQ(dataset_of_ledger("doubs.2018.jsonl"), "doubs.2018");
  EXPECT_EQ(dataset_of_ledger("../x/doubs"), "doubs");
  EXPECT_EQ(dataset_of_ledger("sqlite:data/doubs.db"), "doubs");
  EXPECT_EQ(dataset_of_ledger("sqlite:doubs.db"), "doubs");
  EXPECT_EQ(dataset_of_ledger("postgresql://me@host/doubs?sslmode=require"), "doubs");
}

TEST_F(LedgerFile, RefusesWhatWouldExceedTheBudgetAndWritesNothing) {
  spend(ledger(), pure_entry_within(0.7, 1));
  const std::string before = testing::read_all(path());
  try {
    spend(ledger(), pure_entry_within(0.300000001, 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::budget_refused);
    EXPECT_NE(std::string(error.what()).find("0.700000000 is spent"), std::string::npos);
  }
  EXPECT_EQ(testing::read_all(path()), before);
  EXPECT_EQ(spend(ledger(), pure_entry_within(0.3, 1)).epsilon, ExactEpsilon::charged(1));
}

TEST_F(LedgerFile, KeepsDataSetsApartAndCountsWhatHasNoGuarantee) {
  spend(ledger(), pure_entry(1));
  spend(ledger(), pure_entry(2, "other"));
  LedgerEntry open = pure_entry(3);
  open.is_private = false;
  const LedgerTotal total = spend(ledger(), open);
  EXPECT_EQ(total.entries, 2U);
  EXPECT_EQ(total.epsilon, ExactEpsilon::charged(4)) << "what has no guarantee still costs what its reports cost";
  EXPECT_EQ(total.not_private, 1U);
}

TEST(ExactEpsilonInLedgers, RoundsUpAndShowsEveryBillionth) {
  EXPECT_EQ(ExactEpsilon::charged(1.69459572081).nano, 1694595721U);
  EXPECT_EQ(ExactEpsilon::charged(1.1).nano, 1100000000U);
  EXPECT_EQ(ExactEpsilon{1694595721}.text(), "1.694595721");
  EXPECT_EQ(ExactEpsilon{5}.text(), "0.000000005");
  EXPECT_NE(testing::input_error([] { ExactEpsilon::charged(-1); }), "no error");
  EXPECT_NE(testing::input_error([] { ExactEpsilon::charged(std::nan("")); }), "no error");
}

// 2^64 billionths are 18.4 times the largest epsilon.
TEST_F(LedgerFile, ASumBeyond64BitsIsNotForgotten) {
  for (int i = 0; i < 18; ++i) spend(ledger(), pure_entry(1e9));
  EXPECT_EQ(total().epsilon.nano, 18 * ExactEpsilon::charged(1e9).nano);
  EXPECT_EQ(testing::error_code([&] { spend(ledger(), pure_entry_within(1e9, 1)); }), ErrorCode::budget_refused);
  spend(ledger(), pure_entry(1e9));
  EXPECT_EQ(total().epsilon.nano, UINT64_MAX);
  EXPECT_EQ(testing::error_code([&] { spend(ledger(), pure_entry_within(1, 1e9)); }), ErrorCode::budget_refused);
}

TEST_F(LedgerFile, ARefusalLeavesNoFile) {
  EXPECT_EQ(testing::error_code([&] { spend(ledger(), pure_entry_within(2, 1)); }), ErrorCode::budget_refused);
  EXPECT_EQ(testing::error_code([&] { ledger().ask(pure_entry_within(2, 1)); }), ErrorCode::budget_refused);
  ledger().ask(pure_entry_within(1, 1));
  EXPECT_EQ(folder_.entries(), 0U);
}

TEST_F(LedgerFile, WhoAsksIsToldThatThereIsNoFolderForIt) {
  const Ledger ledger = file_ledger(folder_.file("none/doubs.ledger.jsonl"));
  const std::string refusal = testing::io_error([&] { ledger.reserve(pure_entry(1)); });
  EXPECT_NE(refusal, "no error");
  EXPECT_EQ(testing::io_error([&] { ledger.ask(pure_entry(1)); }), refusal);
}

// What a crash leaves counts; what was cancelled does not; neither can be closed again.
TEST_F(LedgerFile, AReservationCountsUntilItIsCancelled) {
  Reservation first = ledger().reserve(pure_entry_within(0.4, 1));
  EXPECT_EQ(first.total().epsilon, ExactEpsilon::charged(0.4));
  EXPECT_EQ(first.head(), ledger().read().head);
  ledger().reserve(pure_entry(0.5));  // nobody says what became of it
  EXPECT_EQ(testing::error_code([&] { ledger().reserve(pure_entry(0.2)); }), ErrorCode::budget_refused);
  first.cancel();
  Reservation last = ledger().reserve(pure_entry(0.2));
  last.commit();
  EXPECT_EQ(testing::error_code([&] { last.cancel(); }), ErrorCode::internal);
  const LedgerContents contents = ledger().read();
  ASSERT_EQ(contents.records.size(), 3U);
  EXPECT_EQ(contents.records[0].state, RecordState::cancelled);
  EXPECT_EQ(contents.records[1].state, RecordState::open);
  EXPECT_EQ(contents.records[2].state, RecordState::committed);
  EXPECT_EQ(total().epsilon, ExactEpsilon::charged(0.7));
  EXPECT_EQ(total().budget, ExactEpsilon::charged(1)) << "a budget stays, whatever becomes of its entry";
}

// Published, but the ledger cannot be written any more: the error says that it counts.
TEST_F(LedgerFile, WhatCannotBeCommittedStaysOpenAndSaysSo) {
  Reservation reservation = ledger().reserve(pure_entry(0.4));
  std::filesystem::rename(path(), folder_.file("away"));
  try {
    reservation.commit();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint().find("counts all the same"), std::string::npos) << error.hint();
  }
  std::filesystem::rename(folder_.file("away"), path());
  EXPECT_EQ(ledger().read().records.back().state, RecordState::open);
  reservation.commit();
  EXPECT_EQ(ledger().read().records.back().state, RecordState::committed);
}

TEST_F(LedgerFile, AnEntryIsReadAsItWasWritten) {
  const PrivacyLossDistribution pairs =
      compose(PrivacyLossDistribution(GaussianPair{0.31622776601683794}, 3),
              either(PrivacyLossDistribution(LaplacePair{0.1}), PrivacyLossDistribution(ResponsePair{0.7, 1e-9})));
  const PrivacyLoss losses[] = {PureEpsilon{0.1},
                                ApproximateDp{0.5, 1e-7},
                                Zcdp{0.05},
                                rdp_of(Zcdp{0.05}),
                                pairs,
                                PrivacyLossDistribution(FinitePair{{0.25, 0.75}, {0.75, 0.25}}),
                                PrivacyLossDistribution(SampledGaussianPair{0.01, 1.1}, 1000)};
  for (const PrivacyLoss& loss : losses) {
    LedgerEntry entry = testing::entry_of_loss(loss, "a \"purpose\" — with\nlines");
    entry.unit = Unit::person;
    entry.neighbours = Neighbours::add_remove;
    entry.model = PrivacyModel::central;
    entry.period = LedgerPeriod{.first = "2026-01-01", .last = "2026-01-31", .is_fixed = true};
    entry.max_units = 12;
    spend(ledger(), entry);
    const LedgerEntry read = ledger().read().records.back().entry;
    EXPECT_EQ(read.purpose, entry.purpose);
    EXPECT_EQ(read.unit, entry.unit);
    EXPECT_EQ(read.neighbours, entry.neighbours);
    EXPECT_EQ(read.model, entry.model);
    EXPECT_EQ(read.mechanism, entry.mechanism);
    EXPECT_EQ(read.time, entry.time);
    EXPECT_EQ(read.version, entry.version);
    EXPECT_EQ(read.period, entry.period);
    EXPECT_EQ(read.max_units, entry.max_units);
    EXPECT_EQ(read.loss.loss(), entry.loss.loss());
  }
}

TEST_F(LedgerFile, AnOlderFileIsReadAndItsLinesAreChained) {
  testing::write_all(path(), older_lines);
  const LedgerContents older = ledger().read();
  ASSERT_EQ(older.records.size(), 3U);
  EXPECT_EQ(older.records[0].entry.unit, Unit::event);
  EXPECT_EQ(older.records[0].entry.neighbours, Neighbours::replace);
  EXPECT_EQ(older.records[2].entry.neighbours, Neighbours::add_remove);
  EXPECT_EQ(older.records[2].state, RecordState::committed);
  EXPECT_EQ(total().epsilon.text(), "0.750000000");
  EXPECT_EQ(total().not_private, 1U);
  EXPECT_EQ(testing::error_code([&] { spend(ledger(), pure_entry(1.3)); }), ErrorCode::budget_refused)
      << "its budget holds";
  spend(ledger(), pure_entry(1.25));
  const std::string whole = testing::read_all(path());
  EXPECT_TRUE(whole.starts_with(older_lines)) << "its lines stay as they are";
  for (const char* from : {"0.500000000", "r1", "a.srng"}) {
    std::string changed = whole;
    changed.replace(changed.find(from), 1, "X");
    testing::write_all(path(), changed);
    EXPECT_NE(damage(), "no error") << from;
  }
  std::string changed = whole;
  changed.replace(changed.find("0.500000000"), 3, "0.1");
  testing::write_all(path(), changed);
  EXPECT_NE(damage().find("line 4"), std::string::npos) << "the first line that has a hash before it: " << damage();
}

TEST_F(LedgerFile, ALineThatIsDamagedIsNamedNotSkipped) {
  testing::write_all(path(), std::string(older_lines) + R"({"date":"2026)");
  EXPECT_NE(damage().find("line 4"), std::string::npos);
  EXPECT_NE(testing::input_error([&] { spend(ledger(), pure_entry(1)); }).find("line 4"), std::string::npos);
  testing::write_all(path(), std::string(older_lines) + "{}\n");
  EXPECT_NE(damage().find("line 4"), std::string::npos);
}

// Who died while a line was written had reserved nothing: the head does not count it.
TEST_F(LedgerFile, AnUnfinishedLineAfterTheHeadGoes) {
  std::uint64_t spent = 0;
  for (const std::string& rest : {std::string(R"({"before":"00)"), std::string(100, '\0')}) {
    spend(ledger(), pure_entry(1));
    std::ofstream(path(), std::ios::app | std::ios::binary) << rest;
    EXPECT_TRUE(ledger().read().has_torn_end);
    EXPECT_EQ(total().entries, ++spent);
  }
  spend(ledger(), pure_entry(1));
  EXPECT_FALSE(ledger().read().has_torn_end);
  EXPECT_EQ(total().entries, spent + 1);
}

class LedgerTampering : public LedgerFile {
 protected:
  void SetUp() override {
    for (int i = 0; i < 4; ++i) spend(ledger(), testing::entry_of_loss(PureEpsilon{0.1}, fmt::format("p{}", i)));
    whole_ = testing::read_all(path());
    std::size_t begin = 0;
    for (std::size_t end = whole_.find('\n'); end != std::string::npos; end = whole_.find('\n', begin)) {
      lines_.push_back(whole_.substr(begin, end + 1 - begin));
      begin = end + 1;
    }
    ASSERT_EQ(lines_.size(), 8U);
  }
  std::string damage_of(const std::vector<std::string>& lines) const {
    std::string text;
    for (const std::string& line : lines) text += line;
    testing::write_all(path(), text);
    return damage();
  }

  std::string whole_;
  std::vector<std::string> lines_;
};

TEST_F(LedgerTampering, EveryByteThatIsChangedIsFound) {
  for (std::size_t at = 0; at < whole_.size(); at += 5) {
    std::string changed = whole_;
    changed[at] = changed[at] == '1' ? '2' : '1';
    testing::write_all(path(), changed);
    EXPECT_NE(damage(), "no error") << "byte " << at;
  }
}

TEST_F(LedgerTampering, LinesThatAreLeftOutPutElsewhereOrCutOffAreFound) {
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    auto without = lines_;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(damage_of(without), "no error") << i;
    const std::vector<std::string> shorter(lines_.begin(), lines_.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_NE(damage_of(shorter), "no error") << i;
    for (std::size_t j = 0; j < i; ++j) {
      auto swapped = lines_;
      std::swap(swapped[i], swapped[j]);
      EXPECT_NE(damage_of(swapped), "no error") << i << ' ' << j;
    }
    auto twice = lines_;
    twice.insert(twice.begin() + static_cast<std::ptrdiff_t>(i), lines_[i]);
    EXPECT_NE(damage_of(twice), "no error") << i;
  }
  for (std::size_t cut = 1; cut < whole_.size(); cut += 7) {
    testing::write_all(path(), whole_.substr(0, whole_.size() - cut));
    EXPECT_NE(damage(), "no error") << cut;
  }
  EXPECT_EQ(damage_of(lines_), "no error");
}

TEST_F(LedgerTampering, AnotherLedgersLinesAndHeadAreFound) {
  const std::string other = folder_.file("other.ledger.jsonl");
  for (int i = 0; i < 4; ++i) spend(file_ledger(other), pure_entry(0.001));
  std::string text = testing::read_all(other);
  std::vector<std::string> spliced(lines_.begin(), lines_.begin() + 4);
  std::size_t begin = 0;
  for (int line = 0; line < 8; ++line) {
    const std::size_t end = text.find('\n', begin) + 1;
    if (line >= 4) spliced.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  EXPECT_NE(damage_of(spliced), "no error");
  testing::write_all(path(), whole_);
  std::filesystem::copy_file(head_path(other), head_path(path()), std::filesystem::copy_options::overwrite_existing);
  EXPECT_NE(damage().find("is not the one that its head was made of"), std::string::npos) << damage();
  std::filesystem::remove(head_path(path()));
  EXPECT_NE(damage().find("has no head beside it"), std::string::npos);
  EXPECT_NE(testing::input_error([&] { spend(ledger(), pure_entry(0.1)); }), "no error");
  EXPECT_EQ(ledger().restore_head().count, 8U);
  EXPECT_EQ(damage(), "no error");
  std::filesystem::remove(path());
  EXPECT_NE(damage().find("has 0 lines, and had 8"), std::string::npos) << damage();
}

TEST_F(LedgerTampering, AHeadThatIsBehindIsBroughtForward) {
  const LedgerHead last = ledger().read().head;
  const LedgerContents contents = ledger().read();
  for (std::uint64_t count = 0; count <= 8; ++count) {
    const std::string hash = count == 0 ? LedgerHead().hash : contents.hashes[count - 1];
    testing::write_all(head_path(path()), head_text({.count = count, .hash = hash}));
    EXPECT_EQ(ledger().read().is_head_behind, count < 8);
    EXPECT_EQ(ledger().read().head, last);
  }
  testing::write_all(head_path(path()), head_text({.count = 3, .hash = contents.hashes[2]}));
  spend(ledger(), pure_entry(0.1));
  EXPECT_EQ(parse_head(testing::read_all(head_path(path()))).count, 10U);
  testing::write_all(head_path(path()), head_text({.count = 11, .hash = contents.hashes[2]}));
  EXPECT_NE(damage().find("some were cut off"), std::string::npos);
  for (const char* text : {"", "{}", "[]", R"({"count":-1,"hash":""})", R"({"count":1,"hash":"ab"})"}) {
    testing::write_all(head_path(path()), text);
    EXPECT_NE(damage(), "no error") << text;
  }
}

TEST(LedgerDeathTest, AReadOnlyLedgerIsRead) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  spend(file_ledger(path), pure_entry(1));
  ASSERT_EQ(chmod(path.c_str(), 0444), 0);
  ASSERT_EQ(chmod(folder.path().c_str(), 0555), 0);
  const auto read_as_nobody = [&] {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
    try {
      _exit(file_ledger(path).read().records.size() == 1 ? 0 : 1);
    } catch (const Error&) {
      _exit(3);
    }
  };
  EXPECT_EXIT(read_as_nobody(), ::testing::ExitedWithCode(0), "");
  ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
}

TEST_F(LedgerFile, JsonThatNestsDeeplyOrNeverEndsIsDamage) {
  const std::string line(older_lines, std::string(older_lines).find('\n'));
  const auto with_extra = [&](const std::string& extra) {
    return line.substr(0, line.size() - 1) + R"(,"extra":)" + extra + "}\n";
  };
  testing::write_all(path(), with_extra("[[1]]"));
  EXPECT_EQ(ledger().read().records.size(), 1U);
  for (const std::string& extra :
       {std::string(100'000, '[') + std::string(100'000, ']'), '"' + std::string(100'000, 'x') + '"'}) {
    testing::write_all(path(), with_extra(extra));
    EXPECT_NE(damage().find("line 1"), std::string::npos);
  }
  LedgerEntry endless = pure_entry(1);
  endless.purpose.assign(100'000, 'x');
  EXPECT_NE(testing::input_error([&] { spend(file_ledger(folder_.file("other.jsonl")), endless); }), "no error");
  EXPECT_EQ(folder_.entries(), 1U) << "what could not be read again is not written";
}

TEST_F(LedgerFile, WaitsForItsLockUntilStopIsAsked) {
  spend(ledger(), pure_entry(1));
  const int holder = open(path().c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_EQ(flock(holder, LOCK_EX), 0);
  StopSource source;
  auto ended = std::async(std::launch::async, [&] {
    return testing::error_code([&] { ledger().reserve(pure_entry(1), source.token()); });
  });
  EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(30)), std::future_status::timeout);
  source.ask();
  EXPECT_EQ(ended.get(), ErrorCode::cancelled);
  close(holder);
  EXPECT_EQ(ledger().read().records.size(), 1U);
}

TEST(ParallelLedger, SpendingsAreAllThere) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("ledger.jsonl");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 25; ++j) spend(file_ledger(path), pure_entry(0.01));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(file_ledger(path).read().records.size(), 100U);
  EXPECT_EQ(total_of(file_ledger(path).read(), "doubs").epsilon, ExactEpsilon::charged(1));
}

}  // namespace
}  // namespace sourdine
