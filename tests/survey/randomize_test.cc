// From a table of people to reports, and from reports to what is published.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/base/sha256.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/longitudinal/collections.h"
#include "sourdine/protocol/in_memory.h"
#include "sourdine/publish/sums.h"
#include "sourdine/random/memo_key.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/survey/reports.h"
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

class Survey : public ::testing::Test {
 protected:
  static constexpr int people = 300;

  // Everybody moves on by one town and one mood every month.
  std::string table(int months, bool is_reversed = false) const {
    std::vector<std::string> rows;
    for (int month = 1; month <= months; ++month) {
      for (int i = 0; i < people; ++i) {
        rows.push_back(fmt::format("p{},{},m{},t{}\n", i, month, (i + month) % 3, (i + month) % 20));
      }
    }
    if (is_reversed) std::reverse(rows.begin(), rows.end());
    std::string text = "who,month,mood,town\n";
    for (const std::string& row : rows) text += row;
    return text;
  }
  PreparedSurvey ground(const std::string& privacy) const {
    std::string towns;
    for (int i = 0; i < 20; ++i) towns += fmt::format("{}\"t{}\"", i == 0 ? "" : ", ", i);
    return prepare_survey(
        parse_survey_config("[people]\nid = \"who\"\ncollection = \"month\"\n[[attribute]]\nname = \"mood\"\n"
                            "labels = [\"m0\", \"m1\", \"m2\"]\n[[attribute]]\nname = \"town\"\nlabels = [" +
                                towns + "]\n[privacy]\nepsilon = 2\nmemo_key = \"my.key\"\n" + privacy,
                            folder_.file("my.toml")));
  }
  RandomizedSurvey randomized(const std::string& privacy, const std::string& rows, const std::string& out,
                              std::uint64_t seed = 1, const std::string& collection = {}) const {
    write_all(folder_.file("people.csv"), rows);
    Randomizing options{.source = folder_.file("people.csv"),
                        .out = folder_.file(out),
                        .collection = collection,
                        .secret = seeded_row_secret(seed)};
    return randomize_survey(ground(privacy), SeededSource(seed), options);
  }
  // With a key and real randomness.
  RandomizedSurvey spent(const std::string& privacy, const std::string& out, const std::string& collection,
                         bool is_lost = false) const {
    write_all(folder_.file("people.csv"), table(9));
    open_memo_key(folder_.file("my.key"));
    Randomizing options{.source = folder_.file("people.csv"),
                        .out = folder_.file(out),
                        .collection = collection,
                        .memory = {.lost_state = is_lost}};
    return randomize_survey(ground(privacy), SecureSource(), options);
  }
  Reports reports(const std::string& file) const {
    ReportReader reader(folder_.file(file));
    Reports block(reader.protocol()->report_bytes()), all(reader.protocol()->report_bytes());
    while (reader.next(block)) {
      const auto into = all.append(block.size());
      std::copy(block.bytes().begin(), block.bytes().end(), into.begin());
    }
    return all;
  }

  TemporaryDirectory folder_;
};

TEST_F(Survey, TheSameSeedGivesTheSameBytes) {
  for (const char* privacy : {"", "solution = \"spl\"\n", "solution = \"allomfree\"\n", "oracle = \"loloha\"\n"}) {
    const std::string name = fmt::format("{}", std::hash<std::string>()(privacy));
    randomized(privacy, table(2), name + "a");
    randomized(privacy, table(2), name + "b");
    randomized(privacy, table(2), name + "c", 2);
    for (const char* file : {"/1.srep", "/2.srep"}) {
      const std::string first = read_all(folder_.file(name + "a" + file));
      EXPECT_FALSE(first.empty());
      EXPECT_EQ(first, read_all(folder_.file(name + "b" + file))) << privacy;
      EXPECT_NE(first, read_all(folder_.file(name + "c" + file))) << privacy;
    }
  }
}

