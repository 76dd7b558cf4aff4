#include "sourdine/init/first_config.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "release/checked.h"
#include "sourdine/counts/statement.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

std::optional<std::size_t> nobody(const Question&) { return std::nullopt; }

class FirstConfigTest : public ::testing::Test {
 protected:
  FirstConfig make(const std::string& text, FirstConfigOptions options = {}, const AskQuestion& ask = nobody) {
    testing::write_all(directory_.file("e.csv"), text);
    options.source = directory_.file("e.csv");
    options.config = directory_.file("my.toml");
    return make_first_config(profile_table(options.source), options, ask);
  }
  std::string refusal(const std::string& text, const FirstConfigOptions& options = {}) {
    const std::string message = input_error([&] { make(text, options); });
    return message.substr(message.find(": ") + 2);
  }

  TemporaryDirectory directory_;
};

std::string many(const std::string& header, std::size_t rows, const std::function<std::string(std::size_t)>& row) {
  std::string text = header + "\n";
  for (std::size_t i = 0; i < rows; ++i) text += row(i) + "\n";
  return text;
}

const std::string sound =
    many("day,hour,town,kind", 60,
         [](std::size_t i) {
           return fmt::format("2006-01-{:02},08:{:02},{},{}", 1 + i % 28, i % 60, i % 3 == 0 ? "Besançon" : "BESANCON",
                              i % 2 == 0 ? "fire" : "flood");
         }) +
    many("2006-02-01,09:00,Ornans,fire", 20, [](std::size_t) { return "2006-02-02,09:00,Ornans,fire"; }) +
    "2006-02-03,09:00,Héricourt,fire\n2006-02-03,10:00,,fire\n";

TEST_F(FirstConfigTest, TakesWhatIsCertainAndWritesWhatAReleaseReads) {
  const FirstConfig first = make(sound);
  EXPECT_EQ(first.time, "day");
  EXPECT_EQ(first.clock, "hour");
  EXPECT_EQ(first.place, "town");
  EXPECT_EQ(first.regions, 2U);
  EXPECT_EQ(first.rare.size(), 1U);
  EXPECT_EQ(first.empty_rows, 1U);
  EXPECT_EQ(first.table_text, "place,region\nBESANCON,BESANCON\nOrnans,Ornans\n");
  EXPECT_EQ(first.table_text.find("Héricourt"), std::string::npos);  // one event does not make a region
  EXPECT_EQ(first.config_text.find("Héricourt"), std::string::npos);
  write_first_config(first);
  const ReleaseCheck check = testing::checked(read_config(directory_.file("my.toml")));
  EXPECT_TRUE(check.problems.empty());
  EXPECT_EQ(check.events, 83U);
  EXPECT_EQ(check.regions, 3U);  // with the others
}

// Two files that differ in the place of one event, and have other regions: no promise may be made, whatever ε is.
TEST_F(FirstConfigTest, AListReadFromTheEventsIsNoPromise) {
  const auto events = [](std::size_t in_west) {
    return many("day,town", 60, [](std::size_t i) { return i % 2 == 0 ? "2024-01-01,north" : "2024-01-02,south"; }) +
           many("2024-01-03,north", in_west, [](std::size_t) { return "2024-01-03,west"; });
  };
  const FirstConfig nine = make(events(9)), ten = make(events(10));
  EXPECT_NE(nine.table_text, ten.table_text);
  write_first_config(ten);
  const Release release = build_release(read_config(directory_.file("my.toml")), SeededSource(1));
  StatementFacts facts = release.facts;
  facts.is_seeded = false;
  const std::vector<std::string> reasons = counts_promise(facts).english.not_private_because;
  EXPECT_EQ(reasons.size(), 1U);
  EXPECT_EQ(testing::checked(read_config(directory_.file("my.toml"))).statement.not_private_because, reasons);
}

TEST_F(FirstConfigTest, APublicListKeepsEveryPlaceWhateverItsRows) {
  FirstConfigOptions options;
  options.has_public_places = true;
  const FirstConfig first = make(sound, options);
  EXPECT_EQ(first.rare.size(), 0U);
  EXPECT_NE(first.table_text.find("Héricourt"), std::string::npos);
  write_first_config(first);
  EXPECT_TRUE(read_config(directory_.file("my.toml")).places.is_public);
}

TEST_F(FirstConfigTest, ARegionIsNoFormula) {
  const FirstConfig first =
      make(many("day,town", 60, [](std::size_t i) { return i % 2 == 0 ? "2024-01-01,=1+1|x" : "2024-01-02,south"; }));
  EXPECT_EQ(first.table_text, "place,region\n=1+1|x,1+1|x\nsouth,south\n");
  write_first_config(first);
  EXPECT_TRUE(testing::checked(read_config(directory_.file("my.toml"))).problems.empty());
}

