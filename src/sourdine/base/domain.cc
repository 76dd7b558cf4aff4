#include "sourdine/base/domain.h"

#include <fmt/format.h>

#include <string_view>
#include <unordered_set>

#include "sourdine/base/error.h"
#include "sourdine/base/utf8.h"

namespace sourdine {

Domain::Domain(std::uint64_t size) {
  if (size == 0) fail_input("the domain is empty (k = 0)", "Give the number of different values, at least 1.");
  if (size > max_size) {
    fail_input(fmt::format("the domain is too large (k = {}, at most {})", size, max_size),
               "Generalise the values first, or hash them onto fewer buckets.");
  }
  size_ = static_cast<Value>(size);
}

Domain::Domain(std::vector<std::string> labels) : Domain(labels.size()) {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i].empty()) fail_input(fmt::format("label {} of the domain is empty", i + 1));
    // Labels travel in specs, which are JSON: two that differ must differ there.
    if (!is_utf8(labels[i])) {
      fail_input(fmt::format("label {} of the domain is not UTF-8 text", i + 1), "Save the list of labels as UTF-8.");
    }
    if (!seen.insert(labels[i]).second) fail_input(fmt::format("label '{}' is in the domain twice", labels[i]));
  }
  labels_ = std::make_shared<const std::vector<std::string>>(std::move(labels));
}

const std::vector<std::string>& Domain::labels() const {
  static const std::vector<std::string> none;
  return labels_ ? *labels_ : none;
}

std::string Domain::label(Value value) const { return labels_ ? (*labels_)[value] : std::to_string(value); }

}  // namespace sourdine
