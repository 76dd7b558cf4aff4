// What `sourdine forecast` says: one JSON object, or tables for people.
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

#include "sourdine/forecast/evaluate.h"
#include "sourdine/forecast/forecast_page.h"

namespace sourdine::cli {

struct ForecastAnswer {
  const Evaluation& evaluation;
  const DailyCounts& data;
  const ForecastQuestion& question;  // its horizon is the furthest
  const PutForecast& put;
};

nlohmann::json forecast_json(const ForecastAnswer& answer);
// Scores, then every day after the data: mean, median and interval per region and for all of them.
void print_forecast(std::ostream& out, const ForecastAnswer& answer);

}  // namespace sourdine::cli
