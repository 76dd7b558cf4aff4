#include "sourdine/counts/config.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

const std::string minimal = R"(
[events]
time = "when"
place = "where"
[places]
regions = ["north", "south"]
[privacy]
epsilon = 1
)";

std::string error_of(const std::string& text) {
  return input_error([&] { parse_config(text, "folder/my.toml"); });
}

TEST(ReleaseConfig, TheMinimumHasTheDocumentedDefaults) {
  const ReleaseConfig config = parse_config(minimal, "folder/my.toml");
  EXPECT_EQ(config.head.dataset, "my");
  EXPECT_EQ(config.head.ledger(), "folder/my.ledger.jsonl");
  EXPECT_EQ(config.privacy.oracle, "auto");
  EXPECT_EQ(config.privacy.epsilon, 1.0);
  EXPECT_EQ(config.publish.periods, (std::vector{Period::year, Period::month, Period::day}));
  EXPECT_TRUE(config.publish.smooth);
  EXPECT_FALSE(config.publish.consistency.has_value());  // the one with the smaller expected error
  EXPECT_TRUE(config.privacy.shares.empty());
  EXPECT_EQ(config.head.language, Language::en);
  EXPECT_TRUE(config.holidays.empty());
}

TEST(ReleaseConfig, HolidaysAreThoseOfANamedCountry) {
  EXPECT_EQ(parse_config("holidays = \"PT\"\n" + minimal, "my.toml").holidays.country(), "PT");
  EXPECT_TRUE(parse_config("holidays = \"none\"\n" + minimal, "my.toml").holidays.empty());
  EXPECT_EQ(error_of("holidays = \"France\"\n" + minimal),
            "line 1 of 'folder/my.toml': holidays: there are no holidays of 'France'; known: none, DE, FR, PT, US");
}

TEST(ReleaseConfig, PathsAreRelativeToTheFile) {
  const ReleaseConfig config = parse_config(R"(
[events]
source = "data/events.csv"
time = "t"
place = "p"
[places]
table = ["towns.csv", "/abs/more.csv"]
[privacy]
f = 0.5
)",
                                            "folder/my.toml");
  EXPECT_EQ(config.events.source, "folder/data/events.csv");
  EXPECT_EQ(config.places.tables, (std::vector<std::string>{"folder/towns.csv", "/abs/more.csv"}));
  const auto source = [](const std::string& text) {
    return parse_config("[events]\nsource = \"" + text +
                            "\"\ntime = \"t\"\nplace = \"p\"\n[places]\nregions = [\"a\"]\n" +
                            "[privacy]\nepsilon = 1\n",
                        "folder/my.toml")
        .events.source;
  };
  EXPECT_EQ(source("sqlite:x.db"), "sqlite:folder/x.db");
  EXPECT_EQ(source("postgresql://host/base"), "postgresql://host/base");
}

TEST(ReleaseConfig, MissingDaysAreDatesAndRanges) {
  const auto day = [](int y, int m, int d) { return std::chrono::local_days(std::chrono::year(y) / m / d); };
  const auto with = [](const std::string& line) {
    return "[events]\ntime = \"t\"\nplace = \"p\"\n" + line +
           "\n[places]\nregions = [\"a\", \"b\"]\n[privacy]\nepsilon = 1\n";
  };
  const ReleaseConfig config = parse_config(
      with("missing = [2010-03-01, \"2010-04-01\", \"2012-07-01 to 2012-07-14\"]\nno_rows = \"unknown\""), "my.toml");
  EXPECT_EQ(config.events.missing, (std::vector<DayRange>{{day(2010, 3, 1), day(2010, 3, 1)},
                                                          {day(2010, 4, 1), day(2010, 4, 1)},
                                                          {day(2012, 7, 1), day(2012, 7, 14)}}));
  EXPECT_TRUE(config.events.no_rows_unknown);
  for (const char* bad : {"missing = [\"2012-07-14 to 2012-07-01\"]", "missing = [\"July\"]", "missing = [3]",
                          "missing = [\"2012-07\"]"}) {
    EXPECT_NE(error_of(with(bad)).find("line 4 of 'folder/my.toml': 'missing' must be a list of days"),
              std::string::npos)
        << bad;
  }
  EXPECT_NE(error_of(with("time_zone = \"Besançon\"")).find("line 4 of 'folder/my.toml': time_zone: "),
            std::string::npos);
}

TEST(ReleaseConfig, PaperIsTheNameOfCuttingAtZero) {
  const ReleaseConfig config = parse_config(
      minimal + "[publish]\nconsistency = \"paper\"\nsmooth = \"none\"\nfilter = \"ratio\"\nratio_year = 2017\n",
      "my.toml");
  EXPECT_EQ(config.publish.consistency, Consistency::base_pos);
  EXPECT_EQ(config.publish.filter, BiasFilter::ratio);
  EXPECT_FALSE(config.publish.smooth);
}

