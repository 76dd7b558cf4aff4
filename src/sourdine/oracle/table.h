// The oracle table: the one list of frequency oracles. It drives the command line, the audit, the benchmarks, the
// generic tests and the documentation; an oracle that is not in it does not exist, one that is in it is audited.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

struct OracleParameter {
  std::string_view name;
  std::string_view meaning;      // with its default
  bool decides_epsilon = false;  // given, it takes the place of ε
};

struct OracleRow {
  std::string_view name;
  std::string_view title;
  std::string_view report;            // what a report is
  std::string_view choose;            // when to choose it
  std::string_view reference;         // the paper
  std::string_view cost;              // randomise / tally / decode
  bool simulates_by_law;              // simulate() draws the tally's law directly; false: report by report
  std::string_view spends_less = {};  // why the exact ε may lie below the asked one; empty: it does not (to 0.1 %)
  std::vector<OracleParameter> parameters = {};
  std::map<std::string, double> audit_parameters = {};  // a channel small enough to enumerate
  // Oracles that are asked with parameters only: those that realise ε, for the generic loops over the table.
  std::map<std::string, double> (*parameters_for)(double epsilon) = nullptr;
  std::vector<std::string_view> resolves_to = {};  // oracles that it may become
  Value max_planned_values = Domain::max_size;     // beyond, its variance takes too long to be solved for
  std::unique_ptr<Oracle> (*make)(OracleSpec) = nullptr;
};

std::span<const OracleRow> oracle_table();

// The row of that name. Throws Error(bad_input) naming the nearest and all known names.
const OracleRow& find_oracle(std::string_view name);

// A valid oracle. Throws Error(bad_input): unknown oracle, unknown parameter, ε not > 0, a parameter out of range.
// A domain of one value gives an oracle whose reports are empty and whose answer is certain, whatever the name.
std::unique_ptr<const Oracle> make_oracle(OracleSpec spec);

// The oracle of a spec read from a file. Throws Error(bad_input) also when the spec leaves a size to be chosen: another
// version might choose differently, and the reports would mean something else.
std::unique_ptr<const Oracle> make_recorded_oracle(const OracleSpec& spec);

bool has_parameter(const OracleRow& row, std::string_view name);

// True when the spec gives a parameter that takes the place of ε.
bool parameters_decide_epsilon(const OracleSpec& spec);

// The spec of a row for the generic loops over the table (audit, benchmarks, tests).
OracleSpec table_spec(const OracleRow& row, const Domain& domain, double epsilon, bool small_channel = false);

}  // namespace sourdine
