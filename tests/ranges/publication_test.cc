#include "sourdine/ranges/publication.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "sourdine/publish/sums.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_file.h"
#include "sourdine/ranges/answers_publication.h"
#include "sourdine/ranges/stream.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::input_error;

class PublishRanges : public ::testing::Test {
 protected:
  PublishRanges() { testing::write_all(file("rows.csv"), "n,town\n0,Dole\n3,Ornans\n"); }

  RangesConfig config(double epsilon = 1) const {
    RangesConfig config{.head = head(), .rows = {}, .recipe = {.epsilon = epsilon}};
    config.rows.source = file("rows.csv");
    config.rows.column = "n";
    config.rows.from = "0";
    config.rows.to = "9";
    return config;
  }
  RangesConfig grid(double epsilon = 1) const {
    RangesConfig asked = config(epsilon);
    asked.rows.place = "town";
    asked.rows.places = {"Dole", "Ornans"};
    return asked;
  }
  Head head() const {
    Head head{.path = {}, .title = "ranges", .dataset = "d"};
    head.ledger_name = ledger_;
    head.budget = budget_;
    return head;
  }
  Published publish(RangesConfig config, const std::string& name, const RandomSource& random = SecureSource(),
                    bool replaces = false) const {
    PreparedRanges ranges(std::move(config));
    return sourdine::publish(ranges, {.out = file(name), .replaces = replaces}, random);
  }
  std::string file(const std::string& name) const { return directory_.file(name); }
  std::uint64_t spent() const { return total_of(open_ledger(ledger_).read(), "d").epsilon.nano; }

  static constexpr std::uint64_t one = 1'000'000'000;
  testing::TemporaryDirectory directory_;
  std::string ledger_ = directory_.file("d.ledger.jsonl");
  std::optional<double> budget_ = {};
};

TEST_F(PublishRanges, ArePaidFor) {
  EXPECT_EQ(publish(config(), "a.srng").payment.receipt()->total().epsilon.nano, one);
  EXPECT_EQ(publish(grid(0.5), "g.srng").payment.receipt()->total().epsilon.nano, one + one / 2);
  EXPECT_TRUE(OpenRange::load(file("a.srng")).is_private());
  EXPECT_TRUE(OpenRange::load(file("g.srng")).has_places());
}

TEST_F(PublishRanges, WithoutALedgerCostNothingThatIsKnown) {
  ledger_.clear();
  EXPECT_TRUE(publish(config(), "a.srng").payment.is_free());
  EXPECT_EQ(directory_.entries(), 2U);
}

TEST_F(PublishRanges, BeyondTheBudgetLeaveNothingBehind) {
  budget_ = 1.5;
  publish(config(), "a.srng");
  budget_.reset();
  EXPECT_EQ(error_code([&] { publish(config(), "b.srng"); }), ErrorCode::budget_refused);
  EXPECT_EQ(spent(), one);
  EXPECT_EQ(directory_.entries(), 4U);  // the rows, the file, the ledger and its head
}

TEST_F(PublishRanges, ArePaidBeforeTheyAreWrittenAndNotForWhatCannotBeOpened) {
  EXPECT_NE(input_error([&] { publish(config(), "no/such/folder.srng"); }), "no error");
  EXPECT_EQ(spent(), 0U);
  PreparedRanges ranges(config());
  EXPECT_EQ(testing::io_error([&] { sourdine::publish(ranges, {.out = "/dev/full"}, SecureSource()); }),
            "cannot write '/dev/full': No space left on device");
  EXPECT_EQ(spent(), one);
}

TEST_F(PublishRanges, NeedALedgerThatCanRemember) {
  Head head = this->head();
  EXPECT_EQ(input_error([&] { require_range_ledger(head, ledger_); }),
            fmt::format("'{}' is the ledger and would be written over", ledger_));
  head.ledger_name.assign(1, '-');
  EXPECT_EQ(input_error([&] { require_range_ledger(head, "b.srng"); }), "a ledger needs a file");
  head.ledger_name.clear();
  require_range_ledger(head, "b.srng");
  head.budget = 2;
  EXPECT_EQ(input_error([&] { require_range_ledger(head, "b.srng"); }),
            "a budget needs a ledger that adds up what is spent");
}

