// What a survey goes on with, what it can know when it publishes, and what it writes over.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/ledger_store/payment.h"
#include "sourdine/random/memo_key.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/survey/gather.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/spending.h"
#include "support/errors.h"
#include "support/temporary_directory.h"
#include "survey/publishing.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::EstimatedSurvey;
using testing::Estimating;
using testing::input_error;
using testing::publish_survey;
using testing::randomize_survey;
using testing::RandomizedSurvey;
using testing::Randomizing;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

constexpr const char* counted_memo = "memo_key = \"my.key\"\ncap = 2\nstate = \"kept\"\n";

class KeptSurvey : public ::testing::Test {
 protected:
  // Three answers, ε = 4 of each.
  PreparedSurvey ground(const std::string& privacy) const {
    return prepare_survey(
        parse_survey_config("[people]\nid = \"who\"\n[[attribute]]\nname = \"mood\"\nlabels = [\"a\", \"b\", \"c\"]\n"
                            "[privacy]\nepsilon = 4\n" +
                                privacy,
                            folder_.file("my.toml")));
  }
  RandomizedSurvey reported(const PreparedSurvey& from, const std::string& collection, bool is_lost = false,
                            std::optional<std::uint64_t> seed = {}) const {
    write_all(folder_.file("people.csv"), "who,mood\nann,a\nbob,b\neve,c\n");
    if (!seed && !has("my.key")) open_memo_key(folder_.file("my.key"));
    Randomizing options{.source = folder_.file("people.csv"),
                        .out = folder_.file(collection + ".srep"),
                        .collection = collection,
                        .memory = {.lost_state = is_lost}};
    if (!seed) return randomize_survey(from, SecureSource(), options);
    options.secret = seeded_row_secret(*seed);
    return randomize_survey(from, SeededSource(*seed), options);
  }
  EstimatedSurvey published(const PreparedSurvey& from, const std::vector<std::string>& collections) {
    Estimating options{.files = {}, .directory = folder_.file(fmt::format("out{}", made_++))};
    for (const std::string& collection : collections) options.files.push_back(folder_.file(collection + ".srep"));
    return publish_survey(from, options);
  }
  bool has(const std::string& file) const { return std::filesystem::exists(folder_.file(file)); }
  // As if it had been lost, and another one written.
  void change_key() const {
    std::filesystem::remove(folder_.file("my.key"));
    open_memo_key(folder_.file("my.key"));
  }

  TemporaryDirectory folder_;
  int made_ = 0;
};

// Before anything is drawn it is asked for all of them together: neither key, state nor ledger have changed.
TEST_F(KeptSurvey, ABudgetOfOneCollectionRefusesThree) {
  write_all(folder_.file("people.csv"), "who,month,mood\nann,1,a\nann,2,b\nann,3,c\n");
  const PreparedSurvey survey = prepare_survey(
      parse_survey_config("[people]\nid = \"who\"\ncollection = \"month\"\n[[attribute]]\nname = \"mood\"\n"
                          "labels = [\"a\", \"b\", \"c\"]\n[privacy]\nepsilon = 4\nmemo_key = \"my.key\"\ncap = 3\n"
                          "state = \"kept\"\nbudget = 7\n",
                          folder_.file("my.toml")));
  std::vector<std::string> steps;
  const Randomizing three{.source = folder_.file("people.csv"),
                          .out = folder_.file("out"),
                          .memory = {.draws_key = true},
                          .progress = [&](const std::string& step) { steps.push_back(step); }};
  EXPECT_EQ(error_code([&] { randomize_survey(survey, SecureSource(), three); }), ErrorCode::budget_refused);
  EXPECT_EQ(steps, std::vector<std::string>{"reading the people"});
  EXPECT_FALSE(has("my.key"));
  EXPECT_FALSE(find_symbol_state(survey.config.state_file()));
  EXPECT_FALSE(has("my.ledger.jsonl"));
  EXPECT_FALSE(has("out"));
  Randomizing first = three;
  first.collection = "1";
  first.out = folder_.file("1.srep");
  EXPECT_NEAR(randomize_survey(survey, SecureSource(), first).spent.epsilon.value(), 4, 1e-6);
  const std::string state = read_all(survey.config.state_file()), ledger = read_all(folder_.file("my.ledger.jsonl"));
  first.memory.draws_key = false;
  first.collection = "2";
  first.out = folder_.file("2.srep");
  EXPECT_EQ(error_code([&] { randomize_survey(survey, SecureSource(), first); }), ErrorCode::budget_refused);
  EXPECT_EQ(read_all(survey.config.state_file()), state);
  EXPECT_EQ(read_all(folder_.file("my.ledger.jsonl")), ledger);
}

