#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <map>

#include "forecast/simulated_days.h"
#include "sourdine/base/csv.h"
#include "sourdine/events/calendar.h"
#include "sourdine/forecast/improved.h"
#include "sourdine/forecast/metrics.h"
#include "sourdine/forecast/paper.h"
#include "sourdine/simulate/doubs.h"

namespace sourdine {
namespace {

using testing::sanitised;
using testing::simulated_days;

constexpr double epsilon = 1.6946;  // f = 0.6

std::chrono::local_days new_year(int year) { return std::chrono::local_days(std::chrono::year(year) / 1 / 1); }

TEST(ForecastIntervals, CoverPoissonCountsAtTheStatedRate) {
  SeededBits random(1);
  const DailyCounts exact = simulated_days(1800, {0.4, 0.3, 0.15, 0.1, 0.05}, 40, random);
  const DailyCounts noisy = sanitised(exact, "ss", epsilon, random);
  for (const double confidence : {0.8, 0.9, 0.95}) {
    const ForecastQuestion question{exact.date(1400), 1, confidence};
    EXPECT_NEAR(score(predict_improved(exact, question), exact).coverage.value(), confidence, 0.02);
    EXPECT_NEAR(score(predict_improved(noisy, question), exact).coverage.value(), confidence, 0.03);
  }
}

DailyCounts doubs_days() {
  DailyCounts data;
  data.first = new_year(2006);
  for (const DoubsRegion& region : doubs_tables().regions) data.regions.push_back(region.name);
  data.totals.assign(4748, 0);
  data.counts.assign(4748 * data.regions.size(), 0);
  SeededBits random(doubs_default_seed);
  simulate_doubs(random, [&](const DoubsEvent& event) {
    const auto day = static_cast<std::size_t>((std::chrono::floor<std::chrono::days>(event.time) - data.first).count());
    ++data.totals[day];
    ++data.counts[day * data.regions.size() + event.region];
  });
  return data;
}

TEST(ForecastPromise, OnTheDoubsPrivacyCostsAtMostTwoPercentOfTheBestRawModel) {
  const DailyCounts exact = doubs_days();
  const ForecastQuestion question{new_year(2018)};
  const double raw = std::min({score(predict_improved(exact, question), exact).mae,
                               score(predict_paper(exact, exact, question), exact).mae,
                               score(predict_paper(exact, exact, question, PaperDefaults::legacy), exact).mae});
  double ours = 0;
  constexpr int draws = 5;
  for (int draw = 0; draw < draws; ++draw) {
    SeededBits random(static_cast<std::uint64_t>(100 + draw));
    const Score result = score(predict_improved(sanitised(exact, "ss", epsilon, random), question), exact);
    ours += result.mae / draws;
    EXPECT_NEAR(result.coverage.value(), question.confidence, 0.02);
  }
  EXPECT_LE(ours, 1.02 * raw);
}

// Exact daily counts of the ten battalions.
DailyCounts san_francisco(const std::string& path) {
  DailyCounts data;
  std::string text;
  if (FILE* pipe = popen(("zstd -dqc '" + path + "'").c_str(), "r")) {
    char block[1 << 16];
    while (const std::size_t got = std::fread(block, 1, sizeof block, pipe)) text.append(block, got);
    pclose(pipe);
  }
  if (text.empty()) return data;
  InputBytes bytes("calls", text);
  CsvReader csv(bytes);
  const std::size_t date = csv.column("CallDate"), battalion = csv.column("Battalion");
  std::map<std::string, std::map<std::chrono::local_seconds, double>> calls;
  while (csv.next()) {
    if (csv.row()[battalion] != "B99") ++calls[std::string(csv.row()[battalion])][parse_label(csv.row()[date])->second];
  }
  const auto first = calls.begin()->second.begin()->first;
  data.first = std::chrono::floor<std::chrono::days>(first);
  for (const auto& [name, days] : calls) data.regions.push_back(name);
  for (auto day = first; day < new_year(2014); day += std::chrono::days(1)) {
    double total = 0;
    for (auto& [name, days] : calls) {
      data.counts.push_back(days[day]);
      total += days[day];
    }
    data.totals.push_back(total);
  }
  return data;
}

TEST(ForecastPromise, OnRealCallsPrivacyCostsAtMostTwoPercentAndIntervalsCover) {
  const std::string path = SOURDINE_SOURCE_DIR "/../shared/data/sf_fire_calls_2000_2013.csv.zst";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the calls of San Francisco are not here";
  const DailyCounts exact = san_francisco(path);
  if (exact.totals.empty()) GTEST_SKIP() << "zstd is not installed";
  const ForecastQuestion question{new_year(2013)};
  const double raw = score(predict_improved(exact, question), exact).mae;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SeededBits random(seed);
    const Score ours = score(predict_improved(sanitised(exact, "ss", epsilon, random), question), exact);
    EXPECT_LE(ours.mae, 1.02 * raw);
    EXPECT_NEAR(ours.coverage.value(), question.confidence, 0.02);
  }
}

}  // namespace
}  // namespace sourdine
