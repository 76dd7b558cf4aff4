// What several subcommands share: the options that describe an oracle, and how guarantees and tables are shown.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "command.h"
#include "sourdine/oracle/spec.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/privacy/ledger/totals.h"
#include "table.h"

namespace sourdine::cli {

struct OracleOptions {
  std::string oracle;
  std::optional<double> epsilon;
  std::optional<double> f;
  std::string domain;  // text: "0" and "-3" get our own sentence
  std::string labels;
  std::vector<std::string> parameters;

  void add_to(Command& command);
  // Throws Error(usage): no domain, k = 0, both --domain and --labels, no epsilon, a parameter that is not
  // NAME=NUMBER.
  OracleSpec spec() const;
};

// --weak: whoever gives it means an ε that protects nobody.
void add_weak(Command& command, bool& is_weak);

// The lines of a text file, LF or CRLF.
std::vector<std::string> read_lines(const std::string& path);
// A domain from --domain K or --labels FILE (one label per line).
Domain read_domain(const std::string& domain, const std::string& labels);
// A number, or Error(usage) naming the option.
double number_of(const std::string& option, const std::string& text);

nlohmann::json guarantee_json(const Guarantee& guarantee);
// "guarantee: …" in one sentence: what is promised, for which unit, at which ε; or for each reason why nothing is.
void print_guarantee(std::ostream& out, const Guarantee& guarantee, bool is_private);
// "ledger: 2 releases of 'doubs', epsilon 2.000000000 in all ('doubs.ledger.jsonl')".
// {"epsilon", "delta", "unit", "neighbours", "accountant"}.
nlohmann::json total_at_delta_json(const TotalAtDelta& total);
void print_spent(std::ostream& out, const std::string& ledger, const std::string& dataset, const LedgerTotal& spent);
nlohmann::json ledger_json(const std::string& ledger, const std::string& dataset, const LedgerTotal& spent);
// Error(usage) when both the JSON object and the file would go to the standard output.
void refuse_shared_output(bool json, const std::string& out);
// The file of a source of rows, "events.db" of "sqlite:events.db".
std::string file_of_source(const std::string& source);
// The file that is written; none when it is the standard output.
inline std::string written_file(const std::string& out) { return out == "-" ? "" : out; }
// Error(usage) when the file to write is one of the others: those to read ("-" is standard input), and
// written_file() of those to write.
void refuse_same_file(const std::string& out, const std::vector<std::string>& others);

// What "mostly noise" beside an estimate means (is_mostly_noise()), for people.
inline constexpr std::string_view mostly_noise_rule =
    "Mostly noise: the standard error is above 1 and above the estimate itself; use the interval.";

}  // namespace sourdine::cli
