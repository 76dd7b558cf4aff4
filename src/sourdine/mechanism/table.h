// The table of mechanisms: the one list of what the central model is made of. It drives the audit, the benchmarks, the
// command line and the documentation; a mechanism that is in it is audited and measured.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/random/random.h"

namespace sourdine {

class WeighedBranches;

// The mechanism's own code on every outcome: appends the output for input number `input` to `output`, which is empty at
// the call.
using WeighedMechanism = std::function<void(Value input, WeighedBranches& chance, std::vector<std::uint8_t>& output)>;

using NeighbourPairs = std::vector<std::pair<Value, Value>>;

// A few inputs, which of them are neighbours (either way round), and the loss that the mechanism states for them.
struct MechanismCase {
  std::string title;  // "one count, scale 1"
  double epsilon = 0;
  double delta = 0;
  Value inputs = 2;
  NeighbourPairs neighbours = {{0, 1}};
  WeighedMechanism run;
  double prune_bits = 60;             // where unbounded noise is cut
  std::string_view spends_less = {};  // why less than the stated loss is found; empty: it is found, to 0.1 %
};

struct MechanismBench {
  std::string name;         // "discrete-gaussian/sigma=10"
  std::uint64_t items = 1;  // per call
  std::function<void(Random& random)> run;
};

struct MechanismRow {
  std::string_view name;
  std::string_view title;
  std::string_view output;       // what it gives
  std::string_view loss;         // what it costs
  std::string_view sensitivity;  // of what, and which neighbours
  std::string_view choose;       // when to choose it
  std::string_view cost;
  std::string_view reference;
  std::string_view header;  // where its contract is
  std::vector<MechanismCase> (*audit_cases)();
  std::vector<MechanismBench> (*bench_cases)();
};

std::span<const MechanismRow> mechanism_table();

// Throws Error(bad_input) naming the nearest and all known names.
const MechanismRow& find_mechanism(std::string_view name);

}  // namespace sourdine
