#include "sourdine/blur/page.h"

#include <algorithm>
#include <cmath>

#include "sourdine/blur/publication.h"

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

}  // namespace

nlohmann::ordered_json blur_page_facts(const PreparedBlur& blur, const BlurredEvents& events,
                                       const PlaceEstimates& estimates) {
  const MetricPromise& promise = blur.promise;
  const MetricQuestion& question = promise.question();
  const BlurPrivacyConfig& privacy = blur.config.privacy;
  const std::uint64_t reports = privacy.has_memo ? 1 : privacy.repeats.value_or(1);
  BlurJson quantiles = BlurJson::array();
  for (const double share : {0.5, 0.95}) {
    quantiles.push_back({share, rounded_tenth(promise.radius_quantile(share))});
  }
  return {{"points", events.moved.size()},
          {"confidence", blur_confidence},
          {"guarantee",
           {{"level", static_cast<double>(reports) * promise.level_at(question.radius)},
            {"radius", question.radius},
            {"step", question.step},
            {"stretch", question.stretch},
            {"per_step", promise.epsilon().value()},
            {"max_reports", reports}}},
          {"displacement", {{"mean", rounded_tenth(promise.mean_displacement())}, {"quantiles", std::move(quantiles)}}},
          {"density", density_json(estimates.density, question.step)},
          {"regions", regions_json(estimates, blur.regions ? &*blur.regions : nullptr)}};
}

}  // namespace sourdine
