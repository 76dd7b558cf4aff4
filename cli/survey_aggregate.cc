#include <fmt/format.h>

#include <filesystem>

#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/survey/gather.h"
#include "survey.h"
#include "torn.h"

namespace sourdine::cli {
namespace {

struct SurveyAggregateArguments {
  std::vector<std::string> files;
  std::string out;
  std::size_t threads = 0;
  bool keep_torn = false;
  bool replaces = false;
  bool json = false;
};

std::string tally_name(const std::string& collection) { return collection + ".stly"; }

// One file, or a directory of them that appears whole.
void write_tallies(const SurveyAggregateArguments& options, const GatheredSurvey& survey) {
  if (survey.collections.size() == 1) {
    write_tally_file(options.out, survey.collections.front());
    return;
  }
  if (options.out == "-") fail_usage("tallies of several collections go into a directory");
  std::error_code ignored;
  if (options.replaces && std::filesystem::is_directory(options.out, ignored)) {
    refuse_other_files(options.out, "tally file", ".stly");
    refuse_output_containing_inputs(options.out, survey_files(options.files));
  }
  NewDirectory into(options.out, options.replaces);
  for (const TallyFile& file : survey.collections) {
    require_file_name(file.collection);
    write_tally_file(into.file(tally_name(file.collection).c_str()), file);
  }
  into.appear();
}

void run_survey_aggregate(const SurveyAggregateArguments& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  refuse_same_file(options.out, survey_files(options.files));
  const GatheredSurvey survey =
      gather_survey(options.files, {options.threads, options.keep_torn ? Torn::keep_whole_blocks : Torn::stop});
  print_torn(context.err, survey.torn);
  write_tallies(options, survey);
  const bool is_file = survey.collections.size() == 1;
  const auto file_of = [&](const TallyFile& file) {
    return is_file ? options.out : (std::filesystem::path(options.out) / tally_name(file.collection)).string();
  };
  std::ostream& out = options.out == "-" ? context.err : context.out;
  if (options.json) {
    nlohmann::json collections = nlohmann::json::array();
    for (const TallyFile& file : survey.collections) {
      collections.push_back({{"name", file.collection}, {"reports", file.tally.reports}, {"file", file_of(file)}});
    }
    return print_json(out, {{"collections", collections},
                            {"spec", nlohmann::json::parse(survey.protocol->spec()->json())},
                            {"randomness", randomness_name(survey.is_private)},
                            {"guarantee", guarantee_json(survey.protocol->guarantee())}});
  }
  for (const TallyFile& file : survey.collections) {
    fmt::print(out, "{}{} in '{}'\n", file.collection.empty() ? "" : fmt::format("'{}': ", shown(file.collection)),
               counted(file.tally.reports, "report"), file_of(file));
  }
  print_guarantee(out, survey.protocol->guarantee(), survey.is_private);
}

}  // namespace

void add_survey_aggregate(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyAggregateArguments>();
  Command* command =
      survey.add_subcommand("aggregate", "Reports of a survey in, a tally for each collection out (.stly)");
  command->add_option("FILES", options->files, "Report files (.srep), tally files (.stly), directories of them")
      ->required();
  command->add_option("--out,-o", options->out, "Tally file to write; a directory where there are several collections")
      ->required()
      ->type_name("TALLIES");
  command->add_option("--threads", options->threads, "Number of threads (0: all cores)")
      ->check(whole_number_between(0, 1024))
      ->type_name("N");
  command->add_flag("--keep-torn", options->keep_torn,
                    "Read the whole blocks of a file that was cut short, and say so");
  command->add_flag("--force", options->replaces, "Replace a directory of tallies that is there");
  command->add_flag("--json", options->json, "One JSON object");
  command->footer(fmt::format("Example:\n{}\n  sourdine survey aggregate mine.srep --out mine.stly", survey_example));
  command->callback([options, &context] { run_survey_aggregate(*options, context); });
}

}  // namespace sourdine::cli
