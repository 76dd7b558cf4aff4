// MemoBudget: how a client keeps to a largest number of different symbols. Permanent responses need no storage
// (MemoClient), but each further symbol spends ε again; so the client remembers which symbols it has used.
//
// A symbol that was used before, or for which there is room, is reported about. Beyond the cap the client reports about
// the last symbol it used: its answers then say what was, not what is, and nothing new is spent. The total is
// lifetime_epsilon(protocol, cap()), against histories of which the same reports have equal symbols
// (longitudinal/leakage.h); which symbols find room depends on nothing else.
//
// The state is as private as the values themselves, and belongs where the secret is. It must be kept before the report
// is sent: a client that forgets what it has sent spends more than it knows. Where the state is lost, after_loss()
// begins again, and says for ever that the cap bounds nothing.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "sourdine/longitudinal/leakage.h"

namespace sourdine {

class MemoBudget {
 public:
  // Nothing used yet. Throws Error(bad_input) for a cap of 0.
  explicit MemoBudget(std::uint64_t cap);
  static MemoBudget after_loss(std::uint64_t cap);

  // The symbol to report about instead of this one. It stays valid until the next call. Throws Error(bad_input) for a
  // symbol that is empty or not UTF-8.
  std::string_view admit(std::string_view symbol);

  std::uint64_t cap() const { return cap_; }
  std::uint64_t used() const { return used_.size(); }
  std::uint64_t repeats() const { return repeats_; }  // how often another symbol was reported about
  SymbolCap state() const { return is_lost_ ? SymbolCap::lost : SymbolCap::enforced; }

  // What it knows, under a checksum: see docs/formats.md. Throws Error(bad_input) for bytes that no state gives.
  std::string to_bytes() const;
  static MemoBudget from_bytes(std::string_view name, std::span<const std::uint8_t> bytes);

  friend bool operator==(const MemoBudget&, const MemoBudget&) = default;

 private:
  std::uint64_t cap_;
  std::uint64_t repeats_ = 0;
  bool is_lost_ = false;
  std::set<std::string, std::less<>> used_;
  std::string last_;
};

// The same in a file, replaced as a whole or not at all. Another process with the same file waits.
// begin_memo_budget() makes one, and refuses where there is one already. admit_symbol() reads it, admits the symbol,
// has the new state on the disk, and only then returns what to report about; where the file is missing or damaged it
// throws Error(bad_input): begin_memo_budget(path, MemoBudget::after_loss(cap)) is for that.
void begin_memo_budget(const std::string& path, const MemoBudget& budget);
std::string admit_symbol(const std::string& path, std::string_view symbol);
MemoBudget read_memo_budget(const std::string& path);

}  // namespace sourdine
