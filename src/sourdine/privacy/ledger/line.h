// The lines of a ledger, one JSON object each.
//
// A spending is reserved by one line and closed by another, which names the first by its number: committed when it was
// published, cancelled when nothing was. A reservation that nobody closed (a crash) counts as spent. Every line has the
// hash of the line before (chain.h). Lines of the older form, {"date":…,"epsilon":…}, have none and count as committed;
// docs/formats.md shows both.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "sourdine/privacy/ledger/entry.h"

namespace sourdine {

inline constexpr std::size_t max_ledger_line_bytes = std::size_t{1} << 16;

enum class Closing { committed, cancelled };

struct ClosingLine {
  std::uint64_t of = 0;  // the number of the line that reserved, from 1 on
  Closing how = Closing::committed;
  std::string time;
};

struct LedgerLine {
  std::variant<LedgerEntry, ClosingLine> what;
  std::string before;  // the hash of the line before; empty: the older form
  bool is_old() const { return before.empty(); }
};

// Without the line feed. Throws Error(bad_input) when it would be longer than a line may be, or when a loss cannot be
// written (loss_json.h).
std::string line_text(const LedgerEntry& entry, std::string_view before);
std::string line_text(const ClosingLine& closing, std::string_view before);

// Throws Error(bad_input) with no more than what is wrong with the line: chain.h says which one it is.
LedgerLine parse_ledger_line(std::string_view text);

}  // namespace sourdine
