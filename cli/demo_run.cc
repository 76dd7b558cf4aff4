#include "demo_run.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app.h"
#include "print.h"
#include "progress.h"
#include "sourdine/reproduce/demo.h"
#include "table.h"

namespace sourdine::cli {
namespace {

const ErrorRates* find(const Demo& demo, double f, Period period) {
  for (const ErrorRates& row : demo.error_rates) {
    if (std::abs(row.f - f) < 1e-9 && row.period == period) return &row;
  }
  return nullptr;
}

void print_summary(const Demo& demo, std::ostream& out) {
  fmt::print(out, "9 releases of 382046 simulated interventions; the ledger says epsilon {} in all\n\n",
             demo.spent.epsilon.text());
  std::vector<std::vector<std::string>> rows = {{"error rate at", "their method", "ours"}};
  for (const double f : {0.1, 0.5, 0.9}) {
    for (const Period period : {Period::year, Period::month, Period::day}) {
      const ErrorRates* row = find(demo, f, period);
      rows.push_back({fmt::format("f = {}, epsilon {:.2f}, by {}", f, row->epsilon, period_name(period)),
                      fmt::format("{:.4f}", row->paper_method), fmt::format("{:.4f}", row->best())});
    }
  }
  print_table(out, "lrr", rows);
  out << '\n';
  rows = {{"tomorrow's forecast, the study's MAE of the mean", "MAE", "of best raw"}};
  for (const ForecastRow& row : demo.forecasts.rows) {
    rows.push_back({row.f ? fmt::format("{}, epsilon {:.2f}", row.variant, *row.epsilon) : row.variant,
                    fmt::format("{:.3f}", row.score.mae_of_mean), fmt::format("{:.3f}", row.mae_ratio_to_raw)});
  }
  print_table(out, "lrr", rows);
  fmt::print(out, "\nOpen this page in a browser:\n{}\n", demo.page);
}

}  // namespace

void demonstrate(const DemoArguments& options, Context& context) {
  Progress progress(context);
  DemoOptions asked;
  asked.language = options.language == "fr" ? Language::fr : Language::en;
  asked.draws = options.draws;
  asked.progress = [&](const std::string& what, std::size_t done, std::size_t all) { progress.say(what, done, all); };
  const Demo demo = run_demo(options.out, asked);
  progress.clear();
  if (options.json) {
    print_json(context.out, nlohmann::json{{"page", demo.page},
                                           {"directory", options.out},
                                           {"epsilon_of_all_releases", demo.spent.epsilon.text()}});
  } else {
    print_summary(demo, context.out);
  }
}

}  // namespace sourdine::cli
