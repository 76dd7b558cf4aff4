#include "anonymize.h"

#include <fmt/format.h>

#include "app.h"
#include "print.h"
#include "progress.h"
#include "publishing.h"
#include "sourdine/anonymize/publication.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/random/random_source.h"

namespace sourdine::cli {
namespace {

struct AnonymizeArguments {
  std::string table;
  std::string config;
  std::string out;
  std::string ledger;
  std::vector<std::string> compare_with;
  bool force = false;
  bool is_check = false;
  bool json = false;
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
  if (options.out.empty() && !options.is_check) {
    fail_usage("--out is required", "Give the directory of the generalised table.");
  }
  AnonymizeConfig config = read_anonymize_config(options.config);
  if (!options.ledger.empty()) config.head.ledger_name = options.ledger;
  Progress progress(context);
  TablesPublication publication(
      config, {.compare_with = options.compare_with,
               .search = [&](std::size_t done, std::size_t all) { progress.say("searching", done, all); }});
  const Publishing publishing{
      .out = options.out,
      .replaces = options.force,
      .reading = {.source = options.table, .progress = [&](const std::string& what) { progress.say(what); }}};
  if (options.is_check) {
    const Checked checked = check(publication, publishing, SecureSource());
    progress.clear();
    warn_of_earlier(publication, context.err);
    return print_check(context, options.json, publication, checked);
  }
  const Published published = publish(publication, publishing, SecureSource());
  progress.clear();
  warn_of_earlier(publication, context.err);
  print_publication(context, options.json, publication, published);
}

}  // namespace

void add_anonymize(Command& app, Context& context) {
  auto options = std::make_shared<AnonymizeArguments>();
  Command* command =
      app.add_subcommand("anonymize", "Make a table coarser until rows look alike: k-anonymity and its kin");
  add_source(*command, "TABLE", options->table);
  command->add_option("--config", options->config, "The TOML file that says what each column is (docs/anonymity.md)");
  command->add_option("--out", options->out, "The directory to make; must not exist")->type_name("DIR");
  command->add_option("--ledger", options->ledger, "Where it is recorded; default: the configuration's")
      ->type_name("LEDGER");
  command
      ->add_option("--compare-with", options->compare_with,
                   "The directory of an earlier table of the same people: what the two tell together")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command->add_flag("--force", options->force, "Replace a directory that this command made before");
  command->add_flag("--check", options->is_check, "Say what would come of it; write and record nothing");
  command->add_flag("--json", options->json, "One JSON object");
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
