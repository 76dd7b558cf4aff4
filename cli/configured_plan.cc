// 'sourdine plan --config': the plan of a release, in events per day, month and year.
#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/release/plan_release.h"

namespace sourdine::cli {
namespace {

nlohmann::json plan_json(const ReleasePlan& plan) {
  nlohmann::json periods = nlohmann::json::array();
  for (const PeriodPlan& period : plan.periods) {
    periods.push_back({{"period", period_name(period.period)},
                       {"events", period.events},
                       {"half_width", period.half_width},
                       {"below_error", period.is_below_error}});
  }
  nlohmann::json json = {{"oracle", plan.oracle},
                         {"regions", plan.regions},
                         {"epsilon", plan.epsilon},
                         {"confidence", plan.confidence},
                         {"periods", periods}};
  if (plan.events_needed) json["events_needed"] = *plan.events_needed;
  nlohmann::json models = nlohmann::json::array();
  for (const ModelPlan& model : plan.models) {
    models.push_back({{"model", model.model}, {"unit", word_of(model.unit)}, {"half_width_per_day", model.half_width}});
    if (model.report_epsilon > 0) models.back()["report_epsilon"] = model.report_epsilon;
  }
  json["max_events"] = plan.max_events;
  json["models"] = models;
  return json;
}

// What to protect, and where, at one ε.
void print_models(std::ostream& out, const ReleasePlan& plan) {
  std::vector<std::vector<std::string>> rows = {{"model", "protects", "error in events per day"}};
  for (const ModelPlan& model : plan.models) {
    rows.push_back(
        {model.model,
         model.unit == Unit::person ? fmt::format("a person (at most {} events)", plan.max_events) : "an event",
         fmt::format("± {:.{}f}", model.half_width, model.half_width < 10 ? 1 : 0)});
  }
  fmt::print(out, "\nAt the same epsilon, for the count of such a region on such a day:\n\n");
  print_table(out, "llr", rows);
  fmt::print(out, "\nThe local model trusts nobody; the central one trusts whoever makes the release.\n");
}

void print_release_plan(std::ostream& out, const ReleasePlan& plan, std::optional<double> error) {
  fmt::print(out, "{}, epsilon {:.6g}, {} '{}'\n\n", counted(plan.regions, "region"), plan.epsilon,
             plan.is_central ? "counted behind" : "randomised by", plan.oracle);
  std::vector<std::vector<std::string>> rows = {{"", "events", "of a region", "error", ""}};
  for (const PeriodPlan& period : plan.periods) {
    const auto count = [](double events) { return fmt::format("{:.{}f}", events, events < 10 ? 1 : 0); };
    rows.push_back({fmt::format("a {}", period_name(period.period)), count(period.events),
                    count(period.events / static_cast<double>(plan.regions)),
                    fmt::format("± {}", count(period.half_width)),
                    period.is_below_error ? "more error than events" : ""});
  }
  print_table(out, "lrrrl", rows);
  fmt::print(out,
             "\nThe error is half the width of the {:g}% interval around the count of a region with an even share of "
             "the\nevents, before smoothing; smoothing makes it smaller.\n",
             100 * plan.confidence);
  if (plan.events_needed) {
    fmt::print(out, "For an error of {:g}% of its events a period needs {:.0f} events.\n", 100 * *error,
               *plan.events_needed);
  }
  print_models(out, plan);
}

}  // namespace

void plan_by_config(const ConfiguredPlan& question, Context& context) {
  if (!question.reports) {
    fail_usage("how many events will there be in a year?", "Give --reports N; 'sourdine release --check' counts them.");
  }
  ReleaseConfig config = read_config(question.config);
  if (question.confidence) config.publish.confidence = *question.confidence;
  const ReleasePlan plan = plan_release(config, *question.reports, question.error);
  if (question.json) return print_json(context.out, plan_json(plan));
  print_release_plan(context.out, plan, question.error);
  if (config.privacy.person && !config.privacy.person->max_events) {
    fmt::print(context.out, "max_events = \"auto\" is chosen when the release is made; {} is assumed here.\n",
               plan.max_events);
  }
}

}  // namespace sourdine::cli
