#include "sourdine/base/file_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/checked_input.h"
#include "sourdine/base/error.h"
#include "sourdine/base/little_endian.h"

namespace sourdine {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 20;

// Piece by piece, so that a length that lies costs no more memory than there are bytes.
bool read_text(CheckedInput& input, std::size_t length, std::string& text) {
  while (text.size() < length) {
    const std::size_t from = text.size();
    text.resize(std::min(length, from + piece_bytes));
    if (!input.read({reinterpret_cast<std::uint8_t*>(text.data() + from), text.size() - from})) return false;
  }
  return true;
}

[[noreturn]] void fail_cut(const CheckedInput& input) {
  fail_input(fmt::format("{} ends inside its header, after {} bytes", input.name(), input.offset()),
             "The file was cut short; nothing in it can be used.");
}

[[noreturn]] void fail_damaged(const CheckedInput& input, std::string_view why) {
  fail_input(fmt::format("{} is damaged: its header {}", input.name(), why), "Restore the file from a copy.");
}

void read_magic(const FileFormat& format, CheckedInput& input, std::span<const FileFormat> others) {
  std::string magic(format.magic.size(), '\0');
  const bool is_whole = input.read({reinterpret_cast<std::uint8_t*>(magic.data()), magic.size()});
  if (!is_whole && format.magic.starts_with(std::string_view(magic).substr(0, input.offset()))) fail_cut(input);
  if (magic == format.magic) return;
  for (const FileFormat& other : others) {
    if (magic == other.magic) fail_input(fmt::format("{} is a {}, not a {}", input.name(), other.name, format.name));
  }
  fail_input(fmt::format("{} is not a {}", input.name(), format.name));
}

}  // namespace

std::string encode_header(const FileFormat& format, std::string_view json) {
  if (json.size() > format.max_json_bytes) {
    fail_input(fmt::format("the header of a {} would take {} bytes, more than the {} that are read", format.name,
                           json.size(), format.max_json_bytes),
               "Shorten the labels of the domain.");
  }
  std::string bytes(format.magic);
  append_little_endian(bytes, format.version);
  append_little_endian(bytes, static_cast<std::uint32_t>(json.size()));
  return bytes.append(json);
}

HeaderText read_header(const FileFormat& format, CheckedInput& input, std::span<const FileFormat> others) {
  read_magic(format, input, others);
  const auto version = input.number<std::uint32_t>();
  if (version && *version > format.version) {
    fail_input(fmt::format("{} has version {} of the format; this program reads versions up to {}", input.name(),
                           *version, format.version),
               "Use the program that made it, or a later one.");
  }
  const auto length = input.number<std::uint32_t>();
  if (!length) fail_cut(input);
  if (*version == 0 || *length > format.max_json_bytes) fail_damaged(input, "has an impossible version or length");
  HeaderText header{*version, {}};
  if (!read_text(input, *length, header.json)) fail_cut(input);
  const auto check = input.check();
  if (check == CheckedInput::Check::missing) fail_cut(input);
  if (check == CheckedInput::Check::bad) fail_damaged(input, "does not match its checksum");
  return header;
}

}  // namespace sourdine
