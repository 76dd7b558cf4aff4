#include <fmt/format.h>

#include <charconv>

#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/longitudinal/leakage.h"
#include "sourdine/survey/survey.h"
#include "survey.h"

namespace sourdine::cli {
namespace {

struct SurveyLeakageArguments {
  std::string config;
  std::string reports;
  bool json = false;
};

std::vector<std::uint64_t> report_counts(const std::string& text) {
  if (text.empty()) return usual_report_counts();
  std::vector<std::uint64_t> counts;
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    std::uint64_t count = 0;
    const auto [next, error] = std::from_chars(at, end, count);
    if (error != std::errc() || count == 0 || (next != end && *next != ',')) {
      fail_usage(fmt::format("--reports '{}' is no list of numbers from 1 on", shown(text)), "Like 1,2,5,10.");
    }
    counts.push_back(count);
    if (next == end) return counts;
    at = next + 1;
  }
}

nlohmann::json leakage_json(const PreparedSurvey& survey, const std::vector<std::uint64_t>& counts) {
  nlohmann::json attributes = nlohmann::json::array();
  for (std::size_t i = 0; i < survey.width(); ++i) {
    const Memoised& memoised = survey.memoised(i);
    nlohmann::json curve = nlohmann::json::array();
    const std::vector<double> epsilons = leakage(memoised, counts);
    for (std::size_t j = 0; j < counts.size(); ++j) {
      curve.push_back({{"reports", counts[j]}, {"epsilon", epsilons[j]}});
    }
    attributes.push_back({{"attribute", survey.protocol->attribute_name(i)},
                          {"oracle", survey.protocol->oracle(i).name()},
                          {"epsilon1", memoised.report_epsilon()},
                          {"epsilon", memoised.symbol_epsilon()},
                          {"symbols", memoised.max_symbols()},
                          {"curve", curve}});
  }
  nlohmann::json totals = nlohmann::json::array();
  for (std::uint64_t symbols = 1; symbols <= survey.largest_limit(SymbolCap::none); ++symbols) {
    totals.push_back({{"values", symbols},
                      {"without_cap", survey.total(symbols, SymbolCap::none)},
                      {"with_cap", survey.total(symbols, survey.promised_cap())}});
    if (symbols >= 64) break;
  }
  nlohmann::json json = {{"attributes", attributes},
                         {"totals", totals},
                         {"for_ever",
                          {{"without_cap", survey.lifetime_total(SymbolCap::none)},
                           {"with_cap", survey.lifetime_total(survey.promised_cap())}}}};
  if (survey.config.privacy.cap) json["cap"] = *survey.config.privacy.cap;
  return json;
}

void print_leakage(const PreparedSurvey& survey, const std::vector<std::uint64_t>& counts, std::ostream& out) {
  std::vector<std::vector<std::string>> rows = {{"attribute", "oracle"}};
  for (const std::uint64_t count : counts) rows.front().push_back(fmt::format("t={}", count));
  rows.front().push_back("for ever");
  for (std::size_t i = 0; i < survey.width(); ++i) {
    const Memoised& memoised = survey.memoised(i);
    auto& row = rows.emplace_back();
    row = {shown(survey.protocol->attribute_name(i)), std::string(survey.protocol->oracle(i).name())};
    for (const double epsilon : leakage(memoised, counts)) row.push_back(fmt::format("{:.4f}", epsilon));
    row.push_back(fmt::format("{:.4f}", memoised.symbol_epsilon()));
  }
  fmt::print(out, "epsilon of t reports of one person about one value, by attribute\n\n");
  print_table(out, "ll" + std::string(counts.size() + 1, 'r'), rows);
  fmt::print(out, "\nepsilon of a person whose answers change: {}\n\n",
             survey.is_split() ? "all attributes together" : "the one attribute that the person answers about");
  const bool has_cap = survey.config.privacy.cap.has_value();
  rows = {{"different values", "at most"}};
  if (has_cap) rows.front().push_back(fmt::format("with the cap of {}", *survey.config.privacy.cap));
  const std::uint64_t most = survey.largest_limit(SymbolCap::none);
  for (const std::uint64_t symbols : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{5},
                                      std::uint64_t{10}, std::uint64_t{20}, std::uint64_t{50}, most}) {
    if (symbols > most || (symbols == most && rows.back().front() == fmt::format("{}", most))) continue;
    auto& row = rows.emplace_back();
    row = {fmt::format("{}", symbols), fmt::format("{:.4f}", survey.total(symbols, SymbolCap::none))};
    if (has_cap) row.push_back(fmt::format("{:.4f}", survey.total(symbols, SymbolCap::enforced)));
  }
  print_table(out, has_cap ? "rrr" : "rr", rows);
  fmt::print(out,
             "\nThis is against other histories in which the same collections have equal answers (of loloha and "
             "dbitflip:\nequal symbols). Which ones have, and so when an answer changed, is not protected.\n");
}

void run_survey_leakage(const SurveyLeakageArguments& options, Context& context) {
  const std::vector<std::uint64_t> counts = report_counts(options.reports);
  const PreparedSurvey survey = prepare_survey(read_survey_config(options.config));
  if (!survey.config.is_repeated) {
    fail_input(fmt::format("'{}' asks people once: a second report of a person would spend epsilon {:.6g} again",
                           survey.config.head.path, survey.protocol->epsilon()),
               "For people who report again name [privacy] 'memo_key' and [people] 'id'.");
  }
  if (options.json) return print_json(context.out, leakage_json(survey, counts));
  print_leakage(survey, counts, context.out);
}

}  // namespace

void add_survey_leakage(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyLeakageArguments>();
  Command* command = survey.add_subcommand("leakage", "What many reports of one person tell, before they are made");
  command->add_option("--config", options->config, survey_config_help)->required();
  command->add_option("--reports", options->reports, "For how many reports, like 1,2,5,10")->type_name("LIST");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(
      "Example:\n"
      "  printf '[people]\\nid=\"who\"\\n[[attribute]]\\nname=\"mood\"\\nlabels=[\"good\",\"fair\",\"bad\"]\\n"
      "[privacy]\\nsolution=\"allomfree\"\\nepsilon=2\\nepsilon1=1\\nmemo_key=\"mood.key\"\\n' > mood.toml\n"
      "  sourdine survey leakage --config mood.toml --reports 1,2,5,10");
  command->callback([options, &context] { run_survey_leakage(*options, context); });
}

}  // namespace sourdine::cli