TEST_F(PublishRanges, ReplaceTheSameKindWhenAskedAndNothingElse) {
  const auto replace = [&](const RangesConfig& config, const std::string& name) {
    return input_error([&] { publish(config, name, SecureSource(), true); });
  };
  publish(config(), "a.srng");
  EXPECT_NE(input_error([&] { publish(config(), "a.srng"); }).find("exists already"), std::string::npos);
  EXPECT_EQ(replace(config(), "a.srng"), "no error");
  EXPECT_NE(replace(grid(), "a.srng").find("holds no ranges of places"), std::string::npos);
  EXPECT_NE(replace(config(), "rows.csv").find("is no range file"), std::string::npos);
  begin_stream(StreamCounter({1, std::nullopt}), file("s.srng"), head());
  EXPECT_NE(replace(config(), "s.srng").find("holds no ranges"), std::string::npos) << "a stream is kept";
  EXPECT_EQ(load_stream(file("s.srng"))->size(), 0U);
}

// The first and the last value of the data are published with certainty, whatever ε says: paid for, but no guarantee.
TEST_F(PublishRanges, BoundsFromTheDataAreRecordedWithoutAGuarantee) {
  EXPECT_EQ(publish(config(), "given.srng").payment.receipt()->total().not_private, 0U);
  RangesConfig asked = config();
  asked.rows.from.clear();
  const Published published = publish(asked, "data.srng");
  EXPECT_EQ(published.payment.receipt()->total().not_private, 1U);
  EXPECT_EQ(published.payment.receipt()->total().epsilon.nano, 2 * one);
}

TEST_F(PublishRanges, AnEpsilonThatProtectsNobodyIsRecordedWithoutAGuarantee) {
  EXPECT_EQ(publish(config(21), "a.srng").payment.receipt()->total().not_private, 1U);
}

TEST_F(PublishRanges, SeededOnesAreRecordedAtNoCost) {
  const Published published = publish(config(), "a.srng", SeededSource(1));
  EXPECT_EQ(published.payment.receipt()->total().epsilon.nano, 0U);
  EXPECT_EQ(published.payment.receipt()->total().not_private, 1U);
}

TEST_F(PublishRanges, AreCheckedWithoutSpending) {
  budget_ = 1.5;
  PreparedRanges ranges(config(2));
  const Checked checked = check(ranges, {.out = file("a.srng")}, SecureSource());
  ASSERT_EQ(checked.problems.size(), 1U);
  EXPECT_EQ(checked.problems.front().code(), ErrorCode::budget_refused);
  EXPECT_EQ(checked.spendings.front().mechanism, "central-tree");
  EXPECT_EQ(checked.outlook.facts.front().value, 2);
  EXPECT_EQ(directory_.entries(), 1U);
}

TEST_F(PublishRanges, AsADirectoryHaveATableAndAPage) {
  for (RangesConfig asked : {config(), grid()}) {
    asked.form = Form::directory;
    const std::string name = asked.rows.place.empty() ? "values" : "places";
    publish(asked, name);
    const std::string table = testing::read_all(file(name + "/estimates.csv"));
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), asked.rows.place.empty() ? 11 : 21);
    EXPECT_NE(testing::read_all(file(name + "/page.json")).find("\"spending\":"), std::string::npos);
    EXPECT_EQ(verify_sums(file(name)).files.size(), 6U);
    EXPECT_EQ(OpenRange::load(file(name)).has_places(), !asked.rows.place.empty());
  }
}

TEST_F(PublishRanges, AStreamIsPaidForOnceWhenItBegins) {
  budget_ = 1.5;
  const Payment payment = begin_stream(StreamCounter({1, std::nullopt}), file("s.srng"), head());
  EXPECT_EQ(payment.receipt()->total().units,
            std::set<std::string>{"one record, in one step (add or remove one record)"});
  const auto one_step = [](const StreamCounter&) { return std::vector<std::uint64_t>{5}; };
  for (int i = 0; i < 3; ++i) append_to_stream(file("s.srng"), one_step, SecureSource());
  EXPECT_EQ(spent(), one);
  // Refused: not begun, not paid for, and nothing is left of it.
  EXPECT_EQ(error_code([&] {
              begin_stream(StreamCounter({1, 9}), file("t.srng"), head());
            }),
            ErrorCode::budget_refused);
  budget_ = 9;
  EXPECT_NE(input_error([&] { begin_stream(StreamCounter({1, 9}), file("s.srng"), head()); }), "no error");
  EXPECT_EQ(input_error([&] {
              begin_stream(StreamCounter({1, 9}), "-", head());
            }),
            "a stream needs a file that it can go on in");
  EXPECT_EQ(spent(), one);
  EXPECT_FALSE(std::filesystem::exists(file("t.srng")));
  EXPECT_EQ(load_stream(file("s.srng"))->size(), 3U);
}

