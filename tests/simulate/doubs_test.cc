#include "sourdine/simulate/doubs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sourdine/base/crc32c.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/simulate/doubs_days.h"

namespace sourdine {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::local_days;

TEST(DoubsTables, HaveThePapersSeventeenRegionsAndTheirTowns) {
  const DoubsTables& tables = doubs_tables();
  ASSERT_EQ(tables.regions.size(), 17U);
  EXPECT_EQ(tables.regions.front().name, "CA du Grand Besançon");
  EXPECT_EQ(tables.regions.back().name, "CC Loue-Lison");
  EXPECT_EQ(tables.towns.size(), 571U);  // 573 communes of early 2019, without the two of Villersexel
  std::uint64_t people = 0;
  for (const DoubsRegion& region : tables.regions) {
    EXPECT_GT(region.population, 0U) << region.name;
    people += region.population;
  }
  EXPECT_EQ(people, 538'491U);
  EXPECT_EQ(tables.regions[0].population, 193'187U);
}

TEST(DoubsTables, TownsAreInOrderWithUniqueNamesAndCodesOfTheDoubs) {
  std::set<std::string> names;
  std::string before;
  for (const DoubsTown& town : doubs_tables().towns) {
    EXPECT_TRUE(town.insee.starts_with("25") && town.insee.size() == 5) << town.insee;
    EXPECT_LT(before, town.insee);
    EXPECT_GT(town.population, 0U) << town.name;
    EXPECT_TRUE(names.insert(town.name).second) << town.name;
    before = town.insee;
  }
}

TEST(DoubsTables, SeatsLieInOrBesideTheDoubs) {
  for (const DoubsRegion& region : doubs_tables().regions) {
    EXPECT_TRUE(region.latitude > 465'000 && region.latitude < 477'000) << region.name;
    EXPECT_TRUE(region.longitude > 56'000 && region.longitude < 71'000) << region.name;
  }
}

// A town of another region would make the seat's smaller square wrong. Two seats are in the Haute-Saône.
TEST(DoubsTables, SeatsAreTownsOfTheirRegion) {
  const DoubsTables& tables = doubs_tables();
  std::set<std::string> elsewhere;
  for (std::size_t region = 0; region < tables.regions.size(); ++region) {
    const bool found = std::any_of(tables.towns.begin(), tables.towns.end(), [&](const DoubsTown& town) {
      return town.region == region && town.name == tables.regions[region].seat;
    });
    if (!found) elsewhere.insert(tables.regions[region].seat);
  }
  EXPECT_EQ(elsewhere, (std::set<std::string>{"Héricourt", "Marnay"}));
}

struct Year {
  std::uint64_t days = 0, total = 0, squares = 0, largest = 0, smallest = UINT64_MAX;

  void add(std::uint64_t count) {
    ++days;
    total += count;
    squares += count * count;
    largest = std::max(largest, count);
    smallest = std::min(smallest, count);
  }
  double deviation() const {
    const double mean = static_cast<double>(total) / static_cast<double>(days);
    return std::sqrt((static_cast<double>(squares) - mean * static_cast<double>(total)) /
                     static_cast<double>(days - 1));
  }
};

TEST(Doubs, EveryYearIsThatOfTheTableWithAnySeed) {
  for (const std::uint64_t seed : {doubs_default_seed, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}}) {
    SeededBits random(seed);
    std::map<int, Year> years;
    for (const doubs::Day& day : doubs::simulate_days(random)) {
      years[static_cast<int>(std::chrono::year_month_day(day.date).year())].add(day.ordinary + day.burst);
    }
    ASSERT_EQ(years.size(), doubs::published_years().size());
    for (const doubs::PublishedYear& published : doubs::published_years()) {
      const Year& year = years.at(published.year);
      EXPECT_EQ(year.days, std::chrono::year(published.year).is_leap() ? 366U : 365U);
      EXPECT_EQ(year.total, published.total) << published.year;
      EXPECT_EQ(year.largest, published.largest) << published.year;
      EXPECT_EQ(year.smallest, published.smallest) << published.year;
      EXPECT_NEAR(year.deviation(), static_cast<double>(published.deviation), 0.5) << published.year;
    }
  }
}

TEST(Doubs, EventsAreNumberedInOrderOfTimeInTownsOfTheirRegion) {
  SeededBits random(doubs_default_seed);
  const DoubsTables& tables = doubs_tables();
  std::uint64_t id = 0;
  std::chrono::local_seconds before{local_days(std::chrono::year(2006) / 1 / 1)};
  std::vector<std::uint64_t> counts(tables.regions.size());
  simulate_doubs(random, [&](const DoubsEvent& event) {
    ASSERT_EQ(event.id, ++id);
    ASSERT_LE(before, event.time);
    ASSERT_EQ(tables.towns[event.town].region, event.region);
    before = event.time;
    ++counts[event.region];
  });
  EXPECT_EQ(id, doubs_events);
  EXPECT_EQ(floor<days>(before), local_days(std::chrono::year(2018) / 12 / 31));
  EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 0U);
}

// The file is the same on every machine and with every version: results quoted from it can be checked.
TEST(Doubs, TheFileOfTheDefaultSeedNeverChanges) {
  std::string text;
  OutputBytes output(text);
  SeededBits random(doubs_default_seed);
  write_doubs_csv(random, output);
  EXPECT_TRUE(text.starts_with("ID,SDate,Station,Town,Location\n1,2006/01/01 0")) << text.substr(0, 100);
  EXPECT_EQ(crc32c(as_bytes(text)), 0x49339BF1U);
}

TEST(Doubs, BurstsAreInOneRegionOnly) {
  SeededBits random(doubs_default_seed);
  const local_days flood(std::chrono::year(2016) / 6 / 25);
  std::vector<std::uint64_t> counts(doubs_tables().regions.size());
  simulate_doubs(random, [&](const DoubsEvent& event) {
    if (floor<days>(event.time) == flood) ++counts[event.region];
  });
  std::uint64_t total = 0;
  for (const std::uint64_t count : counts) total += count;
  EXPECT_EQ(total, 556U);
  EXPECT_GT(counts[1], 400U);  // Pays de Montbéliard
}

}  // namespace
}  // namespace sourdine
