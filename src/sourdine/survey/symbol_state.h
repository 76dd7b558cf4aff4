// SymbolState: which symbols the people of a survey have used, so that none uses more than the cap allows. What
// MemoBudget is for one client (longitudinal/memo_budget.h), for all of a table at once: a symbol that was used before,
// or for which there is room, is reported about; beyond the cap the person's last one is.
//
// The file is as private as the table itself: it has ids and values, and its owner alone may read it. It is written
// before the reports are, so that what was sent is always counted. Where it was lost, after_loss() begins again, and
// says for ever that the cap bounds nothing.
//
//   header {cap, collections, dataset, key, lost, memo, possible, randomness} | people (u64) | person … | CRC-32C
//   person: id length (u32), id | sets (u32) | set …
//   set: attribute, last, symbols (u32 each) | of each symbol its number (u64) and a value that has it (u32)
// Persons are ordered by id. The cap may be raised from one collection to the next; what the permanent responses depend
// on (`memo`, `key`) may not change.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/oracle/spec.h"

namespace sourdine {

struct SymbolStateAbout {
  std::string dataset;
  std::string memo;      // a hash of what permanent responses depend on besides
  std::string key = {};  // … the key: its name
  bool is_private = true;

  friend bool operator==(const SymbolStateAbout&, const SymbolStateAbout&) = default;
};

class SymbolState {
 public:
  explicit SymbolState(SymbolStateAbout about, bool is_lost = false) : about_(std::move(about)), is_lost_(is_lost) {}

  // The value to report about instead of this one, whose symbol is given.
  Value admit(const std::string& id, std::uint32_t attribute, std::uint64_t symbol, Value value);
  // The cap of what follows. Throws Error(bad_input) when people may have used more symbols than that already.
  void set_cap(std::optional<std::uint64_t> cap);
  // How many symbols of an attribute anybody can have after so many collections more, of at most `limit` there are: one
  // more with each. Does not depend on what people answered.
  std::uint64_t possible_after(std::uint64_t collections, std::uint64_t limit) const;
  // That collection was reported.
  void add_collection(std::string name, std::uint64_t limit);

  const SymbolStateAbout& about() const { return about_; }
  bool is_lost() const { return is_lost_; }
  const std::vector<std::string>& collections() const { return collections_; }
  bool has_collection(const std::string& name) const;
  std::uint64_t cap() const { return cap_; }            // 0: any number
  std::uint64_t possible() const { return possible_; }  // see possible_after()
  // The most symbols that anybody has used of an attribute. Told by the values: not to be published.
  std::uint64_t most_symbols() const;
  std::uint64_t repeats() const { return repeats_; }  // since it was read: how often another symbol was reported about

  std::string to_bytes() const;
  // Throws Error(bad_input) naming the file: damaged, of a later version, or contradicting itself.
  static SymbolState from_bytes(std::string_view name, std::span<const std::uint8_t> bytes);

 private:
  struct Used {
    std::uint64_t symbol;
    Value value;
  };
  struct Set {
    std::uint32_t last = 0;  // the place in `used`
    std::vector<Used> used = {};
  };
  using Person = std::map<std::uint32_t, Set>;  // by attribute

  SymbolStateAbout about_;
  bool is_lost_;
  std::uint64_t cap_ = 0;  // 0: any number
  std::uint64_t possible_ = 0;
  std::vector<std::string> collections_;
  std::map<std::string, Person> people_;
  std::uint64_t repeats_ = 0;
};

// Nothing where there is no file.
std::optional<SymbolState> find_symbol_state(const std::string& path);

}  // namespace sourdine
