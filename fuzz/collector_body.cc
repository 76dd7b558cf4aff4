// Bodies of batches: any bytes are read without harm, as sealed reports, JSON or compressed ones, within the limits;
// what is taken is whole reports, and sealed ones are those that the reader of report files reads. The first byte says
// as what to read the others.
#include <memory>
#include <string>

#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/body.h"
#include "sourdine/collector/problem.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/report_file.h"

namespace {

using namespace sourdine;
using fuzz::check;

constexpr BodyLimits small_limits{std::size_t{1} << 16, 1000};

struct FuzzedCollection {
  Collection collection;
  ReportPrefixes prefixes;
};

// Of the seeds: three labels, OUE.
const FuzzedCollection& fuzzed() {
  static const FuzzedCollection made = [] {
    Collection collection;
    collection.id = "seed";
    const Domain domain(std::vector<std::string>{"a", "b", "é"});
    collection.protocol = make_oracle(OracleSpec{.oracle = "oue", .domain = domain, .epsilon = 1, .parameters = {}});
    ReportPrefixes prefixes(collection);
    return FuzzedCollection{std::move(collection), std::move(prefixes)};
  }();
  return made;
}

void compare_with_reader(std::string_view text, const ReportsBody& body) {
  ReportReader reader(std::make_unique<InputBytes>("fuzz", text));
  Reports block(reader.protocol()->report_bytes());
  std::vector<std::uint8_t> bytes;
  while (reader.next(block)) bytes.insert(bytes.end(), block.bytes().begin(), block.bytes().end());
  check(bytes == body.bytes, "the reader of files finds the same reports");
  check(reader.header().is_private == body.is_private, "and the same randomness");
}

void read_as(std::uint8_t kind, std::string text) {
  HttpRequest request;
  const bool is_json = kind % 2 == 1;
  request.headers.emplace_back("content-type", is_json ? "application/json" : "application/vnd.sourdine.reports");
  // Most inputs should get past the beginning of the file.
  if (kind / 2 % 4 == 1) text.insert(0, fuzzed().prefixes.of_private.bytes);
  if (kind / 2 % 4 == 2) request.headers.emplace_back("content-encoding", "gzip");
  if (kind / 2 % 4 == 3) request.headers.emplace_back("content-encoding", "zstd");
  request.body = std::move(text);
  try {
    const auto& [collection, prefixes] = fuzzed();
    const ReportsBody body = read_reports_body(request, collection, prefixes, small_limits);
    check(body.reports > 0 && body.reports <= small_limits.reports, "no more reports than there may be");
    check(body.bytes.size() == body.reports * collection.protocol->report_bytes(), "all of them are whole");
    if (!is_json && kind / 2 % 4 < 2) compare_with_reader(request.body, body);
  } catch (const Problem& problem) {
    check(problem.row().status >= 400 && problem.row().status < 500, "what is wrong is the body");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  read_as(data[0], std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  return 0;
}
