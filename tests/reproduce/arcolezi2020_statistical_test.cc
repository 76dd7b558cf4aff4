// What the reproduction of Arcolezi et al. (2020) promises on the bundled data, with fixed seeds. That the paper's
// method gives the paper's numbers there is tested with the data (tests/simulate/doubs_statistical_test.cc).
#include <gtest/gtest.h>

#include "sourdine/random/seeded_source.h"
#include "sourdine/reproduce/doubs_study.h"
#include "sourdine/reproduce/error_rates.h"
#include "sourdine/reproduce/forecasts.h"

namespace sourdine {
namespace {

TEST(Arcolezi2020, OursIsBetterInEveryCellAndHalfTheErrorPerDay) {
  const auto table =
      study_error_rates(simulated_doubs(), {0.1, 0.5, 0.9}, 4, SeededSource(1), [](std::size_t, std::size_t) {});
  ASSERT_EQ(table.size(), 9U);
  for (const ErrorRates& row : table) {
    EXPECT_LT(row.best(), row.paper_method) << row.f << " " << period_name(row.period);
    ASSERT_TRUE(row.published);
    const double limit = row.period != Period::day ? 1 : row.f < 0.2 ? 0.5 : 0.65;
    EXPECT_LE(row.best(), limit * row.paper_method) << row.f;
  }
}

TEST(Arcolezi2020, ThePrivateForecastIsWithinTwoPercentOfTheBestRawOne) {
  const ForecastStudy study = study_forecasts(simulated_doubs(), {0.6}, 0.6, SeededSource(2),
                                              [](const std::string&, std::size_t, std::size_t) {});
  const ForecastRow& ours = study.rows.back();
  EXPECT_TRUE(ours.is_private);
  EXPECT_LE(ours.mae_ratio_to_raw, 1.02);
  ASSERT_TRUE(ours.coverage);
  EXPECT_NEAR(*ours.coverage, study.confidence, 0.03);
  for (const ForecastRow& row : study.rows) EXPECT_GE(row.mae_ratio_to_raw, 0.9) << row.variant;
}

}  // namespace
}  // namespace sourdine
