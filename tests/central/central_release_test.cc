#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "counts/written.h"
#include "sourdine/central/design.h"
#include "sourdine/central/release.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

class CentralRelease : public ::testing::Test {
 protected:
  ReleaseConfig config(const std::string& privacy = "epsilon = 2\nperson = \"who\"\nmax_events = 2\n",
                       const std::string& events = "from = 2023-11-20\nto = 2024-02-10\n",
                       const std::string& publish = "") const {
    return parse_config("[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\n" + events +
                            "[places]\nregions = [\"north\", \"south\", \"east\"]\n[privacy]\nmodel = \"central\"\n" +
                            privacy + "[publish]\n" + publish,
                        directory_.file("my.toml"));
  }

  // Some hundred events; one person has 40 of them, in one place.
  void write_events(std::string more = {}) const {
    std::string rows = "when,where,who\n";
    for (int i = 0; i < 300; ++i) {
      rows += fmt::format("2024-01-{:02},{},p{}\n", 1 + i % 31, i % 3 == 0 ? "north" : "south", i % 140);
    }
    for (int i = 0; i < 40; ++i) rows += fmt::format("2023-12-{:02} 08:{:02},east,often\n", 1 + i % 31, i % 60);
    testing::write_all(directory_.file("events.csv"), rows + more);
  }

  Release build(const ReleaseConfig& config, std::uint64_t seed = 1) const {
    BuildOptions options;
    options.keep_truth = true;
    return build_release(config, SeededSource(seed), options);
  }

  std::string write(const Release& release) const {
    const std::string directory = directory_.file("out");
    testing::write_tables(release, SeededSource(2), directory);
    return directory;
  }
  // Everything that is published, but for the head of the ledger.
  std::map<std::string, std::string> published(const ReleaseConfig& config, std::uint64_t seed = 1,
                                               const BuildOptions& options = {}) const {
    const std::string directory = directory_.file("published");
    CountsPublication publication(config, options);
    publish(publication, {.out = directory}, SeededSource(seed));
    std::map<std::string, std::string> files;
    for (const char* name : {"estimates.csv", "totals.csv", "synthetic.csv", "PRIVACY.md"}) {
      files[name] = text_of(directory + "/" + name);
    }
    auto manifest = nlohmann::json::parse(text_of(directory + "/manifest.json"));
    manifest.erase("ledger_head");
    files["manifest.json"] = manifest.dump(1);
    std::filesystem::remove_all(directory);
    return files;
  }

  TemporaryDirectory directory_;
};

// The parts of the budget that the statement names are the whole budget.
TEST_F(CentralRelease, TheStatementNamesEveryPartOfTheBudget) {
  write_events();
  for (const char* bound : {"2", "\"auto\""}) {
    const Release release = build(config(fmt::format("epsilon = 2\nperson = \"who\"\nmax_events = {}\n", bound)));
    const std::string document = testing::privacy_document(release.facts, Language::en);
    const std::size_t row = document.find("thousandths of the budget");
    ASSERT_NE(row, std::string::npos);
    std::istringstream line(document.substr(row, document.find('\n', row) - row));
    std::uint64_t sum = 0;
    for (std::string word; line >> word;) {
      if (word.back() != ':') continue;  // the part comes behind the colon
      std::uint64_t parts = 0;
      line >> parts;
      line.clear();
      sum += parts;
    }
    EXPECT_EQ(sum, CentralDesign::parts) << document.substr(row, 400);
  }
}

TEST_F(CentralRelease, SpacesNameNoPersonAndTwoColumnsNameNone) {
  write_events("2024-01-05,north,\"  \"\n");
  EXPECT_NE(input_error([&] { build(config()); }).find("names no person"), std::string::npos);
  testing::write_all(directory_.file("events.csv"), "when,where,who,who\n2024-01-05,north,a,b\n");
  EXPECT_NE(input_error([&] { build(config()); }).find("more than one column 'who'"), std::string::npos);
}

// A refusal would tell that there are no events; only whoever holds them is told.
TEST_F(CentralRelease, IsMadeOfNoEvents) {
  for (const char* rows : {"", "2020-01-05,north,a\n"}) {
    testing::write_all(directory_.file("events.csv"), fmt::format("when,where,who\n{}", rows));
    EXPECT_FALSE(has_counted_something(build(config()))) << rows;
  }
  write_events();
  EXPECT_TRUE(has_counted_something(build(config())));
}

