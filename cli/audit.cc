#include "sourdine/audit/audit.h"

#include <fmt/format.h>

#include <cmath>

#include "app.h"
#include "common.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine::cli {
namespace {

struct AuditArguments {
  OracleOptions oracle;
  bool all = false;
  std::uint64_t trials = 200'000;
  bool json = false;
};

// JSON has no infinity: an unbounded ε is the string "infinity".
nlohmann::json number(double epsilon) {
  return std::isfinite(epsilon) ? nlohmann::json(epsilon) : nlohmann::json("infinity");
}

nlohmann::json to_json(const ExactRow& row) {
  nlohmann::json json = {{"kind", row.kind},
                         {"name", row.name},
                         {"k", row.k},
                         {"epsilon", row.epsilon},
                         {"claimed_epsilon", row.claimed_epsilon},
                         {"exact_epsilon", number(row.exact_epsilon)},
                         {"outputs", row.outputs},
                         {"passed", row.passed}};
  if (row.public_words != 0) json["public_words"] = row.public_words;
  if (!row.note.empty()) json["note"] = row.note;
  return json;
}

nlohmann::json to_json(const EmpiricalRow& row) {
  nlohmann::json json = {{"kind", row.kind},
                         {"name", row.name},
                         {"k", row.k},
                         {"epsilon", row.epsilon},
                         {"claimed_epsilon", row.audit.claimed},
                         {"epsilon_lower", number(row.audit.epsilon_lower)},
                         {"trials", row.audit.trials},
                         {"alpha", row.audit.alpha},
                         {"passed", row.passed}};
  if (!row.note.empty()) json["note"] = row.note;
  return json;
}

nlohmann::json to_json(const MechanismAuditRow& row) {
  nlohmann::json json = {{"name", row.name},
                         {"case", row.title},
                         {"epsilon", row.epsilon},
                         {"delta", row.delta},
                         {"delta_lower", row.audit.delta_lower},
                         {"delta_upper", row.audit.delta_upper},
                         {"epsilon_lower", number(row.audit.epsilon_lower)},
                         {"cut_mass", row.audit.cut_mass},
                         {"outputs", row.audit.outputs},
                         {"passed", row.passed}};
  if (!row.note.empty()) json["note"] = row.note;
  return json;
}

nlohmann::json to_json(const PlantedRow& row) {
  return {{"name", row.name},
          {"broken", row.broken},
          {"published", row.published},
          {"k", row.k},
          {"claimed_epsilon", row.claimed_epsilon},
          {"claimed_delta", row.claimed_delta},
          {"exact_epsilon", number(row.exact_epsilon)},
          {"exact_delta", row.exact_delta},
          {"epsilon_lower", row.epsilon_lower ? number(*row.epsilon_lower) : nlohmann::json()},
          {"caught", row.caught},
          {"twin_passed", row.twin_passed}};
}

template <class Row>
nlohmann::json to_json(const std::vector<Row>& rows) {
  nlohmann::json json = nlohmann::json::array();
  for (const Row& row : rows) json.push_back(to_json(row));
  return json;
}

std::string verdict(bool passed) { return passed ? "ok" : "FAILED"; }
std::string verdict(const EmpiricalRow& row) {
  return row.audit.verdict() == EmpiricalVerdict::undecided ? "undecided" : verdict(row.passed);
}

void print_exact(std::ostream& out, const std::vector<ExactRow>& rows) {
  std::vector<std::vector<std::string>> table = {{"protocol", "k", "asked", "exact", "exact/asked", "", ""}};
  for (const ExactRow& row : rows) {
    table.push_back({row.name, fmt::format("{}", row.k), fmt::format("{:g}", row.epsilon),
                     fmt::format("{:.12g}", row.exact_epsilon), fmt::format("{:.6f}", row.exact_epsilon / row.epsilon),
                     verdict(row.passed), row.note});
  }
  print_table(out, "lrrrrll", table);
}

void print_empirical(std::ostream& out, const std::vector<EmpiricalRow>& rows) {
  std::vector<std::vector<std::string>> table = {{"protocol", "k", "claimed", "proved ≥", "trials", "", ""}};
  for (const EmpiricalRow& row : rows) {
    table.push_back({row.name, fmt::format("{}", row.k), fmt::format("{:.6g}", row.audit.claimed),
                     fmt::format("{:.4f}", row.audit.epsilon_lower), fmt::format("{}", row.audit.trials), verdict(row),
                     row.note});
  }
  print_table(out, "lrrrrll", table);
}

void print_mechanisms(std::ostream& out, const std::vector<MechanismAuditRow>& rows) {
  std::vector<std::vector<std::string>> table = {
      {"mechanism", "epsilon", "delta", "exact delta", "up to", "", "case", ""}};
  for (const MechanismAuditRow& row : rows) {
    table.push_back({row.name, fmt::format("{:.6g}", row.epsilon), fmt::format("{:.6g}", row.delta),
                     fmt::format("{:.6g}", row.audit.delta_lower),
                     fmt::format("{:.1e}", row.audit.delta_upper - row.audit.delta_lower), verdict(row.passed),
                     row.title, row.note});
  }
  print_table(out, "lrrrrlll", table);
}

void print_planted(std::ostream& out, const std::vector<PlantedRow>& rows) {
  std::vector<std::vector<std::string>> table = {{"planted violation", "claimed", "exact", "", "what is broken"}};
  for (const PlantedRow& row : rows) {
    const std::string outcome = !row.caught ? "MISSED" : row.twin_passed ? "caught" : "TWIN FLAGGED";
    const bool has_delta = row.claimed_delta > 0;
    const std::string claimed = has_delta ? fmt::format("{:g}, delta {:g}", row.claimed_epsilon, row.claimed_delta)
                                          : fmt::format("{:g}", row.claimed_epsilon);
    const std::string exact =
        has_delta ? fmt::format("delta {:.6g}", row.exact_delta) : fmt::format("{:.6g}", row.exact_epsilon);
    table.push_back({row.name, claimed, exact, outcome, row.broken});
  }
  print_table(out, "lrrll", table);
}

void run_all(const AuditArguments& options, Context& context) {
  AuditOptions how;
  how.trials = options.trials;
  const AuditReport report = audit_all(planted_violations(), how);
  context.exit_code = report.passed() ? 0 : 1;
  if (options.json) {
    print_json(context.out, nlohmann::json{{"passed", report.passed()},
                                           {"exact", to_json(report.exact)},
                                           {"single_reports", to_json(report.single_reports)},
                                           {"empirical", to_json(report.empirical)},
                                           {"mechanisms", to_json(report.mechanisms)},
                                           {"planted", to_json(report.planted)}});
    return;
  }
  fmt::print(context.out, "{}\n\n", report.passed() ? "All hold." : "THE AUDIT FAILED: see the rows below.");
  fmt::print(context.out, "Every outcome of every protocol's own code, for small domains: the exact worst case\n\n");
  print_exact(context.out, report.exact);
  fmt::print(context.out, "\nOne report alone, where a permanent response is kept\n\n");
  print_exact(context.out, report.single_reports);
  fmt::print(context.out, "\nThe batch code, sampled: what an attacker can prove (one false alarm in {:g})\n\n",
             1 / how.alpha);
  print_empirical(context.out, report.empirical);
  fmt::print(
      context.out,
      "\nMechanisms of the central model, every outcome: the exact delta at the stated epsilon, and what cutting "
      "unbounded noise leaves open\n\n");
  print_mechanisms(context.out, report.mechanisms);
  fmt::print(context.out,
             "\nMechanisms broken on purpose: the audit must catch each of them, and not its healthy twin\n\n");
  print_planted(context.out, report.planted);
}

void run_one(const AuditArguments& options, Context& context) {
  const OracleSpec spec = options.oracle.spec();
  const SingleAudit audit = audit_one(spec, options.trials);
  context.exit_code = audit.passed() ? 0 : 1;
  if (options.json) {
    nlohmann::json json = {{"passed", audit.passed()}, {"empirical", to_json(audit.empirical)}};
    json["exact"] = audit.exact ? to_json(*audit.exact) : nlohmann::json();
    print_json(context.out, json);
    return;
  }
  if (audit.exact) {
    print_exact(context.out, {*audit.exact});
  } else {
    fmt::print(context.out,
               "the channel is too large to enumerate: try a smaller --domain, or 'sourdine audit --all'\n");
  }
  context.out << '\n';
  print_empirical(context.out, {audit.empirical});
}

}  // namespace

void add_audit(Command& app, Context& context) {
  auto options = std::make_shared<AuditArguments>();
  Command* command =
      app.add_subcommand("audit", "Check the privacy promise: exactly, empirically, and against planted violations");
  options->oracle.add_to(*command);
  command->get_option("--oracle")->required(false);
  command->add_flag("--all", options->all, "Every protocol and mechanism of the tables, and every planted violation");
  command->add_option("--trials", options->trials, "Draws per value of the empirical audit, from 100 to 10^12 (200000)")
      ->check(number_between(100.0, 1e12))
      ->type_name("N");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Examples:\n  sourdine audit --all\n  sourdine audit --oracle ss --domain 5 --epsilon 1 --trials 1000000");
  command->callback([options, &context] {
    if (options->all == !options->oracle.oracle.empty()) {
      fail_input("audit needs either --all or --oracle NAME", "For example: sourdine audit --all");
    }
    options->all ? run_all(*options, context) : run_one(*options, context);
  });
}

}  // namespace sourdine::cli
