#include "sourdine/report/blur_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/version.h"

namespace sourdine {
namespace {

using BlurJson = nlohmann::ordered_json;

double rounded_tenth(double value) {
  const double scaled = std::round(value * 10) / 10;
  return scaled == 0 ? 0 : scaled;
}

double rounded_metre(double value) { return std::round(value); }

// Squares of so many cells each way.
std::size_t cells_a_square(const CellGrid& grid) {
  std::size_t block = 1;
  while (((grid.width + block - 1) / block) * ((grid.height + block - 1) / block) > max_cells_on_page) ++block;
  return block;
}

BlurJson density_json(const CellEstimates& density, double step) {
  const CellGrid& grid = density.grid;
  const std::size_t block = cells_a_square(grid);
  const std::size_t width = (grid.width + block - 1) / block, height = (grid.height + block - 1) / block;
  std::vector<double> estimate(width * height, 0), counted(width * height, 0), lower, upper;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const std::size_t square = i / grid.width / block * width + i % grid.width / block;
    estimate[square] += density.cells[i].value;
    counted[square] += density.counted[i];
    if (block > 1) continue;
    lower.push_back(rounded_tenth(density.cells[i].lower));
    upper.push_back(rounded_tenth(density.cells[i].upper));
  }
  for (double& number : estimate) number = rounded_tenth(number);
  BlurJson data = {
      {"cell", step * static_cast<double>(grid.cell) * static_cast<double>(block)},
      {"width", width},
      {"height", height},
      {"low", {step * (static_cast<double>(grid.low.x) - 0.5), step * (static_cast<double>(grid.low.y) - 0.5)}},
      {"estimate", estimate},
      {"counted", counted}};
  if (block == 1) {
    data["lower"] = lower;
    data["upper"] = upper;
  }
  return data;
}

// Points nearer than this to the last one are not seen.
BlurJson rings_json(const PlaneShape& shape, double apart) {
  BlurJson rings = BlurJson::array();
  for (const PlaneRing& ring : shape.rings) {
    BlurJson points = BlurJson::array();
    const PlanePoint* last = nullptr;
    for (const PlanePoint& point : ring) {
      if (last != nullptr && std::hypot(point.x - last->x, point.y - last->y) < apart) continue;
      points.push_back({rounded_metre(point.x), rounded_metre(point.y)});
      last = &point;
    }
    if (points.size() >= 3) rings.push_back(std::move(points));
  }
  return rings;
}

BlurJson regions_json(const PlaceEstimates& estimates, const Shapes* shapes) {
  BlurJson regions = BlurJson::array();
  for (std::size_t r = 0; r < estimates.regions.size(); ++r) {
    const RegionEstimate& region = estimates.regions[r];
    const double apart = shapes == nullptr ? 0 : std::max(shapes->box().width(), shapes->box().height()) / 1500;
    regions.push_back({{"name", region.name},
                       {"estimate", rounded_tenth(region.count.value)},
                       {"std_error", rounded_tenth(region.count.std_error)},
                       {"lower", rounded_tenth(region.count.lower)},
                       {"upper", rounded_tenth(region.count.upper)},
                       {"counted", region.counted},
                       {"rings", shapes == nullptr ? BlurJson::array() : rings_json((*shapes)[r], apart)}});
  }
  return regions;
}

BlurJson words_json(const BlurPageWords& words) {
  return {{"not_protected", words.not_protected}, {"not_private_because", words.not_private_because}};
}

}  // namespace

std::string blur_page_data(const BlurPageFacts& facts, const MetricPromise& promise, const PlaceEstimates& estimates,
                           const Shapes* regions) {
  const MetricQuestion& question = promise.question();
  const auto reports = static_cast<double>(facts.has_memo ? 1 : std::max<std::uint64_t>(1, facts.repeats));
  BlurJson quantiles = BlurJson::array();
  for (const double share : {0.5, 0.95}) {
    quantiles.push_back({share, rounded_tenth(promise.radius_quantile(share))});
  }
  const BlurJson data = {
      {"schema", 1},
      {"language", facts.language == Language::fr ? "fr" : "en"},
      {"title", facts.title},
      {"software", fmt::format("Sourdine {}", version())},
      {"points", facts.points},
      {"confidence", facts.confidence},
      {"guarantee",
       {{"is_private", facts.words.at(Language::en).not_private_because.empty()},
        {"level", reports * promise.level_at(question.radius)},
        {"radius", question.radius},
        {"step", question.step},
        {"stretch", question.stretch},
        {"per_step", promise.epsilon().value()},
        {"unit", facts.has_memo ? "place" : "event"},
        {"max_reports", reports},
        {"words",
         {{"en", words_json(facts.words.at(Language::en))}, {"fr", words_json(facts.words.at(Language::fr))}}}}},
      {"displacement", {{"mean", rounded_tenth(promise.mean_displacement())}, {"quantiles", std::move(quantiles)}}},
      {"density", density_json(estimates.density, question.step)},
      {"regions", regions_json(estimates, regions)}};
  return data.dump(-1, ' ', false, BlurJson::error_handler_t::replace);
}

}  // namespace sourdine
