#include "sourdine/range/range_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/range/local_tree.h"

namespace sourdine {
namespace {

constexpr std::uint64_t most_ranges = std::uint64_t{1} << 14;

// The least whole number whose `power`-th power reaches the size: a tree of that degree has `power` levels.
std::uint64_t degree_for_levels(std::uint64_t size, unsigned power) {
  auto degree =
      static_cast<std::uint64_t>(std::max(2.0, std::floor(std::pow(static_cast<double>(size), 1.0 / power)) - 1));
  while (TreeShape(size, degree).height() > power) ++degree;
  return degree;
}

std::vector<std::uint64_t> degrees_worth_trying(std::uint64_t size) {
  std::set<std::uint64_t> degrees = {2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64, 128, 256};
  for (unsigned levels = 2; levels <= 4; ++levels) degrees.insert(degree_for_levels(size, levels));
  degrees.erase(degrees.lower_bound(std::max<std::uint64_t>(2, size)), degrees.end());
  degrees.insert(std::max<std::uint64_t>(2, size));
  return {degrees.begin(), degrees.end()};
}

RangePlanRow local_row(const LocalTreeSpec& spec, double reports, const Workload& workload) {
  const RangeProtocol protocol(spec);
  const unsigned height = protocol.shape().height();
  const double variance = workload.mean_variance(protocol.expected_model(reports));
  return {.structure = protocol.is_haar()           ? "haar"
                       : protocol.shape().is_flat() ? "flat"
                                                    : "tree",
          .degree = protocol.shape().degree(),
          .levels = height,
          .oracle = protocol.oracle(height).name(),
          .std_error = std::sqrt(variance)};
}

RangePlanRow central_row(const CentralTreeSpec& spec, const Workload& workload) {
  const TreeModel model = central_model(spec);
  const TreeShape& shape = model.shape();
  return {.structure = shape.is_flat() ? "flat" : "tree",
          .degree = shape.degree(),
          .levels = shape.height(),
          .oracle = "",
          .std_error = std::sqrt(workload.mean_variance(model))};
}

// How many ranges of a length there are.
std::uint64_t places_of(std::uint64_t size, std::uint64_t length) {
  const TreeShape domain(size, 2);
  if (length == 0 || length > size) {
    fail_input(fmt::format("ranges over {} values cannot have length {}", size, length));
  }
  return size - length + 1;
}

}  // namespace

Workload Workload::all_ranges(std::uint64_t size) {
  const TreeShape domain(size, 2);
  Workload workload{"all ranges", {}};
  if (size <= most_ranges && size * (size + 1) / 2 <= most_ranges) {
    for (std::uint64_t first = 0; first < size; ++first) {
      for (std::uint64_t last = first; last < size; ++last) workload.ranges.push_back({first, last});
    }
    return workload;
  }
  // A range is a pair of different boundaries 0 … N. Points of the plane by the two-dimensional golden ratio
  // (x³ = x + 1), which fill it evenly.
  constexpr double ratio = 1.32471795724474602596;
  double u = 0.5, v = 0.5;
  for (std::uint64_t i = 0; i < most_ranges; ++i) {
    u = std::fmod(u + 1 / ratio, 1.0);
    v = std::fmod(v + 1 / (ratio * ratio), 1.0);
    const auto a = static_cast<std::uint64_t>(u * static_cast<double>(size + 1));
    auto b = static_cast<std::uint64_t>(v * static_cast<double>(size));
    if (b >= a) ++b;
    workload.ranges.push_back({std::min(a, b), std::max(a, b) - 1});
  }
  return workload;
}

Workload Workload::of_length(std::uint64_t size, std::uint64_t length) {
  const std::uint64_t places = places_of(size, length);
  Workload workload{fmt::format("all ranges of length {}", length), {}};
  const std::uint64_t taken = std::min(places, most_ranges);
  for (std::uint64_t i = 0; i < taken; ++i) {
    const std::uint64_t first = i * places / taken;
    workload.ranges.push_back({first, first + length - 1});
  }
  return workload;
}

Workload Workload::of_lengths(std::uint64_t size, std::span<const std::uint64_t> lengths) {
  if (lengths.empty()) fail_input("a workload needs at least one length");
  Workload workload{fmt::format("ranges of {} given lengths", lengths.size()), {}};
  const std::uint64_t per_length = std::max<std::uint64_t>(1, most_ranges / lengths.size());
  for (const std::uint64_t length : lengths) {
    const std::uint64_t places = places_of(size, length);
    for (std::uint64_t i = 0; i < per_length; ++i) {
      const std::uint64_t first = i * places / per_length;
      workload.ranges.push_back({first, first + length - 1});
    }
  }
  return workload;
}

Workload Workload::of_list(std::uint64_t size, std::vector<Range> ranges) {
  if (ranges.empty()) fail_input("a workload needs at least one range");
  for (const Range& range : ranges) require_inside(range, size);
  return {fmt::format("{} given ranges", ranges.size()), std::move(ranges)};
}

std::vector<std::uint64_t> read_lengths(const std::string& path) {
  InputFile file(path);
  std::vector<std::uint64_t> lengths;
  for (LineReader lines(file); lines.next();) {
    const std::string_view text = lines.text();
    if (text.empty()) continue;
    std::uint64_t length = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), length);
    if (error != std::errc() || end != text.data() + text.size() || length == 0) {
      fail_input(fmt::format("{}, line {}: a length must be a whole number of at least 1, not '{}'", lines.name(),
                             lines.line(), text));
    }
    lengths.push_back(length);
  }
  return lengths;
}

