#include "sourdine/protocol/tally_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/protocol/file_header.h"

namespace sourdine {
namespace {

constexpr std::size_t counts_piece_bytes = std::size_t{1} << 16;

std::size_t varint_bytes(std::uint64_t number) {
  std::size_t bytes = 1;
  while ((number >>= 7) != 0) ++bytes;
  return bytes;
}

void append_varint(std::string& into, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) into.push_back(static_cast<char>(number | 0x80));
  into.push_back(static_cast<char>(number));
}

// Reads varints from bytes that come in pieces.
class VarintDecoder {
 public:
  // False when the byte does not continue a canonical varint of 64 bits.
  bool take(std::uint8_t byte, std::vector<std::uint64_t>& into) {
    const std::uint64_t bits = byte & 0x7FU;
    const bool is_last = byte < 0x80;
    if (shift_ == 63 && byte > 1) return false;            // beyond 64 bits
    if (is_last && bits == 0 && shift_ > 0) return false;  // a needless byte: there is a shorter form
    number_ |= bits << shift_;
    shift_ += 7;
    if (is_last) {
      into.push_back(number_);
      number_ = 0;
      shift_ = 0;
    }
    return true;
  }
  bool is_between_numbers() const { return shift_ == 0; }

 private:
  std::uint64_t number_ = 0;
  unsigned shift_ = 0;
};

[[noreturn]] void fail_cut_tally(const CheckedInput& input) {
  fail_input(fmt::format("{} is cut short: it ends after {} bytes", input.name(), input.offset()),
             "Make the tally again from its reports, or restore the file from a copy.");
}

[[noreturn]] void fail_damaged_tally(const CheckedInput& input, std::string_view why) {
  fail_input(fmt::format("{} is damaged: {}", input.name(), why),
             "Make the tally again from its reports, or restore the file from a copy.");
}

// The cells grow with the bytes that are really there, whatever the lengths say.
std::vector<std::uint64_t> read_cells(CheckedInput& input, std::uint64_t length, std::uint64_t count) {
  if (length < count) fail_damaged_tally(input, "its length is impossible");
  std::vector<std::uint64_t> cells;
  std::array<std::uint8_t, counts_piece_bytes> piece{};
  VarintDecoder decoder;
  while (length > 0) {
    const std::span<std::uint8_t> bytes = std::span(piece).first(std::min<std::uint64_t>(length, counts_piece_bytes));
    if (!input.read(bytes)) fail_cut_tally(input);
    length -= bytes.size();
    for (const std::uint8_t byte : bytes) {
      if (!decoder.take(byte, cells))
        fail_damaged_tally(input, "a cell is not a number of 64 bits in its shortest form");
    }
    if (cells.size() > count) break;
  }
  if (cells.size() != count || !decoder.is_between_numbers())
    fail_damaged_tally(input, "it has another number of cells");
  return cells;
}

}  // namespace

namespace {

OpenedTally open_tally(Input& input, const ProtocolTable& protocols) {
  CheckedInput checked(input);
  OpenedCollection opened = read_collection_header(tally_format, checked, protocols);
  const Protocol& protocol = *opened.protocol;
  if (opened.size != protocol.cells()) {
    fail_input(
        fmt::format("{} has {} cells, but tallies of its spec have {}", input.name(), opened.size, protocol.cells()),
        "It was made by a program that counts these reports in another way.");
  }
  const auto reports = checked.number<std::uint64_t>();
  const auto length = checked.number<std::uint64_t>();
  if (!length) fail_cut_tally(checked);
  TallyFile file{
      {std::move(opened.header.spec), *reports, {}}, std::move(opened.header.collection), opened.header.is_private};
  file.tally.cells = read_cells(checked, *length, opened.size);
  const auto check = checked.check();
  if (check == CheckedInput::Check::missing) fail_cut_tally(checked);
  if (check == CheckedInput::Check::bad) fail_damaged_tally(checked, "it does not match its checksum");
  if (!checked.is_at_end()) fail_damaged_tally(checked, "something follows its end");
  if (!protocol.is_consistent(file.tally)) fail_damaged_tally(checked, "its counts contradict each other");
  return {std::move(file), std::move(opened.protocol)};
}

}  // namespace

TallyFile read_tally(Input& input, const ProtocolTable& protocols) { return open_tally(input, protocols).file; }

OpenedTally open_tally_file(const std::string& path, const ProtocolTable& protocols) {
  InputFile input(path);
  return open_tally(input, protocols);
}

TallyFile read_tally_file(const std::string& path, const ProtocolTable& protocols) {
  return open_tally_file(path, protocols).file;
}

bool is_tally_file(const std::string& path) {
  std::error_code ignored;  // who opens the file says what is wrong with it
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::array<std::uint8_t, 8> magic{};
  const std::size_t size = InputFile(path).read(magic);
  return size == magic.size() && std::equal(magic.begin(), magic.end(), as_bytes(tally_format.file.magic).begin());
}

void write_tally(Output& output, const TallyFile& file) {
  std::uint32_t crc = 0;
  std::string pending;
  const auto flush = [&] {
    crc = crc32c(as_bytes(pending), crc);
    output.append(pending);
    pending.clear();
  };
  const auto put_crc = [&] {
    flush();
    append_little_endian(pending, crc);
    output.append(pending);
    pending.clear();
  };
  const auto& cells = file.tally.cells;
  pending = encode_collection_header(tally_format, file.header(), cells.size());
  put_crc();
  append_little_endian(pending, file.tally.reports);
  std::uint64_t length = 0;
  for (const std::uint64_t cell : cells) length += varint_bytes(cell);
  append_little_endian(pending, length);
  for (const std::uint64_t cell : cells) {
    append_varint(pending, cell);
    if (pending.size() >= counts_piece_bytes) flush();
  }
  put_crc();
}

void write_tally_file(const std::string& path, const TallyFile& file) {
  AtomicFile output(path);
  write_tally(output, file);
  output.commit();
}

void merge(TallyFile& into, const TallyFile& from) {
  require_same_collection(into.header(), from.header(), "a tally");
  merge(into.tally, from.tally);
  into.is_private = into.is_private && from.is_private;
}

}  // namespace sourdine
