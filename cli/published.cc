#include "published.h"

#include <algorithm>
#include <filesystem>

#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/open_ledger.h"
#include "sourdine/publish/manifest.h"

namespace sourdine::cli {

void add_source(Command& command, const char* name, std::string& source) {
  command.add_option(name, source,
                     "A CSV file, - for standard input, sqlite:PATH or postgresql://…; default: 'source' in the "
                     "configuration");
}

void print_published(Context& context, bool as_json, const PublishedDirectory& made,
                     const std::function<nlohmann::json()>& facts, const std::function<void(std::ostream&)>& words) {
  const std::string ledger = shown_ledger(made.ledger);
  if (as_json) {
    nlohmann::json json = facts();
    json["directory"] = made.directory;
    json["fingerprint"] = made.fingerprint;
    json["ledger"] = ledger_json(ledger, made.dataset, made.spent);
    return print_json(context.out, json);
  }
  words(context.out);
  print_spent(context.out, ledger, made.dataset, made.spent);
  fmt::print(context.out, "fingerprint: {}\n", made.fingerprint);
  for (const auto& [what, name] : made.files) {
    fmt::print(context.out, "{}: {}\n", what, (std::filesystem::path(made.directory) / name).string());
  }
}

namespace {

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

// What would stand in the ledger.
nlohmann::json spendings_json(const std::vector<Spending>& spendings) {
  nlohmann::json list = nlohmann::json::array();
  for (const Spending& spending : spendings) {
    list.push_back({{"mechanism", spending.mechanism}, {"cost", loss_text(entry_of(spending).loss)}});
    if (!spending.syntactic.empty()) list.back()["syntactic"] = spending.syntactic;
  }
  return list;
}

nlohmann::json check_json(const Ground& ground, const Checked& checked) {
  nlohmann::json json = {{"ready", checked.is_ready()},
                         {"problems", nlohmann::json::array()},
                         {"ledger",
                          {{"file", shown_ledger(ground.head().ledger())},
                           {"dataset", ground.head().dataset},
                           {"spendings", spendings_json(checked.spendings)}}}};
  for (const Error& problem : checked.problems) json["problems"].push_back(problem.what());
  for (const Fact& fact : checked.outlook.facts) json[fact.key] = fact.value;
  return json;
}

void print_spendings(std::ostream& out, const Ground& ground, const Checked& checked) {
  const std::string ledger = shown_ledger(ground.head().ledger());
  for (const Spending& spending : checked.spendings) {
    if (spending.syntactic.empty()) {
      fmt::print(out, "{} would be charged to '{}'\n", loss_text(entry_of(spending).loss), ledger);
    } else {
      fmt::print(out, "'{}' would say, at no cost: no differential privacy, {}\n", ledger, spending.syntactic);
    }
  }
}

}  // namespace

void print_check(Context& context, bool as_json, const Ground& ground, const Checked& checked) {
  const bool is_refused_input = std::any_of(checked.problems.begin(), checked.problems.end(), [](const Error& problem) {
    return problem.code() != ErrorCode::budget_refused;
  });
  const std::string_view title = ground.kind().title.in(Language::en);
  if (as_json) {
    print_json(context.out, check_json(ground, checked));
  } else {
    for (const std::string& sentence : checked.outlook.told) fmt::print(context.out, "{}\n", sentence);
    if (!is_refused_input) print_spendings(context.out, ground, checked);
    if (checked.is_ready()) {
      fmt::print(context.out, "The {} can be made. Nothing was written, nothing was spent.\n", title);
    }
  }
  if (checked.is_ready()) return;
  context.out.flush();  // what is said of it comes behind it
  for (const Error& problem : checked.problems) {
    fmt::print(context.err, "sourdine: {}\n", escaped(problem.what()));
    if (!problem.hint().empty()) fmt::print(context.err, "{}\n", escaped_lines(problem.hint()));
  }
  fmt::print(context.err, "The {} would be refused. Nothing was written, nothing was spent.\n", title);
  context.exit_code = is_refused_input ? 2 : 3;
}

void print_publication(Context& context, bool as_json, const Ground& ground, const Published& published) {
  if (as_json) return print_json(context.out, publication_json(ground, published));
  for (const std::string& sentence : published.drawn.told) fmt::print(context.out, "{}\n", sentence);
  print_statement(context.out, published.drawn.promise.english);
  if (const auto& receipt = published.payment.receipt()) {
    print_spent(context.out, shown_ledger(ground.head().ledger()), ground.head().dataset, receipt->total());
  }
  if (!published.fingerprint.empty()) fmt::print(context.out, "fingerprint: {}\n", published.fingerprint);
  for (const auto& [what, name] : published.drawn.opened) {
    fmt::print(context.out, "{}: {}\n", what, (std::filesystem::path(published.out) / name).string());
  }
}

}  // namespace sourdine::cli
