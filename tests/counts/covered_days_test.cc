#include "sourdine/counts/covered_days.h"

#include <gtest/gtest.h>

#include "events/times.h"

namespace sourdine {
namespace {

using std::chrono::days;
using std::chrono::floor;
using testing::at;

std::chrono::local_days day(int year, int month, int day) { return floor<days>(at(year, month, day)); }

std::vector<std::uint64_t> ones(const Timeline& timeline) { return std::vector<std::uint64_t>(timeline.size(), 1); }

TEST(CoveredDays, TheFirstAndTheLastPeriodMayBeCoveredInPart) {
  const Timeline base(Period::day, at(2006, 1, 15), at(2006, 3, 31));
  const CoveredDays covered(EventsConfig(), base, ones(base));
  EXPECT_EQ(covered.of(Timeline(Period::month, at(2006, 1, 15), at(2006, 3, 31))),
            (std::vector<CoveredPart>{CoveredPart::part, CoveredPart::whole, CoveredPart::whole}));
  EXPECT_EQ(covered.of(Timeline(Period::year, at(2006, 1, 15), at(2006, 3, 31))),
            std::vector<CoveredPart>{CoveredPart::part});
  EXPECT_EQ(covered.of(base), std::vector<CoveredPart>(base.size(), CoveredPart::whole));
  EXPECT_FALSE(covered.holds(day(2006, 1, 14)));
  EXPECT_FALSE(covered.holds(day(2006, 4, 1)));
}

TEST(CoveredDays, MissingDaysAreGaps) {
  EventsConfig config;
  config.missing = {{day(2006, 2, 1), day(2006, 2, 28)}, {day(2006, 3, 2), day(2006, 3, 2)}};
  const Timeline base(Period::day, at(2006, 1, 1), at(2006, 3, 31));
  const CoveredDays covered(config, base, ones(base));
  EXPECT_EQ(covered.of(Timeline(Period::month, at(2006, 1, 1), at(2006, 3, 31))),
            (std::vector<CoveredPart>{CoveredPart::whole, CoveredPart::none, CoveredPart::part}));
  EXPECT_FALSE(covered.holds(day(2006, 3, 2)));
  EXPECT_TRUE(covered.holds(day(2006, 3, 3)));
  EXPECT_FALSE(is_asked_for(config, at(2006, 2, 28, 23, 59)));
  EXPECT_TRUE(is_asked_for(config, at(2006, 3, 1)));
}

TEST(CoveredDays, ADayWithoutRowsMayBeUnknown) {
  EventsConfig config;
  const Timeline base(Period::hour, at(2006, 1, 1), at(2006, 1, 2, 23));
  std::vector<std::uint64_t> events(48, 0);
  events[5] = 3;
  EXPECT_EQ(CoveredDays(config, base, events).of(Timeline(Period::day, at(2006, 1, 1), at(2006, 1, 2))),
            (std::vector<CoveredPart>{CoveredPart::whole, CoveredPart::whole}));
  config.no_rows_unknown = true;
  EXPECT_EQ(CoveredDays(config, base, events).of(Timeline(Period::day, at(2006, 1, 1), at(2006, 1, 2))),
            (std::vector<CoveredPart>{CoveredPart::whole, CoveredPart::none}));
}

}  // namespace
}  // namespace sourdine
