// The files of a client's queue: reports that wait, and batches that are being sent.
//
//   reports (.reports)   header | report | CRC-32C | report | CRC-32C …
//   batch (.batch)       header | body | CRC-32C
//
// Headers are those of base/file_header.h; every CRC-32C covers all bytes before it but the other checksums. A file of
// reports grows at its end, and its writer may die at any moment: what follows the last whole report is cut off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/collector/batch_key.h"

namespace sourdine {

// What all reports of a file have in common.
struct WaitingHeader {
  std::string collection;
  std::string fingerprint;  // of the spec, 64 hexadecimal digits
  std::string period;       // a label; empty: the collection has none
  std::uint64_t report_bytes = 0;
  UnixTime due = {};  // not to be sent before

  friend bool operator==(const WaitingHeader&, const WaitingHeader&) = default;
};
std::string encode_waiting_header(const WaitingHeader& header);  // with its checksum
// The checksum with which reports behind such bytes begin.
std::uint32_t crc_of_header(std::string_view header);

// The bytes of one report more behind bytes that gave `crc`, which is then that of all.
std::string encode_waiting_report(std::string_view report, std::uint32_t& crc);

struct WaitingFile {
  WaitingHeader header;
  std::string reports;           // one behind the other
  std::uint64_t count = 0;       // of them
  std::size_t whole_bytes = 0;   // of the file: what may be appended to
  std::uint32_t crc = 0;         // of these, for appending
  std::size_t behind_bytes = 0;  // that belong to no whole report
  // What is behind them is more than one interrupted writing of a report leaves: something else damaged the file.
  bool is_damaged = false;
};
// Nothing when the file ends inside its header: its writer died before the first report. Throws Error(bad_input) for
// what is no such file, or has a damaged header. `name` is for messages.
std::optional<WaitingFile> read_waiting_file(const std::string& name, std::string_view bytes);

struct BatchFile {
  std::string collection;
  std::string period;
  std::string key;
  std::uint64_t reports = 0;
  std::string body;

  friend bool operator==(const BatchFile&, const BatchFile&) = default;
};
std::string encode_batch_file(const BatchFile& batch);
// Throws Error(bad_input): not such a file, cut short, damaged.
BatchFile read_batch_file(const std::string& name, std::string_view bytes);

}  // namespace sourdine
