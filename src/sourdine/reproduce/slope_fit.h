// Straight lines through measured points: the slope of a power law on logarithmic axes, and how well a line fits at
// all.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sourdine {

// A point of a power law. Points of one group share a factor; points of one cluster share their noise.
struct PowerPoint {
  double x, y;  // > 0
  std::size_t group, cluster;
};

struct Slope {
  double value, std_error;
};

// The common exponent s in y = c_group · x^s, by least squares on logarithms. The standard error allows for noise that
// the points of a cluster share (Liang and Zeger 1986); clusters should be many.
Slope fit_exponent(std::span<const PowerPoint> points);

// R² of the least-squares line through (x, y).
double line_r_squared(std::span<const double> x, std::span<const double> y);

}  // namespace sourdine
