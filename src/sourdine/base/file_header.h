// How our files begin: what the file is, and what it says about itself, under a checksum of its own.
//
//   magic (8 bytes) | version (u32) | length (u32) | JSON of `length` bytes | CRC-32C (u32)
//
// Numbers are little-endian. What the JSON says is the format's business.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace sourdine {

class CheckedInput;

struct FileFormat {
  std::string_view magic;  // 8 bytes
  std::string_view name;   // "report file (.srep)"
  std::uint32_t version;   // the newest, which is what is written; older ones are read
  std::uint32_t max_json_bytes;
};

struct HeaderText {
  std::uint32_t version = 0;
  std::string json;
};

// The bytes of a header of the format's version, without its checksum. Throws Error(bad_input) when it is too long.
std::string encode_header(const FileFormat& format, std::string_view json);

// Throws Error(bad_input) naming the file: not of this format (and of which of the `others` it is), of a later version,
// cut short or damaged.
HeaderText read_header(const FileFormat& format, CheckedInput& input, std::span<const FileFormat> others = {});

}  // namespace sourdine