TEST_F(CentralRelease, IsAboutOnePersonThereOrNot) {
  write_events();
  Guarantee before;
  BuildOptions options;
  options.before_noise = [&](const Guarantee& guarantee) { before = guarantee; };
  const Release release = build_release(config(), SeededSource(1), options);
  const Guarantee& guarantee = release.facts.guarantee;
  EXPECT_EQ(guarantee.unit, Unit::person);
  EXPECT_EQ(guarantee.neighbours, Neighbours::add_remove);
  EXPECT_EQ(guarantee.model, PrivacyModel::central);
  EXPECT_EQ(guarantee.epsilon_asked, 2);
  EXPECT_LE(guarantee.epsilon, 2);
  EXPECT_GT(guarantee.epsilon, 1.99999);
  EXPECT_LE(guarantee.epsilon, before.epsilon);
  EXPECT_EQ(guarantee.delta, 0);
  EXPECT_EQ(build_release(config("epsilon = 1\n"), SeededSource(1)).facts.guarantee.unit, Unit::event);
}

TEST_F(CentralRelease, BoundsBeforeItCounts) {
  write_events();
  const Release release = build(config());
  const PeriodEstimates& years = release.estimates.front();
  double east = 0, all = 0;
  for (std::size_t t = 0; t < years.timeline.size(); ++t) {
    east += years.truth[t * 3 + 2];
    for (std::size_t v = 0; v < 3; ++v) all += years.truth[t * 3 + v];
  }
  EXPECT_EQ(east, 2);   // of 40
  EXPECT_EQ(all, 282);  // 140 people with two or more, and "often"
}

// "0.1234" and such, as ten-thousandths: sums are exact.
std::int64_t units(const std::string& text) {
  const std::size_t point = text.find('.');
  const bool is_negative = text[0] == '-';
  const std::int64_t whole = std::abs(std::stoll(text.substr(0, point))) * 10'000 + std::stoll(text.substr(point + 1));
  return is_negative ? -whole : whole;
}

TEST_F(CentralRelease, NumbersOfItsFilesAddUpExactly) {
  write_events();
  for (const char* privacy :
       {"epsilon = 2\nperson = \"who\"\nmax_events = 2\n", "epsilon = 1\n",
        "epsilon = 1\nnoise = \"gaussian\"\ndelta = 1e-6\nperson = \"who\"\nmax_events = \"auto\"\n"}) {
    const std::string directory =
        write(build(config(privacy, "from = 2023-11-20\nto = 2024-02-10\nmissing = [2023-12-24]\n",
                           "periods = [\"day\", \"week\", \"month\", \"year\"]\n")));
    std::map<std::string, std::map<std::string, std::int64_t>> by_period;
    std::istringstream estimates(text_of(directory + "/estimates.csv"));
    std::string line;
    std::getline(estimates, line);
    while (std::getline(estimates, line)) {
      std::istringstream fields(line);
      std::string period, region, value;
      std::getline(fields, period, ',');
      std::getline(fields, region, ',');
      std::getline(fields, value, ',');
      by_period[period][region] = units(value);
    }
    std::map<std::string, std::map<std::string, std::int64_t>> months, years;
    for (const auto& [period, regions] : by_period) {
      if (period.size() == 10) {
        for (const auto& [region, value] : regions) months[period.substr(0, 7)][region] += value;
      } else if (period.size() == 7) {
        for (const auto& [region, value] : regions) years[period.substr(0, 4)][region] += value;
      }
    }
    EXPECT_EQ(months.size(), 4U);
    EXPECT_FALSE(by_period.contains("2023-12-24"));
    for (const auto& [month, regions] : months) EXPECT_EQ(by_period.at(month), regions) << month;
    for (const auto& [year, regions] : years) EXPECT_EQ(by_period.at(year), regions) << year;
    std::istringstream totals(text_of(directory + "/totals.csv"));
    std::getline(totals, line);
    EXPECT_EQ(line, "period,total,covered,std_error,lower,upper");
    while (std::getline(totals, line)) {
      const std::string period = line.substr(0, line.find(','));
      if (!by_period.contains(period)) continue;
      std::int64_t sum = 0;
      for (const auto& [region, value] : by_period.at(period)) sum += value;
      const std::string rest = line.substr(line.find(',') + 1);
      EXPECT_EQ(units(rest.substr(0, rest.find(','))), sum) << line;
    }
    std::filesystem::remove_all(directory);
  }
}

// Nothing that is written depends on the events but through what was measured: with the same noise, an event that is
// not counted (its person has others in its place) and one that is outside change nothing at all.
TEST_F(CentralRelease, WritesNothingOfWhatItDoesNotCount) {
  write_events();
  const std::map<std::string, std::string> files = published(config());
  write_events("2019-05-05,north,early\n2024-02-11,north,late\n");
  EXPECT_EQ(published(config()), files);
  const auto manifest = nlohmann::json::parse(files.at("manifest.json"));
  EXPECT_FALSE(manifest.contains("rows"));
  EXPECT_FALSE(manifest.contains("oracle"));
  EXPECT_EQ(manifest["guarantee"]["protects"], "person");
  EXPECT_EQ(manifest["central"]["bound"]["max_events"], 2);
}

