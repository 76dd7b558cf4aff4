// OracleSpec: what an oracle is asked to be, and what it is: its spec in words (protocol/spec.h has it as JSON).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "sourdine/base/domain.h"

namespace sourdine {

struct OracleSpec {
  std::string oracle;  // a name of the oracle table
  Domain domain;
  double epsilon = 0;                        // asked; 0 when the parameters decide it (sue's f, ue's p and q)
  std::map<std::string, double> parameters;  // only those that differ from "chosen by the oracle"

  Value k() const { return domain.size(); }
  friend bool operator==(const OracleSpec&, const OracleSpec&) = default;
};

// Canonical JSON (sorted keys, shortest round-trip numbers): the same spec gives the same bytes.
std::string to_json(const OracleSpec& spec);
// Throws Error(bad_input), naming the field that is missing or of the wrong kind.
OracleSpec spec_from_json(std::string_view json);

}  // namespace sourdine
