// The body of a batch of reports: a sealed .srep or JSON, as it is or compressed. Nothing here trusts its sender: the
// memory that a body takes is bounded by the limits, whatever it says about itself, and no protocol is made from it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/collector/collection.h"
#include "sourdine/collector/http/message.h"

namespace sourdine {

struct BodyLimits {
  std::size_t bytes = std::size_t{16} << 20;  // before and after decompression
  std::uint64_t reports = 1'000'000;
};

// What every .srep of a collection begins with: most bodies are known by comparing these bytes.
struct ReportPrefix {
  std::string bytes;      // header and checksum
  std::uint32_t crc = 0;  // of the header: what the blocks' checksums go on from

  ReportPrefix(const Collection& collection, bool is_private);
};
struct ReportPrefixes {
  ReportPrefix of_private, of_seeded;

  explicit ReportPrefixes(const Collection& collection) : of_private(collection, true), of_seeded(collection, false) {}
};

struct ReportsBody {
  std::vector<std::uint8_t> bytes;  // packed reports; whether the protocol can have made them is not known yet
  std::uint64_t reports = 0;
  bool is_private = true;
};

// By Content-Type and Content-Encoding. Throws Problem: unsupported-media-type, unsupported-encoding, too-large,
// malformed-reports, malformed-json, wrong-spec.
ReportsBody read_reports_body(const HttpRequest& request, const Collection& collection, const ReportPrefixes& prefixes,
                              const BodyLimits& limits);

enum class ReportsType { sealed, json };
// The media type in small letters, without its parameters.
std::string media_type(const HttpRequest& request);
// What the headers say, before there is a body. Throw Problem.
ReportsType require_reports_type(const HttpRequest& request);
void require_known_encoding(const HttpRequest& request);

// The parts, for tests and fuzzers.
ReportsBody read_sealed_reports(std::string_view body, const Collection& collection, const ReportPrefixes& prefixes,
                                const BodyLimits& limits);
ReportsBody read_json_reports(std::string_view body, const Collection& collection, const BodyLimits& limits);
// What the body holds. `encoding`: "", "identity", "gzip" or "zstd".
std::string decompressed_body(std::string_view body, std::string_view encoding, std::size_t max_bytes);

}  // namespace sourdine
