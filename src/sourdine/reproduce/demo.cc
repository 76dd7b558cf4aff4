#include "sourdine/reproduce/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/counts/page.h"
#include "sourdine/forecast/forecast_page.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"
#include "sourdine/reproduce/doubs_study.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

const std::vector<double> demo_levels = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
const std::vector<double> forecast_levels = {0.2, 0.4, 0.6, 0.8};
constexpr double shown = 0.6;

// The page of the study: a release's, which lies elsewhere, with the published study's methods beside ours.
std::string study_data(const std::string& release_data, const std::vector<ErrorRates>& table,
                       const std::string& files_in) {
  nlohmann::ordered_json data = parse_page_data(release_data), rates = nlohmann::ordered_json::array();
  for (const ErrorRates& row : table) {
    rates.push_back({{"f", row.f},
                     {"epsilon", row.epsilon},
                     {"period", period_name(row.period)},
                     {"paper_method", row.paper_method},
                     {"best", row.best()},
                     {"best_method", row.best_method()}});
    if (row.published) rates.back()["published"] = *row.published;
  }
  data["error_rates"] = std::move(rates);
  data["files_in"] = files_in;
  return page_text(data);
}

std::string french_model_name(const ForecastRow& row) {
  static const std::pair<const char*, const char*> french[] = {
      {"weekday mean, raw data", "moyenne du jour de semaine, données brutes"},
      {"paper's model, raw data", "modèle de l'étude, données brutes"},
      {"our model, raw data", "notre modèle, données brutes"},
      {"paper's model, ratio filter (not private)", "modèle de l'étude, filtre ratio (non confidentiel)"},
      {"paper's model", "modèle de l'étude"},
      {"our model", "notre modèle"},
  };
  for (const auto& [english, translated] : french) {
    if (row.variant == english) return translated;
  }
  return row.variant;
}

PageForecast shown_forecast(const ForecastStudy& study, const DailyCounts& truth) {
  PageForecast page{.predictions = study.forecast,
                    .confidence = study.confidence,
                    .actual = actual_counts(study.forecast, truth),
                    .coverage = study.forecast_coverage};
  nlohmann::ordered_json models = nlohmann::ordered_json::array();
  for (const ForecastRow& row : study.rows) {
    const bool sees_truth = row.f && !row.is_private;
    const std::string level = row.f ? fmt::format(", f = {}", *row.f) : "";
    nlohmann::ordered_json model = {{"name", row.variant + level},
                                    {"is_private", row.is_private},
                                    {"mae_of_mean", row.score.mae_of_mean},
                                    {"mean_region_rmse", row.score.mean_region_rmse},
                                    {"name_fr", french_model_name(row) + level}};
    if (row.f) model["f"] = *row.f;
    if (row.epsilon) model["epsilon"] = *row.epsilon;
    if (row.published_mae) model["published_mae"] = *row.published_mae;
    if (sees_truth) {
      model["note"] = "learns from sanitised data, is given true counts on test days";
      model["note_fr"] = "apprend de données brouillées, reçoit les vrais comptes les jours d'essai";
    }
    models.push_back(std::move(model));
  }
  page.models = models.dump();
  return page;
}

void write_page(const fs::path& path, const std::string& data) {
  AtomicFile file(path.string());
  file.append(std::string_view(page_of_bundle("release", data)));
  file.commit();
}

// Takes back a directory that was not finished, so that the demonstration can be made again.
class UnfinishedDirectory {
 public:
  explicit UnfinishedDirectory(fs::path path) : path_(std::move(path)) {}
  ~UnfinishedDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  UnfinishedDirectory(const UnfinishedDirectory&) = delete;
  UnfinishedDirectory& operator=(const UnfinishedDirectory&) = delete;
  void keep() { path_.clear(); }

 private:
  fs::path path_;
};

}  // namespace

Demo run_demo(const std::string& directory, const DemoOptions& options) {
  const fs::path into(directory);
  refuse_existing_release(directory);
  UnfinishedDirectory unfinished(into);
  std::error_code error;
  fs::create_directories(into / "releases", error);
  if (error) fail_input(fmt::format("cannot make '{}': {}", directory, error.message()));
  const std::size_t steps = 1 + demo_levels.size();
  options.progress("simulating the events", 0, steps);
  write_doubs_example(directory, options.language);
  ReleaseConfig config = read_config((into / "doubs.toml").string());
  const SecureSource secure;

  Demo demo;
  std::string data;
  DailyCounts released;
  for (std::size_t i = 0; i < demo_levels.size(); ++i) {
    const bool is_shown = std::abs(demo_levels[i] - shown) < 1e-9;
    options.progress(fmt::format("release at f = {}", demo_levels[i]), 1 + i, steps);
    config.privacy.f = demo_levels[i];
    config.publish.synthetic = is_shown;
    BuildOptions building;
    building.keep_truth = is_shown;
    const fs::path target = is_shown ? into / "release" : into / "releases" / fmt::format("f{}", demo_levels[i]);
    CountsPublication publication(config, building);
    demo.spent = publish(publication, {.out = target.string()}, secure).payment.receipt()->total();
    if (!is_shown) continue;
    const Release& release = publication.release();
    data = page_data(release, true);
    released = sanitised_days(release.collected, *release.oracle, release.oracle->domain().labels());
  }

  const TrueCounts truth = count_events(config, "", Period::day);
  demo.error_rates =
      study_error_rates(truth, demo_levels, options.draws, SeededSource(1),
                        [&](std::size_t done, std::size_t all) { options.progress("error rates", done, all); });
  demo.forecasts = study_forecasts(truth, forecast_levels, shown, SeededSource(2), options.progress, &released);
  const DailyCounts exact = daily_counts(truth);
  data = with_forecast(data, shown_forecast(demo.forecasts, exact));
  put_forecast_into_release((into / "release").string(), demo.forecasts.forecast, demo.forecasts.confidence,
                            truth.regions);
  write_page(into / "index.html", study_data(data, demo.error_rates, "release/"));
  demo.page = fs::absolute(into / "index.html").lexically_normal().string();
  unfinished.keep();
  return demo;
}

}  // namespace sourdine
