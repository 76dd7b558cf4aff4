// Report files (.srep): fixed-size reports in checksummed blocks; streamed, appended to, never loaded whole.
//
//   header | record … record              (header: protocol/file_header.h)
//   block:  'B' | count (u32) | CRC-32C | count × report_bytes | CRC-32C
//   seal:   'S' | reports in the file so far (u64) | CRC-32C
//
// Every CRC-32C covers all bytes of the file before it but the other checksums. A file is whole when it ends in a seal.
// Appending adds blocks and a new seal: it reads the last one, not the whole file. A file without its seal at the end
// is torn: its writer was interrupted or the file cut short. A damaged byte anywhere is an Error; a wrong number is
// never read. (A file cut exactly at an earlier seal is the file as it was then, and reads as that.)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "sourdine/base/stream.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/protocol/reports.h"

namespace sourdine {

// Reports in a block that is written: 65,536, or fewer when they would take more than 256 KiB, which a core's cache
// holds beside what they are made from; at least one.
std::size_t reports_per_block(std::size_t report_bytes);
// Reports in a block that is read: up to 16 MiB.
std::size_t max_reports_per_block(std::size_t report_bytes);

// What to do with a torn file: refuse it, or read its whole blocks and say what was dropped.
enum class Torn { stop, keep_whole_blocks };

struct TornTail {
  std::string file;  // for messages
  std::uint64_t reports_kept = 0;
  std::uint64_t bytes_dropped = 0;
};

class CheckedInput;

// What a file says of a block, which its reports must bear out.
struct BlockClaim {
  std::shared_ptr<const Input> input;
  std::optional<std::uint64_t> place;  // for read_at(), when the reports have still to be read
  std::size_t reports = 0;
  std::uint64_t number = 0;  // in its file, from 1
  std::uint64_t offset = 0;
  std::uint32_t crc_before = 0;
  std::uint32_t crc = 0;

  // Replaces `block` by the reports if they have still to be read, and checks them. Throws Error(bad_input) naming
  // file, block and offset.
  void settle(Reports& block) const;
};

class ReportReader {
 public:
  // Read the header and make its protocol. Throw Error(bad_input) naming the file and what is wrong with it.
  explicit ReportReader(const std::string& path, Torn torn = Torn::stop,
                        const ProtocolTable& protocols = protocol_table());
  explicit ReportReader(std::unique_ptr<Input> input, Torn torn = Torn::stop,
                        const ProtocolTable& protocols = protocol_table());
  ~ReportReader();
  ReportReader(ReportReader&&) noexcept;

  const CollectionHeader& header() const { return opened_.header; }
  const std::shared_ptr<const Protocol>& protocol() const { return opened_.protocol; }
  const std::string& name() const;

  // Replaces `block` by the reports of the next block; false at the end. Throws Error(bad_input) naming file, block and
  // offset. Whether the protocol can have made the reports is for Protocol::tally to say.
  bool next(Reports& block);
  // The same without comparing the reports with their checksum, and without reading them where they can be read later
  // (`block` is then left alone): that is left to claim.settle(), which may run on another core. Until it has, nothing
  // of this block and of what follows it is to be trusted.
  bool next_unsettled(Reports& block, BlockClaim& claim);

  // So far.
  std::uint64_t reports() const { return reports_; }
  std::uint64_t blocks() const { return blocks_; }
  // Up to the last whole record.
  std::uint64_t whole_bytes() const { return whole_bytes_; }
  // Set at the end of a torn file, when its whole blocks were asked for.
  const std::optional<TornTail>& torn() const { return tail_; }

  // The file up to its last seal: where an appending writer goes on. Zero bytes: there is no seal.
  struct Sealed {
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;
    std::uint64_t reports = 0;
  };
  const Sealed& sealed() const { return sealed_; }

 private:
  bool next_record(Reports& block, BlockClaim& claim, bool may_skip);
  bool read_block(Reports& block, BlockClaim& claim, bool may_skip);
  bool read_seal();
  bool end_torn();
  void finish_record();
  [[noreturn]] void fail_damaged(std::string_view why) const;

  std::shared_ptr<Input> input_;
  std::unique_ptr<CheckedInput> checked_;
  Torn torn_policy_;
  OpenedCollection opened_;
  std::uint64_t reports_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t whole_bytes_ = 0;
  std::uint32_t whole_crc_ = 0;
  Sealed sealed_;
  bool is_sealed_ = false;
  bool has_ended_ = false;
  std::optional<TornTail> tail_;
};

// Writes reports that a protocol made: `write`, perhaps `checkpoint` now and then, `close`. After a failure the writer
// is of no more use: whoever goes on opens the file again, which is then as it was at the last seal.
class ReportWriter {
 public:
  // A new file, there whole after checkpoint() or close(), or not at all. Throws Error(bad_input).
  static ReportWriter create(const std::string& path, const Protocol& protocol, const std::string& collection,
                             bool is_private);
  // Continues a file of the same collection, spec and randomness, or creates it. What a torn file holds beyond its last
  // seal came from an append that was interrupted and will be repeated: it is cut off, and repaired() says so. Without
  // checkpoint() or close(), the new reports are taken back. Costs the header and the last seal, whatever the file's
  // size; only a torn file is read through to find its last seal.
  // Throws Error(bad_input) for a file that is none, one without any seal, another collection, or a file that is being
  // appended to. Damage before the last seal is for whoever reads the file to find.
  static ReportWriter append(const std::string& path, const Protocol& protocol, const std::string& collection,
                             bool is_private, const ProtocolTable& protocols = protocol_table());
  ReportWriter(std::unique_ptr<Output> output, const Protocol& protocol, const std::string& collection,
               bool is_private);

  const CollectionHeader& header() const { return header_; }
  // In the file so far.
  std::uint64_t reports() const { return reports_; }
  const std::optional<TornTail>& repaired() const { return repaired_; }

  void write(ReportsView reports);
  // The same for the reports of one block whose checksum, crc32c(reports.bytes), was computed before, perhaps on
  // another core. Throws Error(internal) when they are none or more than a block holds.
  void write_block(ReportsView reports, std::uint32_t crc);
  // Seals the file, makes it lasting, and stays open: what was written until now survives whatever happens next. A new
  // file has its name from now on. Throws Error(internal) for an output that is no file.
  void checkpoint();
  // Seals the file and makes it lasting. Nothing may be written after.
  void close();

 private:
  ReportWriter(std::unique_ptr<Output> output, std::string path, CollectionHeader header, std::size_t report_bytes);
  static ReportWriter begin(std::unique_ptr<Output> output, const std::string& path, const Protocol& protocol,
                            const std::string& collection, bool is_private);
  class Step;
  void require_report_bytes(ReportsView reports) const;
  void put_header();
  void put_seal();
  void put_block(ReportsView reports, std::uint32_t crc);
  void put(std::span<const std::uint8_t> bytes);
  void put_crc();

  std::unique_ptr<Output> output_;
  std::string path_;  // empty: the output is no file that could be opened again
  CollectionHeader header_;
  std::size_t report_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t reports_ = 0;
  std::uint32_t crc_ = 0;
  bool has_ended_ = false;
  std::optional<TornTail> repaired_;
};

}  // namespace sourdine
