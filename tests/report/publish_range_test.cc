#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/report/publish.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;

class PublishRange : public ::testing::Test {
 protected:
  std::optional<LedgerTotal> publish(const std::string& path, Random& random, std::optional<double> budget = {}) const {
    const std::vector<std::uint64_t> counts = {1, 2, 3, 4};
    const auto tree = CentralTree::build({.size = 4, .degree = 2, .epsilon = 1}, counts, random);
    return publish_range(*tree, path, {ledger_, budget});
  }
  std::string file(const std::string& name) const { return directory_.file(name); }
  std::uint64_t spent() const { return total_of(open_ledger(ledger_).read(), "d").epsilon.nano; }

  static constexpr std::uint64_t one = 1'000'000'000;
  testing::TemporaryDirectory directory_;
  std::string ledger_ = directory_.file("d.ledger.jsonl");
};

TEST_F(PublishRange, IsPaidFor) {
  const auto total = publish(file("a.srng"), SecureBits::this_thread());
  ASSERT_TRUE(total);
  EXPECT_EQ(total->epsilon.nano, one);
  EXPECT_EQ(spent(), one);
  EXPECT_TRUE(load_range(file("a.srng"))->is_private());
}

TEST_F(PublishRange, WithoutALedgerCostsNothingThatIsKnown) {
  ledger_.clear();
  EXPECT_FALSE(publish(file("a.srng"), SecureBits::this_thread()));
  EXPECT_EQ(directory_.entries(), 1U);
}

TEST_F(PublishRange, BeyondTheBudgetLeavesNothingBehind) {
  publish(file("a.srng"), SecureBits::this_thread(), 1.5);
  try {
    publish(file("b.srng"), SecureBits::this_thread());
    FAIL() << "published beyond the budget";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::budget_refused);
  }
  EXPECT_EQ(spent(), one);
  EXPECT_EQ(directory_.entries(), 3U);  // the file, the ledger and its head
}

