// DomainIndex: text → value of a domain.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/base/spelling_table.h"

namespace sourdine {

// Of a domain that outlives it.
class DomainIndex {
 public:
  explicit DomainIndex(const Domain& domain);

  // The value, or nothing when the text is not in the domain.
  std::optional<Value> find(std::string_view text) const;
  // Cuts lines off the front of the text and appends their values, as take_line() and find() would; stops at a line
  // that is no value at the latest, perhaps sooner.
  void take_lines(std::string_view& text, std::vector<Value>& values) const;

  // For errors: what is wrong with a text that is no value, and what would be right.
  std::string why_not(std::string_view text) const;
  std::string hint(std::string_view text) const;

 private:
  void take_labels(std::string_view& text, std::vector<Value>& values) const;
  void take_numbers(std::string_view& text, std::vector<Value>& values) const;

  const Domain& domain_;
  SpellingTable labels_;  // in the order of the domain
};

}  // namespace sourdine
