#include <fmt/format.h>

#include <optional>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/body.h"
#include "sourdine/collector/problem.h"
#include "sourdine/protocol/file_header.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/protocol/report_records.h"
#include "sourdine/random/random_source.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_sealed(const std::string& why) { throw Problem("malformed-reports", why); }

// Bytes taken one part after the other; the checksum runs as that of CheckedInput does.
class SealedParts {
 public:
  SealedParts(std::string_view text, std::uint32_t crc) : left_(as_bytes(text)), crc_(crc) {}

  bool is_empty() const { return left_.empty(); }
  std::span<const std::uint8_t> take(std::size_t size) {
    if (left_.size() < size) fail_sealed("the reports are cut short: they do not end in a seal");
    const auto part = left_.first(size);
    left_ = left_.subspan(size);
    return part;
  }
  std::span<const std::uint8_t> take_checked(std::size_t size) {
    const auto part = take(size);
    crc_ = crc32c(part, crc_);
    return part;
  }
  void require_checksum(const char* what) {
    if (load_little_endian<std::uint32_t>(take(4)) != crc_) {
      fail_sealed(fmt::format("the reports are damaged: {} does not match its checksum", what));
    }
  }

 private:
  std::span<const std::uint8_t> left_;
  std::uint32_t crc_;
};

// A header that is not the collection's own, byte for byte: one of an earlier version of the format, or another's. What
// the rest is read with; throws otherwise.
struct ForeignHeader {
  std::size_t bytes = 0;
  std::uint32_t crc = 0;
  bool is_private = true;
};

ForeignHeader read_foreign_header(std::string_view body, const Collection& collection, std::size_t known_bytes) {
  InputBytes input("the body", body);
  CheckedInput checked(input);
  try {
    // A longer spec than this cannot be the collection's; its JSON is not even looked at.
    FileFormat format = report_format.file;
    format.max_json_bytes = static_cast<std::uint32_t>(known_bytes + 4096);
    const HeaderText header = read_header(format, checked);
    const auto json = parse_bounded_json(header.json, 32);
    const std::string kind = json.value("kind", "oracle");
    const ProtocolSpec spec(kind, json.at("spec").dump());
    if (const std::string field = first_difference(spec, *collection.protocol->spec()); !field.empty()) {
      throw Problem("wrong-spec", fmt::format("the reports are of another spec: '{}' differs", shown(field)));
    }
    const auto& name = json.at("collection").get_ref<const std::string&>();
    if (name != collection.id) {
      throw Problem("wrong-spec", fmt::format("the reports are for the collection '{}'", shown(name)));
    }
    const auto& randomness = json.at("randomness").get_ref<const std::string&>();
    if (randomness != randomness_name(true) && randomness != randomness_name(false))
      fail_sealed("the randomness is not known");
    if (whole_number(json.at("report_bytes")) != collection.protocol->report_bytes()) {
      throw Problem("wrong-spec", "the reports have another size than those of this collection");
    }
    return {checked.offset(), checked.crc(), randomness == randomness_name(true)};
  } catch (const nlohmann::json::exception&) {
    fail_sealed("the header of the reports is not one of report files (.srep)");
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    fail_sealed(error.what());
  }
}

}  // namespace

ReportPrefix::ReportPrefix(const Collection& collection, bool is_private)
    : bytes(encode_collection_header(report_format, {collection.protocol->spec(), collection.id, is_private},
                                     collection.protocol->report_bytes())),
      crc(crc32c(as_bytes(bytes))) {
  append_little_endian(bytes, crc);
}

ReportsBody read_sealed_reports(std::string_view body, const Collection& collection, const ReportPrefixes& prefixes,
                                const BodyLimits& limits) {
  ForeignHeader header;
  if (body.starts_with(prefixes.of_private.bytes)) {
    header = {prefixes.of_private.bytes.size(), prefixes.of_private.crc, true};
  } else if (body.starts_with(prefixes.of_seeded.bytes)) {
    header = {prefixes.of_seeded.bytes.size(), prefixes.of_seeded.crc, false};
  } else {
    header = read_foreign_header(body, collection, prefixes.of_seeded.bytes.size());
  }
  ReportsBody reports;
  reports.is_private = header.is_private;
  const std::size_t report_bytes = collection.protocol->report_bytes();
  SealedParts parts(body.substr(header.bytes), header.crc);
  bool is_sealed = false;
  while (!parts.is_empty() || !is_sealed) {
    const std::uint8_t tag = parts.take_checked(1)[0];
    if (tag == seal_tag) {
      const auto total = load_little_endian<std::uint64_t>(parts.take_checked(8));
      parts.require_checksum("a seal");
      if (total != reports.reports) fail_sealed("the reports are damaged: a seal counts another number of them");
      is_sealed = true;
      continue;
    }
    if (tag != block_tag) fail_sealed("the reports are damaged: there is no such record");
    const auto count = load_little_endian<std::uint32_t>(parts.take_checked(4));
    parts.require_checksum("the size of a block");
    if (count == 0 || count > max_reports_per_block(report_bytes)) fail_sealed("the size of a block is impossible");
    if (reports.reports + count > limits.reports) {
      throw Problem("too-large", fmt::format("the batch has more than {} reports", limits.reports));
    }
    const auto block = parts.take_checked(count * report_bytes);
    parts.require_checksum("a block");
    reports.bytes.insert(reports.bytes.end(), block.begin(), block.end());
    reports.reports += count;
    is_sealed = false;
  }
  return reports;
}

}  // namespace sourdine
