#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "sourdine/base/text.h"
#include "sourdine/survey/publish.h"
#include "survey.h"
#include "torn.h"

namespace sourdine::cli {
namespace {

struct SurveyEstimateArguments {
  std::vector<std::string> files;
  std::string config;
  std::string out;
  double confidence = 0.95;
  std::size_t threads = 0;
  bool keep_torn = false;
  bool replaces = false;
  bool json = false;
};

nlohmann::json shares_json(const std::vector<Estimate>& shares, const Domain& domain) {
  nlohmann::json values = nlohmann::json::array();
  for (Value value = 0; value < shares.size(); ++value) {
    const Estimate& one = shares[value];
    values.push_back({{"value", domain.label(value)},
                      {"share", one.value},
                      {"std_error", one.std_error},
                      {"lower", one.lower},
                      {"upper", one.upper}});
  }
  return values;
}

nlohmann::json published_survey_json(const PublishedSurvey& made, const std::string& directory) {
  nlohmann::json estimates = nlohmann::json::array(), changes = nlohmann::json::array();
  const TupleProtocol& protocol = *made.ground.protocol;
  for (std::size_t i = 0; i < made.facts.collections.size(); ++i) {
    for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
      const AttributeEstimates& own = made.estimates.attributes[attribute][i];
      estimates.push_back({{"collection", made.facts.collections[i]},
                           {"attribute", protocol.attribute_name(attribute)},
                           {"people", own.people},
                           {"reports", own.reports},
                           {"values", shares_json(own.shares, protocol.domain(attribute))}});
      if (i == 0) continue;
      changes.push_back(
          {{"from", made.facts.collections[i - 1]},
           {"to", made.facts.collections[i]},
           {"attribute", protocol.attribute_name(attribute)},
           {"values", shares_json(made.estimates.changes[attribute][i - 1], protocol.domain(attribute))}});
    }
  }
  return {{"directory", directory},
          {"fingerprint", made.fingerprint},
          {"confidence", made.facts.confidence},
          {"solution", made.ground.config.solution_word()},
          {"randomness", randomness_name(made.gathered.is_private)},
          {"guarantee", guarantee_json(survey_guarantee(made.ground, made.facts))},
          {"statement", survey_statement_json(made.statement)},
          {"estimates", estimates},
          {"changes", changes}};
}

std::string survey_percent(double share) { return fmt::format("{:.1f}", 100 * share); }

void print_published_survey(const PublishedSurvey& made, const std::string& directory, std::ostream& out) {
  const TupleProtocol& protocol = *made.ground.protocol;
  const std::size_t last = made.facts.collections.size() - 1;
  const std::string& name = made.facts.collections[last];
  fmt::print(out, "{}; shares in percent with {:g}% intervals{}\n\n",
             counted(made.facts.collections.size(), "collection"), 100 * made.facts.confidence,
             name.empty() ? "" : fmt::format(", of '{}', the last", shown(name)));
  std::vector<std::vector<std::string>> rows = {{"attribute", "value", "share", "std error", "lower", "upper"}};
  for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
    const std::vector<Estimate>& shares = made.estimates.attributes[attribute][last].shares;
    for (Value value = 0; value < std::min<std::size_t>(shares.size(), 20); ++value) {
      const Estimate& one = shares[value];
      rows.push_back({shown(protocol.attribute_name(attribute)), shown(protocol.domain(attribute).label(value)),
                      survey_percent(one.value), survey_percent(one.std_error), survey_percent(one.lower),
                      survey_percent(one.upper)});
    }
    if (shares.size() > 20) {
      rows.push_back(
          {shown(protocol.attribute_name(attribute)), fmt::format("and {} more", shares.size() - 20), "", "", "", ""});
    }
  }
  print_table(out, "llrrrr", rows);
  out << '\n';
  print_survey_statement(out, made.statement);
  fmt::print(out, "not protected:\n");
  for (const std::string& sentence : made.statement.not_protected) fmt::print(out, "  {}\n", sentence);
  fmt::print(out, "fingerprint: {}\n", made.fingerprint);
  for (const auto& [what, file] : {std::pair("estimates", "estimates.csv"), std::pair("the page", "index.html")}) {
    fmt::print(out, "{}: {}\n", what, (std::filesystem::path(directory) / file).string());
  }
}

void run_survey_estimate(const SurveyEstimateArguments& options, Context& context) {
  const PublishedSurvey made =
      publish_survey(prepare_survey(read_survey_config(options.config)),
                     {.files = options.files,
                      .directory = options.out,
                      .confidence = options.confidence,
                      .replaces = options.replaces,
                      .reading = {options.threads, options.keep_torn ? Torn::keep_whole_blocks : Torn::stop}});
  print_torn(context.err, made.gathered.torn);
  if (options.json) return print_json(context.out, published_survey_json(made, options.out));
  print_published_survey(made, options.out, context.out);
}

}  // namespace

void add_survey_estimate(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyEstimateArguments>();
  Command* command =
      survey.add_subcommand("estimate", "Reports or tallies of a survey in, a directory of estimates with a page out");
  command->add_option("FILES", options->files, "Report files (.srep), tally files (.stly), directories of them")
      ->required();
  add_survey_config(*command, options->config);
  command->add_option("--out,-o", options->out, "The directory to make; must not exist")->required()->type_name("DIR");
  command->add_option("--confidence", options->confidence, "Confidence of the intervals (0.95)")->type_name("C");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  command->add_flag("--keep-torn", options->keep_torn,
                    "Read the whole blocks of a file that was cut short, and say so");
  command->add_flag("--force", options->replaces, "Replace a published survey that is there");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(fmt::format("Example:\n{}", survey_example));
  command->callback([options, &context] { run_survey_estimate(*options, context); });
}

}  // namespace sourdine::cli