TEST_F(CentralRelease, PublishesDaysWithoutEventsLikeAllOthers) {
  write_events();
  const Release release = build(config());
  const PeriodEstimates& days = release.estimates.back();
  EXPECT_EQ(days.timeline.label(0), "2023-11-20");
  EXPECT_EQ(days.timeline.label(days.timeline.size() - 1), "2024-02-10");
  std::size_t noisy = 0;
  for (std::size_t v = 0; v < 3; ++v) noisy += days.at(0, v).value == 0 ? 0U : 1U;
  EXPECT_EQ(noisy, 3U);
  EXPECT_GT(days.at(0, 0).std_error, 1);
}

TEST_F(CentralRelease, SyntheticRowsAreDrawnWithTheirTimes) {
  write_events();
  const Release release = build(config());
  const std::string rows = text_of(write(release) + "/synthetic.csv");
  EXPECT_EQ(rows.find("08:"), std::string::npos);  // no event's time of day
  EXPECT_EQ(rows.find("often"), std::string::npos);
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n') - 1,
            std::llround(std::max(0.0, release.facts.central->total.value)));
}

// Noise of scale 10^7 asks for millions of rows.
TEST_F(CentralRelease, SyntheticRowsAreBoundedAndTheStatementSaysSo) {
  write_events();
  BuildOptions options;
  options.max_synthetic_rows = 1000;
  std::size_t bounded = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Release release = build_release(config("epsilon = 0.0000001\n", "from = 2023-11-20\nto = 2024-02-10\n"),
                                          SeededSource(seed), options);
    ASSERT_LE(release.collected.times.size(), 1000U);
    if (release.facts.central->total.value < 2000) continue;
    ++bounded;
    EXPECT_EQ(release.collected.times.size(), 1000U);
    EXPECT_EQ(release.facts.central->bounded_rows, 1000U);
    EXPECT_NE(testing::privacy_document(release.facts, Language::en).find("more than the 1,000 rows that are drawn"),
              std::string::npos);
    EXPECT_NE(testing::privacy_document(release.facts, Language::fr).find("lignes qui sont tirées au plus"),
              std::string::npos);
    if (bounded > 1) continue;
    const std::string directory = write(release);
    const std::string rows = text_of(directory + "/synthetic.csv");
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n') - 1, 1000);
    const std::string manifest = published(release.config, seed, options).at("manifest.json");
    EXPECT_NE(manifest.find("\"synthetic_rows_at_most\": 1000"), std::string::npos);
  }
  EXPECT_GT(bounded, 0U);
  EXPECT_FALSE(build(config()).facts.central->bounded_rows);
}

TEST_F(CentralRelease, NonnegativeAndSmoothedOnlyWhenAskedFor) {
  write_events();
  const auto has_negative = [](const Release& release) {
    return std::ranges::any_of(release.estimates.back().published, [](const Estimate& one) { return one.value < 0; });
  };
  const std::string person = "epsilon = 2\nperson = \"who\"\nmax_events = 2\n";
  const std::string days = "from = 2023-11-20\nto = 2024-02-10\n";
  EXPECT_TRUE(has_negative(build(config())));
  const Release cut = build(config(person, days, "consistency = \"norm-sub\"\n"));
  EXPECT_FALSE(has_negative(cut));
  EXPECT_EQ(cut.estimates.back().consistency, Consistency::norm_sub);
  const Release smoothed = build(config(person, days, "smooth = \"auto\"\n"));
  EXPECT_FALSE(has_negative(smoothed));
  EXPECT_EQ(smoothed.estimates.back().plain.size(), smoothed.estimates.back().published.size());
}

