// The data of a release's page as JSON, in both languages. The shape is PageData in web/src/types.ts; numbers are
// rounded to what a page can show. publish/bundle.h puts them into the bundled
// web page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/counts/config.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/page_spending.h"

namespace sourdine {

// One point of the study of error rates: the published study's method beside ours at the same ε.
struct PageErrorRate {
  double f, epsilon;
  std::string period;
  std::optional<double> published;
  double paper_method, best;
  std::string best_method;
};

struct PageModel {
  std::string name, name_fr;
  bool is_private;
  std::optional<double> f, epsilon;
  double mae_of_mean, mean_region_rmse;  // as the study measures
  std::optional<double> published_mae;
  std::string note, note_fr;
};

// Days × regions, row by row.
struct PageForecast {
  std::vector<std::string> labels;
  std::vector<double> predicted, medians, lower, upper;
  std::vector<double> actual;  // of the first days, or empty
  std::optional<double> coverage;
  std::optional<double> confidence;  // of the intervals; nothing: the release's
  std::vector<PageModel> models;
};

// Throws Error(bad_input) when the text is no page's data of this version.
void require_page_data(const std::string& data);
// The member "kind": which page the data are for; empty: a release's. Throws likewise.
std::string page_kind(const std::string& data);

// The data with something added or replaced. All throw Error(bad_input) when they are no such data.
std::string with_error_rates(const std::string& data, const std::vector<PageErrorRate>& rates);
std::string with_spending(const std::string& data, const PageSpending& spending);
// `file`: of the forecast, beside the page.
std::string with_forecast(const std::string& data, const PageForecast& forecast, std::size_t regions,
                          const std::string& file = "forecast.csv");
// For a page that does not lie in the release's directory: where its files are, seen from the page ("release/").
std::string with_files_in(const std::string& data, const std::string& folder);
// The language the page opens in; it has both.
std::string with_language(const std::string& data, Language language);
std::string with_title(const std::string& data, const std::string& title);

// page.json and index.html in a directory that is made without publish().
// Throws Error(bad_input) naming the file when there is no page.json in the directory, or one of no page of this
// version.
std::string read_page_data(const std::string& directory);
// Writes page.json and index.html, each whole or not at all.
void write_page_files(const std::string& directory, const std::string& data);

}  // namespace sourdine
