#include "common.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/line_reader.h"
#include "sourdine/base/text.h"
#include "sourdine/oracle/table.h"

namespace sourdine::cli {

void OracleOptions::add_to(Command& command) {
  command.add_option("--oracle", oracle, "Frequency oracle; 'sourdine oracles' lists them")
      ->required()
      ->type_name("NAME");
  command.add_option("--domain", domain, "Number of different values k; values are 0 … k-1")->type_name("K");
  command.add_option("--labels", labels, "File with the labels of the domain, one per line, instead of --domain")
      ->type_name("FILE");
  command.add_option("--epsilon", epsilon, "Privacy parameter, > 0: smaller is more private")->type_name("E");
  command
      .add_option("--f", f,
                  "For sue and rappor: probability that a bit is replaced by a fair coin, instead of --epsilon")
      ->type_name("F");
  command.add_option("--param", parameters, "Parameter of the oracle, such as --param p=0.6 (repeatable)")
      ->type_name("NAME=NUMBER")
      ->allow_extra_args(false);
}

void add_weak(Command& command, bool& is_weak) {
  command.add_flag(
      "--weak", is_weak,
      fmt::format("Allow an epsilon above {:g} or a delta above {:g}; what is made is marked as NOT private",
                  largest_private_epsilon, largest_private_delta));
}

double number_of(const std::string& option, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    fail_usage(fmt::format("{} must be a number, not '{}'", option, text));
  }
  return number;
}

std::vector<std::string> read_lines(const std::string& path) {
  InputFile file(path);
  LineReader reader(file);
  std::vector<std::string> lines;
  while (reader.next()) lines.emplace_back(reader.text());
  return lines;
}

Domain read_domain(const std::string& domain, const std::string& labels) {
  if (domain.empty() == labels.empty()) {
    fail_usage(domain.empty() ? "the domain is missing" : "--domain and --labels exclude each other",
               "Give --domain K (values 0 … K-1) or --labels FILE (one label per line).");
  }
  if (!domain.empty()) {
    const double size = number_of("--domain", domain);
    if (!(size >= 0) || size != static_cast<double>(static_cast<std::uint64_t>(std::min(size, 1e18)))) {
      fail_usage(fmt::format("--domain must be a whole number of at least 1, not {}", domain));
    }
    return Domain(static_cast<std::uint64_t>(size));
  }
  return Domain(read_lines(labels));
}

OracleSpec OracleOptions::spec() const {
  OracleSpec spec{oracle, read_domain(domain, labels), epsilon.value_or(0), {}};
  for (const std::string& text : parameters) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) fail_usage(fmt::format("--param must be NAME=NUMBER, not '{}'", text));
    const std::string name = text.substr(0, equals);
    spec.parameters[name] = number_of("--param " + name, text.substr(equals + 1));
  }
  if (f) spec.parameters["f"] = *f;
  if (!epsilon && !parameters_decide_epsilon(spec)) {
    fail_usage("epsilon is missing", "Give --epsilon E; 'sourdine plan' helps to choose it.");
  }
  if (epsilon && *epsilon == 0) fail_usage("epsilon must be a number greater than 0, not 0");
  return spec;
}

nlohmann::json guarantee_json(const Guarantee& guarantee) { return nlohmann::json::parse(to_json(guarantee)); }

namespace {

// "epsilon 1", "epsilon 1 with delta 1e-06".
std::string loss_words(const Guarantee& guarantee) {
  const std::string epsilon = fmt::format("epsilon {:.6g}", guarantee.epsilon);
  return guarantee.delta > 0 ? fmt::format("{} with delta {:.6g}", epsilon, guarantee.delta) : epsilon;
}

}  // namespace

void print_guarantee(std::ostream& out, const Guarantee& guarantee, bool is_private) {
  if (const auto reasons = not_private_reasons(guarantee, !is_private); !reasons.empty()) {
    for (const std::string& reason : reasons) {
      fmt::print(out, "guarantee: NONE, {}", reason);
      if (guarantee.epsilon <= largest_private_epsilon) fmt::print(out, " ({} otherwise)", loss_words(guarantee));
      out << '\n';
    }
    return;
  }
  fmt::print(out, "guarantee: {} differential privacy, {} for {} ({})\n", model_name(guarantee.model),
             loss_words(guarantee), guarantee.unit_text, guarantee.neighbours_text);
  constexpr double hardly_private = 10;
  if (guarantee.epsilon > hardly_private) {
    fmt::print(
        out, "  warning: with so large an epsilon a report shows practically its value; common choices are 0.1 to 4\n");
  }
}

