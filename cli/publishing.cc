#include "publishing.h"

#include <algorithm>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/open_ledger.h"
#include "sourdine/privacy/ledger/totals.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_row_secret.h"
#include "sourdine/random/seeded_source.h"

namespace sourdine::cli {
namespace {

namespace check_words {
constexpr Words charged{"{cost} would be charged to {ledger}", "{cost} serait imputé à {ledger}"};
constexpr Words repeated{"{cost} would be charged to {ledger}, of a draw that counts already: nothing more is spent",
                         "{cost} serait imputé à {ledger}, d'un tirage qui compte déjà : rien de plus n'est dépensé"};
constexpr Words recorded{"{ledger} would record it, at no cost", "{ledger} le noterait, sans coût"};
constexpr Words ready{"The {title} can be made. Nothing was written, nothing was spent.",
                      "Rien ne s'oppose à cette publication ({title}). Rien n'a été écrit, rien n'a été dépensé."};
constexpr Words refused{"The {title} would be refused. Nothing was written, nothing was spent.",
                        "Cette publication ({title}) serait refusée. Rien n'a été écrit, rien n'a été dépensé."};
constexpr Words of_no_use{
    "The {title} would be made and charged all the same. Nothing was written, nothing was spent.",
    "Cette publication ({title}) serait tout de même faite et imputée. Rien n'a été écrit, rien n'a été dépensé."};
constexpr Words approximate{"epsilon {epsilon} at delta {delta}", "epsilon {epsilon} à delta {delta}"};
constexpr Words metric{"epsilon {epsilon} per metre and {offset}", "epsilon {epsilon} par mètre et {offset}"};
}  // namespace check_words

nlohmann::json publication_json(const Ground& ground, const Published& published) {
  const Drawn& drawn = published.drawn;
  nlohmann::json json = nlohmann::json(manifest_json(ground, drawn, published.payment.receipt()));
  const Statement& statement = drawn.promise.english;
  if (drawn.promise.stated) json["guarantee"] = guarantee_json(*drawn.promise.stated);
  json["promise"] = statement.promise;
  json["not_protected"] = statement.not_protected;
  for (const Fact& fact : drawn.more_facts) json[fact.key] = fact.value;
  json[ground.form() == Form::file ? "file" : "directory"] = published.out;
  if (!published.fingerprint.empty()) json["fingerprint"] = published.fingerprint;
  if (const auto& receipt = published.payment.receipt()) {
    json["ledger"] = ledger_json(shown_ledger(ground.head().ledger()), ground.head().dataset, receipt->total());
  }
  return json;
}

// What would stand in the ledger.
struct CheckedCharge {
  const Spending& spending;
  LedgerLoss loss;
  bool is_repeated;  // of a draw that counts already: in the ledger, or further up
};

std::vector<CheckedCharge> charges_of(const Head& head, const std::vector<Spending>& spendings) {
  std::vector<CheckedCharge> charges;
  if (spendings.empty()) return charges;
  LedgerContents contents;
  try {
    contents = open_ledger(head.ledger(), head.budget_file).read();
  } catch (const Error&) {
    contents = {};  // it is among the problems that it cannot be read
  }
  std::uint64_t repeated = total_of(contents, head.dataset).repeated;
  std::vector<LedgerEntry> entries;
  for (const Spending& spending : spendings) {
    entries.push_back(entry_of(spending));
    const std::uint64_t now = total_of(contents, head.dataset, entries).repeated;
    charges.push_back({.spending = spending, .loss = entries.back().loss, .is_repeated = now > repeated});
    repeated = now;
  }
  return charges;
}

nlohmann::json charges_json(const std::vector<CheckedCharge>& charges) {
  nlohmann::json list = nlohmann::json::array();
  for (const CheckedCharge& charge : charges) {
    list.push_back({{"mechanism", charge.spending.mechanism}, {"cost", loss_text(charge.loss)}});
    if (charge.is_repeated) list.back()["counts_already"] = true;
    if (!charge.spending.syntactic.empty()) list.back()["syntactic"] = charge.spending.syntactic;
  }
  return list;
}

bool is_refusal(const Error& problem) { return problem.code() == ErrorCode::budget_refused; }

nlohmann::json check_json(const Ground& ground, const Checked& checked, const std::vector<CheckedCharge>& charges) {
  nlohmann::json json = {
      {"ready", checked.is_ready()}, {"problems", checked.outlook.warnings}, {"notes", checked.outlook.notes}};
  if (const Head& head = ground.head(); !head.dataset.empty()) {
    json["ledger"] = {{"file", shown_ledger(head.ledger())},
                      {"dataset", head.dataset},
                      {"spendings", charges_json(charges)},
                      {"within_budget", std::none_of(checked.problems.begin(), checked.problems.end(), is_refusal)}};
  }
  for (const Error& problem : checked.problems) json["problems"].push_back(problem.what());
  for (const Fact& fact : checked.outlook.facts) json.update(nlohmann::json::object({{fact.key, fact.value}}), true);
  return json;
}

// As the ledger writes it, with the decimal mark of the language.
std::string cost_text(const Speaker& speaker, const LedgerLoss& loss) {
  switch (loss.kind) {
    case LossKind::pure:
      return "epsilon " + speaker.written(loss.epsilon.text());
    case LossKind::approximate:
      return speaker.say(check_words::approximate, {{"epsilon", speaker.written(loss.epsilon.text())},
                                                    {"delta", speaker.written(loss.delta.text())}});
    case LossKind::metric:
      return speaker.say(check_words::metric, {{"epsilon", speaker.written(loss.per_metre.text())},
                                               {"offset", speaker.written(loss.offset.text())}});
    default:
      return loss_text(loss);
  }
}

void print_charges(std::ostream& out, const Ground& ground, const std::vector<CheckedCharge>& charges,
                   const Speaker& speaker) {
  const std::string ledger = speaker.quoted(shown_ledger(ground.head().ledger()));
  for (const CheckedCharge& charge : charges) {
    const Words& words = charge.is_repeated ? check_words::repeated : check_words::charged;
    const std::string sentence =
        charge.spending.syntactic.empty()
            ? speaker.say(words, {{"cost", cost_text(speaker, charge.loss)}, {"ledger", ledger}})
            : speaker.say(check_words::recorded, {{"ledger", ledger}});
    fmt::print(out, "{}\n", sentence);
  }
}

}  // namespace

void print_statement(std::ostream& out, const Statement& statement) {
  for (const std::string& reason : statement.not_private_because) fmt::print(out, "NOT PRIVATE: {}\n", reason);
  const bool is_private = statement.not_private_because.empty();
  if (is_private) fmt::print(out, "guarantee: {}\n", statement.promise);
  if (is_private || !statement.is_differential) {
    for (const std::string& sentence : statement.holds) fmt::print(out, "  {}\n", sentence);
  }
  for (const std::string& sentence : statement.beside) fmt::print(out, "{}\n", sentence);
  if (!is_private && statement.is_differential) return;
  fmt::print(out, "not protected:\n");
  for (const std::string& sentence : statement.not_protected) fmt::print(out, "  {}\n", sentence);
}

void print_check(Context& context, bool as_json, const Ground& ground, const Checked& checked) {
  const bool is_refused_input = !std::all_of(checked.problems.begin(), checked.problems.end(), is_refusal);
  const Speaker speaker(checked.outlook.language);
  const std::string title = speaker.say(ground.kind().title);
  const auto charges = charges_of(ground.head(), checked.spendings);
  if (as_json) {
    print_json(context.out, check_json(ground, checked, charges));
  } else {
    for (const std::string& sentence : checked.outlook.told) fmt::print(context.out, "{}\n", sentence);
    if (!is_refused_input) print_charges(context.out, ground, charges, speaker);
    if (checked.is_ready()) fmt::print(context.out, "{}\n", speaker.say(check_words::ready, {{"title", title}}));
  }
  context.out.flush();  // what is said of it comes behind it
  for (const std::string& note : checked.outlook.notes) fmt::print(context.err, "sourdine: note: {}\n", escaped(note));
  if (checked.is_ready()) return;
  for (const std::string& warning : checked.outlook.warnings) {
    fmt::print(context.err, "sourdine: {}\n", escaped(warning));
  }
  for (const Error& problem : checked.problems) {
    fmt::print(context.err, "sourdine: {}\n", escaped(problem.what()));
    if (!problem.hint().empty()) fmt::print(context.err, "{}\n", escaped_lines(problem.hint()));
  }
  const Words& end = checked.problems.empty() ? check_words::of_no_use : check_words::refused;
  fmt::print(context.err, "{}\n", speaker.say(end, {{"title", title}}));
  const bool is_refused_budget = !is_refused_input && !checked.problems.empty();
  context.exit_code = is_refused_budget ? 3 : 2;
}

void print_publication(Context& context, bool as_json, const Ground& ground, const Published& published) {
  if (as_json) return print_json(context.out, publication_json(ground, published));
  std::ostream& words = published.out == "-" ? context.err : context.out;
  for (const std::string& sentence : published.drawn.told) fmt::print(words, "{}\n", sentence);
  print_statement(words, published.drawn.promise.english);
  if (const auto& receipt = published.payment.receipt()) {
    print_spent(words, shown_ledger(ground.head().ledger()), ground.head().dataset, receipt->total());
  }
  if (!published.fingerprint.empty()) fmt::print(words, "fingerprint: {}\n", published.fingerprint);
  for (const auto& [what, name] : published.drawn.opened) {
    fmt::print(words, "{}: {}\n", what, (std::filesystem::path(published.out) / name).string());
  }
}

void add_source(Command& command, const char* name, std::string& source) {
  command.add_option(name, source,
                     "A CSV file, - for standard input, sqlite:PATH or postgresql://…; default: 'source' in the "
                     "configuration");
}

void PublishingOptions::add_source(Command& command, const char* name) { cli::add_source(command, name, source); }

void PublishingOptions::add_config(Command& command, const std::string& help, bool is_required) {
  command.add_option("--config", config, help)->type_name("FILE")->required(is_required);
}

void PublishingOptions::add_out(Command& command, const std::string& what, const std::string& form) {
  command.add_option("--out,-o", out, fmt::format("Where the {} go{}; must not exist", what, form))->type_name("OUT");
  command.add_flag("--force", replaces, fmt::format("Replace {} that are there; what was spent stays spent", what));
}

void PublishingOptions::add_ledger(Command& command) {
  command
      .add_option("--ledger", ledger,
                  "The ledger to charge; default: the configuration's, or DATASET.ledger.jsonl beside it")
      ->type_name("LEDGER");
}

void PublishingOptions::add_randomness(Command& command) {
  command.add_option("--seed", seed, "Reproducible randomness for tests: the result is NOT private")->type_name("N");
  add_weak(command, is_weak);
}

void PublishingOptions::add_ends(Command& command) {
  command.add_flag("--check", is_check,
                   "Read everything and say what would come of it, what it would cost, and what would be refused; "
                   "nothing is written or spent");
  command.add_flag("--json", json, "One JSON object");
}

void PublishingOptions::require_out() const {
  if (out.empty() && !is_check) fail_usage("--out is required", "Say where it goes, or give --check to make nothing.");
}

void PublishingOptions::apply_ledger(Head& head) const {
  if (!ledger.empty()) head.ledger_name = ledger;
}

void run_publication(const PublishingOptions& options, Ground& ground, Progress& progress, Context& context,
                     const PublishingNotes& notes) {
  options.require_out();
  std::unique_ptr<RandomSource> random = std::make_unique<SecureSource>();
  Publishing publishing{
      .out = options.out,
      .replaces = options.replaces,
      .reading = {.source = options.source, .progress = [&](const std::string& what) { progress.say(what); }}};
  if (options.seed) {
    random = std::make_unique<SeededSource>(*options.seed);
    publishing.reading.secret = seeded_row_secret(*options.seed);
  }
  if (options.is_check) {
    const Checked checked = check(ground, publishing, *random);
    progress.clear();
    notes.on_both();
    return print_check(context, options.json, ground, checked);
  }
  const Published published = publish(ground, publishing, *random);
  progress.clear();
  notes.on_both();
  notes.on_published(published);
  print_publication(context, options.json, ground, published);
}

}  // namespace sourdine::cli