// What a check says before anything is drawn is what the estimates turn out to be worth, and nothing is left of it.
TEST_F(Survey, ACheckExpectsTheErrorsThatEstimatesHave) {
  const auto errors = [](Ground& publication, const std::string& source) {
    const Checked checked =
        check(publication, {.out = "", .reading = {.source = source, .secret = seeded_row_secret(1)}}, SeededSource(1));
    EXPECT_TRUE(checked.is_ready());
    const auto collections = std::find_if(checked.outlook.facts.begin(), checked.outlook.facts.end(),
                                          [](const Fact& fact) { return fact.key == "collections"; });
    std::vector<double> all;
    for (const auto& error : collections->value.at(0).at("std_errors")) all.push_back(error.at("std_error"));
    return all;
  };
  for (const std::string solution : {"smp", "spl", "allomfree"}) {
    const std::string privacy = fmt::format("solution = \"{}\"\ncap = 2\nstate = \"{}\"\n", solution, solution);
    write_all(folder_.file("people.csv"), table(1));
    ReportsPublication reports(ground(privacy), {});
    const std::size_t before = folder_.entries();
    const std::vector<double> expected = errors(reports, folder_.file("people.csv"));
    EXPECT_EQ(folder_.entries(), before) << "neither state nor lock";
    randomized(privacy, table(1), solution + ".srep");
    SurveyPublication estimates(ground(privacy), {.files = {folder_.file(solution + ".srep")}});
    const std::vector<double> found = errors(estimates, "");
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_GT(found[i], 0.7 * expected[i]) << solution;
      EXPECT_LT(found[i], 1.4 * expected[i]) << solution;
    }
  }
}

// A collection of its own is made as one of several is.
TEST_F(Survey, OneCollectionOfATableIsMadeAsInTheWholeTable) {
  randomized("", table(3), "all");
  randomized("", table(3), "two.srep", 1, "2");
  EXPECT_EQ(read_all(folder_.file("all/2.srep")), read_all(folder_.file("two.srep")));
}

// dbitflip has no second round: what is reported is the permanent response. With the same answers it is the same in
// every collection, in whatever order the table is.
TEST_F(Survey, PermanentResponsesAndAttributesAreForLife) {
  for (const char* solution : {"smp", "spl"}) {
    const std::string privacy = fmt::format("solution = \"{}\"\noracle = \"dbitflip\"\n", solution);
    std::string same = table(1);
    for (int i = 0; i < people; ++i) same += fmt::format("p{},2,m{},t{}\n", i, (i + 1) % 3, (i + 1) % 20);
    const std::string out = solution;
    randomized(privacy, same, out);
    const Reports first = reports(out + "/1.srep"), second = reports(out + "/2.srep");
    EXPECT_TRUE(std::equal(first.bytes().begin(), first.bytes().end(), second.bytes().begin(), second.bytes().end()));
    randomized(privacy, table(1, true), out + "r");
    const Reports reversed = reports(out + "r");
    for (std::size_t i = 0; i < people; ++i) {
      const auto a = first[i], b = reversed[people - 1 - i];
      EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << i;
    }
  }
}

TEST_F(Survey, AnAttributeIsDrawnEvenlyAndKept) {
  randomized("solution = \"allomfree\"\n", table(3), "out");
  const Reports first = reports("out/1.srep"), third = reports("out/3.srep");
  std::uint64_t about_first = 0;
  for (std::size_t i = 0; i < people; ++i) {
    EXPECT_EQ(first[i][0], third[i][0]);
    about_first += first[i][0] == 0 ? 1U : 0U;
  }
  EXPECT_NEAR(static_cast<double>(about_first), people / 2.0, 5 * std::sqrt(people / 4.0));
}

// spl: an entry of every attribute, one behind the other, each one that its oracle can have made.
TEST_F(Survey, SplitReportsAreEntriesBehindEachOther) {
  const std::string privacy = "solution = \"spl\"\noracle = \"dbitflip\"\n";
  const PreparedSurvey drawn = randomized(privacy, table(1), "out").survey;
  const Reports all = reports("out");
  const std::size_t first = drawn.protocol->oracle(0).report_bytes(), second = drawn.protocol->oracle(1).report_bytes();
  EXPECT_EQ(all.report_bytes(), first + second);
  for (std::size_t i = 0; i < people; ++i) EXPECT_TRUE(drawn.protocol->is_possible(all[i]));
}

