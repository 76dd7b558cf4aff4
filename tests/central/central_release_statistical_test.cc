// Coverage of whole central releases: persons with heavy-tailed numbers of events, both noises, several levels of the
// hierarchy. The intervals are about the bounded counts. Fixed seeds; of the 15,000 and more intervals of a case a
// share below 0.93 or above 0.97 has a probability far below one in a million when each covers with 0.945 to 0.96.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/counts/release.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"
#include "support/statistics.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

// One event in three is of somebody who was there before: few people come very often.
std::string heavy_tailed_events(std::size_t number) {
  SeededBits random(21);
  std::vector<std::size_t> persons;
  std::string rows = "when,where,who\n";
  std::size_t people = 0;
  for (std::size_t i = 0; i < number; ++i) {
    const bool is_new = persons.empty() || random.below(3) != 0;
    persons.push_back(is_new ? people++ : persons[random.below(persons.size())]);
    // A region with many events, some with few, and one without any.
    const std::uint64_t region = random.below(10);
    rows += fmt::format("{}-{:02}-{:02},r{},p{}\n", 2021 + random.below(2), 1 + random.below(12), 1 + random.below(28),
                        region < 7 ? 0 : region - 6, persons.back());
  }
  return rows;
}

struct Covered {
  std::uint64_t within = 0, all = 0;
  double share() const { return static_cast<double>(within) / static_cast<double>(all); }
};

void add(const PeriodEstimates& estimates, Covered& into) {
  for (std::size_t i = 0; i < estimates.published.size(); ++i) {
    const Estimate& one = estimates.published[i];
    into.within += one.lower <= estimates.truth[i] && estimates.truth[i] <= one.upper ? 1U : 0U;
    ++into.all;
  }
}

class CentralCoverage : public ::testing::TestWithParam<const char*> {};

TEST_P(CentralCoverage, IsThatOfTheConfidence) {
  const testing::TemporaryDirectory directory;
  testing::write_all(directory.file("events.csv"), heavy_tailed_events(20'000));
  const ReleaseConfig config = parse_config(
      fmt::format("[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\nfrom = 2021-01-01\nto = "
                  "2022-12-31\n[places]\nregions = [\"r0\", \"r1\", \"r2\", \"r3\", \"empty\"]\n[privacy]\nmodel = "
                  "\"central\"\n{}\n[publish]\nsynthetic = false\nperiods = [\"year\", \"month\", \"week\", \"day\"]\n",
                  GetParam()),
      directory.file("my.toml"));
  BuildOptions options;
  options.keep_truth = true;
  std::map<Period, Covered> covered;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Release release = build_release(config, SeededSource(seed), options);
    for (const PeriodEstimates& estimates : release.estimates) add(estimates, covered[estimates.timeline.period()]);
  }
  for (const auto& [period, all] : covered) {
    if (all.all < 15'000) {
      // Fewer: not below 0.93 by more than chance.
      EXPECT_GT(testing::binomial_lower_tail(all.within, all.all, 0.93), testing::false_alarm) << period_name(period);
      continue;
    }
    EXPECT_GE(all.share(), 0.93) << period_name(period);
    EXPECT_LE(all.share(), 0.97) << period_name(period);
  }
}

INSTANTIATE_TEST_SUITE_P(Budgets, CentralCoverage,
                         ::testing::Values("epsilon = 1\nperson = \"who\"\nmax_events = 3\n", "epsilon = 2\n",
                                           "epsilon = 1\ndelta = 1e-6\nnoise = \"gaussian\"\nperson = "
                                           "\"who\"\nmax_events = 2\n",
                                           "rho = 2\nnoise = \"gaussian\"\nperson = \"who\"\nmax_events = \"auto\"\n"));

// What bounding removed, beside the counts: its interval covers, too.
TEST(CentralRemoved, IsCoveredAsOftenAsIsSaid) {
  const testing::TemporaryDirectory directory;
  std::string rows = "when,where,who\n";
  for (int person = 0; person < 60; ++person) {
    for (int event = 0; event <= person % 6; ++event) rows += fmt::format("2024-01-{:02},a,p{}\n", 1 + event, person);
  }
  testing::write_all(directory.file("events.csv"), rows);
  const ReleaseConfig config = parse_config(
      "[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\nfrom = 2024-01-01\nto = "
      "2024-01-31\n[places]\nregions = [\"a\", \"b\"]\n[privacy]\nmodel = \"central\"\nepsilon = 4\nperson = "
      "\"who\"\nmax_events = 2\n[publish]\nperiods = [\"month\"]\nsynthetic = false\n",
      directory.file("my.toml"));
  // 40 of 60 people have 3 to 6 events: 10·(1 + 2 + 3 + 4) are not counted.
  std::uint64_t people = 0, events = 0;
  constexpr std::uint64_t releases = 400;
  for (std::uint64_t seed = 1; seed <= releases; ++seed) {
    const Release release = build_release(config, SeededSource(seed));
    const BoundFacts& bound = *release.facts.central->bound;
    people += bound.people.lower <= 40 && 40 <= bound.people.upper ? 1U : 0U;
    events += bound.events.lower <= 100 && 100 <= bound.events.upper ? 1U : 0U;
  }
  EXPECT_GT(testing::binomial_lower_tail(people, releases, 0.95), testing::false_alarm);
  EXPECT_GT(testing::binomial_lower_tail(events, releases, 0.95), testing::false_alarm);
}

}  // namespace
}  // namespace sourdine
