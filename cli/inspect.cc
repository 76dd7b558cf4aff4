#include "sourdine/report/inspect.h"

#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {
namespace {

std::string fact_text(const InspectedFact& fact) {
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, fact.value);
}

nlohmann::json inspection_json(const std::string& path, const Inspection& inspection) {
  nlohmann::json facts = nlohmann::json::object();
  for (const InspectedFact& fact : inspection.facts) {
    std::visit([&](const auto& value) { facts[fact.key] = value; }, fact.value);
  }
  return {{"path", path},
          {"kind", inspection.kind},
          {"facts", facts},
          {"guarantee", guarantee_json(inspection.guarantee)},
          {"private", inspection.is_private},
          {"not_private_because", inspection.not_private_because}};
}

void print_inspection(const std::string& path, const Inspection& inspection, std::ostream& out) {
  fmt::print(out, "'{}': {}\n", shown(path), inspection.title);
  std::vector<std::vector<std::string>> rows;
  for (const InspectedFact& fact : inspection.facts) rows.push_back({"  " + fact.label, fact_text(fact)});
  print_table(out, "ll", rows);
  if (inspection.not_private_because.empty()) {
    print_guarantee(out, inspection.guarantee, inspection.is_private);
  } else {
    for (const std::string& reason : inspection.not_private_because) {
      fmt::print(out, "NOT PRIVATE: {}\n", escaped(reason));
    }
  }
  for (const std::string& caveat : inspection.guarantee.caveats) fmt::print(out, "  {}\n", escaped(caveat));
}

}  // namespace

void add_inspect(Command& app, Context& context) {
  struct InspectArguments {
    std::string path;
    bool json = false;
  };
  auto options = std::make_shared<InspectArguments>();
  Command* command = app.add_subcommand("inspect", "What a file is: reports, a tally, a range structure, a release");
  command->add_option("FILE", options->path, "A .srep, .stly or .srng file, or the directory of a release")->required();
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