class PublishAnswers : public PublishRanges {
 protected:
  Published answer(const std::string& source, const std::string& name, AnswersConfig::Totals totals) const {
    AnswersConfig config{.head = head(), .source = file(source), .asked = {.ranges = {"0-4", "3"}}, .totals = totals};
    AnswersPublication answers(std::move(config));
    return sourdine::publish(answers, {.out = file(name)}, SecureSource());
  }
  static nlohmann::ordered_json source_of(const Published& published) { return published.drawn.facts.front().value; }
};

TEST_F(PublishAnswers, CostNothingAndNameWhatPaid) {
  publish(config(), "a.srng");
  const Published published = answer("a.srng", "answers", AnswersConfig::Totals::none);
  EXPECT_TRUE(published.payment.is_free());
  EXPECT_EQ(spent(), one);
  EXPECT_EQ(source_of(published).at("ledger").at("line"), 1);
  EXPECT_EQ(source_of(published).at("sha256").get<std::string>().size(), 64U);
  const std::string table = testing::read_all(file("answers/answers.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 3);
  EXPECT_NE(testing::read_all(file("answers/page.json")).find("\"is_this\":true"), std::string::npos);
  publish(config(), "b.srng");
  std::filesystem::rename(file("b.srng"), file("c.srng"));
  EXPECT_NE(input_error([&] { answer("c.srng", "more", AnswersConfig::Totals::none); }).find("has no entry"),
            std::string::npos);
}

// Two files may have one name, in two folders.
TEST_F(PublishAnswers, WereNotPaidByWhatCostSomethingElse) {
  RangesConfig cheaper = config();
  cheaper.recipe.epsilon /= 2;
  publish(cheaper, "a.srng");
  RangesConfig elsewhere = config();
  elsewhere.head.ledger_name.clear();
  publish(elsewhere, "b.srng");
  std::filesystem::rename(file("b.srng"), file("a.srng"));
  EXPECT_NE(input_error([&] { answer("a.srng", "answers", AnswersConfig::Totals::none); }).find("has no entry"),
            std::string::npos);
}

TEST_F(PublishAnswers, OfADirectoryNameItsFingerprint) {
  RangesConfig asked = config();
  asked.form = Form::directory;
  const std::string fingerprint = publish(asked, "values").fingerprint;
  EXPECT_EQ(source_of(answer("values", "answers", AnswersConfig::Totals::none)).at("fingerprint"), fingerprint);
  testing::write_all(file("values/estimates.csv"), "changed");
  EXPECT_NE(input_error([&] { answer("values", "more", AnswersConfig::Totals::none); }), "no error");
}

// A sum of a stream's file would let whoever sees later answers try what was in it.
TEST_F(PublishAnswers, OfAStreamAreItsTotalsAndSayNothingOfItsFile) {
  StreamCounter stream({1, std::nullopt});
  stream.set_domain(stream_domain({}, ""));
  begin_stream(stream, file("s.srng"), head());
  const auto steps = [](const StreamCounter&) { return std::vector<std::uint64_t>{5, 6, 7}; };
  append_to_stream(file("s.srng"), steps, SecureSource());
  const Published published = answer("s.srng", "answers", AnswersConfig::Totals::each);
  EXPECT_EQ(source_of(published).at("kind"), "stream");
  EXPECT_FALSE(source_of(published).contains("sha256"));
  const std::string table = testing::read_all(file("answers/answers.csv"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 4);
  EXPECT_NE(table.find("\n..3,"), std::string::npos) << table;
  publish(config(), "a.srng");
  EXPECT_NE(input_error([&] { answer("a.srng", "more", AnswersConfig::Totals::last); }), "no error");
}

}  // namespace
}  // namespace sourdine
