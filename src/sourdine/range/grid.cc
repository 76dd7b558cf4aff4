#include "sourdine/range/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/range/range_file.h"

namespace sourdine {
namespace {

TreeModel unit_model(std::uint64_t size, std::uint64_t degree) {
  TreeShape shape(size, degree);
  std::vector<double> variances(shape.height() + 1, 1.0);
  variances[0] = std::numeric_limits<double>::infinity();
  return {std::move(shape), std::move(variances)};
}

// Nodes of all levels below the root.
std::uint64_t node_count(const TreeShape& shape) {
  std::uint64_t sum = 0;
  for (unsigned level = 1; level <= shape.height(); ++level) sum += shape.count(level);
  return sum;
}

LaplaceScale cell_scale(const GridSpec& spec, std::uint64_t level_pairs) {
  return LaplaceScale::of_budget(ExactEpsilon::spendable(spec.epsilon).nano, 1, level_pairs,
                                 sensitivity(spec.neighbours));
}

std::string to_json(const GridSpec& spec) {
  return nlohmann::json{{"rows", spec.rows},
                        {"columns", spec.columns},
                        {"row_degree", spec.row_degree},
                        {"column_degree", spec.column_degree},
                        {"epsilon", spec.epsilon},
                        {"replace", spec.neighbours == Neighbours::replace}}
      .dump();
}

// Adds one row of cells to the nodes of all column levels, the levels one after the other.
void add_to_nodes(const TreeShape& shape, std::span<const std::uint64_t> cells, std::span<std::int64_t> nodes) {
  for (unsigned level = 1; level <= shape.height(); ++level) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      nodes[i / shape.width(level)] += static_cast<std::int64_t>(cells[i]);
    }
    nodes = nodes.subspan(shape.count(level));
  }
}

void require_cells(const GridSpec& spec) {
  if (spec.rows == 0 || spec.columns == 0 || spec.rows > Grid::max_cells / std::max<std::uint64_t>(1, spec.columns)) {
    fail_input(fmt::format("a grid must have between 1 and 2^28 cells, not {} x {}", spec.rows, spec.columns));
  }
}

}  // namespace

GridModel grid_model(const GridSpec& spec) {
  require_cells(spec);
  TreeModel rows = unit_model(spec.rows, spec.row_degree), columns = unit_model(spec.columns, spec.column_degree);
  const LaplaceScale scale = cell_scale(spec, std::uint64_t{rows.shape().height()} * columns.shape().height());
  return {std::move(rows), std::move(columns), scale};
}

double GridModel::variance(std::span<const Range> row_ranges, const Range& column_range) const {
  return scale.variance() * rows.variance(row_ranges) * columns.variance(column_range);
}

Grid::Grid(GridSpec spec, std::vector<std::int64_t> published, bool is_private)
    : spec_(spec), model_(grid_model(spec)), published_(std::move(published)), is_private_(is_private) {
  adjust();
}

Grid Grid::build(const GridSpec& spec, std::span<const std::uint64_t> counts, Noise& noise) {
  require_cells(spec);
  if (counts.size() != spec.rows * spec.columns) {
    fail_input(fmt::format("{} counts do not fit a grid of {} x {}", counts.size(), spec.rows, spec.columns));
  }
  require_total(counts);
  const TreeShape rows(spec.rows, spec.row_degree), columns(spec.columns, spec.column_degree);
  const std::uint64_t width = node_count(columns);
  std::vector<std::int64_t> nodes(node_count(rows) * width);
  std::uint64_t before = 0;
  for (unsigned level = 1; level <= rows.height(); ++level) {
    for (std::uint64_t row = 0; row < spec.rows; ++row) {
      const std::uint64_t node = before + row / rows.width(level);
      add_to_nodes(columns, counts.subspan(row * spec.columns, spec.columns),
                   std::span(nodes).subspan(node * width, width));
    }
    before += rows.count(level);
  }
  noise.add(nodes, grid_model(spec).scale);
  return {spec, std::move(nodes), noise.is_private()};
}

Grid Grid::build(const GridSpec& spec, std::span<const std::uint64_t> counts, Random& random) {
  LaplaceNoise noise(random);
  return build(spec, counts, noise);
}

