#include "sourdine/range/range_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/bounded_json.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/random/random_source.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/range/stream_counter.h"

namespace sourdine {
namespace {

constexpr FileFormat range_format = {
    .magic = range_magic, .name = "range file (.srng)", .version = 1, .max_json_bytes = std::uint32_t{1} << 20};
constexpr std::size_t piece_words = std::size_t{1} << 13;

[[noreturn]] void fail_damaged_range(const CheckedInput& input, std::string_view why) {
  fail_input(fmt::format("{} is damaged: {}", input.name(), why), "Restore the file from a copy.");
}

[[noreturn]] void fail_cut_range(const CheckedInput& input) {
  fail_input(fmt::format("{} is cut short: it ends after {} bytes", input.name(), input.offset()),
             "Restore the file from a copy.");
}

void require_good(CheckedInput& input) {
  switch (input.check()) {
    case CheckedInput::Check::good:
      return;
    case CheckedInput::Check::missing:
      fail_cut_range(input);
    case CheckedInput::Check::bad:
      fail_damaged_range(input, "it does not match its checksum");
  }
}

std::string header_json(const RangeRecord& record) {
  nlohmann::json json = {{"kind", record.kind},
                         {"randomness", randomness_name(record.is_private)},
                         {"spec", nlohmann::json::parse(record.spec)},
                         {"words", record.words.size()}};
  if (!record.domain.empty()) json["domain"] = nlohmann::json::parse(record.domain);
  return json.dump();
}

// The words grow with the bytes that are really there, whatever the header says.
std::vector<std::int64_t> read_words(CheckedInput& input, std::uint64_t count) {
  std::vector<std::int64_t> words;
  std::vector<std::uint8_t> piece;
  while (words.size() < count) {
    piece.resize(8 * std::min<std::uint64_t>(piece_words, count - words.size()));
    if (!input.read(piece)) fail_cut_range(input);
    for (std::size_t at = 0; at < piece.size(); at += 8) {
      words.push_back(static_cast<std::int64_t>(load_little_endian<std::uint64_t>(std::span(piece).subspan(at, 8))));
    }
  }
  require_good(input);
  if (!input.is_at_end()) fail_damaged_range(input, "something follows its end");
  return words;
}

HeaderText read_range_header(CheckedInput& input) {
  static constexpr std::array others = {report_format.file, tally_format.file};
  return read_header(range_format, input, others);
}

}  // namespace

void require_canonical_spec(std::string_view read, std::string_view written) {
  if (read != written)
    fail_input("its spec is not in canonical form", "It was not written by Sourdine, or was changed.");
}

void write_range_record(Output& output, const RangeRecord& record) {
  std::string pending = encode_header(range_format, header_json(record));
  std::uint32_t crc = 0;
  const auto flush = [&](bool with_checksum) {
    crc = crc32c(as_bytes(pending), crc);
    if (with_checksum) append_little_endian(pending, crc);
    output.append(pending);
    pending.clear();
  };
  flush(true);
  for (const std::int64_t word : record.words) {
    append_little_endian(pending, static_cast<std::uint64_t>(word));
    if (pending.size() >= 8 * piece_words) flush(false);
  }
  flush(true);
}

RangeRecord read_range_record(Input& input) {
  CheckedInput checked(input);
  const std::string text = read_range_header(checked).json;
  RangeRecord record;
  std::uint64_t count = 0;
  try {
    const auto json = parse_bounded_json(text);
    record.kind = json.at("kind").get<std::string>();
    record.is_private = json.at("randomness").get<std::string>() == randomness_name(true);
    record.spec = json.at("spec").dump();
    if (json.contains("domain")) record.domain = json.at("domain").dump();
    count = whole_number(json.at("words"));
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("{} has a header that is not valid: {}", input.name(), error.what()));
  }
  record.words = read_words(checked, count);
  if (header_json(record) != text) fail_damaged_range(checked, "its header is not in canonical form");
  return record;
}

std::string read_range_kind(Input& input) {
  CheckedInput checked(input);
  const std::string text = read_range_header(checked).json;
  try {
    return parse_bounded_json(text).at("kind").get<std::string>();
  } catch (const nlohmann::json::exception& error) {
    fail_input(fmt::format("{} has a header that is not valid: {}", input.name(), error.what()));
  }
}

std::unique_ptr<RangeStructure> make_range(RangeRecord record, const std::string& name) {
  std::unique_ptr<RangeStructure> structure;
  try {
    if (record.kind == CentralTree::file_kind) {
      structure = CentralTree::read(record.spec, std::move(record.words), record.is_private);
    } else if (record.kind == LocalTree::file_kind) {
      structure = LocalTree::read(record.spec, std::move(record.words), record.is_private);
    } else if (record.kind == StreamCounter::file_kind) {
      structure = StreamCounter::read(record.spec, std::move(record.words), record.is_private);
    }
  } catch (const Error& error) {
    fail_input(fmt::format("{} cannot be read: {}", name, error.what()), error.hint());
  }
  if (!structure) fail_input(fmt::format("{} holds a structure of another kind, '{}'", name, record.kind));
  structure->set_domain(std::move(record.domain));
  return structure;
}

std::unique_ptr<RangeStructure> read_range(Input& input) { return make_range(read_range_record(input), input.name()); }

bool is_range_file(const std::string& path) {
  InputFile input(path);
  std::string magic(range_format.magic.size(), '\0');
  return input.read({reinterpret_cast<std::uint8_t*>(magic.data()), magic.size()}) == magic.size() &&
         magic == range_format.magic;
}

std::unique_ptr<RangeStructure> load_range(const std::string& path) {
  if (is_tally_file(path)) return range_of_tally(open_tally_file(path), path);
  InputFile input(path);
  return read_range(input);
}

std::unique_ptr<RangeStructure> range_of_tally(const OpenedTally& opened, const std::string& name) {
  auto protocol = std::dynamic_pointer_cast<const RangeProtocol>(opened.protocol);
  if (!protocol) {
    fail_input(fmt::format("'{}' holds reports of a protocol of kind '{}', which answers no ranges", name,
                           opened.protocol->spec()->kind()),
               "Its counts per value come from 'sourdine estimate'.");
  }
  return std::make_unique<LocalTree>(std::move(protocol), opened.file.tally, opened.file.is_private);
}

void save_range(const std::string& path, const RangeStructure& structure) {
  AtomicFile output(path);
  structure.write(output);
  output.commit();
}

}  // namespace sourdine
