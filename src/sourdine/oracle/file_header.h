// FileHeader: how report and tally files begin. A reader knows from it, before the first report, what the reports mean,
// which collection they belong to, and whether their randomness was private.
//
//   magic (8 bytes) | version (u32) | length (u32) | canonical JSON of `length` bytes | CRC-32C (u32)
//
// Numbers are little-endian. JSON: collection, randomness, spec, and the one size a reader needs (report_bytes or
// cells). Canonical: the same header has the same bytes, and no other bytes are accepted.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sourdine/oracle/spec.h"

namespace sourdine {

struct FileHeader {
  OracleSpec spec;
  std::string collection;  // which collection the reports belong to; only files of the same one are added up
  bool is_private = true;  // false: made with seeded bits, which whoever knows the seed can undo

  friend bool operator==(const FileHeader&, const FileHeader&) = default;
};

// "secure" or "seeded, not private": the words in files and manifests.
std::string_view randomness_name(bool is_private);

// Throws Error(bad_input) unless the files may be added up: `what` ("'b.srep'") differs in collection or spec, and the
// message names the field.
void require_same_collection(const FileHeader& first, const FileHeader& other, std::string_view what);

class CheckedInput;

struct FileFormat {
  std::string_view magic;       // 8 bytes
  std::string_view kind;        // "report file (.srep)"
  std::string_view size_field;  // the name of the size in the JSON
  std::uint32_t version;
};
inline constexpr FileFormat report_format{"\211SREP\r\n\032", "report file (.srep)", "report_bytes", 1};
inline constexpr FileFormat tally_format{"\211STLY\r\n\032", "tally file (.stly)", "cells", 1};

// The bytes of the header, without its checksum. Throws Error(bad_input) for text that is not UTF-8.
std::string encode_header(const FileFormat& format, const FileHeader& header, std::uint64_t size);

struct SizedHeader {
  FileHeader header;
  std::uint64_t size;
};
// Throws Error(bad_input) naming the file: not of this format, of a later version, cut short or damaged.
SizedHeader read_header(const FileFormat& format, CheckedInput& input);

}  // namespace sourdine
