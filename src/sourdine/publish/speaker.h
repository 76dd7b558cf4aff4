// Speaker: words said in one language, with numbers and dates as its readers write them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/publish/words.h"

namespace sourdine {

class Speaker {
 public:
  explicit Speaker(Language language) : language_(language) {}
  Language language() const { return language_; }

  std::string say(const Words& words, Words::Filled filled = {}) const { return words.say(language_, filled); }

  // With so many decimals.
  std::string decimal(double value, int digits) const;
  // With so many digits that matter, as "{:.6g}".
  std::string general(double value, int digits = 6) const;
  // With as many digits as it has.
  std::string exact(double value) const;
  // A decimal that is written already: "0.500000000".
  std::string written(std::string decimal) const { return with_decimal_mark(std::move(decimal)); }
  // Bounds are rounded up: "at most" stays true.
  std::string at_most(double value, int digits) const;
  // e^ε as people read it, rounded up; beyond a million nothing is promised any more.
  std::string factor(double epsilon) const;
  // With as many decimals as it has, nine at most, or four; rounded up.
  std::string long_epsilon(double epsilon) const { return trimmed_bound(epsilon, 9); }
  std::string short_epsilon(double epsilon) const { return trimmed_bound(epsilon, 4); }
  // With two digits that matter, rounded up; "0".
  std::string small_bound(double value) const;
  // Of a share: "95", "97.5".
  std::string percent(double share) const;
  // With its digits in groups of three.
  std::string number(std::uint64_t value) const;
  // `word`: the plural that stands for the words' own, or empty.
  std::string counted(std::uint64_t count, const Words& one, const Words& many, const std::string& word = {}) const;
  // "2018-12-31"; in French 31/12/2018.
  std::string date(const std::string& iso) const;
  // As a quotation.
  std::string quoted(std::string_view text) const;
  // "a, b".
  std::string list(const std::vector<std::string>& texts) const;

 private:
  std::string with_decimal_mark(std::string text) const;
  // at_most() without the zeros at the end.
  std::string trimmed_bound(double value, int digits) const;

  Language language_;
};

}  // namespace sourdine
