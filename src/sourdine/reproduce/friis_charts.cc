#include "sourdine/reproduce/friis_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sourdine {
namespace {

// Cells of one structure (kind, N, ε) answer from the same noise.
std::size_t structure_of(const FriisCell& cell) {
  return static_cast<std::size_t>(cell.size) * 1000 + static_cast<std::size_t>(std::lround(cell.epsilon * 100));
}

double people_of(const FriisStudy& study, std::uint64_t size) {
  const auto& sizes = study.settings.sizes;
  const auto place = std::find(sizes.begin(), sizes.end(), size) - sizes.begin();
  return static_cast<double>(study.people[static_cast<std::size_t>(place)]);
}

}  // namespace

ChartPoint chart_point(double x, const FriisCell& cell) { return {x, cell.rmse, cell.expected, cell.std_error}; }

ChartPoint ratio_point(double x, const FriisCell& a, const FriisCell& b) {
  const double ratio = a.rmse / b.rmse;
  return {x, ratio, a.expected / b.expected, ratio * std::hypot(a.std_error / a.rmse, b.std_error / b.rmse)};
}

ChartLine line_of(const FriisKind& kind, std::vector<ChartPoint> points) {
  std::string label = kind.degree == 0 ? "flat" : fmt::format("B = {}", kind.degree);
  if (kind.is_adjusted) label += ", adjusted";
  return {label, kind.degree == 0 ? "flat" : fmt::format("b{}", kind.degree),
          kind.is_adjusted ? LineStyle::dotted : LineStyle::solid, std::move(points)};
}

ChartLine thesis_line(std::string label, std::vector<ChartPoint> points) {
  return {std::move(label), "thesis", LineStyle::dashed, std::move(points)};
}

std::vector<ChartPoint> points_of(const std::vector<const FriisCell*>& cells,
                                  const std::function<double(const FriisCell&)>& x) {
  std::vector<ChartPoint> points;
  for (const FriisCell* cell : cells) points.push_back(chart_point(x(*cell), *cell));
  std::sort(points.begin(), points.end(), [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  return points;
}

std::vector<const FriisCell*> cells_where(const FriisStudy& study,
                                          const std::function<bool(const FriisCell&)>& wanted) {
  std::vector<const FriisCell*> cells;
  for (const FriisCell& cell : study.cells) {
    if (wanted(cell)) cells.push_back(&cell);
  }
  return cells;
}

bool is_of_table1(const FriisCell& cell) {
  const std::vector<std::uint64_t> lengths = friis_table1(cell.size);
  return std::find(lengths.begin(), lengths.end(), cell.length) != lengths.end();
}

std::vector<const FriisCell*> cells_by_length(const FriisStudy& study, const FriisKind& kind, std::uint64_t size,
                                              double epsilon) {
  return cells_where(study, [&](const FriisCell& cell) {
    return cell.kind == kind && cell.size == size && std::abs(cell.epsilon - epsilon) < 1e-12;
  });
}

std::vector<const FriisCell*> cells_by_epsilon(const FriisStudy& study, const FriisKind& kind, std::uint64_t size,
                                               std::uint64_t length) {
  return cells_where(
      study, [&](const FriisCell& cell) { return cell.kind == kind && cell.size == size && cell.length == length; });
}

Slope exponent_of_length(const FriisStudy& study, const FriisKind& kind) {
  std::vector<PowerPoint> points;
  for (const FriisCell* cell : cells_where(study, [&](const FriisCell& c) { return c.kind == kind; })) {
    const double unit = kind.model == PrivacyModel::local ? std::sqrt(people_of(study, cell->size)) : 1;
    points.push_back({static_cast<double>(cell->length), cell->rmse / unit,
                      static_cast<std::size_t>(std::lround(cell->epsilon * 100)), structure_of(*cell)});
  }
  return fit_exponent(points);
}

Slope exponent_of_epsilon(const FriisStudy& study, const FriisKind& kind) {
  std::vector<PowerPoint> points;
  for (const FriisCell* cell :
       cells_where(study, [&](const FriisCell& c) { return c.kind == kind && c.epsilon <= shown_epsilon; })) {
    points.push_back({1 / cell->epsilon, cell->rmse, static_cast<std::size_t>(cell->size * 10000 + cell->length),
                      structure_of(*cell)});
  }
  return fit_exponent(points);
}

std::string text_of(const Slope& slope) { return fmt::format("{:.3f} ± {:.3f}", slope.value, 2 * slope.std_error); }

}  // namespace sourdine
