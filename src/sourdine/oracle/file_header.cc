#include "sourdine/oracle/file_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/checked_input.h"

namespace sourdine {
namespace {

// A header is a name and a few numbers per label; 2^28 bytes hold millions of labels.
constexpr std::uint32_t max_json_bytes = std::uint32_t{1} << 28;
constexpr std::size_t piece_bytes = std::size_t{1} << 20;

std::string to_json(const FileFormat& format, const FileHeader& header, std::uint64_t size) {
  const std::string spec = sourdine::to_json(header.spec);
  if (spec_from_json(spec) != header.spec) fail_input("the labels of the domain must be UTF-8 text");
  const nlohmann::json json = {{"collection", header.collection},
                               {"randomness", randomness_name(header.is_private)},
                               {"spec", nlohmann::json::parse(spec)},
                               {format.size_field, size}};
  try {
    return json.dump();
  } catch (const nlohmann::json::exception&) {
    fail_input("the collection id must be UTF-8 text");
  }
}

bool private_from_name(const std::string& randomness) {
  if (randomness == randomness_name(true)) return true;
  if (randomness == randomness_name(false)) return false;
  fail_input(fmt::format("unknown randomness '{}'", randomness));
}

SizedHeader from_json(const FileFormat& format, const std::string& text) {
  try {
    const auto json = parse_bounded_json(text);
    SizedHeader result;
    result.header.collection = json.at("collection").get<std::string>();
    result.header.is_private = private_from_name(json.at("randomness").get<std::string>());
    result.header.spec = spec_from_json(json.at("spec").dump());
    result.size = whole_number(json.at(format.size_field));
    if (to_json(format, result.header, result.size) != text) fail_input("its JSON is not in canonical form");
    return result;
  } catch (const nlohmann::json::exception& error) {
    fail_input(error.what());
  }
}

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

void read_magic(const FileFormat& format, CheckedInput& input) {
  std::string magic(format.magic.size(), '\0');
  const bool is_whole = input.read({reinterpret_cast<std::uint8_t*>(magic.data()), magic.size()});
  if (!is_whole && format.magic.starts_with(std::string_view(magic).substr(0, input.offset()))) fail_cut(input);
  if (magic == format.magic) return;
  for (const FileFormat& other : {report_format, tally_format}) {
    if (magic == other.magic) fail_input(fmt::format("{} is a {}, not a {}", input.name(), other.kind, format.kind));
  }
  fail_input(fmt::format("{} is not a {}", input.name(), format.kind));
}

}  // namespace

std::string_view randomness_name(bool is_private) { return is_private ? "secure" : "seeded, not private"; }

void require_same_collection(const FileHeader& first, const FileHeader& other, std::string_view what) {
  if (first.collection != other.collection) {
    fail_input(
        fmt::format("{} belongs to another collection: '{}', not '{}'", what, other.collection, first.collection),
        "Only reports of one collection add up.");
  }
  if (const std::string field = first_difference(first.spec, other.spec); !field.empty()) {
    fail_input(fmt::format("{} cannot be added: its spec differs in '{}'", what, field),
               "Only reports made with the same oracle, domain, epsilon and parameters add up.");
  }
}

std::string encode_header(const FileFormat& format, const FileHeader& header, std::uint64_t size) {
  const std::string json = to_json(format, header, size);
  if (json.size() > max_json_bytes) fail_input("the domain's labels are too long for a file header");
  std::string bytes(format.magic);
  append_little_endian(bytes, format.version);
  append_little_endian(bytes, static_cast<std::uint32_t>(json.size()));
  return bytes + json;
}

SizedHeader read_header(const FileFormat& format, CheckedInput& input) {
  read_magic(format, input);
  const auto version = input.number<std::uint32_t>();
  if (version && *version > format.version) {
    fail_input(fmt::format("{} has version {} of the format; this program reads versions up to {}", input.name(),
                           *version, format.version),
               "Use the program that made it, or a later one.");
  }
  const auto length = input.number<std::uint32_t>();
  if (!length) fail_cut(input);
  const auto damaged = [&](std::string_view why) {
    fail_input(fmt::format("{} is damaged: its header {}", input.name(), why), "Restore the file from a copy.");
  };
  if (*version == 0 || *length > max_json_bytes) damaged("has an impossible version or length");
  std::string text;
  if (!read_text(input, *length, text)) fail_cut(input);
  const auto check = input.check();
  if (check == CheckedInput::Check::missing) fail_cut(input);
  if (check == CheckedInput::Check::bad) damaged("does not match its checksum");
  try {
    return from_json(format, text);
  } catch (const Error& error) {
    fail_input(fmt::format("{} has a header that is not valid: {}", input.name(), error.what()), error.hint());
  }
}

}  // namespace sourdine
