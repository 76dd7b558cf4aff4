// What `sourdine inspect` says of a publication or a file of ours, without doing anything with it.
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
  std::string kind = {};   // its row's name (kinds/table.h)
  std::string title = {};  // what it is, in a few words
  std::uint32_t version = 0;
  std::vector<InspectedFact> facts = {};
  std::optional<Guarantee> guarantee = {};            // nothing: nothing is promised by differential privacy
  std::string promise = {};                           // as it was published, where that is one sentence
  bool is_private = true;                             // false: seeded, or a step has no guarantee
  std::vector<std::string> not_private_because = {};  // of a directory: sentences
};

// The whole of it is read, so that damage is found. Throws Error(bad_input) as open_publication() does, and when it is
// cut short, damaged, or not as it was published.
Inspection inspect(const std::string& path);

}  // namespace sourdine