TEST_F(CentralRelease, RefusesWhatWouldTell) {
  const std::string days = "from = 2023-11-20\nto = 2024-02-10\n";
  const auto refused = [&](const std::string& privacy, const std::string& events, const std::string& publish = "") {
    const std::string message = input_error([&] { config(privacy, events, publish); });
    return message.substr(message.find(": ") + 2);
  };
  EXPECT_EQ(refused("epsilon = 1\n", ""), "model = \"central\" needs 'from' and 'to' in [events]");
  EXPECT_EQ(refused("epsilon = 1\n", "from = 2024-01-01\n"), "model = \"central\" needs 'from' and 'to' in [events]");
  EXPECT_EQ(refused("epsilon = 1\n", days + "keep = [\"kind\"]\n"),
            "model = \"central\" publishes no column as it is: [events] has 'keep'");
  EXPECT_EQ(refused("epsilon = 1\n", days + "no_rows = \"unknown\"\n"),
            "no_rows = \"unknown\" tells which days have no event");
  EXPECT_EQ(refused("epsilon = 1\nmax_events = 3\n", days), "[privacy] has 'max_events' without 'person'");
  EXPECT_EQ(refused("epsilon = 1\nperson = \"who\"\n", days), "[privacy] has 'person' without 'max_events'");
  EXPECT_EQ(refused("epsilon = 1\nnoise = \"gaussian\"\n", days),
            "noise = \"gaussian\" needs 'delta' beside 'epsilon', or 'rho'");
  EXPECT_EQ(refused("epsilon = 1\nnoise = \"gaussian\"\ndelta = 1\n", days),
            "'delta' must lie between 0 and 1, like 1e-6");
  EXPECT_EQ(refused("epsilon = 1\ndelta = 1e-6\n", days),
            "[privacy] has 'delta' or 'rho', and Laplace noise has neither");
  EXPECT_EQ(refused("epsilon = 1\noracle = \"oue\"\n", days),
            "[privacy] has 'f', 'oracle', 'parameters' or 'shares', which are for model = \"local\"");
  EXPECT_EQ(refused("epsilon = 1\n", days, "consistency = \"norm-mul\"\n"),
            "with model = \"central\" consistency is \"none\" (numbers add up) or \"norm-sub\" (they are >= 0)");
  for (const char* bound : {"0", "-3", "2.5", "\"many\"", "100000"}) {
    EXPECT_EQ(refused(fmt::format("epsilon = 1\nperson = \"who\"\nmax_events = {}\n", bound), days),
              "'max_events' must be a whole number of at least 1 (and at most 10000), or \"auto\"")
        << bound;
  }
}

TEST_F(CentralRelease, NamesTheColumnThatIsNotThereAndThePersonThatIsEmpty) {
  write_events();
  EXPECT_NE(input_error([&] {
              build(config("epsilon = 1\nperson = \"patient\"\nmax_events = 2\n"));
            }).find("has no column 'patient': its columns are when, where, who"),
            std::string::npos);
  EXPECT_EQ(input_error([&] { build(config("epsilon = 1\nperson = \"where\"\nmax_events = 2\n")); }),
            "column 'where' cannot tell the person: it is the time or the place");
  write_events("2024-01-05,north,\n");
  EXPECT_NE(input_error([&] { build(config()); }).find("names no person: its column 'who' is empty"),
            std::string::npos);
  const ReleaseConfig skipping = config("epsilon = 2\nperson = \"who\"\nmax_events = 2\n",
                                        "from = 2023-11-20\nto = 2024-02-10\non_bad_row = \"skip\"\n");
  EXPECT_EQ(build(skipping).rows.skipped, 1U);
}

// The same two keys in the local model: a person's ε is split among their events, and no event is in beyond the bound.
TEST_F(CentralRelease, LocalReportsOfAPersonShareItsEpsilon) {
  write_events();
  ReleaseConfig local = parse_config(
      "[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\n[places]\nregions = [\"north\", "
      "\"south\", \"east\"]\n[privacy]\nepsilon = 1\nperson = \"who\"\nmax_events = 3\n",
      directory_.file("my.toml"));
  const Release release = build(local);
  EXPECT_EQ(release.facts.events, 300U - 140U * 0U + 3U);  // nobody but "often" has more than three
  const Guarantee& guarantee = release.facts.guarantee;
  EXPECT_EQ(guarantee.unit, Unit::person);
  EXPECT_EQ(guarantee.neighbours, Neighbours::replace);
  EXPECT_EQ(guarantee.model, PrivacyModel::local);
  EXPECT_LE(guarantee.epsilon, 1);
  EXPECT_GT(guarantee.epsilon, 1 - 1e-8);
  EXPECT_NEAR(release.oracle->guarantee().epsilon * 3, guarantee.epsilon, 1e-8);
  const Statement statement = counts_promise(release.facts).english;
  EXPECT_NE(statement.promise.find("all events of any one person"), std::string::npos);
  EXPECT_NE(input_error([&] {
              parse_config(
                  "[events]\ntime = \"when\"\nplace = \"where\"\n[places]\nregions = [\"a\"]\n[privacy]\n"
                  "epsilon = 1\nperson = \"who\"\nmax_events = \"auto\"\n",
                  "x.toml");
            }).find("max_events = \"auto\" is for model = \"central\""),
            std::string::npos);
}

TEST_F(CentralRelease, SaysInBothLanguagesWhomItProtectsAndWhatItDoesNotCount) {
  write_events();
  const Release release = build(config());
  for (const Language language : {Language::en, Language::fr}) {
    const std::string document = testing::privacy_document(release.facts, language);
    EXPECT_EQ(document.find('{'), std::string::npos);
    EXPECT_NE(document.find(language == Language::en ? "What is not counted" : "Ce qui n'est pas compté"),
              std::string::npos);
  }
  const Statement statement = counts_promise(release.facts).english;
  EXPECT_EQ(statement.beside.size(), 2U);
  EXPECT_NE(statement.promise.find("Had any one person not been in the data"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
