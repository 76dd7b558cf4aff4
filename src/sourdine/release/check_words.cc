#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sourdine/base/text.h"
#include "sourdine/base/text_table.h"
#include "sourdine/release/check.h"
#include "sourdine/release/publication.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Fact> outlook_facts(const ReleaseCheck& check) {
  Json periods = Json::array();
  for (const PeriodOutlook& outlook : check.periods) {
    periods.push_back({{"period", period_name(outlook.period)},
                       {"periods", outlook.periods},
                       {"events", {{"fewest", outlook.fewest}, {"median", outlook.median}, {"most", outlook.most}}},
                       {"typical", outlook.events},
                       {"half_width", outlook.half_width},
                       {"below_error", outlook.is_below_error}});
  }
  return {{"events", check.events},
          {"rows",
           {{"read", check.rows.read},
            {"dropped", check.rows.dropped},
            {"skipped", check.rows.skipped},
            {"outside", check.outside},
            {"missing", check.missing}}},
          {"unknown", {{"places", check.unknown_places.size()}, {"rows", check.unknown_rows}}},
          {"regions", check.regions},
          {"first", check.first},
          {"last", check.last},
          {"oracle", check.method},
          {"guarantee", Json::parse(to_json(check.guarantee))},
          {"promise", check.statement.promise},
          {"not_private_because", check.statement.not_private_because},
          {"confidence", check.confidence},
          {"periods", periods}};
}

std::string told_rows(const ReleaseConfig& config, const ReleaseCheck& check) {
  std::string rows = fmt::format("{} read", counted(check.rows.read, "row"));
  if (check.events == 0) return rows;
  return fmt::format("{}: {} from {} to {}, {}, to be {} '{}'", rows, counted(check.events, "event"), check.first,
                     check.last, counted(check.regions, "region"),
                     config.privacy.model == PrivacyModel::central ? "counted behind" : "randomised by", check.method);
}

// The table of the periods, and what is remarked in it.
std::vector<std::string> told_periods(const ReleaseCheck& check) {
  if (check.periods.empty()) return {};
  std::vector<std::vector<std::string>> table = {
      {"", "how many", "fewest events", "median", "most", "of a region", "error", ""}};
  bool is_noisy = false, is_sparse = false;
  for (const PeriodOutlook& outlook : check.periods) {
    std::vector<std::string> remarks;
    if (outlook.is_below_error) remarks.emplace_back("more error than events");
    if (outlook.median == 0) remarks.emplace_back("most are empty");
    is_noisy |= outlook.is_below_error;
    is_sparse |= outlook.median == 0;
    table.push_back({std::string(period_name(outlook.period)), fmt::to_string(outlook.periods),
                     fmt::to_string(outlook.fewest), fmt::to_string(outlook.median), fmt::to_string(outlook.most),
                     fmt::format("{:.1f}", outlook.events / static_cast<double>(check.regions)),
                     fmt::format("± {:.1f}", outlook.half_width), fmt::format("{}", fmt::join(remarks, ", "))});
  }
  std::vector<std::string> lines = table_lines("lrrrrrrl", table);
  lines.insert(lines.begin(), "");
  lines.push_back(
      fmt::format("The error is half the width of the {:g}% interval around the count of a region with an even share "
                  "of a\nmedian period's events, before smoothing; smoothing makes it smaller.",
                  100 * check.confidence));
  if (is_sparse) {
    lines.emplace_back("Most are empty: the region and its error are those of the mean period that has events.");
  }
  if (is_noisy) {
    lines.emplace_back(
        "More error than events: the error exceeds what the region has. Longer periods, fewer regions (places put "
        "together in the\ntable) or a larger epsilon help.");
  }
  lines.emplace_back("");
  return lines;
}

std::vector<std::string> told_promise(const ReleaseConfig& config, const Statement& statement) {
  std::vector<std::string> lines;
  if (statement.not_private_because.empty()) lines.push_back("guarantee: " + statement.promise);
  for (const std::string& reason : statement.not_private_because) lines.push_back("NOT PRIVATE: " + reason);
  if (!config.places.is_public) {
    lines.emplace_back("When the list of places is that of a public one, write list = \"public\" under [places].");
  }
  return lines;
}

}  // namespace

Outlook release_outlook(const ReleaseConfig& config, const ReleaseCheck& check, const Outlook& ledger) {
  Outlook outlook{.facts = outlook_facts(check), .told = {told_rows(config, check)}, .notes = check.notes};
  const auto add = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
  const std::string left_out = left_out_text(check.rows, check.outside, check.missing);
  if (!left_out.empty()) outlook.told.push_back(left_out);
  add(outlook.told, told_periods(check));
  add(outlook.told, told_promise(config, check.statement));
  add(outlook.told, ledger.told);
  add(outlook.facts, ledger.facts);
  add(outlook.notes, ledger.notes);
  for (const std::string& problem : check.problems) outlook.problems.emplace_back(ErrorCode::bad_input, problem);
  if (!check.counts_nothing.empty()) outlook.warnings.push_back(check.counts_nothing);
  return outlook;
}

}  // namespace sourdine
