#include "anonymize.h"

#include <fmt/format.h>

#include "app.h"
#include "print.h"
#include "progress.h"
#include "published.h"
#include "sourdine/anonymize/manifest.h"
#include "sourdine/anonymize/publish.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {
namespace {

struct AnonymizeArguments {
  std::string table;
  std::string config;
  std::string out;
  std::string ledger;
  std::vector<std::string> compare_with;
  bool force = false;
  bool json = false;
};

nlohmann::json summary(const PublishedTable& published) {
  const Anonymized& made = published.anonymized;
  auto json = nlohmann::json::parse(anonymized_manifest(made, "", published.earlier));
  json.erase("made");
  json["known_earlier"] = published.known_earlier;
  return json;
}

// The largest chance that a row is traced, and the share of all that are: as they were, and as they are published.
void print_risks(std::ostream& out, const Risks& risks) {
  const auto percent = [](double probability) { return fmt::format("{:.3g}%", 100 * probability); };
  const auto& before = risks.before;
  const auto& after = risks.after;
  fmt::print(out, "risk of being found: prosecutor at most {} (before: {})", percent(after.prosecutor.largest),
             percent(before.prosecutor.largest));
  if (after.population && before.population) {
    fmt::print(out, ", journalist at most {} ({})", percent(after.population->journalist.largest),
               percent(before.population->journalist.largest));
  }
  fmt::print(out, ", marketer {} ({})\n", percent(after.population ? after.population->marketer : after.marketer),
             percent(before.population ? before.population->marketer : before.marketer));
  if (after.population && after.population->uncovered > 0) {
    fmt::print(out, "  {} of classes that the population does not hold whole: there the table itself was taken\n",
               after.population->uncovered == 1 ? "1 row is" : fmt::format("{} rows are", after.population->uncovered));
  }
}

void print_attacks(std::ostream& out, const Anonymized& made) {
  for (const SensitiveAttacks& each : made.attacks) {
    fmt::print(out, "attacks on '{}', rows found out: homogeneity {}", shown(each.column), each.homogeneity.revealed);
    for (const BackgroundKnowledge& known : each.background) {
      if (known.ruled_out == 1) fmt::print(out, ", background knowledge {} (one value ruled out)", known.revealed);
    }
    if (each.minimality) fmt::print(out, ", minimality {}", each.minimality->revealed);
    fmt::print(out, "; a best guess is right for {} ({} without classes)\n", each.homogeneity.guessed,
               each.homogeneity.guessed_blindly);
  }
}

void print_summary(const PublishedTable& published, std::ostream& out) {
  const Anonymized& made = published.anonymized;
  const std::size_t classes = made.reached.class_sizes.size();
  fmt::print(out, "{} in {} class{}, the smallest of {}", counted(made.published.rows(), "row"), classes,
             classes == 1 ? "" : "es", made.reached.k);
  if (made.suppressed() > 0) fmt::print(out, "; {} suppressed", made.suppressed());
  if (made.rows_dropped > 0) fmt::print(out, "; {} left out for a missing value", made.rows_dropped);
  fmt::print(out, "\n");
  for (const ReachedSensitive& each : made.reached.sensitive) {
    fmt::print(out, "'{}': distinct l {}, entropy l {:.6g}, t {:.6g}\n", shown(each.column), each.distinct_l,
               each.entropy_l, each.t);
  }
  fmt::print(out, "loss: NCP {:.6g}, non-uniform entropy {:.6g}, discernibility {:.6g}, average class size {:.6g}\n",
             made.losses.ncp, made.losses.entropy, made.losses.discernibility, made.losses.class_size);
  print_risks(out, made.risks);
  print_attacks(out, made);
  if (made.had_to_publish_all) {
    fmt::print(out, "no row is suppressed: without those rows, classes were farther than t from what is left\n");
  }
  fmt::print(out, "NOT DIFFERENTIAL PRIVACY: {} (PRIVACY.md says what that means)\n", models_text(made.config));
  for (const Comparison& each : published.earlier) fmt::print(out, "{}\n", text_of(each));
}

void anonymize_table(const AnonymizeArguments& options, Context& context) {
  if (options.config.empty()) fail_usage("--config is required", "It says what each column is (docs/anonymity.md).");
  if (options.out.empty()) fail_usage("--out is required", "Give the directory of the generalised table.");
  const AnonymizeConfig config = read_anonymize_config(options.config);
  Progress progress(context);
  PublishAnonymized how{.directory = options.out,
                        .ledger = options.ledger,
                        .compare_with = options.compare_with,
                        .may_replace = options.force};
  how.options.source = options.table;
  how.options.progress = [&](const std::string& what) { progress.say(what); };
  how.options.search = [&](std::size_t done, std::size_t all) { progress.say("searching", done, all); };
  const PublishedTable published = publish_anonymized(config, how);
  progress.clear();
  for (const std::string& directory : published.known_earlier) {
    fmt::print(
        context.err,
        "sourdine: warning: the ledger knows an earlier table of '{}', '{}': together the two may tell more than "
        "either\nCompare them: --compare-with {}\n",
        escaped(config.dataset), escaped(directory), escaped(shell_word(directory)));
  }
  print_published(
      context, options.json,
      {options.out,
       published.ledger,
       config.dataset,
       published.spent,
       published.fingerprint,
       {{"table", "table.csv"}, {"page", "index.html"}}},
      [&] { return summary(published); }, [&](std::ostream& out) { print_summary(published, out); });
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
