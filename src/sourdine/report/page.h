// The page of a release: its data as JSON, put into the bundled web page (web/). The shape of the JSON is PageData in
// web/src/types.ts; numbers are rounded to what a page can show.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

struct Release;

// The data of a release's page. `with_truth` is for demonstrations on invented events, whose page then shows the true
// counts and says so.
std::string page_data(const Release& release, bool with_truth = false);

// One point of the study of error rates: the published study's method beside ours at the same ε.
struct PageErrorRate {
  double f, epsilon;
  std::string period;
  std::optional<double> published;
  double paper_method, best;
  std::string best_method;
};

struct PageModel {
  std::string name;
  bool is_private;
  std::optional<double> f, epsilon;
  double mae, rmse;
  std::optional<double> published_mae;
  std::string note;
};

// Days × regions, row by row.
struct PageForecast {
  std::vector<std::string> labels;
  std::vector<double> predicted, lower, upper;
  std::vector<double> actual;  // or empty
  std::optional<double> coverage;
  std::optional<double> confidence;  // of the intervals; nothing: the release's
  std::vector<PageModel> models;
};

// The data with error rates or a forecast added (or replaced).
std::string with_error_rates(const std::string& data, const std::vector<PageErrorRate>& rates);
std::string with_forecast(const std::string& data, const PageForecast& forecast, std::size_t regions);

// Puts the forecast into the page of a release, in place of an older one. Throws Error(bad_input) when the file is no
// such page.
void add_forecast_to_page(const std::string& path, const PageForecast& forecast, std::size_t regions);

// The data in a page that release_page() (report/bundle.h) made. Throws Error(bad_input) when the text is no such page.
std::string data_of_page(const std::string& page);

}  // namespace sourdine
