// What the thesis of Friis (2021) concludes from its experiments, each conclusion beside what correct structures show.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/reproduce/friis_break_even.h"
#include "sourdine/reproduce/friis_study.h"

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
  std::string colour;  // flat, b2, b3, b4, thesis
  LineStyle style;     // dotted: adjusted; dashed: what the thesis says
  std::vector<ChartPoint> points;
};

// Both axes logarithmic.
struct Chart {
  std::string x_title, y_title;
  std::string setting;  // what is held fixed
  std::vector<ChartLine> lines;
};

struct FriisClaim {
  std::string section;  // of the thesis
  std::string claim;
  bool holds;
  std::string finding;  // with our figures
  Chart chart;
};

// In the order of the thesis. The study must have N = 512 and 2048 and ε = 1.
std::vector<FriisClaim> friis_claims(const FriisStudy& study, const std::vector<FriisBreakEven>& break_evens);

// ε that the oracle of the thesis has in truth when `epsilon` is asked for over g values: it lies uniformly over all of
// them, the true one included, with probability 1 − e^ε/(e^ε + g − 1) only. ln(1 + g·e^ε/(g−1)).
double friis_oracle_epsilon(double epsilon, double g);

}  // namespace sourdine
