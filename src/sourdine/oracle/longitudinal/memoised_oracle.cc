#include "sourdine/oracle/longitudinal/memoised_oracle.h"

#include <fmt/format.h>

#include <charconv>

#include "sourdine/base/error.h"

namespace sourdine {

Guarantee memoised_guarantee(Guarantee guarantee, const Memoised& memoised, std::string_view symbols) {
  const std::string_view shown = memoised.memo().trait;
  guarantee.caveats = {
      memoised.report_epsilon() < guarantee.epsilon
          ? fmt::format(
                "one report alone spends only {:.6g}; epsilon bounds all reports made from one permanent response",
                memoised.report_epsilon())
          : std::string("a report is the permanent response itself: the first one spends all of epsilon, later ones "
                        "about the same value nothing more"),
      fmt::format(
          "m different {0} of one person spend m times as much, {1} times at most; that is against other histories "
          "in which the same reports have equal {0}: which ones have is not protected",
          symbols, memoised.max_symbols()),
      "m reports with fresh permanent responses (as 'randomize' makes them) about one person spend m times as much",
      fmt::format("not protected: that a report was sent, when, and how many there are{}{}",
                  shown.empty() ? "" : "; nor which reports are one person's, who shows the same ", shown)};
  return guarantee;
}

std::uint64_t symbol_number(std::string_view symbol, std::uint64_t count, std::string_view oracle) {
  std::uint64_t number = 0;
  const char* const end = symbol.data() + symbol.size();
  const auto read = std::from_chars(symbol.data(), end, number);
  const bool is_only_spelling = symbol.size() == 1 || (!symbol.empty() && symbol.front() != '0');  // one memo each
  if (read.ec != std::errc() || read.ptr != end || !is_only_spelling || number >= count) {
    fail_input(
        fmt::format("'{}' is no symbol of oracle '{}'; its symbols are the numbers 0 … {}", symbol, oracle, count - 1));
  }
  return number;
}

void require_in_domain(Value value, Value k) {
  if (value >= k) fail_input(fmt::format("value {} is outside the domain 0 … {}", value, k - 1));
}

}  // namespace sourdine