// With another key people draw other permanent responses: neither the state's count nor the ledger's would hold.
TEST_F(KeptSurvey, GoesOnUnderOneKeyOnly) {
  const PreparedSurvey survey = ground(counted_memo);
  reported(survey, "1");
  EXPECT_NEAR(reported(survey, "2").spent.epsilon.value(), 8, 1e-6);
  const std::string ledger = read_all(folder_.file("my.ledger.jsonl"));
  const std::string state = read_all(folder_.file("kept/my.ssym"));
  change_key();
  EXPECT_NE(input_error([&] { reported(survey, "3"); }).find("under another key"), std::string::npos);
  PreparedSurvey elsewhere = ground(counted_memo);
  elsewhere.config.head.ledger_name = folder_.file("other.ledger.jsonl");
  EXPECT_NE(input_error([&] { reported(elsewhere, "3"); }).find("was kept under another key"), std::string::npos);
  EXPECT_EQ(error_code([&] { reported(ground("memo_key = \"my.key\"\n"), "3"); }), ErrorCode::bad_input);
  std::filesystem::rename(folder_.file("kept"), folder_.file("aside"));
  EXPECT_EQ(error_code([&] { reported(survey, "3", true); }), ErrorCode::bad_input);
  EXPECT_EQ(read_all(folder_.file("my.ledger.jsonl")), ledger);
  EXPECT_EQ(read_all(folder_.file("aside/my.ssym")), state);
  EXPECT_FALSE(has("3.srep"));
}

TEST_F(KeptSurvey, DrawsAKeyBeforeTheFirstCollectionOnly) {
  PreparedSurvey survey = ground(counted_memo);
  reported(survey, "1");
  std::filesystem::remove(folder_.file("my.key"));
  Randomizing options{.source = folder_.file("people.csv"),
                      .out = folder_.file("2.srep"),
                      .collection = "2",
                      .memory = {.draws_key = true}};
  const auto refusal = [&] { return input_error([&] { randomize_survey(survey, SecureSource(), options); }); };
  EXPECT_NE(refusal().find("under a key already"), std::string::npos);  // state and ledger
  std::filesystem::rename(folder_.file("kept"), folder_.file("aside"));
  EXPECT_NE(refusal().find("under a key already"), std::string::npos);  // the ledger alone
  std::filesystem::rename(folder_.file("aside"), folder_.file("kept"));
  survey.config.head.ledger_name = folder_.file("other.ledger.jsonl");
  EXPECT_NE(refusal().find("under a key already"), std::string::npos);  // the state alone
  EXPECT_FALSE(has("my.key"));
}

TEST_F(KeptSurvey, ASeededStateHasOneSeed) {
  const PreparedSurvey survey = ground(counted_memo);
  reported(survey, "1", false, 1);
  EXPECT_NE(input_error([&] { reported(survey, "2", false, 2); }).find("under another seed"), std::string::npos);
  reported(survey, "2", false, 1);
}

// Whichever step the ledger has, and not what was cancelled.
TEST_F(KeptSurvey, KnowsTheKeysOfEveryStep) {
  const PreparedSurvey survey = ground(counted_memo);
  const RowSecret first = RowSecret::draw(), second = RowSecret::draw();
  const auto spending = [&](const RowSecret& secret, std::uint64_t symbols) {
    Spending step = repeated_spending(survey, secret, SymbolCap::enforced, symbols);
    step.purpose = "x";
    return step;
  };
  const auto paid = [&](const RowSecret& secret, std::uint64_t symbols) {
    Payment payment({spending(secret, symbols)});
    payment.reserve();
    return payment;
  };
  paid(first, 1).cancel();
  EXPECT_TRUE(keys_with_collections(survey, {}).empty());
  paid(first, 2);  // never closed
  EXPECT_EQ(keys_with_collections(survey, {}), std::set<std::string>{key_name(survey, first)});
  paid(second, 0).commit();
  EXPECT_EQ(keys_with_collections(survey, {}),
            (std::set<std::string>{key_name(survey, first), key_name(survey, second)}));
  EXPECT_TRUE(keys_with_collections(ground("memo_key = \"k\"\noracle = \"l-osue\"\n"), {}).empty());
}

