#include <fmt/format.h>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/mechanism/table.h"

namespace sourdine::cli {
namespace {

struct MechanismsArguments {
  std::string name;
  bool json = false;
  bool markdown = false;
};

nlohmann::json row_json(const MechanismRow& row) {
  return {{"name", row.name},
          {"title", row.title},
          {"output", row.output},
          {"loss", row.loss},
          {"sensitivity", row.sensitivity},
          {"choose", row.choose},
          {"cost", row.cost},
          {"reference", row.reference},
          {"header", row.header}};
}

void print_list(std::ostream& out) {
  std::vector<std::vector<std::string>> rows = {{"mechanism", "loss", "what it is"}};
  for (const MechanismRow& row : mechanism_table()) {
    rows.push_back({std::string(row.name), std::string(row.loss), std::string(row.title)});
  }
  print_table(out, "lll", rows);
  fmt::print(out, "\n'sourdine mechanisms NAME' explains one; 'sourdine audit --all' checks them all.\n");
}

void print_one(std::ostream& out, const MechanismRow& row) {
  fmt::print(out, "{}: {}\n\n", row.name, row.title);
  fmt::print(out, "output       {}\n", row.output);
  fmt::print(out, "loss         {}\n", row.loss);
  fmt::print(out, "sensitivity  {}\n", row.sensitivity);
  fmt::print(out, "choose it    for {}\n", row.choose);
  fmt::print(out, "cost         {}\n", row.cost);
  fmt::print(out, "reference    {}\n", row.reference);
  fmt::print(out, "contract     src/sourdine/{}\n", row.header);
}

// docs/mechanisms.md is this, and a test holds it to that.
void print_markdown(std::ostream& out) {
  fmt::print(out,
             "# The mechanisms of the central model\n\n"
             "Made by `sourdine mechanisms --markdown` from the table of mechanisms. Each is written once on whole\n"
             "numbers, for a generator and for the audit, which enumerates its own code on small inputs and compares "
             "the\nexact divergence with the stated loss (`sourdine audit --all`).\n\n");
  fmt::print(out, "| mechanism | what it is | output | loss | choose it for | cost |\n|---|---|---|---|---|---|\n");
  for (const MechanismRow& row : mechanism_table()) {
    fmt::print(out, "| `{}` | {} | {} | {} | {} | {} |\n", row.name, row.title, row.output, row.loss, row.choose,
               row.cost);
  }
  fmt::print(out, "\n## Sensitivity and neighbours\n\n");
  for (const MechanismRow& row : mechanism_table()) fmt::print(out, "- `{}`: {}.\n", row.name, row.sensitivity);
  fmt::print(out, "\n## What is audited\n\n");
  for (const MechanismRow& row : mechanism_table()) {
    fmt::print(out, "- `{}`:", row.name);
    std::string_view separator = " ";
    for (const MechanismCase& one : row.audit_cases()) {
      const std::string delta = one.delta > 0 ? fmt::format(", δ = {:.3g}", one.delta) : "";
      fmt::print(out, "{}{} (ε = {:.4g}{})", separator, one.title, one.epsilon, delta);
      separator = "; ";
    }
    fmt::print(out, ".\n");
  }
  fmt::print(out, "\n## Contracts and references\n\n");
  for (const MechanismRow& row : mechanism_table()) {
    fmt::print(out, "- `{}`: `{}`; {}.\n", row.name, row.header, row.reference);
  }
}

void list(const MechanismsArguments& options, std::ostream& out) {
  if (options.markdown) return print_markdown(out);
  if (!options.json) return print_list(out);
  nlohmann::json rows = nlohmann::json::array();
  for (const MechanismRow& row : mechanism_table()) rows.push_back(row_json(row));
  print_json(out, nlohmann::json{{"mechanisms", rows}});
}

void explain(const MechanismsArguments& options, std::ostream& out) {
  const MechanismRow& row = find_mechanism(options.name);
  options.json ? print_json(out, row_json(row)) : print_one(out, row);
}

}  // namespace

void add_mechanisms(Command& app, Context& context) {
  auto options = std::make_shared<MechanismsArguments>();
  Command* command = app.add_subcommand("mechanisms", "List the mechanisms of the central model, or explain one");
  command->add_option("NAME", options->name, "The mechanism to explain");
  Option* json = command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->add_flag("--markdown", options->markdown, "The table as a documentation page")->excludes(json);
  command->footer("Example:\n  sourdine mechanisms sparse-vector");
  command->callback(
      [options, &context] { options->name.empty() ? list(*options, context.out) : explain(*options, context.out); });
}

}  // namespace sourdine::cli
