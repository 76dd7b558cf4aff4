// Tally files (.stly): a tally, its collection and whether its randomness was private.
//
//   header | reports (u64) | length (u64) | cells as varints, `length` bytes | CRC-32C     (protocol/file_header.h)
//
// A varint has seven bits per byte, the low ones first; the top bit says that another byte follows. The CRC-32C covers
// all bytes before it but the header's checksum. Canonical: equal tallies have equal bytes, and no other bytes are
// accepted; so tally(A ∪ B) = merge(tally(A), tally(B)) holds byte for byte.
#pragma once

#include <string>

#include "sourdine/base/stream.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/protocol/tally.h"

namespace sourdine {

struct TallyFile {
  Tally tally;
  std::string collection;
  bool is_private = true;  // false when any of its reports was made with seeded bits

  CollectionHeader header() const { return {tally.spec, collection, is_private}; }
  friend bool operator==(const TallyFile&, const TallyFile&) = default;
};

// Throw Error(bad_input) naming the file: unreadable, not a tally file, of a later version, cut short or damaged.
TallyFile read_tally(Input& input, const ProtocolTable& protocols = protocol_table());
// The same with the protocol that its header describes.
struct OpenedTally {
  TallyFile file;
  std::shared_ptr<const Protocol> protocol;
};
OpenedTally open_tally_file(const std::string& path, const ProtocolTable& protocols = protocol_table());
TallyFile read_tally_file(const std::string& path, const ProtocolTable& protocols = protocol_table());

// Whether a file begins as tally files do; false for what cannot be read twice (a pipe).
bool is_tally_file(const std::string& path);

// Throw Error(bad_input) when the file cannot be written; nothing is left behind then.
void write_tally(Output& output, const TallyFile& file);
void write_tally_file(const std::string& path, const TallyFile& file);

// into += from. Throws Error(bad_input) naming the field that differs (collection or one of the spec's), or on
// overflow; `into` is unchanged then. The sum is private only if both are.
void merge(TallyFile& into, const TallyFile& from);

}  // namespace sourdine
