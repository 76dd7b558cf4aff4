// Whether a directory is as it was published, what was derived from it since, and what it says it promises.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/privacy/guarantee.h"
#include "sourdine/publish/sums.h"

namespace sourdine {

struct Verification {
  VerifiedFiles files;
  std::string kind, title, made;
  bool is_private = false;
  std::vector<std::string> not_private_because = {};
  std::optional<Guarantee> guarantee = {};  // nothing: nothing is promised by differential privacy
};

// Throws Error(bad_input) as verify_sums() does, and for what is of no kind that has sums, or of none.
Verification verify_publication(const std::string& directory);

}  // namespace sourdine
