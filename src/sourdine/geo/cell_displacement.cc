#include "sourdine/geo/cell_displacement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// Displacements along one axis that lead from a cell to itself, and how much of each does. Moved by whole cells they
// lead to another one.
struct AxisPart {
  double offset, weight;
};
using AxisParts = std::vector<AxisPart>;

AxisParts whole_offsets(std::uint64_t cell) {
  AxisParts parts;
  const auto width = static_cast<std::int64_t>(cell);
  for (std::int64_t d = -width; d <= width; ++d) {
    const auto far = static_cast<double>(std::abs(d)), side = static_cast<double>(cell);
    const double weight = 1 - far / side;
    if (weight > 0) parts.push_back({static_cast<double>(d), weight});
  }
  return parts;
}

// The same by `points` midpoints a cell instead of `cell` offsets.
AxisParts midpoints(std::uint64_t cell, std::uint64_t points) {
  AxisParts parts;
  const double side = static_cast<double>(cell), apart = side / static_cast<double>(points);
  for (std::uint64_t i = 0; i < 2 * points; ++i) {
    const double offset = (static_cast<double>(i) + 0.5 - static_cast<double>(points)) * apart;
    parts.push_back({offset, apart * (1 - std::abs(offset) / side)});
  }
  return parts;
}

double summed_law(double epsilon, double x, double y, const AxisParts& parts) {
  double sum = 0;
  for (const AxisPart& a : parts) {
    for (const AxisPart& b : parts) {
      const double far_x = x + a.offset, far_y = y + b.offset;
      sum += a.weight * b.weight * std::exp(-epsilon * std::sqrt(far_x * far_x + far_y * far_y));
    }
  }
  return sum;
}

constexpr double farthest = 24;  // of 1/ε

std::size_t triangle(std::size_t x, std::size_t y) { return x * (x + 1) / 2 + y; }

}  // namespace

CellDisplacement::CellDisplacement(StepEpsilon epsilon, std::uint64_t cell) : epsilon_(epsilon.value()), cell_(cell) {
  const double side = static_cast<double>(cell), width = epsilon_ * side;
  if (cell == 0 || !(width <= 4)) {
    fail_input(fmt::format("cells of {} steps are too wide for epsilon = {:g} a step", cell, epsilon_),
               "Count in cells that are not wider than twice the mean displacement.");
  }
  reach_ = static_cast<std::size_t>(std::ceil(farthest / width));
  const auto exact_cells = std::max<std::size_t>(3, static_cast<std::size_t>(std::ceil(1 / width)));
  const std::uint64_t points = 2 * static_cast<std::uint64_t>(std::ceil(32 * width));
  const AxisParts near = whole_offsets(cell);
  const AxisParts far = points < cell ? midpoints(cell, points) : near;
  masses_.resize(triangle(reach_, reach_) + 1);
  double total = 0;
  for (std::size_t x = 0; x <= reach_; ++x) {
    for (std::size_t y = 0; y <= x; ++y) {
      const double mass = summed_law(epsilon_, static_cast<double>(x) * side, static_cast<double>(y) * side,
                                     x <= exact_cells ? near : far);
      masses_[triangle(x, y)] = mass;
      total += mass * (x == 0 ? 1 : y == 0 || y == x ? 4 : 8);
    }
  }
  for (double& mass : masses_) mass /= total;
}

double CellDisplacement::tail() const {
  const double far = epsilon_ * static_cast<double>(reach_) * static_cast<double>(cell_);
  return (1 + far) * std::exp(-far);
}

double CellDisplacement::at(std::int64_t x, std::int64_t y) const {
  auto a = static_cast<std::size_t>(std::abs(x)), b = static_cast<std::size_t>(std::abs(y));
  if (a < b) std::swap(a, b);
  return a > reach_ ? 0 : masses_[triangle(a, b)];
}

PlaneField CellDisplacement::wrapped(std::size_t width, std::size_t height) const {
  PlaneField field(width * height, 0);
  const auto reach = static_cast<std::int64_t>(reach_);
  const auto modulo = [](std::int64_t a, std::size_t n) {
    const auto size = static_cast<std::int64_t>(n);
    return static_cast<std::size_t>((a % size + size) % size);
  };
  for (std::int64_t y = -reach; y <= reach; ++y) {
    double* const row = field.data() + modulo(y, height) * width;
    for (std::int64_t x = -reach; x <= reach; ++x) row[modulo(x, width)] += at(x, y);
  }
  return field;
}

}  // namespace sourdine
