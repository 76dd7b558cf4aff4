#include "sourdine/ledger_store/spending.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "sourdine/ledger_store/known_head.h"
#include "sourdine/ledger_store/payment.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

Payment reserved(const Spending& spending) {
  Payment payment({spending});
  payment.reserve();
  return payment;
}

void ask_for(const Spending& spending) { Payment({spending}).ask(); }

// Every store keeps the same promises. (PostgreSQL: tests/systems/ledger_postgresql.)
class LedgerStores : public ::testing::TestWithParam<std::string> {
 protected:
  std::string ledger() const { return GetParam() + folder_.file("d.ledger.jsonl"); }
  Spending spending(double epsilon, std::optional<double> budget = {}) const {
    return {.ledger = ledger(),
            .budget = budget,
            .dataset = "d",
            .purpose = "p",
            .mechanism = "grr",
            .guarantee = local_report_guarantee(epsilon, epsilon)};
  }
  LedgerContents read() const { return open_ledger(ledger()).read(); }

  testing::TemporaryDirectory folder_;
};

// A survey of three collections costs three entries: all of them are there, or none is.
TEST_P(LedgerStores, TakesSeveralEntriesTogetherOrNone) {
  Payment three({spending(0.3, 1), spending(0.3), spending(0.3)});
  three.ask();
  EXPECT_EQ(folder_.entries(), 0U) << "asking makes nothing";
  three.reserve();
  EXPECT_EQ(three.receipt()->lines(), (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(three.receipt()->head(), read().head);
  EXPECT_EQ(three.receipt()->total().epsilon.text(), "0.900000000");
  three.commit();
  Payment two({spending(0.1), spending(0.1)});  // one of them would fit
  for (const auto& asked : {std::function<void()>([&] { two.ask(); }), std::function<void()>([&] { two.reserve(); })}) {
    const std::string refusal = testing::error_message(ErrorCode::budget_refused, asked);
    EXPECT_NE(refusal.find("0.900000000 is spent and this would cost 0.200000000"), std::string::npos) << refusal;
  }
  EXPECT_EQ(read().records.size(), 3U);
  Payment cancelled({spending(0.05), spending(0.05)});
  cancelled.reserve();
  cancelled.cancel();
  const LedgerContents contents = read();
  EXPECT_EQ(contents.head.count, 10U) << "five entries, each of which was closed";
  EXPECT_EQ(total_of(contents, "d").epsilon.text(), "0.900000000");
  for (std::size_t i = 0; i < contents.records.size(); ++i) {
    EXPECT_EQ(contents.records[i].state, i < 3 ? RecordState::committed : RecordState::cancelled);
  }
}

TEST_P(LedgerStores, RemembersWhatWasReservedAndCommitted) {
  ask_for(spending(0.4, 1));
  EXPECT_EQ(folder_.entries(), 0U) << "asking makes nothing";
  Payment first = reserved(spending(0.4, 1));
  EXPECT_EQ(first.receipt()->head().count, 1U);
  first.commit();
  Payment open = reserved(spending(0.5));
  EXPECT_EQ(testing::error_code([&] { reserved(spending(0.2)); }), ErrorCode::budget_refused);
  EXPECT_EQ(testing::error_code([&] { ask_for(spending(0.2)); }), ErrorCode::budget_refused);
  open.cancel();
  reserved(spending(0.6)).commit();
  const LedgerContents contents = read();
  EXPECT_EQ(contents.head.count, 6U);
  EXPECT_EQ(total_of(contents, "d").epsilon.text(), "1.000000000");
  EXPECT_EQ(contents.records[0].entry.unit, Unit::report_value);
  EXPECT_EQ(contents.records[0].entry.mechanism, "grr");
  EXPECT_EQ(require_head(contents, {.hash = first.receipt()->head().hash, .source = "a release"}, "it"), 1U);
  EXPECT_NE(testing::input_error([&] {
              require_head(contents, {.hash = first.receipt()->head().hash, .count = 2, .source = "a release"}, "it");
            }),
            "no error");
  EXPECT_NE(testing::input_error(
                [&] { require_head(contents, {.hash = std::string(64, 'a'), .source = "a release"}, "it"); }),
            "no error");
}

TEST_P(LedgerStores, NoLedgerIsNotAnEmptyOne) {
  EXPECT_FALSE(read().is_there);
  EXPECT_EQ(testing::input_error([&] { open_ledger(ledger()).read_existing(); }),
            "there is no ledger '" + ledger() + "'");
  reserved(spending(0.4)).cancel();
  EXPECT_TRUE(open_ledger(ledger()).read_existing().is_there);
}

TEST_P(LedgerStores, ABudgetOfAnotherDataSetIsNoted) {
  testing::write_all(folder_.file("limits.toml"), "dataset = \"other\"\n[total]\nepsilon = 1\n");
  const Ledger limited = open_ledger(ledger(), folder_.file("limits.toml"));
  EXPECT_TRUE(other_budget_notes(limited, "other").empty());
  ASSERT_EQ(other_budget_notes(limited, "d").size(), 1U);
  EXPECT_NE(other_budget_notes(limited, "d")[0].find("is for data set 'other' and does not hold for 'd'"),
            std::string::npos);
}

TEST_P(LedgerStores, ARefusalLeavesNothing) {
  EXPECT_EQ(testing::error_code([&] { reserved(spending(2, 1)); }), ErrorCode::budget_refused);
  EXPECT_EQ(folder_.entries(), 0U);
}

TEST_P(LedgerStores, RecordsWhatHappenedBeyondAnyLimit) {
  reserved(spending(0.7, 1)).commit();
  Payment elsewhere(open_ledger(ledger()), entry_of(spending(0.7)));
  EXPECT_EQ(testing::error_code([&] { elsewhere.ask(); }), ErrorCode::budget_refused);
  elsewhere.record();
  EXPECT_EQ(elsewhere.receipt()->total().epsilon.text(), "1.400000000");
  EXPECT_EQ(read().records.back().state, RecordState::committed);
}

TEST_P(LedgerStores, HoldsTheBudgetFile) {
  testing::write_all(folder_.file("limits.toml"), "[total]\nepsilon = 1\n");
  Spending asked = spending(0.7);
  asked.budget_file = folder_.file("limits.toml");
  reserved(asked).commit();
  EXPECT_EQ(testing::error_code([&] { reserved(asked); }), ErrorCode::budget_refused);
  asked.is_seeded = true;
  reserved(asked).commit();
  EXPECT_EQ(total_of(read(), "d").not_private, 1U);
  EXPECT_EQ(total_of(read(), "d").epsilon.text(), "0.700000000");
}

TEST_P(LedgerStores, ManyAtOnceAreAllThereOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int j = 0; j < 5; ++j) {
        try {
          reserved(spending(0.1, 1)).commit();
        } catch (const Error& error) {
          EXPECT_EQ(error.code(), ErrorCode::budget_refused) << error.what();
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(read().records.size(), 10U);
  EXPECT_EQ(total_of(read(), "d").epsilon.text(), "1.000000000");
}

TEST_P(LedgerStores, SaysWhyAHeadIsNoHead) {
  EXPECT_NE(testing::input_error([&] { known_head("nowhere"); }), "no error");
  EXPECT_NE(testing::input_error([&] { known_head(folder_.path().string()); }), "no error");
  testing::write_all(folder_.file("manifest.json"), "{}");
  EXPECT_NE(testing::input_error([&] { known_head(folder_.path().string()); }).find("does not say"), std::string::npos);
  testing::write_all(folder_.file("manifest.json"), R"({"ledger_head":{"count":3,"hash":"ab"}})");
  EXPECT_EQ(known_head(folder_.path().string()).count, 3U);
}

INSTANTIATE_TEST_SUITE_P(All, LedgerStores, ::testing::Values("", "sqlite:"));

TEST(LedgerNames, AreFilesOrDatabases) {
  EXPECT_NE(testing::input_error([] { open_ledger_store(""); }), "no error");
  EXPECT_NE(testing::input_error([] { open_ledger_store("-"); }), "no error");
  for (const char* nowhere : {"sqlite:", "sqlite::memory:", "sqlite:file::memory:", "sqlite:file:x.db?mode=memory"}) {
    EXPECT_NE(testing::input_error([&] { open_ledger(nowhere); }).find("needs a path"), std::string::npos) << nowhere;
  }
  EXPECT_TRUE(is_database("postgresql://x/y"));
  EXPECT_FALSE(is_database("x/postgresql"));
  const testing::TemporaryDirectory folder;
  testing::write_all(folder.file("no.db"), "this is no database, but it is long enough to look like one to SQLite");
  EXPECT_NE(testing::input_error([&] { open_ledger("sqlite:" + folder.file("no.db")).read(); }), "no error");
}

}  // namespace
}  // namespace sourdine
