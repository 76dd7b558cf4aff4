#include "sourdine/protocol/tally.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

void merge(Tally& into, const Tally& from) {
  if (const std::string field = first_difference(into.spec, from.spec); !field.empty()) {
    fail_input(fmt::format("the tallies cannot be merged: their specs differ in '{}'", field),
               "Only reports made with the same protocol, domain, epsilon and parameters add up.");
  }
  if (into.cells.size() != from.cells.size()) fail_input("the tallies cannot be merged: their cells differ in number");
  const auto overflows = [](std::uint64_t a, std::uint64_t b) { return a + b < a; };
  bool fits = !overflows(into.reports, from.reports) && into.reports + from.reports <= Tally::max_reports;
  for (std::size_t i = 0; i < into.cells.size(); ++i) fits = fits && !overflows(into.cells[i], from.cells[i]);
  if (!fits) fail_input("the merged tally would hold more than 2^62 reports");
  into.reports += from.reports;
  for (std::size_t i = 0; i < into.cells.size(); ++i) into.cells[i] += from.cells[i];
}

}  // namespace sourdine