TEST_F(FirstConfigTest, NeverWritesOverAFile) {
  const FirstConfig first = make(sound);
  for (const char* name : {"my.toml", "my.places.csv"}) {
    testing::write_all(directory_.file(name), "mine");
    EXPECT_NE(input_error([&] { write_first_config(first); }).find("exists already"), std::string::npos);
    EXPECT_EQ(testing::read_all(directory_.file(name)), "mine");
    std::filesystem::remove(directory_.file(name));
  }
  EXPECT_EQ(directory_.entries(), 1U);
}

TEST_F(FirstConfigTest, WritesBothFilesOrNone) {
  FirstConfig first = make(sound);
  first.config_path = directory_.file("nowhere/my.toml");
  EXPECT_NE(input_error([&] { write_first_config(first); }), "no error");
  EXPECT_FALSE(std::filesystem::exists(first.table_path));
}

TEST_F(FirstConfigTest, AsksWhatItMustAndRefusesWhereNobodyAnswers) {
  const std::string two = many("when,Battalion,Neighborhood", 40, [](std::size_t i) {
    return fmt::format("2006-01-{:02},B{},{}", 1 + i % 28, i % 2, i % 2 == 0 ? "Mission" : "Sunset");
  });
  EXPECT_EQ(refusal(two), "Which column is the place of an event? It may be 'Battalion' or 'Neighborhood'");
  std::vector<std::string> asked;
  const FirstConfig first = make(two, {}, [&](const Question& question) {
    asked.push_back(question.option);
    EXPECT_EQ(question.remarks[1], "2 different texts");
    return std::optional<std::size_t>(1);
  });
  EXPECT_EQ(first.place, "Neighborhood");
  EXPECT_EQ(asked, std::vector<std::string>{"--place"});
  FirstConfigOptions told;
  told.place = "Battalion";
  EXPECT_EQ(make(two, told).place, "Battalion");
  told.place = "batallion";
  EXPECT_EQ(refusal(two, told),
            "there is no column 'batallion' for --place; columns: 'when', 'Battalion', 'Neighborhood'");
}

TEST_F(FirstConfigTest, AsksWhetherTheDayComesFirst) {
  const std::string either = many("when,town", 40, [](std::size_t i) {
    return fmt::format("0{}/0{}/2006,{}", 1 + i % 9, 1 + i % 7, i % 2 == 0 ? "A" : "B");
  });
  EXPECT_NE(refusal(either).find("begin with the day or with the month?"), std::string::npos);
  const FirstConfig first = make(either, {}, [](const Question&) { return std::optional<std::size_t>(1); });
  EXPECT_EQ(first.time_format, "%m/%d/%Y");
}

TEST_F(FirstConfigTest, RefusesWithOneSentence) {
  EXPECT_NE(refusal("2006-01-31,A\n2006-02-01,B\n").find("there seems to be no header row"), std::string::npos);
  EXPECT_EQ(refusal("when,town\n"), "there are no rows");
  EXPECT_NE(refusal("x,town\n1,A\n2,B\n").find("no column has times"), std::string::npos);
  EXPECT_NE(refusal("when,n\n2006-01-31,1\n").find("there is none that may be the place"), std::string::npos);
  EXPECT_EQ(refusal("when,east,west\n2006-01-31,1,2\n2006-02-01,3,4\n"),
            "no column looks like the place of an event: 'east' and 'west' hold numbers");
  EXPECT_EQ(refusal("when,town\n2006-01-31,A\n2006-01-31,B\n"),
            "column 'town' names 0 places in at least 10 rows, and a release needs two");
  FirstConfigOptions every;
  every.rare = 1;
  EXPECT_EQ(make("when,town\n2006-01-31,A\n2006-01-31,B\n", every).regions, 2U);
}

TEST_F(FirstConfigTest, RowsWithoutATimeAreSkippedAndTold) {
  const std::string text = many("day,hour,town", 400, [](std::size_t i) {
    return fmt::format("2006-01-{:02},{}:00,{}", 1 + i % 28, i == 7 ? 24 : 8, i % 2 == 0 ? "A" : "B");
  });
  const FirstConfig first = make(text + ",08:00,A\n");
  EXPECT_EQ(first.times.unreadable, 2U);
  write_first_config(first);
  const ReleaseConfig config = read_config(directory_.file("my.toml"));
  EXPECT_TRUE(config.events.skips_bad_rows());
  const ReleaseCheck check = testing::checked(config);
  EXPECT_TRUE(check.problems.empty());
  EXPECT_EQ(check.rows.skipped, 2U);
}

