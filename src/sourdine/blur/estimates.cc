#include "sourdine/blur/estimates.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/report/blur_page.h"
#include "sourdine/report/bundle.h"
#include "sourdine/report/page_file.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

void append_texts(AtomicFile& file, const std::vector<std::string>& texts) {
  const std::vector<std::string_view> fields(texts.begin(), texts.end());
  append_csv_row(file, fields);
}

void append_estimate(std::vector<std::string>& texts, const Estimate& estimate, double counted) {
  for (const double number : {estimate.value, estimate.std_error, estimate.lower, estimate.upper}) {
    texts.push_back(fmt::format("{:.2f}", number));
  }
  texts.push_back(fmt::format("{:.0f}", counted));
}

void write_density(const BlurGround& ground, const CellEstimates& density, const std::string& path,
                   const StopToken& stop) {
  const double step = ground.promise.question().step;
  AtomicFile file(path, stop);
  append_texts(file, {"x", "y", "latitude", "longitude", "estimate", "std_error", "lower", "upper", "counted"});
  for (std::size_t i = 0; i < density.grid.size(); ++i) {
    if (density.cells[i].value < 0.005 && density.counted[i] == 0) continue;
    const PlanePoint middle = {step * density.grid.centre_x(i % density.grid.width),
                               step * density.grid.centre_y(i / density.grid.width)};
    const MapPoint place = ground.projection.inverse(middle);
    std::vector<std::string> texts = {fmt::format("{:.1f}", middle.x), fmt::format("{:.1f}", middle.y),
                                      fmt::format("{:.6f}", place.latitude), fmt::format("{:.6f}", place.longitude)};
    append_estimate(texts, density.cells[i], density.counted[i]);
    append_texts(file, texts);
  }
  file.commit();
}

void write_regions(const std::vector<RegionEstimate>& regions, const std::string& path, const StopToken& stop) {
  AtomicFile file(path, stop);
  append_texts(file, {"region", "estimate", "std_error", "lower", "upper", "counted"});
  for (const RegionEstimate& region : regions) {
    std::vector<std::string> texts = {region.name};
    append_estimate(texts, region.count, region.counted);
    append_texts(file, texts);
  }
  file.commit();
}

void write_whole(const std::string& path, std::string_view text, const StopToken& stop) {
  AtomicFile file(path, stop);
  file.append(text);
  file.commit();
}

}  // namespace

PlaceEstimates estimate_blur(const BlurGround& ground, const BlurredEvents& events, const StopToken& stop) {
  return estimate_places({.epsilon = ground.promise.epsilon(),
                          .step = ground.promise.question().step,
                          .area = ground.area.box(),
                          .has_memo = ground.config.privacy.has_memo,
                          .confidence = blur_confidence},
                         events.moved, ground.regions ? &*ground.regions : nullptr, stop);
}

void write_blur_estimates(const BlurGround& ground, const BlurFacts& facts, const PlaceEstimates& estimates,
                          const std::string& directory, const StopToken& stop) {
  const BlurConfig& config = ground.config;
  const auto file = [&](std::string_view name) { return (fs::path(directory) / name).string(); };
  write_density(ground, estimates.density, file("density.csv"), stop);
  if (ground.regions) write_regions(estimates.regions, file("regions.csv"), stop);
  BlurPageFacts page{.title = config.title,
                     .language = config.language,
                     .points = facts.rows,
                     .confidence = blur_confidence,
                     .has_memo = config.privacy.has_memo,
                     .repeats = config.privacy.repeats.value_or(1),
                     .words = {}};
  for (const Language language : {Language::en, Language::fr}) {
    const BlurStatement statement = blur_statement(config, ground.promise, facts, language);
    page.words[language] = {.not_protected = statement.not_protected,
                            .not_private_because = statement.not_private_because};
  }
  const std::string data = blur_page_data(page, ground.promise, estimates, ground.regions ? &*ground.regions : nullptr);
  write_whole(file(page_data_name), data, stop);
  write_whole(file(index_name), blur_page(data), stop);
}

}  // namespace sourdine
