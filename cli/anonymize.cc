#include "anonymize.h"

#include <fmt/format.h>

#include "app.h"
#include "print.h"
#include "publishing.h"
#include "sourdine/anonymize/publication.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {
namespace {

struct AnonymizeArguments : PublishingOptions {
  std::vector<std::string> compare_with;
};

// Tables of the same people that nobody compared with this one.
void warn_of_earlier(const TablesPublication& publication, std::ostream& err) {
  for (const std::string& directory : publication.known_earlier()) {
    fmt::print(
        err,
        "sourdine: warning: the ledger knows an earlier table of '{}', '{}': together the two may tell more than "
        "either\nCompare them: --compare-with {}\n",
        escaped(publication.head().dataset), escaped(directory), escaped(shell_word(directory)));
  }
}

void anonymize_table(const AnonymizeArguments& options, Context& context) {
  if (options.config.empty()) fail_usage("--config is required", "It says what each column is (docs/anonymity.md).");
  AnonymizeConfig config = read_anonymize_config(options.config);
  options.apply_ledger(config.head);
  Progress progress(context);
  TablesPublication publication(
      config, {.compare_with = options.compare_with,
               .search = [&](std::size_t done, std::size_t all) { progress.say("searching", done, all); }});
  run_publication(options, publication, progress, context,
                  {.on_both = [&] { warn_of_earlier(publication, context.err); }});
}

}  // namespace

void add_anonymize(Command& app, Context& context) {
  auto options = std::make_shared<AnonymizeArguments>();
  Command* command =
      app.add_subcommand("anonymize", "Make a table coarser until rows look alike: k-anonymity and its kin");
  options->add_source(*command, "TABLE");
  // Its verb `check` needs none.
  command->add_option("--config", options->config, "The TOML file that says what each column is (docs/anonymity.md)");
  options->add_out(*command, "generalised tables");
  options->add_ledger(*command);
  command
      ->add_option("--compare-with", options->compare_with,
                   "The directory of an earlier table of the same people: what the two tell together")
      ->type_name("DIR")
      ->allow_extra_args(false);
  options->add_ends(*command);
  command->footer(
      "Example:\n"
      "  printf 'age,zip,disease\\n28,13053,heart\\n29,13068,heart\\n21,13068,viral\\n23,13053,viral\\n' > people.csv\n"
      "  printf '[quasi.age]\\nkind=\"intervals\"\\nwidths=[5,10]\\n[quasi.zip]\\nkind=\"masked\"\\n"
      "[sensitive.disease]\\ndistinct_l=2\\n[privacy]\\nk=2\\n' > people.toml\n"
      "  sourdine anonymize people.csv --config people.toml --out anonymous");
  add_anonymize_check(*command, context);
  command->callback([options, command, &context] {
    if (!command->has_called_verb()) anonymize_table(*options, context);
  });
}

}  // namespace sourdine::cli