void print_spent(std::ostream& out, const std::string& ledger, const std::string& dataset, const LedgerTotal& spent) {
  fmt::print(out, "ledger: {} release{} of '{}', ", spent.entries, spent.entries == 1 ? "" : "s", dataset);
  if (spent.at_delta) {
    const TotalAtDelta& total = *spent.at_delta;
    fmt::print(out, "epsilon {} at delta {} in all for one {} ({}), by {}", total.spent.epsilon.text(),
               total.delta.text(), word_of(total.target.unit), word_of(total.target.neighbours),
               word_of(total.spent.accountant));
  } else if (spent.metric_losses != 0 && spent.metric_losses == spent.other_losses && spent.epsilon.nano == 0) {
    fmt::print(out, "epsilon {} per metre in all, and {} for any distance", spent.per_metre.per_metre.text(),
               spent.per_metre.offset.text());
  } else if (spent.metric_losses != 0) {
    fmt::print(out, "{} by distance and others, which do not add up", spent.metric_losses);
  } else if (spent.other_losses != 0) {
    // Never a sum that leaves them out: it would be read as what is spent.
    fmt::print(out, "{} with an epsilon at a delta only ('sourdine ledger show --delta D' adds up all)",
               spent.other_losses);
  } else {
    fmt::print(out, "epsilon {} in all", spent.epsilon.text());
    if (spent.delta.units != 0) fmt::print(out, " and delta {}", spent.delta.text());
  }
  if (spent.repeated != 0) fmt::print(out, ", {} of a draw that counts already", spent.repeated);
  if (spent.not_private != 0) fmt::print(out, ", {} without a guarantee", spent.not_private);
  fmt::print(out, " ('{}')\n", ledger);
  if (spent.units.size() > 1 && !spent.at_delta) {
    fmt::print(
        out,
        "  note: its releases protect different things: {}. The sum is no bound across them; an epsilon for adding "
        "or removing a record counts twice where one is replaced.\n",
        fmt::join(spent.units, "; "));
  }
}

nlohmann::json total_at_delta_json(const TotalAtDelta& total) {
  return {{"epsilon", total.spent.epsilon.text()},
          {"delta", total.delta.text()},
          {"unit", word_of(total.target.unit)},
          {"neighbours", word_of(total.target.neighbours)},
          {"accountant", word_of(total.spent.accountant)}};
}

nlohmann::json ledger_json(const std::string& ledger, const std::string& dataset, const LedgerTotal& spent) {
  nlohmann::json json = {{"file", ledger},
                         {"dataset", dataset},
                         {"releases", spent.entries},
                         {"epsilon", spent.epsilon.text()},
                         {"delta", spent.delta.text()},
                         {"not_private", spent.not_private},
                         {"units", spent.units}};
  if (spent.repeated != 0) json["repeated"] = spent.repeated;
  if (spent.other_losses != 0) json["not_in_sums"] = spent.other_losses;
  if (spent.metric_losses != 0) {
    json["per_metre"] = spent.per_metre.per_metre.text();
    json["offset"] = spent.per_metre.offset.text();
  }
  if (spent.at_delta) json["at_delta"] = total_at_delta_json(*spent.at_delta);
  return json;
}

void refuse_shared_output(bool json, const std::string& out) {
  if (json && out == "-") fail_usage("--json and --out - would share the standard output", "Give --out a file.");
}

std::string file_of_source(const std::string& source) {
  constexpr std::string_view sqlite = "sqlite:";
  return source.starts_with(sqlite) ? source.substr(sqlite.size()) : source;
}

void refuse_same_file(const std::string& out, const std::vector<std::string>& others) {
  if (out.empty() || out == "-") return;
  for (const std::string& other : others) {
    if (!other.empty() && file_identity(other) == file_identity(out)) {
      fail_usage(fmt::format("'{}' is given twice and would be written over", out), "Choose another file to write.");
    }
  }
}

}  // namespace sourdine::cli
