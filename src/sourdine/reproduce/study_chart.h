// The charts of a study's page, and their JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sourdine {

struct ChartPoint {
  double x;
  std::optional<double> measured;
  std::optional<double> expected;     // closed form
  std::optional<double> spread = {};  // standard error of what was measured
};

enum class LineStyle { solid, dotted, dashed };

struct ChartLine {
  std::string label;
  std::string colour;  // of the page: flat, b2, b3, b4, thesis
  LineStyle style;     // dashed: what was published
  std::vector<ChartPoint> points;
};

// Both axes logarithmic.
struct Chart {
  std::string x_title, y_title;
  std::string setting;  // what is held fixed
  std::vector<ChartLine> lines;
};

// As the page reads it (web/src/study-types.ts).
std::string chart_json(const Chart& chart);

// Six significant digits: more than a simulation can tell.
double six_digits(double value);

}  // namespace sourdine
