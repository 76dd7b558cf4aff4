// The chain of a ledger: every line has the hash of the line before, so that the hash of the last one stands for all.
//
// The hash of a line is its SHA-256. A line of the older form does not have the hash before it, so the hash of
// "HASH\nLINE" stands for it. Before the first line the hash is 64 zeros.
//
// The head, how many lines there are and the hash of the last, is kept beside the ledger and in the manifest of every
// release. Compared with it, a line that was changed, left out, put elsewhere or added from another ledger is found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/line.h"

namespace sourdine {

struct LedgerHead {
  std::uint64_t count = 0;
  std::string hash = std::string(64, '0');
  friend bool operator==(const LedgerHead&, const LedgerHead&) = default;
};

// {"count":12,"hash":"…"}, with a line feed. parse_head() throws Error(bad_input) for anything else.
std::string head_text(const LedgerHead& head);
LedgerHead parse_head(std::string_view text);

// What a store has.
struct StoredLines {
  std::vector<std::string> lines = {};  // without line feeds
  std::optional<LedgerHead> head = {};  // the one beside them
  bool has_torn_end = false;            // the last line was not finished; it is not among the lines
  bool is_there = true;                 // false: there is no ledger yet, neither lines nor a place for them
};

enum class RecordState {
  open,       // reserved, and nobody said what became of it: counts as spent
  committed,  // published
  cancelled,  // nothing was published: costs nothing
};

struct LedgerRecord {
  LedgerEntry entry;
  std::uint64_t line = 0;  // from 1 on
  RecordState state = RecordState::open;
};

struct LedgerContents {
  std::vector<LedgerRecord> records = {};
  LedgerHead head = {};                  // of the lines
  std::vector<std::string> hashes = {};  // of each line
  bool is_head_behind = false;           // the one beside lacks the last lines: a crash, mended by the next spending
  bool has_torn_end = false;
  bool is_there = true;  // false: there is no ledger yet, which is not an empty one
};

// Reads the lines and checks the chain and its head. A head that is behind lines that chain from it is what a crash
// leaves, and is brought forward; so is an unfinished line after the head's last. Throws Error(bad_input), saying which
// line of `name` it is, for everything else: a line that cannot be read or does not chain, a head that is ahead of the
// lines, or not on their chain, or missing beside lines that have one, a line that closes what is not open.
LedgerContents read_chain(const StoredLines& stored, const std::string& name);

// The hash of a line after another.
std::string hash_after(std::string_view before, std::string_view line, bool is_old);

}  // namespace sourdine
