// What a file of ours is, without doing anything with it: reports (.srep), a tally (.stly), a structure that answers
// ranges (.srng), or the directory of a release. The whole file is read, so that damage is found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sourdine/privacy/guarantee.h"

namespace sourdine {

struct InspectedFact {
  std::string key;    // in JSON: "reports"
  std::string label;  // for people: "reports"
  std::variant<std::string, std::uint64_t, double> value;
};

struct Inspection {
  std::string kind;   // "reports", "tally", "range", "release"
  std::string title;  // what it is, in a few words
  std::vector<InspectedFact> facts;
  Guarantee guarantee;
  bool is_private = true;                        // false: seeded, or a step has no guarantee
  std::vector<std::string> not_private_because;  // of a release: sentences
};

// Throws Error(bad_input) when there is nothing, when it is none of these, or when it is cut short or damaged.
Inspection inspect(const std::string& path);

}  // namespace sourdine
