#include "published.h"

#include <filesystem>

#include "common.h"
#include "print.h"
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
  if (statement.not_private_because.empty()) {
    fmt::print(out, "guarantee: {}\n", statement.promise);
    for (const std::string& sentence : statement.holds) fmt::print(out, "  {}\n", sentence);
  }
  for (const std::string& reason : statement.not_private_because) fmt::print(out, "NOT PRIVATE: {}\n", reason);
  fmt::print(out, "not protected:\n");
  for (const std::string& sentence : statement.not_protected) fmt::print(out, "  {}\n", sentence);
}

}  // namespace

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
