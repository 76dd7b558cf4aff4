// What `sourdine inspect` says of a publication or a file of ours, and `sourdine verify` of a directory, without doing
// anything with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/publish/sums.h"

namespace sourdine {

struct StatedPromise {
  bool is_private = true;                             // false: seeded, or a step has no guarantee
  std::vector<std::string> not_private_because = {};  // of a directory: sentences
  std::optional<Guarantee> guarantee = {};            // nothing: nothing is promised by differential privacy
  std::string promise = {};                           // as it was published, where that is one sentence
};

struct InspectedFact {
  std::string key;    // in JSON: "reports"
  std::string label;  // for people: "reports"
  std::variant<std::string, std::uint64_t, double> value;
};

struct Inspection : StatedPromise {
  std::string kind;   // its row's name (kinds/table.h)
  std::string title;  // what it is, in a few words
  std::vector<InspectedFact> facts;

  void add(std::string key, std::string label, std::variant<std::string, std::uint64_t, double> value) {
    facts.push_back({std::move(key), std::move(label), std::move(value)});
  }
};

// The whole of it is read, so that damage is found. Throws Error(bad_input) as open_publication() does, and when it is
// cut short, damaged, or not as it was published.
Inspection inspect(const std::string& path);

// Whether a directory is as it was published, what was derived from it since, and what it says it promises.
struct Verification : StatedPromise {
  VerifiedFiles files;
  std::string kind, title, made;
};

// Throws Error(bad_input) as verify_sums() does, and for what is of no kind that has sums, or of none.
Verification verify_publication(const std::string& directory);

}  // namespace sourdine
