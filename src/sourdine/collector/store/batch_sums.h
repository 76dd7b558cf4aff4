// What the batches of one transaction add up to: one sum per collection and period, however many they are. Internal.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sourdine/collector/store/store.h"

namespace sourdine {

// A collection's number in the database, and a period or a minute of it.
struct TallyPlace {
  std::int64_t collection = 0;
  std::int64_t number = 0;
  auto operator<=>(const TallyPlace&) const = default;
};

// Reports of one randomness that are to be kept; each block is at most BatchSums::block_bytes long.
struct KeptReports {
  std::vector<std::string> blocks;
  UnixTime received{};
};

struct TallySum {
  std::shared_ptr<const Collection> collection;
  StoredTally tally;
  KeptReports kept_private, kept_seeded;
  std::string waiting;  // reports that are counted together, which is faster than batch by batch
  std::uint64_t waiting_reports = 0;
};

class BatchSums {
 public:
  static constexpr std::size_t block_bytes = std::size_t{4} << 20;

  void add(const Batch& batch, std::int64_t collection);
  // Counts what waits. To be called once, before the sums are read.
  void finish();

  std::map<TallyPlace, TallySum>& tallies() { return tallies_; }
  const std::map<TallyPlace, Minute>& minutes() const { return minutes_; }
  const std::map<std::int64_t, std::uint64_t>& reports() const { return reports_; }  // of each collection

 private:
  std::map<TallyPlace, TallySum> tallies_;
  std::map<TallyPlace, Minute> minutes_;
  std::map<std::int64_t, std::uint64_t> reports_;
};

// How many reports of this size a block holds; those of no bytes are kept as their number.
std::size_t reports_of_block(std::size_t report_bytes);

// Counters as bytes of a database: little-endian, eight each.
std::string encode_cells(const std::vector<std::uint64_t>& cells);
// The inverse. Throws Error(io) naming the collection when there are not as many.
std::vector<std::uint64_t> decode_cells(std::string_view bytes, std::size_t count, const Collection& collection);
// into += from, as tallies add.
void add_cells(std::vector<std::uint64_t>& into, const std::vector<std::uint64_t>& from);

}  // namespace sourdine