double Workload::mean_variance(const TreeModel& model) const {
  double sum = 0;
  for (const Range& range : ranges) sum += model.variance(range);
  return sum / static_cast<double>(ranges.size());
}

GridPlan plan_grid(const RangeQuestion& question, std::uint64_t rows) {
  if (question.model == PrivacyModel::local) {
    fail_input("a grid is for the central model", "Leave --model out, or --place.");
  }
  const Workload workload = Workload::all_ranges(question.size);
  std::optional<GridPlan> best;
  for (const std::uint64_t degree : question.degrees.empty() ? degrees_worth_trying(question.size) : question.degrees) {
    const GridSpec spec{.rows = rows,
                        .columns = question.size,
                        .row_degree = std::max<std::uint64_t>(2, rows),
                        .column_degree = degree,
                        .epsilon = question.epsilon,
                        .neighbours = question.neighbours};
    const GridModel model = grid_model(spec);
    const double row = model.scale.variance() * model.rows.variance(Range{0, 0});
    const double std_error = std::sqrt(row * workload.mean_variance(model.columns));
    if (!best || std_error < best->std_error) best = GridPlan{spec, model.columns.shape().height(), std_error};
  }
  return *best;
}

std::vector<RangePlanRow> plan_ranges(const RangeQuestion& question, const Workload& workload) {
  const bool is_local = question.model == PrivacyModel::local;
  if (is_local && question.reports == 0) fail_input("a plan for local reports needs their number");
  const TreeShape domain(question.size, 2);
  std::vector<RangePlanRow> rows;
  const auto reports = static_cast<double>(question.reports);
  for (const std::uint64_t degree : question.degrees.empty() ? degrees_worth_trying(question.size) : question.degrees) {
    if (is_local) {
      rows.push_back(local_row({question.size, degree, question.epsilon}, reports, workload));
    } else {
      rows.push_back(central_row({question.size, degree, question.epsilon, question.neighbours}, workload));
    }
  }
  if (is_local) rows.push_back(local_row({question.size, 2, question.epsilon, "haar"}, reports, workload));
  std::stable_sort(rows.begin(), rows.end(),
                   [](const RangePlanRow& a, const RangePlanRow& b) { return a.std_error < b.std_error; });
  return rows;
}

}  // namespace sourdine
