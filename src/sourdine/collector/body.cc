#include "sourdine/collector/body.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/problem.h"
#include "sourdine/events/compressed_input.h"

namespace sourdine {
namespace {

std::string small_letters(std::string_view text) {
  std::string small(text);
  std::transform(small.begin(), small.end(), small.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
  return small;
}

}  // namespace

std::string media_type(const HttpRequest& request) {
  const std::string_view field = request.header("content-type");
  return small_letters(trimmed(field.substr(0, field.find(';'))));
}

ReportsType require_reports_type(const HttpRequest& request) {
  const std::string type = media_type(request);
  if (type == "application/vnd.sourdine.reports") return ReportsType::sealed;
  if (type == "application/json") return ReportsType::json;
  throw Problem("unsupported-media-type", type.empty() ? "the batch has no Content-Type"
                                                       : fmt::format("'{}' is no type of reports", shown(type)));
}

void require_known_encoding(const HttpRequest& request) {
  const std::string encoding = small_letters(trimmed(request.header("content-encoding")));
  if (encoding.empty() || encoding == "identity" || encoding == "gzip" || encoding == "zstd") return;
  throw Problem("unsupported-encoding", fmt::format("'{}' is no encoding that is known here", shown(encoding)));
}

std::string decompressed_body(std::string_view body, std::string_view encoding, std::size_t max_bytes) {
  const Compression stated = encoding == "gzip" ? Compression::gzip : Compression::zstd;
  if (find_compression(body) != stated) {
    throw Problem("malformed-reports", fmt::format("the body is not what Content-Encoding says: {}", encoding));
  }
  std::string whole;
  try {
    const auto input = decompressed(std::make_unique<InputBytes>("the body", body));
    constexpr std::size_t step = std::size_t{64} << 10;
    for (;;) {
      // Never more than one step beyond the limit is decompressed, whatever the body would become.
      const std::size_t before = whole.size();
      whole.resize(before + step);
      const std::size_t got = input->read({reinterpret_cast<std::uint8_t*>(whole.data()) + before, step});
      whole.resize(before + got);
      if (whole.size() > max_bytes) {
        throw Problem("too-large", fmt::format("the body would be more than {} bytes when decompressed", max_bytes));
      }
      if (got < step) return whole;
    }
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    throw Problem("malformed-reports", error.what());
  }
}

ReportsBody read_reports_body(const HttpRequest& request, const Collection& collection, const ReportPrefixes& prefixes,
                              const BodyLimits& limits) {
  const ReportsType type = require_reports_type(request);
  require_known_encoding(request);
  if (request.body.size() > limits.bytes) {
    throw Problem("too-large", fmt::format("the body has more than {} bytes", limits.bytes));
  }
  std::string_view body = request.body;
  std::string whole;
  const std::string encoding = small_letters(trimmed(request.header("content-encoding")));
  if (!encoding.empty() && encoding != "identity") body = whole = decompressed_body(body, encoding, limits.bytes);
  ReportsBody reports = type == ReportsType::sealed ? read_sealed_reports(body, collection, prefixes, limits)
                                                    : read_json_reports(body, collection, limits);
  if (reports.reports == 0) throw Problem("malformed-reports", "the batch holds no report");
  return reports;
}

}  // namespace sourdine