TEST(ReleaseConfig, SharesAreNumbersByRegionForTheAutomaticOracle) {
  const std::string shares = "shares = { north = 0.7, \"south\" = 0.3 }\n";
  EXPECT_EQ(parse_config(minimal + shares, "my.toml").privacy.shares,
            (std::map<std::string, double>{{"north", 0.7}, {"south", 0.3}}));
  EXPECT_NE(error_of(minimal + "oracle = \"grr\"\n" + shares).find("another oracle is asked for"), std::string::npos);
  EXPECT_NE(error_of(minimal + "shares = 3\n").find("must be a table of numbers"), std::string::npos);
}

TEST(ReleaseConfig, AutomaticConsistencyHasAName) {
  EXPECT_FALSE(parse_config(minimal + "[publish]\nconsistency = \"auto\"\n", "my.toml").publish.consistency);
  EXPECT_EQ(parse_config(minimal + "[publish]\nconsistency = \"norm-sub\"\n", "my.toml").publish.consistency,
            Consistency::norm_sub);
}

TEST(ReleaseConfig, BadInputIsOneSentenceWithFileAndLine) {
  EXPECT_EQ(error_of("[privacy]\nepsilom = 1\n"), "line 2 of 'folder/my.toml': there is no key 'epsilom' in [privacy]");
  EXPECT_NE(error_of("[events\n").find("line 1 of 'folder/my.toml' is not TOML"), std::string::npos);
  EXPECT_EQ(error_of("[events]\ntime = 3\n"), "line 2 of 'folder/my.toml': 'time' must be a text in quotes");
  EXPECT_NE(error_of("[events]\nplace = \"p\"\n").find("no 'time'"), std::string::npos);
  const std::string events = "[events]\ntime = \"t\"\nplace = \"p\"\n[places]\nregions = [\"a\", \"b\"]\n";
  EXPECT_NE(error_of(events).find("no 'epsilon'"), std::string::npos);
  EXPECT_NE(error_of(events + "[privacy]\nepsilon = 1\nf = 0.5\n").find("both 'epsilon' and 'f'"), std::string::npos);
  EXPECT_NE(error_of(events + "[privacy]\nepsilon = 0\n").find("greater than 0"), std::string::npos);
  EXPECT_NE(error_of(events + "[privacy]\nepsilon = nan\n").find("greater than 0"), std::string::npos);
  EXPECT_NE(error_of(events + "[privacy]\nf = 1.0\n").find("between 0 and 1"), std::string::npos);
  EXPECT_NE(error_of(minimal + "[publish]\nperiods = [\"decade\"]\n").find("decade"), std::string::npos);
  EXPECT_NE(error_of(minimal + "[publish]\nfilter = \"ratio\"\nsmooth = \"none\"\n").find("ratio_year"),
            std::string::npos);
  EXPECT_NE(error_of(minimal + "[publish]\nfilter = \"private-ratio\"\nratio_year = 2017\nsmooth = \"none\"\n")
                .find("ratio_epsilon"),
            std::string::npos);
  EXPECT_NE(
      error_of("[events]\ntime = \"t\"\nplace = \"p\"\n[privacy]\nepsilon = 1\n").find("neither 'table' nor 'regions'"),
      std::string::npos);
}

TEST(ReleaseConfig, FiltersAreOnlyForEstimatesCutAtZeroAndTheExactRatioForNoBudget) {
  const std::string paper = minimal + "[publish]\nconsistency = \"paper\"\nsmooth = \"none\"\nratio_year = 2017\n";
  EXPECT_NO_THROW(parse_config(paper + "filter = \"bias\"\n", "my.toml"));
  EXPECT_NE(error_of(minimal + "[publish]\nfilter = \"bias\"\n").find("a filter corrects max(0, .)"),
            std::string::npos);
  EXPECT_NE(error_of(minimal + "[publish]\nfilter = \"bias\"\nsmooth = \"none\"\n").find("a filter corrects"),
            std::string::npos);
  const std::string budget = "budget = 3\n[publish]\nconsistency = \"paper\"\nsmooth = \"none\"\nratio_year = 2017\n";
  EXPECT_NE(error_of(minimal + budget + "filter = \"ratio\"\n").find("no budget can hold"), std::string::npos);
}

TEST(ReleaseConfig, AnEmptyTitleIsNone) {
  EXPECT_NE(error_of("title = \"\"\n" + minimal).find("'title' is empty"), std::string::npos);
}

TEST(ReleaseConfig, ConfigurationsOfOneDataSetShareTheirLedger) {
  const std::string named = "dataset = \"doubs\"\n" + minimal;
  EXPECT_EQ(parse_config(named, "folder/one.toml").head.ledger(), "folder/doubs.ledger.jsonl");
  EXPECT_EQ(parse_config(named, "folder/two.toml").head.ledger(), "folder/doubs.ledger.jsonl");
  EXPECT_NE(error_of("dataset = \"../doubs\"\n" + minimal).find("must be a name without '/'"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
