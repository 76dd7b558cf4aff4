#include "published.h"

#include <filesystem>

#include "common.h"
#include "print.h"
#include "sourdine/ledger_store/open_ledger.h"

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

}  // namespace sourdine::cli
