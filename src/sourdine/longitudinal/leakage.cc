#include "sourdine/longitudinal/leakage.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/random/exact.h"

namespace sourdine {

std::vector<double> leakage(const Memoised& protocol, std::span<const std::uint64_t> reports) {
  std::vector<double> curve;
  curve.reserve(reports.size());
  for (const std::uint64_t t : reports) {
    if (t == 0) fail_input("no report tells nothing: the curve begins at one report");
    curve.push_back(protocol.epsilon_after(t));
  }
  return curve;
}

double history_epsilon(const Memoised& protocol, std::span<const std::uint64_t> reports_per_symbol) {
  Exact sum = 0;
  for (const std::uint64_t t : reports_per_symbol) sum += t == 0 ? 0.0 : protocol.epsilon_after(t);
  return std::min(up_to_double(sum), lifetime_epsilon(protocol, reports_per_symbol.size()));
}

double lifetime_epsilon(const Memoised& protocol, std::uint64_t symbols) {
  return up_to_double(Exact(std::min(symbols, protocol.max_symbols())) * Exact(protocol.symbol_epsilon()));
}

Guarantee lifetime_guarantee(const Protocol& protocol, SymbolCap cap, std::uint64_t symbols) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&protocol);
  if (memoised == nullptr) {
    fail_input(
        fmt::format("{} keeps no permanent responses: what a person spends grows with every report", protocol.title()),
        "Repeated collections take l-grr, l-osue, loloha, dbitflip or rappor.");
  }
  const std::uint64_t all = memoised->max_symbols();
  const std::uint64_t used = cap == SymbolCap::enforced ? std::min(symbols, all) : all;
  Guarantee guarantee = protocol.guarantee();
  guarantee.epsilon = lifetime_epsilon(*memoised, used);
  guarantee.epsilon_asked = std::max(guarantee.epsilon_asked * static_cast<double>(used), guarantee.epsilon);
  guarantee.unit = Unit::person;
  guarantee.unit_text = "everything one person reports in this collection, for ever";
  guarantee.neighbours_text = "replace the person's values by any others of which the same reports have equal symbols";
  guarantee.caveats = {
      fmt::format("all reports from one permanent response spend {:.6g} at most", memoised->symbol_epsilon()),
      "not protected: which reports are about equal values, that a report was sent, when, and how many there are"};
  switch (cap) {
    case SymbolCap::none:
      guarantee.caveats.push_back(fmt::format(
          "nobody counts how many different symbols a person uses: the total is that of all {} there are", all));
      break;
    case SymbolCap::enforced:
      guarantee.caveats.push_back(
          fmt::format("a person's client uses {} different symbols at most, and repeats its last "
                      "answer beyond; estimates then lag behind",
                      used));
      break;
    case SymbolCap::lost:
      guarantee.caveats.push_back(
          fmt::format("which symbols were used has been lost: the cap of {} does not bound the "
                      "total, which is that of all {} there are",
                      symbols, all));
      break;
  }
  return guarantee;
}

}  // namespace sourdine
