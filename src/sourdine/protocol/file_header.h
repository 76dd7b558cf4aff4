// CollectionHeader: how report and tally files begin. A reader knows from it, before the first report, what the reports
// mean, which collection they belong to, and whether their randomness was private.
//
// The JSON of the header (base/file_header.h): collection, kind (of the protocol), randomness, spec, and the one size a
// reader needs (report_bytes or cells). Canonical: the same header has the same bytes, and no other bytes are accepted.
// Version 1 has no kind: all its protocols are oracles.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sourdine/base/file_header.h"
#include "sourdine/protocol/table.h"

namespace sourdine {

struct CollectionHeader {
  Spec spec;
  std::string collection;  // which collection the reports belong to; only files of the same one are added up
  bool is_private = true;  // false: made with seeded bits, which whoever knows the seed can undo

  friend bool operator==(const CollectionHeader& a, const CollectionHeader& b) {
    return is_same(a.spec, b.spec) && a.collection == b.collection && a.is_private == b.is_private;
  }
};

// Throws Error(bad_input) unless the files may be added up: `what` ("'b.srep'") differs in collection or spec, and the
// message names the field.
void require_same_collection(const CollectionHeader& first, const CollectionHeader& other, std::string_view what);

struct CollectionFormat {
  FileFormat file;
  std::string_view size_field;  // the name of the size in the JSON
};
// 2^28 bytes hold millions of labels.
inline constexpr std::uint32_t max_collection_json = std::uint32_t{1} << 28;
inline constexpr CollectionFormat report_format{{"\211SREP\r\n\032", "report file (.srep)", 2, max_collection_json},
                                                "report_bytes"};
inline constexpr CollectionFormat tally_format{{"\211STLY\r\n\032", "tally file (.stly)", 2, max_collection_json},
                                               "cells"};

// The bytes of the header, without its checksum. Throws Error(bad_input) for a collection id that is not UTF-8.
std::string encode_collection_header(const CollectionFormat& format, const CollectionHeader& header,
                                     std::uint64_t size);

struct OpenedCollection {
  CollectionHeader header;
  std::shared_ptr<const Protocol> protocol;
  std::uint64_t size = 0;
};
// Throws Error(bad_input) naming the file: not of this format, of a later version, cut short, damaged, or of a protocol
// that the table does not have.
OpenedCollection read_collection_header(const CollectionFormat& format, CheckedInput& input,
                                        const ProtocolTable& protocols);

}  // namespace sourdine