void Grid::adjust() {
  const TreeShape& rows = model_.rows.shape();
  const TreeShape& columns = model_.columns.shape();
  // Along the columns for every node of the rows' tree …
  std::vector<std::vector<std::vector<double>>> by_level(rows.height() + 1);
  auto next = published_.begin();
  for (unsigned row_level = 1; row_level <= rows.height(); ++row_level) {
    for (std::uint64_t node = 0; node < rows.count(row_level); ++node) {
      std::vector<std::vector<double>> measurements(1);
      for (unsigned level = 1; level <= columns.height(); ++level) {
        const auto end = next + static_cast<std::ptrdiff_t>(columns.count(level));
        measurements.emplace_back(next, end);
        next = end;
      }
      by_level[row_level].push_back(model_.columns.running_sums(std::move(measurements)));
    }
  }
  // … then along the rows for every running sum of the columns.
  const std::uint64_t width = spec_.columns + 1;
  running_sums_.assign((spec_.rows + 1) * width, 0);
  std::vector<std::vector<double>> measurements(rows.height() + 1);
  for (std::uint64_t column = 1; column < width; ++column) {
    for (unsigned level = 1; level <= rows.height(); ++level) {
      measurements[level].clear();
      for (const auto& node : by_level[level]) measurements[level].push_back(node[column]);
    }
    const std::vector<double> sums = model_.rows.running_sums(measurements);
    for (std::uint64_t row = 0; row <= spec_.rows; ++row) running_sums_[row * width + column] = sums[row];
  }
}

void Grid::require_inside(std::span<const Range> rows, const Range& columns) const {
  if (rows.empty()) fail_input("no row of the grid is asked for");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    sourdine::require_inside(rows[i], spec_.rows);
    if (i > 0 && rows[i].first <= rows[i - 1].last) fail_input("the ranges of rows overlap, or are not in order");
  }
  sourdine::require_inside(columns, spec_.columns);
}

double Grid::sum(const Rectangle& cells) const {
  const std::uint64_t width = spec_.columns + 1;
  const auto corner = [&](std::uint64_t row, std::uint64_t column) { return running_sums_[row * width + column]; };
  const std::uint64_t bottom = cells.rows.last + 1, right = cells.columns.last + 1;
  return (corner(bottom, right) - corner(cells.rows.first, right)) -
         (corner(bottom, cells.columns.first) - corner(cells.rows.first, cells.columns.first));
}

Estimate Grid::answer(const Rectangle& cells, const Confidence& confidence) const {
  return answer(std::span(&cells.rows, 1), cells.columns, confidence);
}

Estimate Grid::answer(std::span<const Range> rows, const Range& columns, const Confidence& confidence) const {
  require_inside(rows, columns);
  double value = 0;
  for (const Range& range : rows) value += sum({range, columns});
  return central_estimate(value, model_.variance(rows, columns), confidence);
}

std::vector<GridNode> Grid::nodes(const Rectangle& cells) const {
  require_inside(std::span(&cells.rows, 1), cells.columns);
  std::vector<GridNode> nodes;
  for (const TreeShape::Node& row : model_.rows.shape().decompose(cells.rows, false)) {
    for (const TreeShape::Node& column : model_.columns.shape().decompose(cells.columns, false)) {
      const Rectangle node{model_.rows.shape().leaves(row), model_.columns.shape().leaves(column)};
      const Estimate estimate = answer(node);
      nodes.push_back({node, estimate.value, estimate.std_error});
    }
  }
  return nodes;
}

Guarantee Grid::guarantee_of(const GridSpec& spec) {
  const bool is_replace = spec.neighbours == Neighbours::replace;
  const char* change = is_replace ? "move one record to any other cell of the grid" : "add or remove one record";
  return central_guarantee(spec.epsilon, {Unit::event, spec.neighbours, "one record", change});
}

void Grid::write(Output& output) const {
  write_range_record(output, {.kind = std::string(file_kind),
                              .spec = to_json(spec_),
                              .is_private = is_private_,
                              .words = published_,
                              .domain = domain_});
}

Grid Grid::from_record(RangeRecord record, const std::string& name) {
  if (record.kind != file_kind) {
    fail_input(fmt::format("{} holds a structure of another kind, '{}'", name, record.kind));
  }
  GridSpec spec;
  try {
    const auto json = parse_bounded_json(record.spec);
    spec.rows = whole_number(json.at("rows"));
    spec.columns = whole_number(json.at("columns"));
    spec.row_degree = whole_number(json.at("row_degree"));
    spec.column_degree = whole_number(json.at("column_degree"));
    json.at("epsilon").get_to(spec.epsilon);
    if (json.at("replace").get<bool>()) spec.neighbours = Neighbours::replace;
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("{} cannot be read: {}", name, error.what()));
  }
  require_canonical_spec(record.spec, to_json(spec));
  require_cells(spec);
  const TreeShape rows(spec.rows, spec.row_degree), columns(spec.columns, spec.column_degree);
  if (record.words.size() != node_count(rows) * node_count(columns)) {
    fail_input(fmt::format("{} is damaged: its numbers do not fit its grid", name));
  }
  Grid grid(spec, std::move(record.words), record.is_private);
  grid.set_domain(std::move(record.domain));
  return grid;
}

Grid Grid::read(Input& input) { return from_record(read_range_record(input), input.name()); }

void Grid::save(const std::string& path) const {
  AtomicFile output(path);
  write(output);
  output.commit();
}

Grid Grid::load(const std::string& path) {
  InputFile input(path);
  return read(input);
}

}  // namespace sourdine
