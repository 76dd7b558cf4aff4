#include "sourdine/reproduce/forecasts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/parallel.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/forecast/baselines.h"
#include "sourdine/forecast/improved.h"
#include "sourdine/forecast/paper.h"
#include "sourdine/local/bias_filter.h"
#include "sourdine/local/report_oracle.h"
#include "sourdine/oracle/table.h"
#include "sourdine/reproduce/error_rates.h"

namespace sourdine {
namespace {

struct Table4Row {
  double f;  // 0: no f
  const char* variant;
  double mae, rmse;
};

constexpr std::string_view study_country = "FR";
constexpr const char* weekday_mean = "weekday mean, raw data";
constexpr const char* paper_raw = "paper's model, raw data";
constexpr const char* our_raw = "our model, raw data";
constexpr const char* paper_ratio = "paper's model, ratio filter (not private)";
constexpr const char* paper_plain = "paper's model";
constexpr const char* our_private = "our model";

constexpr Table4Row table4[] = {
    {0, weekday_mean, 2.5556, 3.3237},  {0, paper_raw, 1.8552, 2.5821},     {0.2, paper_ratio, 1.8666, 2.5963},
    {0.4, paper_ratio, 1.9271, 2.7194}, {0.6, paper_ratio, 1.9151, 2.6848}, {0.8, paper_ratio, 1.9403, 2.7002},
    {0.2, paper_plain, 2.1748, 2.8822}, {0.4, paper_plain, 2.7436, 3.6736}, {0.6, paper_plain, 4.2475, 4.9567},
    {0.8, paper_plain, 7.8542, 8.4985},
};

std::chrono::local_days day_of(std::chrono::local_seconds time) { return std::chrono::floor<std::chrono::days>(time); }

// The study's filter: every region's estimates divided by ρ, the inflation of their mean over the year before the test.
DailyCounts ratio_filtered(DailyCounts data, const DailyCounts& truth, std::chrono::local_days test_from) {
  const std::size_t k = data.regions.size();
  const std::chrono::year year = std::chrono::year_month_day(test_from).year() - std::chrono::years(1);
  for (std::size_t v = 0; v < k; ++v) {
    double sanitised = 0;
    double exact = 0;
    for (std::size_t t = 0; t < data.days(); ++t) {
      if (std::chrono::year_month_day(data.date(t)).year() != year) continue;
      sanitised += data.count(t, v);
      exact += truth.count(t, v);
    }
    if (sanitised <= 0 || exact <= 0) continue;
    for (std::size_t t = 0; t < data.days(); ++t) data.counts[t * k + v] *= exact / sanitised;
  }
  return data;
}

ForecastRow row_of(const char* variant, std::optional<double> f, bool is_private, const Predictions& predictions,
                   const DailyCounts& truth) {
  ForecastRow row;
  row.variant = variant;
  row.f = f;
  if (f) row.epsilon = epsilon_of(*f);
  row.is_private = is_private;
  row.score = study_score(predictions, truth);
  row.coverage = score(predictions, truth).coverage;
  for (const Table4Row& published : table4) {
    if (std::string(variant) == published.variant && std::abs(f.value_or(0) - published.f) < 1e-9) {
      row.published_mae = published.mae;
      row.published_rmse = published.rmse;
    }
  }
  return row;
}

// What was drawn at one f.
struct DrawnDays {
  DailyCounts theirs, filtered, ours;
};

struct Model {
  const char* variant = "";
  std::optional<double> f;
  bool is_private = false;
  std::function<Predictions()> predict;
  Predictions predictions;
};

}  // namespace

DailyCounts sanitised_days(const CollectedEvents& collected, const Oracle& oracle,
                           const std::vector<std::string>& regions) {
  DailyCounts days;
  days.first = day_of(collected.timeline.start(0));
  days.regions = regions;
  days.noise = measurement_noise(oracle);
  days.holidays = find_holidays(study_country);
  for (const PeriodTally& day : collected.tallies) {
    const std::vector<double> estimates = day.reports == 0 ? std::vector<double>(oracle.k()) : oracle.invert(day);
    days.counts.insert(days.counts.end(), estimates.begin(), estimates.end());
    days.totals.push_back(static_cast<double>(day.reports));
  }
  return days;
}

ForecastStudy study_forecasts(const TrueCounts& truth, const std::vector<double>& fs, double shown_f,
                              const RandomSource& random, const ForecastProgress& progress, const DailyCounts* shown) {
  DailyCounts exact = daily_counts(truth);
  exact.holidays = find_holidays(study_country);
  if (shown != nullptr) require_same_shape(*shown, exact);
  const std::chrono::year last_year = std::chrono::year_month_day(exact.last()).year();
  const Domain regions(truth.regions);
  ForecastStudy study;
  const ForecastQuestion question{std::chrono::local_days(last_year / 1 / 1), 1, study.confidence};

  std::vector<DrawnDays> drawn(fs.size());
  for (std::size_t i = 0; i < fs.size(); ++i) {
    random.with_stream(i, [&](Random& bits) {
      const auto sue = make_oracle({"sue", regions, 0, {{"f", fs[i]}}});
      drawn[i].theirs = clipped(sanitised_days(draw_events(truth, *sue, bits), *sue, truth.regions));
      drawn[i].filtered = ratio_filtered(drawn[i].theirs, exact, question.test_from);
      const auto best = make_oracle(
          choose_oracle({.epsilon = epsilon_of(fs[i]), .f = {}, .oracle = "auto", .parameters = {}}, regions));
      const bool is_shown = std::abs(fs[i] - shown_f) < 1e-9;
      drawn[i].ours =
          is_shown && shown != nullptr ? *shown : sanitised_days(draw_events(truth, *best, bits), *best, truth.regions);
    });
  }

  std::vector<Model> models;
  models.push_back({weekday_mean, {}, false, [&] { return predict_weekday_mean(exact, question); }, {}});
  models.push_back({paper_raw, {}, false, [&] { return predict_paper(exact, exact, question); }, {}});
  models.push_back({our_raw, {}, false, [&] { return predict_improved(exact, question); }, {}});
  for (std::size_t i = 0; i < fs.size(); ++i) {
    const DrawnDays& data = drawn[i];
    models.push_back({paper_ratio, fs[i], false, [&] { return predict_paper(data.filtered, exact, question); }, {}});
    models.push_back({paper_plain, fs[i], false, [&] { return predict_paper(data.theirs, exact, question); }, {}});
    models.push_back({our_private, fs[i], true, [&] { return predict_improved(data.ours, question); }, {}});
  }
  std::size_t next = 0;
  std::size_t done = 0;
  ordered_pipeline<Model>(
      0, Model{},
      [&](Model& model) {
        if (next == models.size()) return false;
        model = models[next++];
        return true;
      },
      [](Model& model) { model.predictions = model.predict(); },
      [&](Model& model) {
        progress(model.f ? fmt::format("{}, f = {}", model.variant, *model.f) : model.variant, ++done, models.size());
        study.rows.push_back(row_of(model.variant, model.f, model.is_private, model.predictions, exact));
        if (!model.is_private || std::abs(*model.f - shown_f) >= 1e-9) return;
        study.forecast_coverage = study.rows.back().coverage;
        study.forecast = std::move(model.predictions);
      });

  double raw = std::numeric_limits<double>::infinity();
  for (const ForecastRow& row : study.rows) {
    if (!row.f) raw = std::min(raw, row.score.mae_of_mean);
  }
  for (ForecastRow& row : study.rows) row.mae_ratio_to_raw = row.score.mae_of_mean / raw;
  return study;
}

}  // namespace sourdine
