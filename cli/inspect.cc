#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/text.h"
#include "sourdine/kinds/inspection.h"

namespace sourdine::cli {
namespace {

std::string fact_text(const InspectedFact& fact) {
  return std::visit([](const auto& value) { return escaped(fmt::format("{}", value)); }, fact.value);
}

nlohmann::json inspection_json(const std::string& path, const Inspection& inspection) {
  nlohmann::json facts = nlohmann::json::object();
  for (const InspectedFact& fact : inspection.facts) {
    std::visit([&](const auto& value) { facts[fact.key] = value; }, fact.value);
  }
  nlohmann::json json = {{"path", path},
                         {"kind", inspection.kind},
                         {"facts", facts},
                         {"guarantee", nullptr},
                         {"private", inspection.is_private},
                         {"not_private_because", inspection.not_private_because}};
  if (inspection.guarantee) json["guarantee"] = guarantee_json(*inspection.guarantee);
  return json;
}

void print_promise(const Inspection& inspection, std::ostream& out) {
  for (const std::string& reason : inspection.not_private_because) {
    fmt::print(out, "NOT PRIVATE: {}\n", escaped(reason));
  }
  if (!inspection.guarantee) return;
  if (inspection.not_private_because.empty()) {
    print_guarantee(out, *inspection.guarantee, inspection.is_private);
    if (!inspection.promise.empty()) fmt::print(out, "  {}\n", escaped(inspection.promise));
  }
  for (const std::string& caveat : inspection.guarantee->caveats) fmt::print(out, "  {}\n", escaped(caveat));
}

void print_inspection(const std::string& path, const Inspection& inspection, std::ostream& out) {
  fmt::print(out, "'{}': {}\n", shown(path), inspection.title);
  std::vector<std::vector<std::string>> rows;
  for (const InspectedFact& fact : inspection.facts) rows.push_back({"  " + escaped(fact.label), fact_text(fact)});
  print_table(out, "ll", rows);
  print_promise(inspection, out);
}

}  // namespace

void add_inspect(Command& app, Context& context) {
  struct InspectArguments {
    std::string path;
    bool json = false;
  };
  auto options = std::make_shared<InspectArguments>();
  Command* command = app.add_subcommand("inspect", "What a file or directory of ours is, and what it promises");
  command
      ->add_option("FILE", options->path,
                   "A .srep, .stly or .srng file, or the directory of a publication or of reports")
      ->required();
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n  seq 0 16 | sourdine randomize - --oracle oue --domain 17 --epsilon 1 --out day.srep\n"
      "  sourdine inspect day.srep");
  command->callback([options, &context] {
    const Inspection inspection = inspect(options->path);
    if (options->json) return print_json(context.out, inspection_json(options->path, inspection));
    print_inspection(options->path, inspection, context.out);
  });
}

}  // namespace sourdine::cli