// With a cap of 1 and no second round everybody sends the first answer again, although all of them change.
TEST_F(Survey, BeyondTheCapTheLastAnswerIsRepeated) {
  for (const char* solution : {"smp", "spl"}) {
    const std::string privacy =
        fmt::format("solution = \"{0}\"\noracle = \"dbitflip\"\ncap = 1\nstate = \"kept-{0}\"\n", solution);
    const std::string out = std::string("capped-") + solution;
    randomized(privacy, table(1), out + "1", 1, "1");
    const RandomizedSurvey drawn = randomized(privacy, table(2), out + "2", 1, "2");
    const Reports first = reports(out + "1"), second = reports(out + "2");
    EXPECT_TRUE(std::equal(first.bytes().begin(), first.bytes().end(), second.bytes().begin(), second.bytes().end()));
    ASSERT_TRUE(drawn.person);
    EXPECT_EQ(drawn.person->collections, 2U);
    EXPECT_EQ(drawn.person->most_symbols, 1U);
    EXPECT_GT(drawn.person->repeats, 0U);
    EXPECT_NEAR(drawn.person->total, 2, 1e-9);
    struct stat about = {};
    ASSERT_EQ(::stat(drawn.survey.config.state_file().c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777U, 0600U);
  }
}

// Every collection spends one symbol more, up to the cap; then nothing. Where the count is lost, all there are.
TEST_F(Survey, TheLedgerHasThePersonsTotal) {
  const std::string privacy = "epsilon1 = 1\ncap = 2\nstate = \"kept\"\nsolution = \"smp\"\n";
  const double expected[] = {2, 4, 4};
  for (int month = 1; month <= 3; ++month) {
    const RandomizedSurvey drawn = spent(privacy, fmt::format("{}.srep", month), std::to_string(month));
    EXPECT_NEAR(drawn.spent.epsilon.value(), expected[month - 1], 1e-6) << month;
    EXPECT_NEAR(drawn.person->total, expected[month - 1], 1e-9);
    EXPECT_EQ(drawn.person->cap, SymbolCap::enforced);
  }
  std::filesystem::remove_all(folder_.file("kept"));
  EXPECT_NE(input_error([&] { spent(privacy, "4.srep", "4"); }).find("is not there"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("4.srep")));
  const RandomizedSurvey lost = spent(privacy, "4.srep", "4", true);
  EXPECT_EQ(lost.person->cap, SymbolCap::lost);
  EXPECT_NEAR(lost.person->total, 2 * 20, 1e-6);
  EXPECT_GE(lost.spent.epsilon.value(), 2 * 20);
  EXPECT_EQ(spent(privacy, "5.srep", "5").person->cap, SymbolCap::lost);  // for ever
}

// People who are given room later use it one answer at a time, and so it is charged.
TEST_F(Survey, ARaisedCapIsChargedByTheAnswersItAllows) {
  const auto with_cap = [](int cap) { return fmt::format("epsilon1 = 1\ncap = {}\nstate = \"kept\"\n", cap); };
  const int caps[] = {1, 1, 1, 3, 3, 3};
  const double expected[] = {2, 2, 2, 4, 6, 6};
  for (int month = 1; month <= 6; ++month) {
    const RandomizedSurvey drawn =
        spent(with_cap(caps[month - 1]), fmt::format("{}.srep", month), std::to_string(month));
    EXPECT_NEAR(drawn.spent.epsilon.value(), expected[month - 1], 1e-6) << month;
    EXPECT_NEAR(drawn.person->total, expected[month - 1], 1e-9) << month;
    EXPECT_LE(static_cast<double>(drawn.person->most_symbols) * 2, expected[month - 1]) << month;
  }
  EXPECT_EQ(error_code([&] { spent(with_cap(2), "7.srep", "7"); }), ErrorCode::bad_input);
}

TEST_F(Survey, WhatCannotBeWrittenCostsNothing) {
  const std::string privacy = "cap = 2\nstate = \"kept\"\n";
  EXPECT_EQ(error_code([&] { spent(privacy, "nowhere/1.srep", "1"); }), ErrorCode::bad_input);
  EXPECT_FALSE(std::filesystem::exists(folder_.file("my.ledger.jsonl")));
  EXPECT_EQ(spent(privacy, "1.srep", "1").person->collections, 1U);
}

TEST_F(Survey, WithoutACountAllSymbolsAreChargedAtOnce) {
  const RandomizedSurvey first = spent("", "1.srep", "1"), second = spent("", "2.srep", "2");
  EXPECT_NEAR(first.spent.epsilon.value(), 2 * 20, 1e-6);
  EXPECT_EQ(second.spent.epsilon.value(), first.spent.epsilon.value());
}

TEST_F(Survey, AChangedSurveyDoesNotGoOnWithTheStateOfAnother) {
  const std::string privacy = "cap = 2\nstate = \"kept\"\n";
  randomized(privacy, table(1), "a");
  EXPECT_NE(input_error([&] {
              randomized("cap = 2\nstate = \"kept\"\nsolution = \"spl\"\n", table(2), "b", 1, "2");
            }).find("belongs to another survey"),
            std::string::npos);
  // Of 20 towns an epsilon1 of 1 chooses l-osue, one of 1.9 l-grr.
  EXPECT_NE(input_error([&] {
              randomized(privacy + "epsilon1 = 1.9\n", table(2), "b", 1, "2");
            }).find("and epsilon1 where it chooses the oracle"),
            std::string::npos);
  randomized(privacy + "epsilon1 = 0.5\n", table(2), "c", 1, "2");  // the second round may change
  EXPECT_NE(input_error([&] { randomized(privacy, table(2), "d", 1, "2"); }).find("'2' was reported already"),
            std::string::npos);
}

TEST_F(Survey, KeysThatAreMissingShortOrSeenAreRefused) {
  write_all(folder_.file("people.csv"), table(1));
  Randomizing options{.source = folder_.file("people.csv"), .out = folder_.file("no.srep")};
  const auto refusal = [&] { return input_error([&] { randomize_survey(ground(""), SecureSource(), options); }); };
  EXPECT_NE(refusal().find("is missing"), std::string::npos);
  write_all(folder_.file("my.key"), "0123456789abcdef\n");
  std::filesystem::permissions(folder_.file("my.key"), std::filesystem::perms::owner_read);
  EXPECT_NE(refusal().find("too short"), std::string::npos);
  std::filesystem::permissions(folder_.file("my.key"), std::filesystem::perms::others_read,
                               std::filesystem::perm_options::add);
  EXPECT_NE(refusal().find("others can read"), std::string::npos);
  std::filesystem::remove(folder_.file("my.key"));
  options.memory.draws_key = true;
  randomize_survey(ground(""), SecureSource(), options);
  options.out = folder_.file("again.srep");
  EXPECT_NE(refusal().find("is there already"), std::string::npos);
}

// The tables are what the library estimates from the same tallies, and the change of a share is that of the count over
// the people where one attribute is asked of all.
TEST_F(Survey, PublishedNumbersAreThoseOfTheLibrary) {
  const std::string privacy = "solution = \"spl\"\nepsilon1 = 1\n";
  const RandomizedSurvey drawn = randomized(privacy, table(3), "reports");
  const EstimatedSurvey published = publish_survey(
      drawn.survey, {.files = {folder_.file("reports")}, .directory = folder_.file("out"), .confidence = 0.9});
  const TupleProtocol& protocol = *drawn.survey.protocol;
  ASSERT_EQ(published.facts.collections, (std::vector<std::string>{"1", "2", "3"}));
  std::vector<Tally> tallies;
  for (const char* file : {"reports/1.srep", "reports/2.srep", "reports/3.srep"}) {
    tallies.push_back(tally_all(protocol, reports(file)));
  }
  for (std::size_t attribute = 0; attribute < 2; ++attribute) {
    for (std::size_t i = 0; i < tallies.size(); ++i) {
      const AttributeEstimates expected = estimate_attribute(protocol, tallies[i], attribute, {.confidence = 0.9});
      const AttributeEstimates& shown = published.estimates.attributes[attribute][i];
      for (std::size_t value = 0; value < expected.shares.size(); ++value) {
        EXPECT_EQ(expected.shares[value].value, shown.shares[value].value);
        EXPECT_EQ(expected.shares[value].lower, shown.shares[value].lower);
        EXPECT_EQ(expected.shares[value].upper, shown.shares[value].upper);
      }
      if (i == 0) continue;
      std::vector<Tally> parts;
      for (const Tally& tally : {tallies[i - 1], tallies[i]}) {
        const AttributeTally part = protocol.attribute_tally(tally, attribute, Population::fixed);
        parts.push_back({protocol.oracle(attribute).spec(), part.reports, part.cells});
      }
      const std::vector<Estimate> counts =
          estimate_change(protocol.oracle(attribute), parts[0], parts[1], {.confidence = 0.9});
      for (std::size_t value = 0; value < counts.size(); ++value) {
        const Estimate& change = published.estimates.changes[attribute][i - 1][value];
        EXPECT_NEAR(change.value, counts[value].value / people, 1e-12);
        EXPECT_NEAR(change.std_error, counts[value].std_error / people, 1e-12);
      }
    }
  }
  EXPECT_EQ(verify_sums(folder_.file("out")).fingerprint, published.fingerprint);
  const std::string csv = read_all(folder_.file("out/estimates.csv"));
  const AttributeEstimates& last = published.estimates.attributes[1][2];
  EXPECT_NE(csv.find(fmt::format("3,town,t19,{},{},", last.shares[19].value, last.shares[19].std_error)),
            std::string::npos);
  const auto manifest = nlohmann::json::parse(read_all(folder_.file("out/manifest.json")));
  EXPECT_FALSE(manifest.at("is_private").get<bool>());
  EXPECT_NEAR(manifest.at("guarantee").at("epsilon").get<double>(), 3 * 2, 1e-9);
  EXPECT_NEAR(manifest.at("lifetime").at("epsilon").get<double>(), 3 * 1 + 20 * 1, 1e-9);
}

TEST_F(Survey, TalliesAndReportsGiveTheSameEstimates) {
  const RandomizedSurvey drawn = randomized("", table(2), "reports");
  const GatheredSurvey gathered = gather_survey({folder_.file("reports")});
  std::vector<std::string> files;
  for (const TallyFile& file : gathered.collections) {
    files.push_back(folder_.file(file.collection + ".stly"));
    write_tally_file(files.back(), file);
  }
  const auto csv = [&](const std::vector<std::string>& from, const std::string& out) {
    publish_survey(drawn.survey, {.files = from, .directory = folder_.file(out)});
    return read_all(folder_.file(out + "/estimates.csv")) + read_all(folder_.file(out + "/changes.csv"));
  };
  EXPECT_EQ(csv({folder_.file("reports")}, "a"), csv(files, "b"));
}

TEST_F(Survey, ADirectoryIsReplacedOnlyWhenAskedAndOnlyASurvey) {
  const RandomizedSurvey drawn = randomized("", table(2), "reports");
  Estimating options{.files = {folder_.file("reports")}, .directory = folder_.file("out")};
  publish_survey(drawn.survey, options);
  EXPECT_EQ(error_code([&] { publish_survey(drawn.survey, options); }), ErrorCode::bad_input);
  options.replaces = true;
  publish_survey(drawn.survey, options);
  options.directory = folder_.file("reports");
  EXPECT_EQ(error_code([&] { publish_survey(drawn.survey, options); }), ErrorCode::bad_input);
}

}  // namespace
}  // namespace sourdine
