#include "sourdine/collector/client/queue_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/error.h"
#include "sourdine/base/file_header.h"
#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

constexpr std::size_t file_crc_bytes = 4;
constexpr std::size_t file_magic_bytes = 16;  // magic, version and length of the JSON
constexpr std::uint64_t max_waiting_report = std::uint64_t{1} << 32;
constexpr FileFormat waiting_format{"\211SDCW\r\n\032", "file of waiting reports", 1, 1 << 16};
constexpr FileFormat batch_format{"\211SDCB\r\n\032", "batch of reports", 1, 1 << 16};

std::string with_checksum(std::string bytes) {
  append_little_endian(bytes, crc32c(as_bytes(bytes)));
  return bytes;
}

template <class Use>
auto from_header_json(const std::string& name, const HeaderText& text, std::size_t keys, const Use& use) {
  try {
    const nlohmann::json json = parse_bounded_json(text.json);
    if (!json.is_object() || json.size() != keys) fail_input(fmt::format("{} has a header that is not known", name));
    return use(json);
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("{} has a header that is not known", name));
  }
}

// The bytes that the header says it has, checksum included; more than any file has when it is cut before that.
std::uint64_t header_size(std::string_view bytes) {
  if (bytes.size() < file_magic_bytes) return UINT64_MAX;
  const auto length = load_little_endian<std::uint32_t>(as_bytes(bytes).subspan(file_magic_bytes - 4, 4));
  return file_magic_bytes + std::uint64_t{length} + file_crc_bytes;
}

}  // namespace

std::string encode_waiting_header(const WaitingHeader& header) {
  const nlohmann::json json = {{"collection", header.collection},
                               {"due", header.due.time_since_epoch().count()},
                               {"fingerprint", header.fingerprint},
                               {"period", header.period},
                               {"report_bytes", header.report_bytes}};
  return with_checksum(encode_header(waiting_format, json.dump()));
}

std::uint32_t crc_of_header(std::string_view header) {
  return crc32c(as_bytes(header.substr(0, header.size() - file_crc_bytes)));
}

std::string encode_waiting_report(std::string_view report, std::uint32_t& crc) {
  std::string bytes(report);
  crc = crc32c(as_bytes(report), crc);
  append_little_endian(bytes, crc);
  return bytes;
}

std::optional<WaitingFile> read_waiting_file(const std::string& name, std::string_view bytes) {
  const std::string_view begin = bytes.substr(0, waiting_format.magic.size());
  if (waiting_format.magic.starts_with(begin) && header_size(bytes) > bytes.size()) return std::nullopt;
  InputBytes input(name, bytes);
  CheckedInput checked(input);
  const HeaderText text = read_header(waiting_format, checked);
  WaitingFile file;
  file.header = from_header_json(name, text, 5, [](const nlohmann::json& json) {
    return WaitingHeader{.collection = json.at("collection").get<std::string>(),
                         .fingerprint = json.at("fingerprint").get<std::string>(),
                         .period = json.at("period").get<std::string>(),
                         .report_bytes = whole_number(json.at("report_bytes")),
                         .due = UnixTime(std::chrono::milliseconds(integer(json.at("due"))))};
  });
  if (file.header.report_bytes > max_waiting_report) fail_input(fmt::format("{} has impossible reports", name));
  file.whole_bytes = checked.offset();
  file.crc = checked.crc();
  const std::size_t report_bytes = file.header.report_bytes;
  const std::size_t each = report_bytes + file_crc_bytes;
  for (;;) {
    const std::string_view left = bytes.substr(file.whole_bytes);
    file.behind_bytes = left.size();
    if (left.size() < each) break;
    const std::uint32_t crc = crc32c(as_bytes(left.substr(0, report_bytes)), file.crc);
    if (load_little_endian<std::uint32_t>(as_bytes(left.substr(report_bytes, file_crc_bytes))) != crc) break;
    file.reports.append(left.substr(0, report_bytes));
    ++file.count;
    file.crc = crc;
    file.whole_bytes += each;
  }
  file.is_damaged = file.behind_bytes >= each;
  return file;
}

std::string encode_batch_file(const BatchFile& batch) {
  const nlohmann::json json = {{"body_bytes", batch.body.size()},
                               {"collection", batch.collection},
                               {"key", batch.key},
                               {"period", batch.period},
                               {"reports", batch.reports}};
  const std::string header = encode_header(batch_format, json.dump());
  std::string bytes = with_checksum(header);
  bytes.append(batch.body);
  append_little_endian(bytes, crc32c(as_bytes(batch.body), crc32c(as_bytes(header))));
  return bytes;
}

BatchFile read_batch_file(const std::string& name, std::string_view bytes) {
  InputBytes input(name, bytes);
  CheckedInput checked(input);
  const HeaderText text = read_header(batch_format, checked);
  std::uint64_t body_bytes = 0;
  BatchFile batch = from_header_json(name, text, 5, [&](const nlohmann::json& json) {
    body_bytes = whole_number(json.at("body_bytes"));
    return BatchFile{.collection = json.at("collection").get<std::string>(),
                     .period = json.at("period").get<std::string>(),
                     .key = json.at("key").get<std::string>(),
                     .reports = whole_number(json.at("reports")),
                     .body = {}};
  });
  const auto key = parse_batch_key(batch.key);
  if (!key || to_text(*key) != batch.key) fail_input(fmt::format("{} has no idempotency key", name));
  const std::size_t left = bytes.size() - checked.offset();
  if (left < file_crc_bytes || left - file_crc_bytes != body_bytes) {
    fail_input(fmt::format("{} is cut short, or too long", name));
  }
  batch.body = bytes.substr(checked.offset(), body_bytes);
  if (crc32c(as_bytes(batch.body), checked.crc()) !=
      load_little_endian<std::uint32_t>(as_bytes(bytes).last(file_crc_bytes))) {
    fail_input(fmt::format("{} is damaged: its body does not match its checksum", name));
  }
  return batch;
}

}  // namespace sourdine
