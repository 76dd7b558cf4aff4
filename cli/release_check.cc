#include "release_check.h"

#include <fmt/format.h>

#include <cmath>

#include "common.h"
#include "print.h"
#include "progress.h"
#include "sourdine/base/text.h"
#include "sourdine/release/check.h"
#include "sourdine/release/publication.h"

namespace sourdine::cli {
namespace {

constexpr int refused_input = 2;
constexpr int refused_budget = 3;

nlohmann::json check_json(const ReleaseConfig& config, const ReleaseCheck& check) {
  nlohmann::json periods = nlohmann::json::array();
  for (const PeriodOutlook& outlook : check.periods) {
    periods.push_back({{"period", period_name(outlook.period)},
                       {"periods", outlook.periods},
                       {"events", {{"fewest", outlook.fewest}, {"median", outlook.median}, {"most", outlook.most}}},
                       {"typical", outlook.typical},
                       {"half_width", outlook.half_width},
                       {"below_error", outlook.is_below_error}});
  }
  nlohmann::json ledger = {
      {"file", check.ledger},      {"dataset", config.head.dataset}, {"before", check.spent.epsilon.text()},
      {"cost", check.cost.text()}, {"after", check.after.text()},    {"within_budget", check.is_within_budget}};
  if (check.budget) ledger["budget"] = check.budget->text();
  if (!check.counts_as.empty()) ledger["counts_as"] = check.counts_as;
  if (check.total_before && check.total_cost && check.total_after) {
    ledger["at_delta"] = total_at_delta_json(*check.total_after);
    ledger["at_delta"]["before"] = check.total_before->spent.epsilon.text();
    ledger["at_delta"]["cost_alone"] = check.total_cost->spent.epsilon.text();
  }
  return {{"ready", check.problems.empty() && check.is_within_budget},
          {"problems", check.problems},
          {"notes", check.notes},
          {"events", check.events},
          {"rows",
           {{"read", check.rows.read},
            {"dropped", check.rows.dropped},
            {"skipped", check.rows.skipped},
            {"outside", check.outside},
            {"missing", check.missing}}},
          {"unknown", {{"places", check.unknown_places.size()}, {"rows", check.unknown_rows}}},
          {"regions", check.regions.size()},
          {"first", check.first},
          {"last", check.last},
          {"oracle", check.method},
          {"guarantee", guarantee_json(check.guarantee)},
          {"not_private_because", check.not_private_because},
          {"confidence", check.confidence},
          {"periods", periods},
          {"ledger", ledger}};
}

std::string remark_on(const PeriodOutlook& outlook) {
  std::string remark = outlook.is_below_error ? "more error than events" : "";
  if (outlook.median == 0) remark += remark.empty() ? "most are empty" : ", most are empty";
  return remark;
}

void print_outlook(const ReleaseCheck& check, std::ostream& out) {
  if (check.periods.empty()) return;
  std::vector<std::vector<std::string>> table = {
      {"", "how many", "fewest events", "median", "most", "of a region", "error", ""}};
  bool is_noisy = false, is_sparse = false;
  for (const PeriodOutlook& outlook : check.periods) {
    const double share = outlook.typical / static_cast<double>(check.regions.size());
    is_noisy |= outlook.is_below_error;
    is_sparse |= outlook.median == 0;
    table.push_back({std::string(period_name(outlook.period)), fmt::format("{}", outlook.periods),
                     fmt::format("{}", outlook.fewest), fmt::format("{}", outlook.median),
                     fmt::format("{}", outlook.most), fmt::format("{:.1f}", share),
                     fmt::format("± {:.1f}", outlook.half_width), remark_on(outlook)});
  }
  fmt::print(out, "\n");
  print_table(out, "lrrrrrrl", table);
  fmt::print(out,
             "The error is half the width of the {:g}% interval around the count of a region with an even share of a\n"
             "median period's events, before smoothing; smoothing makes it smaller.\n",
             100 * check.confidence);
  if (is_sparse) {
    fmt::print(out, "Most are empty: the region and its error are those of the mean period that has events.\n");
  }
  if (is_noisy) {
    fmt::print(out,
               "More error than events: the error exceeds what the region has. Longer periods, fewer regions (places "
               "put together "
               "in the\ntable) or a larger epsilon help.\n");
  }
  fmt::print(out, "\n");
}

void print_check(const ReleaseConfig& config, const ReleaseCheck& check, std::ostream& out) {
  fmt::print(out, "{} read", counted(check.rows.read, "row"));
  if (check.events > 0) {
    fmt::print(out, ": {} from {} to {}, {}, to be {} '{}'", counted(check.events, "event"), check.first, check.last,
               counted(check.regions.size(), "region"),
               config.privacy.model == PrivacyModel::central ? "counted behind" : "randomised by", check.method);
  }
  fmt::print(out, "\n");
  if (const std::string left_out = left_out_text(check.rows, check.outside, check.missing); !left_out.empty()) {
    fmt::print(out, "{}\n", left_out);
  }
  print_outlook(check, out);
  if (check.not_private_because.empty()) print_guarantee(out, check.guarantee, true);
  for (const std::string& reason : check.not_private_because) fmt::print(out, "NOT PRIVATE: {}\n", reason);
  if (!config.places.is_public) {
    fmt::print(out, "When the list of places is that of a public one, write list = \"public\" under [places].\n");
  }
  if (check.total_before && check.total_cost && check.total_after) {
    const TotalAtDelta& after = *check.total_after;
    fmt::print(out,
               "epsilon of '{}' at delta {} for one {} ({}): {} before, {} for this release alone, {} after ('{}')\n",
               config.head.dataset, after.delta.text(), word_of(after.target.unit), word_of(after.target.neighbours),
               check.total_before->spent.epsilon.text(), check.total_cost->spent.epsilon.text(),
               after.spent.epsilon.text(), check.ledger);
  } else {
    fmt::print(out, "epsilon of '{}': {} before, {} for this release, {} after{} ('{}')\n", config.head.dataset,
               check.spent.epsilon.text(), check.cost.text(), check.after.text(),
               check.budget ? fmt::format(", of a budget of {}", check.budget->text()) : "", check.ledger);
  }
  for (const std::string& counted : check.counts_as) fmt::print(out, "it counts for the {}\n", counted);
}

}  // namespace

void print_unknown_places(std::ostream& err, const std::vector<std::pair<std::string, std::uint64_t>>& places) {
  if (places.empty()) return;
  fmt::print(err,
             "sourdine: places that are in no table, with their events (for your eyes, not part of the release):\n");
  for (const auto& [place, count] : places) {
    fmt::print(err, "  {:>8}  {}\n", count, place.empty() ? "(no place)" : shown(place));
  }
}

void check_and_print(const ReleaseConfig& config, const CheckRequest& request, Context& context) {
  Progress progress(context);
  BuildOptions options;
  options.source = request.source;
  options.before_noise = [&](const Guarantee& guarantee) { require_private(guarantee, request.is_weak); };
  options.progress = [&](const std::string& what) { progress.say(what); };
  const ReleaseCheck check = check_release(config, options);
  progress.clear();
  print_unknown_places(context.err, check.unknown_places);
  if (check.unlisted_rows > 0) {
    fmt::print(context.err, "  {:>8}  (too many or too long to be listed)\n", check.unlisted_rows);
  }
  const bool is_ready = check.problems.empty() && check.is_within_budget;
  if (request.json) {
    print_json(context.out, check_json(config, check));
  } else {
    print_check(config, check, context.out);
    if (is_ready) fmt::print(context.out, "The release can be made. Nothing was written, nothing was spent.\n");
  }
  context.out.flush();  // what is said of it comes behind it
  for (const std::string& note : check.notes) fmt::print(context.err, "sourdine: note: {}\n", escaped(note));
  for (const std::string& problem : check.problems) fmt::print(context.err, "sourdine: {}\n", escaped(problem));
  if (!check.is_within_budget) {
    fmt::print(context.err, "sourdine: {}\n{}\n", escaped(check.refusal), escaped_lines(check.refusal_hint));
  }
  if (!is_ready) {
    const bool is_made = check.counts_nothing && check.problems.size() == 1 && check.is_within_budget;
    fmt::print(context.err, "The release would be {}. Nothing was written, nothing was spent.\n",
               is_made ? "made and charged, and count nothing" : "refused");
    context.exit_code = check.problems.empty() ? refused_budget : refused_input;
  }
}

}  // namespace sourdine::cli