TEST_F(FirstConfigTest, TellsTheDaysAndOneRowWithoutATime) {
  FirstConfigOptions told;
  told.rare = 1;
  told.time = "when";
  told.time_format = "%d.%m.%y";
  const FirstConfig first = make("when,town\n31.12.23,A\n2024-01-01,B\n02.01.24,B\n", told);
  EXPECT_EQ(period_label(Period::day, *first.times.first), "2023-12-31");
  EXPECT_EQ(period_label(Period::day, *first.times.last), "2024-01-02");
  EXPECT_EQ(first.times.unreadable, 1U);
  EXPECT_EQ(first.times.unreadable_text, "2024-01-01");
  EXPECT_TRUE(first.times.unreadable_where.ends_with(", line 3"));
  EXPECT_TRUE(parse_config(first.config_text, "my.toml").events.skips_bad_rows());
  told.time_format = "%Y";
  EXPECT_EQ(refusal("when,town\n31.12.23,A\n02.01.24,B\n", told),
            "no row has a time of the format '%Y' in column 'when'; the first is '31.12.23'");
}

TEST_F(FirstConfigTest, NamesWhatIsWrongWithTheTimes) {
  const std::string mixed = refusal("when,town\n2023-12-31,A\n31.12.2023,B\n2024-01-01,A\n");
  EXPECT_NE(mixed.find("two formats seem to be mixed in column 'when'"), std::string::npos);
  EXPECT_NE(mixed.find("line 2, '2023-12-31', and "), std::string::npos);
  EXPECT_NE(mixed.find("line 3, '31.12.2023'"), std::string::npos);
  EXPECT_NE(refusal("when,town\r2023-12-31,A\r2023-12-31,B\r").find("a carriage return alone"), std::string::npos);
  EXPECT_NE(refusal("when|town\n2023-12-31|A\n2023-12-31|B\n").find("separated by '|'"), std::string::npos);
}

TEST_F(FirstConfigTest, MomentsNeedAZone) {
  FirstConfigOptions told;
  told.time = "when";
  told.time_format = "%s";
  EXPECT_EQ(refusal("when,town\n1706657400,A\n1706657401,B\n", told),
            "times of the format '%s' are moments: whose days are to be counted?");
}

TEST_F(FirstConfigTest, RefusesTwoColumnsOfOneName) {
  FirstConfigOptions every;
  every.rare = 1;
  EXPECT_EQ(refusal("when,town,town\n2006-01-31,A,A\n2006-01-31,B,C\n", every), "two columns are called 'town'");
  EXPECT_EQ(make("when,town,x,x\n2006-01-31,A,1,2\n2006-01-31,B,1,2\n", every).place, "town");  // not asked for
}

TEST_F(FirstConfigTest, OnePlaceIsNone) {
  FirstConfigOptions every;
  every.rare = 1;
  every.place = "town";
  EXPECT_EQ(refusal("when,town\n2006-01-31,A\n", every),
            "column 'town' names 1 place in all, and a release needs at least two");
}

TEST_F(FirstConfigTest, TheDatasetIsThatOfTheEvents) {
  EXPECT_EQ(parse_config(make(sound).config_text, "my.toml").head.dataset, "e");  // of e.csv, into my.toml
}

TEST_F(FirstConfigTest, ZonedTimesNeedAZone) {
  const std::string text = many("when,town", 40, [](std::size_t i) {
    return fmt::format("2006-01-{:02}T23:30:00Z,{}", 1 + i % 28, i % 2 == 0 ? "A" : "B");
  });
  EXPECT_EQ(refusal(text),
            "the times of column 'when', like '2006-01-01T23:30:00Z', have a time zone: whose days are to "
            "be counted?");
  if (!std::filesystem::exists("/usr/share/zoneinfo/Europe/Paris")) GTEST_SKIP();
  FirstConfigOptions options;
  options.time_zone = "Europe/Paris";
  write_first_config(make(text, options));
  const ReleaseCheck check = testing::checked(read_config(directory_.file("my.toml")));
  EXPECT_EQ(check.first, "2006-01-02");
  EXPECT_EQ(check.events, 40U);
}

TEST_F(FirstConfigTest, QuotesWhateverAColumnIsCalled) {
  FirstConfigOptions options;
  options.rare = 1;
  options.place = "the \"town\" \\ region";
  const FirstConfig first =
      make("when,\"the \"\"town\"\" \\ region\"\n2006-01-31,\"A, or so\"\n2006-01-31,\"B \"\"b\"\"\"\n", options);
  write_first_config(first);
  const ReleaseConfig config = read_config(directory_.file("my.toml"));
  EXPECT_EQ(config.events.place, options.place);
  EXPECT_TRUE(testing::checked(config).problems.empty());
}

TEST(DefaultConfigPath, IsNamedAfterTheEvents) {
  EXPECT_EQ(default_config_path("folder/events.csv.zst"), "events.toml");
  EXPECT_EQ(default_config_path("calls.2018.csv"), "calls.2018.toml");
  EXPECT_EQ(default_config_path("calls"), "calls.toml");
}

}  // namespace
}  // namespace sourdine