// A disk that is full: the state stays as it was, nothing is spent, and the collection is made later.
TEST_F(KeptSurvey, AStateThatCannotBeKeptSpendsNothing) {
  const PreparedSurvey survey = ground("memo_key = \"my.key\"\ncap = 3\nstate = \"kept\"\n");
  reported(survey, "1");
  const std::string state = read_all(folder_.file("kept/my.ssym"));
  write_all(folder_.file("people.csv"), fmt::format("who,mood\n{},a\n", std::string(100'000, 'x')));
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  Randomizing options{.source = folder_.file("people.csv"), .out = folder_.file("2.srep"), .collection = "2"};
  options.progress = [&](const std::string&) {
    const rlimit small{.rlim_cur = 50'000, .rlim_max = before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  };
  EXPECT_THROW(randomize_survey(survey, SecureSource(), options), Error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_all(folder_.file("kept/my.ssym")), state);
  EXPECT_FALSE(has("2.srep"));
  EXPECT_NE(read_all(folder_.file("my.ledger.jsonl")).find("\"cancel\""), std::string::npos);
  EXPECT_NEAR(reported(survey, "2").spent.epsilon.value(), 8, 1e-6);
  EXPECT_NEAR(reported(survey, "3").spent.epsilon.value(), 12, 1e-6);
}

// The disk is full when reports are written: they are paid for, and not there.
TEST_F(KeptSurvey, ReportsThatCannotBeWrittenStayCharged) {
  std::string rows = "who,mood\n";
  for (int i = 0; i < 100'000; ++i) rows += fmt::format("{},a\n", i);
  write_all(folder_.file("people.csv"), rows);
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  Randomizing full{.source = folder_.file("people.csv"), .out = folder_.file("1.srep"), .collection = "1"};
  full.progress = [&](const std::string&) {
    const rlimit small{.rlim_cur = 50'000, .rlim_max = before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  };
  EXPECT_THROW(randomize_survey(ground(""), SecureSource(), full), Error);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_FALSE(has("1.srep"));
  const std::string ledger = read_all(folder_.file("my.ledger.jsonl"));
  EXPECT_NE(ledger.find("\"reserve\""), std::string::npos);
  EXPECT_EQ(ledger.find("\"cancel\""), std::string::npos);
  EXPECT_EQ(ledger.find("\"commit\""), std::string::npos);
}

// A cap is stated where the state is that counted all of it, and nowhere else.
TEST_F(KeptSurvey, StatesTheCapThatWasKept) {
  const PreparedSurvey survey = ground(counted_memo);
  for (const char* collection : {"1", "2", "3"}) reported(survey, collection);
  const EstimatedSurvey near = published(survey, {"1", "2", "3"});
  EXPECT_EQ(near.facts.cap, SymbolCap::enforced);
  EXPECT_NEAR(survey_guarantee(survey, near.facts).epsilon, 8, 1e-6);
  EXPECT_NEAR(survey_guarantee(survey, near.facts).epsilon_asked, 8, 1e-6);
  // A raised cap is one that was kept, a lower one was not.
  const std::string memo = "memo_key = \"my.key\"\nstate = \"kept\"\n";
  EXPECT_EQ(published(ground(memo + "cap = 3\n"), {"1"}).facts.cap, SymbolCap::enforced);
  EXPECT_EQ(published(ground(memo + "cap = 1\n"), {"1"}).facts.cap, SymbolCap::none);
  // Elsewhere, and of another survey.
  const EstimatedSurvey far = published(ground("memo_key = \"my.key\"\ncap = 2\nstate = \"none\"\n"), {"1", "2", "3"});
  EXPECT_EQ(far.facts.cap, SymbolCap::none);
  EXPECT_NEAR(survey_guarantee(ground("memo_key = \"my.key\"\ncap = 2\nstate = \"none\"\n"), far.facts).epsilon, 12,
              1e-6);
  EXPECT_NE(far.promise.english.holds[2].find("is not known here"), std::string::npos);
  PreparedSurvey other = ground(counted_memo);
  other.config.head.dataset = "other";
  std::filesystem::copy_file(folder_.file("kept/my.ssym"), folder_.file("kept/other.ssym"));
  EXPECT_EQ(published(other, {"1"}).facts.cap, SymbolCap::none);
}

TEST_F(KeptSurvey, StatesNoCapOfWhatWasNotCounted) {
  const PreparedSurvey survey = ground(counted_memo);
  reported(survey, "1");
  std::filesystem::rename(folder_.file("kept"), folder_.file("aside"));
  reported(survey, "2", true);
  const EstimatedSurvey lost = published(survey, {"1", "2"});
  EXPECT_EQ(lost.facts.cap, SymbolCap::lost);
  // The old state, brought back, has not counted the second collection.
  std::filesystem::rename(folder_.file("kept"), folder_.file("lost"));
  std::filesystem::rename(folder_.file("aside"), folder_.file("kept"));
  EXPECT_EQ(published(survey, {"1"}).facts.cap, SymbolCap::enforced);
  EXPECT_EQ(published(survey, {"1", "2"}).facts.cap, SymbolCap::none);
  EXPECT_EQ(nlohmann::json::parse(read_all(folder_.file("out2/manifest.json"))).at("lifetime").at("cap"), "unknown");
}

// What is asked of a person is no more than all answers there are.
TEST_F(KeptSurvey, AsksForNoMoreThanThereIs) {
  const PreparedSurvey survey = ground("memo_key = \"my.key\"\n");
  const SurveyFacts facts{.collections = std::vector<std::string>(7), .people = std::vector<std::uint64_t>(7)};
  const Guarantee guarantee = survey_guarantee(survey, facts);
  EXPECT_NEAR(guarantee.epsilon, 3 * 4, 1e-6);
  EXPECT_NEAR(guarantee.epsilon_asked, 3 * 4, 1e-6);
}

// Without a memo every collection spends again, as the ledger has it.
TEST_F(KeptSurvey, FreshReportsAddUp) {
  const PreparedSurvey survey = ground("");
  EXPECT_NEAR(reported(survey, "1").spent.epsilon.value(), 4, 1e-6);
  EXPECT_NEAR(reported(survey, "2").spent.epsilon.value(), 8, 1e-6);
  const EstimatedSurvey single = published(survey, {"1"}), both = published(survey, {"1", "2"});
  const Guarantee guarantee = survey_guarantee(survey, both.facts);
  EXPECT_EQ(survey_guarantee(survey, single.facts).epsilon, survey.protocol->epsilon());
  EXPECT_NEAR(guarantee.epsilon, 8, 1e-6);
  EXPECT_GE(guarantee.epsilon, 2 * survey.protocol->epsilon());
  EXPECT_EQ(guarantee.unit, Unit::person);
  EXPECT_NE(both.promise.english.promise.find("in one collection"), std::string::npos);
  EXPECT_NE(both.promise.english.holds[0].find("epsilon 8 at most"), std::string::npos);
  EXPECT_NE(read_all(folder_.file("out1/PRIVACY.md")).find("| ε of everything a person reported here | 8.000"),
            std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(read_all(folder_.file("out1/manifest.json"))).at("guarantee").at("epsilon"),
            guarantee.epsilon);
  const auto worst_total = [&](int out) {
    return nlohmann::json::parse(
        read_all(folder_.file(fmt::format("out{}/page.json", out))))["guarantee"]["worst_total"];
  };
  EXPECT_TRUE(worst_total(0).is_null());
  EXPECT_EQ(worst_total(1), guarantee.epsilon);
}

// A second file of a collection may be a second report of everybody: the total counts collections.
TEST_F(KeptSurvey, ACollectionOfAMemoIsOneFile) {
  const PreparedSurvey survey = ground("memo_key = \"my.key\"\n");
  reported(survey, "1");
  std::filesystem::rename(folder_.file("1.srep"), folder_.file("first.srep"));
  reported(survey, "1");
  EXPECT_NE(input_error([&] {
              published(survey, {"first", "1"});
            }).find("in which a person reports once"),
            std::string::npos);
  EXPECT_EQ(published(survey, {"1"}).facts.people, std::vector<std::uint64_t>{3});
  const PreparedSurvey once = ground("");  // parts of one collection
  reported(once, "a");
  std::filesystem::rename(folder_.file("a.srep"), folder_.file("b.srep"));
  reported(once, "a");
  EXPECT_EQ(published(once, {"a", "b"}).facts.people, std::vector<std::uint64_t>{6});
}

TEST_F(KeptSurvey, ReplacesASurveyAndNoRelease) {
  const PreparedSurvey survey = ground("");
  reported(survey, "1");
  Estimating options{
      .files = {folder_.file("1.srep")}, .directory = folder_.file("release"), .confidence = 0.9, .replaces = true};
  std::filesystem::create_directory(folder_.file("release"));
  write_all(folder_.file("release/estimates.csv"), "");
  for (const char* manifest : {"{\"schema\": 1}", "{\"kind\": \"blur\"}", "[]", "", "{"}) {
    write_all(folder_.file("release/manifest.json"), manifest);
    EXPECT_NE(input_error([&] { publish_survey(survey, options); }).find("holds no survey"), std::string::npos);
  }
  EXPECT_TRUE(has("release/estimates.csv"));
  options.directory = folder_.file("survey");
  publish_survey(survey, options);
  publish_survey(survey, options);
}

TEST_F(KeptSurvey, ReplacesReportsAndNothingElse) {
  const PreparedSurvey survey = ground("");
  reported(survey, "1");
  Randomizing options{
      .source = folder_.file("people.csv"), .out = folder_.file("1.srep"), .collection = "1", .replaces = true};
  randomize_survey(survey, SecureSource(), options);
  for (const char* text : {"who,mood\n", "", "\211STLY\r\n\032 and more"}) {
    options.out = folder_.file("mine");
    write_all(options.out, text);
    EXPECT_NE(input_error([&] { randomize_survey(survey, SecureSource(), options); }).find("is no report file"),
              std::string::npos);
    EXPECT_EQ(read_all(options.out), text);
  }
}

TEST(SurveyFiles, DirectoriesHoldFilesOfOneKindAndNoneThatIsRead) {
  const TemporaryDirectory folder;
  std::filesystem::create_directories(folder.file("out/deep.stly"));
  const auto refusal = [&] {
    return input_error([&] { refuse_other_files(folder.file("out"), "tally file", ".stly"); });
  };
  EXPECT_NE(refusal().find("'deep.stly', which is no tally file"), std::string::npos);
  std::filesystem::remove(folder.file("out/deep.stly"));
  write_all(folder.file("out/a.stly"), "");
  refuse_other_files(folder.file("out"), "tally file", ".stly");
  write_all(folder.file("out/notes.txt"), "");
  EXPECT_NE(refusal().find("'notes.txt'"), std::string::npos);
  for (const char* inside : {"out/a.stly", "out/../out/a.stly", "out/deep/b.srep", "out"}) {
    EXPECT_EQ(error_code([&] { refuse_output_containing_inputs(folder.file("out"), {folder.file(inside)}); }),
              ErrorCode::bad_input);
    EXPECT_EQ(error_code([&] { refuse_output_containing_inputs(folder.file("out/"), {folder.file(inside)}); }),
              ErrorCode::bad_input);
  }
  refuse_output_containing_inputs(folder.file("out"), {folder.file("a.stly"), folder.file("outer/a.stly")});
  for (const char* name : {"", ".", "..", ".a", "a/b", "a\nb"}) {
    EXPECT_EQ(error_code([&] { require_file_name(name); }), ErrorCode::bad_input) << name;
  }
  require_file_name("2026-01");
}

}  // namespace
}  // namespace sourdine
