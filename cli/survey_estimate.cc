#include <fmt/format.h>

#include <algorithm>

#include "common.h"
#include "print.h"
#include "publishing.h"
#include "sourdine/base/text.h"
#include "sourdine/survey/publication.h"
#include "survey.h"
#include "torn.h"

namespace sourdine::cli {
namespace {

constexpr std::size_t most_shown_values = 20;

struct SurveyEstimateArguments : PublishingOptions {
  std::vector<std::string> files;
  double confidence = 0.95;
  std::size_t threads = 0;
  bool keep_torn = false;
};

std::string survey_percent(double share) { return fmt::format("{:.1f}", 100 * share); }

// Of the last collection: the files have all of them.
void print_shares(const SurveyPublication& survey, std::ostream& out) {
  const TupleProtocol& protocol = *survey.prepared().protocol;
  const SurveyFacts& facts = survey.facts();
  const std::size_t last = facts.collections.size() - 1;
  const std::string& name = facts.collections[last];
  fmt::print(out, "{}; shares in percent with {:g}% intervals{}\n\n", counted(facts.collections.size(), "collection"),
             100 * facts.confidence, name.empty() ? "" : fmt::format(", of '{}', the last", shown(name)));
  std::vector<std::vector<std::string>> rows = {{"attribute", "value", "share", "std error", "lower", "upper"}};
  for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
    const std::vector<Estimate>& shares = survey.estimates().attributes[attribute][last].shares;
    const std::string attribute_name = shown(protocol.attribute_name(attribute));
    for (Value value = 0; value < std::min(shares.size(), most_shown_values); ++value) {
      const Estimate& share = shares[value];
      rows.push_back({attribute_name, shown(protocol.domain(attribute).label(value)), survey_percent(share.value),
                      survey_percent(share.std_error), survey_percent(share.lower), survey_percent(share.upper)});
    }
    if (shares.size() > most_shown_values) {
      rows.push_back({attribute_name, fmt::format("and {} more", shares.size() - most_shown_values), "", "", "", ""});
    }
  }
  print_table(out, "llrrrr", rows);
  out << '\n';
}

void run_survey_estimate(const SurveyEstimateArguments& options, Context& context) {
  SurveyPublication survey(prepare_survey(read_survey_config(options.config)),
                           {.files = options.files,
                            .confidence = options.confidence,
                            .reading = {options.threads, options.keep_torn ? Torn::keep_whole_blocks : Torn::stop}});
  Progress progress(context);
  const auto print_estimates = [&](const Published&) {
    if (!options.json) print_shares(survey, context.out);
  };
  run_publication(
      options, survey, progress, context,
      {.on_both = [&] { print_torn(context.err, survey.gathered().torn); }, .on_published = print_estimates});
}

}  // namespace

void add_survey_estimate(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyEstimateArguments>();
  Command* command =
      survey.add_subcommand("estimate", "Reports or tallies of a survey in, a directory of estimates with a page out");
  command->add_option("FILES", options->files, "Report files (.srep), tally files (.stly), directories of them")
      ->required();
  options->add_config(*command, survey_config_help);
  options->add_out(*command, "estimates");
  command->add_option("--confidence", options->confidence, "Confidence of the intervals (0.95)")->type_name("C");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  command->add_flag("--keep-torn", options->keep_torn,
                    "Read the whole blocks of a file that was cut short, and say so");
  options->add_ends(*command);
  command->footer(fmt::format("Example:\n{}", survey_example));
  command->callback([options, &context] { run_survey_estimate(*options, context); });
}

}  // namespace sourdine::cli
