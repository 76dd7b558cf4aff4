// Range files (.srng): a range structure with its noise, so that it answers after a restart as it did before.
//
//   magic (8 bytes) | version (u32) | length (u32) | canonical JSON | CRC-32C | words (i64 each) | CRC-32C
//
// Little-endian; each checksum covers all bytes before it but the other's. JSON: domain (if
// there is one), kind, randomness, spec, words (their number). What spec and words mean is the kind's business, what
// the domain means that of whoever set it (RangeStructure::set_domain). There are no raw counts in any of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/protocol/tally_file.h"
#include "sourdine/range/range_structure.h"

namespace sourdine {

// The first bytes of a range file.
inline constexpr std::string_view range_magic = "\211SRNG\r\n\032";

// What a kind of structure puts into a file.
struct RangeRecord {
  std::string kind;
  std::string spec;  // canonical JSON
  bool is_private = true;
  std::vector<std::int64_t> words;
  std::string domain = {};  // canonical JSON, or empty

  friend bool operator==(const RangeRecord&, const RangeRecord&) = default;
};

// A spec has one form. Throws Error(bad_input) when it was read from another than it would be written as.
void require_canonical_spec(std::string_view read, std::string_view written);

void write_range_record(Output& output, const RangeRecord& record);
// Throws Error(bad_input) naming the file: not a range file, of another version, cut short or damaged.
RangeRecord read_range_record(Input& input);

// The kind of structure that a range file says it holds ("stream"), from its header alone. Throws as
// read_range_record().
std::string read_range_kind(Input& input);

// Whether a file begins as range files do. Throws Error(bad_input) when it cannot be read.
bool is_range_file(const std::string& path);

// The structure of a record that was read from the named input; of a grid, Grid::from_record() makes one.
std::unique_ptr<RangeStructure> make_range(RangeRecord record, const std::string& name);

// Any structure over one ordered domain. Throw Error(bad_input) as above, and for a kind that is not one.
std::unique_ptr<RangeStructure> read_range(Input& input);
// A range file, or a tally of reports that were made for ranges.
std::unique_ptr<RangeStructure> load_range(const std::string& path);
// The structure of reports that people sent (protocol kind "range"). Throws Error(bad_input) for another protocol, and
// when there are too few of them to answer.
std::unique_ptr<RangeStructure> range_of_tally(const OpenedTally& opened, const std::string& name);
// Whole or not at all. Throws Error(bad_input) when the file cannot be written.
void save_range(const std::string& path, const RangeStructure& structure);

}  // namespace sourdine
