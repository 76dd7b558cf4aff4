#include "forecast_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common.h"
#include "print.h"
#include "sourdine/base/calendar.h"

namespace sourdine::cli {
namespace {

using std::chrono::days;
using std::chrono::local_days;
using Rows = std::vector<std::vector<std::string>>;

constexpr std::size_t days_a_table = 7;
constexpr const char* all_regions = "all regions";

std::string day_label(local_days day) { return period_label(Period::day, day); }

std::string learnt_from(const ModelResult& model, const DailyCounts& data) {
  return model.learnt_from_truth || data.is_exact() ? "raw data" : "release";
}

// Days in a row are learnt from: those before a missing one are lost to the forecast, which nobody would guess.
std::string left_out_by_gap(const DailyCounts& data) {
  return fmt::format("learns only from the days after the last gap ({}): {} of {}", day_label(data.first - days(1)),
                     data.days(), data.days() + data.days_before_gap);
}

// The first day after the data, counted from the first that is predicted.
std::size_t first_ahead(const ForecastAnswer& answer) {
  return answer.evaluation.forecast.days() - answer.question.horizon;
}

local_days predicted_day(const ForecastAnswer& answer, std::size_t day) {
  return answer.evaluation.forecast.first + days(static_cast<int>(day));
}

// The scores

void add_score(nlohmann::json& json, const Score& score) {
  json["rmse"] = score.rmse;
  if (score.mae) json["mae"] = *score.mae;
  if (score.coverage) json["coverage"] = *score.coverage;
}

void add_estimated_rmse(nlohmann::json& json, const EstimatedRmse& estimated) {
  const std::optional<double> value = estimated.value();
  json["estimated_rmse"] = value ? nlohmann::json(*value) : nlohmann::json();
  if (!value) json["estimated_rmse_reason"] = hidden_by_noise;
  json["estimated_rmse_interval"] = {estimated.lower(), estimated.upper()};
}

nlohmann::json model_json(const ModelResult& model, const DailyCounts& data) {
  nlohmann::json json = {{"model", model.predictions.model},
                         {"days_ahead", model.horizon},
                         {"learnt_from", learnt_from(model, data)},
                         {"parameters", nlohmann::json::parse(model.predictions.parameters)}};
  if (model.score) add_score(json, *model.score);
  if (model.estimated_rmse) add_estimated_rmse(json, *model.estimated_rmse);
  return json;
}

std::string text_of(const std::optional<double>& value) { return value ? fmt::format("{:.4f}", *value) : "-"; }

std::string percent(const std::optional<double>& share) { return share ? fmt::format("{:.1f}%", 100 * *share) : "-"; }

// "2.4101 (2.0034 to 2.7580)".
std::string text_of(const EstimatedRmse& estimated) {
  if (const std::optional<double> value = estimated.value()) {
    return estimated.margin == 0
               ? text_of(value)
               : fmt::format("{:.4f} ({:.4f} to {:.4f})", *value, estimated.lower(), estimated.upper());
  }
  return std::isfinite(estimated.upper()) ? fmt::format("{} (at most {:.4f})", hidden_by_noise, estimated.upper())
                                          : std::string(hidden_by_noise);
}

void print_scores(std::ostream& out, const ForecastAnswer& answer) {
  const bool has_truth = answer.evaluation.models.front().score.has_value();
  Rows table = {has_truth ? std::vector<std::string>{"model", "learnt from", "RMSE", "MAE", "coverage"}
                          : std::vector<std::string>{"model", "estimated RMSE"}};
  for (const ModelResult& model : answer.evaluation.models) {
    if (model.horizon != 1) continue;
    if (has_truth) {
      table.push_back({model.predictions.model, learnt_from(model, answer.data), text_of(model.score->rmse),
                       text_of(model.score->mae), percent(model.score->coverage)});
    } else {
      table.push_back({model.predictions.model, text_of(*model.estimated_rmse)});
    }
  }
  print_table(out, has_truth ? "llrrr" : "ll", table);
  if (has_truth) {
    fmt::print(out,
               "\nAgainst the true counts, one day ahead, over all days and regions: the root mean squared error\n"
               "of the mean, the mean absolute error of the median, the share inside the intervals.\n");
  } else {
    fmt::print(out,
               "\nThe root mean squared error of the mean, one day ahead, over all days and regions, estimated from\n"
               "the release: the squared error against the sanitised counts minus their known noise, with its 95 %\n"
               "interval. The absolute error of the median needs the true counts:\n"
               "--compare-raw EVENTS --config FILE.\n");
  }
}

// The published model, by how far ahead; the totals, which are public, beside it.
void print_scores_by_horizon(std::ostream& out, const ForecastAnswer& answer) {
  const Evaluation& evaluation = answer.evaluation;
  const bool has_truth = evaluation.models.front().score.has_value();
  Rows table = {{"days ahead"}};
  const auto append = [&](std::size_t row, std::initializer_list<std::string> cells) {
    table[row].insert(table[row].end(), cells);
  };
  append(0, {"total: RMSE", "MAE", "coverage"});
  if (has_truth) append(0, {"regions: RMSE", "MAE", "coverage"});
  if (!has_truth) append(0, {"regions: estimated RMSE"});
  for (const ModelResult& model : evaluation.models) {
    if (model.learnt_from_truth || model.predictions.model != evaluation.forecast.model) continue;
    const Score& total = evaluation.totals[model.horizon - 1].score;
    table.push_back({fmt::format("{}", model.horizon)});
    append(model.horizon, {text_of(total.rmse), text_of(total.mae), percent(total.coverage)});
    if (has_truth) {
      append(model.horizon, {text_of(model.score->rmse), text_of(model.score->mae), percent(model.score->coverage)});
    } else {
      append(model.horizon, {text_of(*model.estimated_rmse)});
    }
  }
  fmt::print(out, "\nThe published forecast, model '{}'; totals are {}:\n", evaluation.forecast.model,
             answer.data.noise_per_count > 0 ? "noisy, and that noise is in their scores"
                                             : "public, so their scores are no estimates");
  print_table(out, has_truth ? "rrrrrrr" : "rrrrl", table);
}

// The days to come

// "3.9", but "0.04": one decimal of a rare event would say never.
std::string mean_text(double mean) { return fmt::format("{:.{}f}", mean, mean < 0.95 ? 2 : 1); }

nlohmann::json cell_json(const Predictions& predictions, std::size_t cell) {
  return {{"mean", predictions.means[cell]},
          {"median", predictions.medians[cell]},
          {"lower", predictions.lower[cell]},
          {"upper", predictions.upper[cell]}};
}

nlohmann::json days_json(const ForecastAnswer& answer) {
  const Predictions& forecast = answer.evaluation.forecast;
  nlohmann::json list = nlohmann::json::array();
  for (std::size_t ahead = 0; ahead < answer.question.horizon; ++ahead) {
    const std::size_t day = first_ahead(answer) + ahead;
    nlohmann::json regions = nlohmann::json::array();
    for (std::size_t i = 0; i < forecast.regions; ++i) {
      nlohmann::json region = cell_json(forecast, day * forecast.regions + i);
      region["region"] = answer.data.regions[i];
      regions.push_back(std::move(region));
    }
    list.push_back({{"date", day_label(predicted_day(answer, day))},
                    {"days_ahead", ahead + 1},
                    {"total", cell_json(answer.evaluation.total_forecast, day)},
                    {"regions", std::move(regions)}});
  }
  return list;
}

void print_tomorrow(std::ostream& out, const ForecastAnswer& answer) {
  const Predictions& forecast = answer.evaluation.forecast;
  const std::size_t day = first_ahead(answer);
  fmt::print(out, "\n{}, the day after the last, {:.4g} % intervals:\n", day_label(predicted_day(answer, day)),
             100 * answer.question.confidence);
  Rows table = {{"region", "mean", "median", "from", "to"}};
  const auto add = [&](const std::string& name, const Predictions& predictions, std::size_t cell) {
    table.push_back({name, mean_text(predictions.means[cell]), fmt::format("{:.0f}", predictions.medians[cell]),
                     fmt::format("{:.0f}", predictions.lower[cell]), fmt::format("{:.0f}", predictions.upper[cell])});
  };
  for (std::size_t i = 0; i < forecast.regions; ++i) {
    add(answer.data.regions[i], forecast, day * forecast.regions + i);
  }
  add(all_regions, answer.evaluation.total_forecast, day);
  print_table(out, "lrrrr", table);
}

// "3.9 (1-7)": one column a day, as many tables as it takes.
void print_all_days(std::ostream& out, const ForecastAnswer& answer) {
  const Predictions& forecast = answer.evaluation.forecast;
  const std::size_t first = first_ahead(answer), end = forecast.days();
  const auto cell_text = [](const Predictions& predictions, std::size_t cell) {
    return fmt::format("{} ({:.0f}-{:.0f})", mean_text(predictions.means[cell]), predictions.lower[cell],
                       predictions.upper[cell]);
  };
  fmt::print(out, "\nEach day, mean and interval; the medians are in the file:\n");
  for (std::size_t begin = first; begin < end; begin += days_a_table) {
    const std::size_t stop = std::min(end, begin + days_a_table);
    Rows table(forecast.regions + 2);
    table.front() = {"region"};
    for (std::size_t i = 0; i < forecast.regions; ++i) table[i + 1] = {answer.data.regions[i]};
    table.back() = {all_regions};
    for (std::size_t day = begin; day < stop; ++day) {
      table.front().push_back(day_label(predicted_day(answer, day)));
      for (std::size_t i = 0; i < forecast.regions; ++i) {
        table[i + 1].push_back(cell_text(forecast, day * forecast.regions + i));
      }
      table.back().push_back(cell_text(answer.evaluation.total_forecast, day));
    }
    if (begin != first) fmt::print(out, "\n");
    print_table(out, "l" + std::string(stop - begin, 'r'), table);
  }
}

}  // namespace

nlohmann::json forecast_json(const ForecastAnswer& answer) {
  nlohmann::json json = {{"file", answer.put.path},
                         {"page", answer.put.page},
                         {"sums", answer.put.sums},
                         {"fingerprint", answer.put.fingerprint},
                         {"test_from", day_label(answer.question.test_from)},
                         {"test_to", day_label(answer.data.last())},
                         {"horizon", answer.question.horizon},
                         {"confidence", answer.question.confidence},
                         {"holidays", answer.data.holidays.country()},
                         {"model", answer.evaluation.forecast.model},
                         {"days", days_json(answer)},
                         {"models", nlohmann::json::array()},
                         {"totals", nlohmann::json::array()}};
  if (answer.data.days_before_gap != 0) {
    json["gap"] = {{"last_missing_day", day_label(answer.data.first - days(1))},
                   {"days_used", answer.data.days()},
                   {"days_published", answer.data.days() + answer.data.days_before_gap},
                   {"note", left_out_by_gap(answer.data)}};
  }
  for (const ModelResult& model : answer.evaluation.models) json["models"].push_back(model_json(model, answer.data));
  for (const TotalResult& total : answer.evaluation.totals) {
    nlohmann::json row = {{"days_ahead", total.horizon}};
    add_score(row, total.score);
    json["totals"].push_back(std::move(row));
  }
  return json;
}

void print_forecast(std::ostream& out, const ForecastAnswer& answer) {
  const auto& [evaluation, data, question, put] = answer;
  const bool has_test = question.test_from <= data.last();
  fmt::print(out, "{} days and {} regions; learnt before {}{}; holidays: {}\n", data.days(), data.regions.size(),
             day_label(question.test_from), has_test ? ", tested from then to " + day_label(data.last()) : "",
             data.holidays.country());
  if (data.days_before_gap != 0) fmt::print(out, "{}\n", left_out_by_gap(data));
  if (has_test) {
    fmt::print(out, "\n");
    print_scores(out, answer);
    print_scores_by_horizon(out, answer);
  }
  print_tomorrow(out, answer);
  if (question.horizon > 1) print_all_days(out, answer);
  fmt::print(out, "\n");
  fmt::print(out, "forecast: {} (model '{}'; {}{} last)\n", put.path, evaluation.forecast.model,
             has_test ? "test days first, " : "", day_label(data.last() + days(static_cast<int>(question.horizon))));
  if (!put.page.empty()) fmt::print(out, "page: {}\n", put.page);
  if (!put.sums.empty()) fmt::print(out, "checksums: {} (those of the release, and its fingerprint, stay)\n", put.sums);
}

}  // namespace sourdine::cli
