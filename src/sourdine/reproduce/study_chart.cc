#include "sourdine/reproduce/study_chart.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace sourdine {
namespace {

nlohmann::ordered_json number_or_null(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(six_digits(*value)) : nlohmann::ordered_json();
}

}  // namespace

double six_digits(double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10, std::floor(std::log10(std::abs(value))) - 5);
  return unit < 1 ? std::round(value / unit) / std::round(1 / unit) : std::round(value / unit) * unit;
}

std::string chart_json(const Chart& chart) {
  using Json = nlohmann::ordered_json;
  static constexpr const char* styles[] = {"solid", "dotted", "dashed"};
  Json lines = Json::array();
  for (const ChartLine& line : chart.lines) {
    Json points = Json::array();
    for (const ChartPoint& p : line.points) {
      points.push_back({{"x", p.x},
                        {"measured", number_or_null(p.measured)},
                        {"std_error", number_or_null(p.spread)},
                        {"expected", number_or_null(p.expected)}});
    }
    lines.push_back({{"label", line.label},
                     {"colour", line.colour},
                     {"style", styles[static_cast<std::size_t>(line.style)]},
                     {"points", std::move(points)}});
  }
  return Json{
      {"x_title", chart.x_title}, {"y_title", chart.y_title}, {"setting", chart.setting}, {"lines", std::move(lines)}}
      .dump();
}

}  // namespace sourdine