TEST_F(PublishRange, PaysBeforeItWritesAndNotForWhatCannotBeOpened) {
  EXPECT_NE(input_error([&] { publish(file("no/such/folder.srng"), SecureBits::this_thread()); }), "no error");
  EXPECT_EQ(spent(), 0U);
  EXPECT_EQ(testing::io_error([&] { publish("/dev/full", SecureBits::this_thread()); }),
            "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(spent(), one);
}

TEST_F(PublishRange, RefusesALedgerThatCannotRemember) {
  publish(file("a.srng"), SecureBits::this_thread());
  EXPECT_EQ(input_error([&] { publish(ledger_, SecureBits::this_thread()); }),
            fmt::format("'{}' is the ledger and would be written over", ledger_));
  EXPECT_EQ(spent(), one);
  ledger_.assign(1, '-');
  EXPECT_EQ(input_error([&] { publish(file("b.srng"), SecureBits::this_thread()); }), "a ledger needs a file");
  ledger_.clear();
  EXPECT_EQ(input_error([&] { publish(file("b.srng"), SecureBits::this_thread(), 2); }),
            "a budget needs a ledger that adds up what is spent");
  EXPECT_EQ(directory_.entries(), 3U);  // the file, the ledger and its head
}

TEST_F(PublishRange, PaysForAStreamOnceWhenItBegins) {
  const auto total = publish_stream(StreamCounter({1, std::nullopt}), file("s.srng"), {ledger_, 1.5});
  ASSERT_TRUE(total);
  EXPECT_EQ(total->units, std::set<std::string>{"one record, in one step (add or remove one record)"});
  const auto one_step = [](const StreamCounter&) { return std::vector<std::uint64_t>{5}; };
  for (int i = 0; i < 3; ++i) append_to_stream(file("s.srng"), one_step, SecureSource());
  EXPECT_EQ(spent(), one);
  // Refused: not begun, not paid for, and nothing is left of it.
  EXPECT_NE(input_error([&] { publish_stream(StreamCounter({1, 9}), file("t.srng"), {ledger_, {}}); }), "no error");
  EXPECT_NE(input_error([&] { publish_stream(StreamCounter({1, 9}), file("s.srng"), {ledger_, 9}); }), "no error");
  EXPECT_EQ(input_error([&] {
              publish_stream(StreamCounter({1, 9}), "-", {ledger_, 9});
            }),
            "a stream needs a file that it can go on in");
  EXPECT_EQ(spent(), one);
  EXPECT_EQ(directory_.entries(), 3U);  // the file, the ledger and its head
  EXPECT_EQ(load_stream(file("s.srng"))->size(), 3U);
}

TEST_F(PublishRange, PaysForGrids) {
  const std::vector<std::uint64_t> counts(6, 1);
  const Grid grid = Grid::build({.rows = 2, .columns = 3, .row_degree = 2, .column_degree = 3, .epsilon = 0.5}, counts,
                                SecureBits::this_thread());
  publish_grid(grid, file("g.srng"), {ledger_, {}});
  EXPECT_EQ(spent(), one / 2);
}

TEST_F(PublishRange, ReplacesRangeFilesWhenAskedAndNothingElse) {
  publish(file("a.srng"), SecureBits::this_thread());
  refuse_other_file(file("a.srng"), true);
  EXPECT_EQ(input_error([&] { refuse_other_file(file("a.srng"), false); }),
            fmt::format("'{}' is there already: a range structure that may have been paid for", file("a.srng")));
  refuse_other_file(file("absent"), false);
  EXPECT_EQ(input_error([&] { refuse_other_file(ledger_, true); }),
            fmt::format("'{}' is there and is no range file", ledger_));
}

// The first and the last value of the data are published with certainty, whatever ε says: paid for, but no guarantee.
TEST_F(PublishRange, BoundsFromTheDataAreRecordedWithoutAGuarantee) {
  const std::vector<std::uint64_t> counts = {1, 2, 3, 4};
  const auto tree = CentralTree::build({.size = 4, .degree = 2, .epsilon = 1}, counts, SecureBits::this_thread());
  tree->set_domain(R"({"bin":1,"bounds":"given","from":0,"kind":"numbers","to":3})");
  EXPECT_EQ(publish_range(*tree, file("given.srng"), {ledger_, {}})->not_private, 0U);
  tree->set_domain(R"({"bin":1,"bounds":"data","from":0,"kind":"numbers","to":3})");
  const auto total = publish_range(*tree, file("data.srng"), {ledger_, {}});
  EXPECT_EQ(total->not_private, 1U);
  EXPECT_EQ(total->epsilon.nano, 2 * one);
}

TEST_F(PublishRange, AnEpsilonThatProtectsNobodyIsRecordedWithoutAGuarantee) {
  const std::vector<std::uint64_t> counts = {1, 2, 3, 4};
  const auto tree = CentralTree::build({.size = 4, .degree = 2, .epsilon = 21}, counts, SecureBits::this_thread());
  EXPECT_EQ(publish_range(*tree, file("a.srng"), {ledger_, {}})->not_private, 1U);
}

TEST_F(PublishRange, TheBudgetCanBeAskedBeforeThereIsNoise) {
  EXPECT_NO_THROW(require_range_budget({ledger_, 1.5}, {.epsilon = 1}, "b.srng"));
  EXPECT_FALSE(std::filesystem::exists(ledger_)) << "asking makes no ledger";
  publish(file("a.srng"), SecureBits::this_thread(), 1.5);
  EXPECT_EQ(testing::error_code([&] {
              require_range_budget({ledger_, {}}, {.epsilon = 1}, "b.srng");
            }),
            ErrorCode::budget_refused);
  EXPECT_NO_THROW(require_range_budget({ledger_, {}}, {.epsilon = 0.5}, "b.srng"));
  EXPECT_NO_THROW(require_range_budget({}, {.epsilon = 1e6}, "b.srng")) << "without a ledger there is no budget";
  EXPECT_EQ(spent(), one);
}

TEST_F(PublishRange, RecordsSeededStructuresAtNoCost) {
  SeededBits seeded(1);
  const auto total = publish(file("a.srng"), seeded);
  ASSERT_TRUE(total);
  EXPECT_EQ(total->epsilon.nano, 0U);
  EXPECT_EQ(total->not_private, 1U);
}

}  // namespace
}  // namespace sourdine
