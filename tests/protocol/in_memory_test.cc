#include "sourdine/protocol/in_memory.h"

#include <gtest/gtest.h>

#include "sourdine/oracle/table.h"
#include "sourdine/protocol/pipeline.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/local_protocol.h"
#include "support/errors.h"
#include "support/temporary_directory.h"
#include "toy_protocol.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::ToyProtocol;

std::shared_ptr<const Protocol> oracle_of(const std::string& name, std::uint64_t k) {
  return make_oracle(table_spec(find_oracle(name), Domain(k), 1));
}

std::vector<Value> some_records(const Protocol& protocol, std::size_t count) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t a = 0; a < protocol.width(); ++a) {
      values.push_back(static_cast<Value>((i * i + a) % protocol.domain_size(a)));
    }
  }
  return values;
}

// Chunk after chunk, by the plain call.
Reports plain_reports(const Protocol& protocol, RecordsView records, const RandomSource& random,
                      std::uint64_t first_report) {
  Reports reports(protocol.report_bytes());
  const std::size_t chunk = reports_per_block(protocol.report_bytes());
  for (std::size_t first = 0; first < records.size(); first += chunk) {
    const auto part = records.subview(first, std::min(chunk, records.size() - first));
    random.with_stream(first_report + first, [&](Random& stream) { protocol.randomize(part, stream, reports); });
  }
  return reports;
}

void expect_plain(const Protocol& protocol, std::size_t count) {
  SCOPED_TRACE(std::string(protocol.spec()->json()) + ", " + std::to_string(count));
  const std::vector<Value> values = some_records(protocol, count);
  const RecordsView records{values, protocol.width()};
  const SeededSource random(4);
  const Reports plain = plain_reports(protocol, records, random, 100);
  Tally plain_tally = protocol.empty_tally();
  protocol.tally(plain, plain_tally);
  for (const std::size_t threads : {0U, 1U, 2U, 5U}) {
    Reports reports(protocol.report_bytes());
    randomize_all(protocol, records, random, reports.append(count), threads, 100);
    ASSERT_TRUE(std::ranges::equal(reports.bytes(), plain.bytes())) << threads;
    ASSERT_EQ(tally_all(protocol, plain, threads), plain_tally) << threads;
  }
}

TEST(ParallelInMemory, EveryOracleGivesThePlainReportsAndTheirTally) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(9), 1));
    for (const std::size_t count : {0U, 1U, 100U, 70'000U}) expect_plain(*oracle, count);
  }
}

TEST(ParallelInMemory, ChunksAreThoseOfThePlainWay) {
  for (const auto& protocol : {oracle_of("grr", 17), oracle_of("oue", 1024), oracle_of("grr", 1)}) {
    const std::size_t chunk = reports_per_block(protocol->report_bytes());
    for (const std::size_t count : {chunk - 1, chunk, chunk + 1, 3 * chunk - 1, 3 * chunk, 3 * chunk + 1}) {
      expect_plain(*protocol, count);
    }
  }
}

TEST(ParallelInMemory, OtherProtocolsAndSeveralAttributesToo) {
  const ToyProtocol toy(2, 3, 1);
  for (const std::size_t count : {0U, 1U, 65'536U, 65'537U, 200'000U}) expect_plain(toy, count);
  for (const ProtocolKind& kind : protocol_table().rows()) {
    if (kind.kind != RangeProtocol::protocol_kind) continue;
    for (const BenchCase& one : kind.bench_cases()) expect_plain(*one.protocol, 20'000);
  }
}

TEST(ParallelInMemory, TheReportsAreThoseOfTheFile) {
  const testing::TemporaryDirectory directory;
  const std::shared_ptr<const Protocol> protocol = oracle_of("oue", 17);
  const std::vector<Value> values = some_records(*protocol, 200'000);
  const SeededSource random(42);
  std::vector<std::uint8_t> in_file;
  for (const bool is_appended : {false, true}) {
    ReportWriter writer = is_appended ? ReportWriter::append(directory.file("r.srep"), *protocol, "c", false)
                                      : ReportWriter::create(directory.file("r.srep"), *protocol, "c", false);
    ValueSpan source(values);
    randomize_values(source, *protocol, random, writer, 2);
    writer.close();
  }
  ReportReader reader(directory.file("r.srep"));
  Reports block(protocol->report_bytes());
  while (reader.next(block)) in_file.insert(in_file.end(), block.bytes().begin(), block.bytes().end());
  std::vector<std::uint8_t> in_memory(in_file.size());
  const auto halves = std::span(in_memory);
  randomize_all(*protocol, {values, 1}, random, halves.first(halves.size() / 2));
  randomize_all(*protocol, {values, 1}, random, halves.subspan(halves.size() / 2), 0, values.size());
  EXPECT_TRUE(in_memory == in_file);
}

TEST(ParallelInMemory, TheFirstBadValueIsNamedAndNothingIsWritten) {
  const std::shared_ptr<const Protocol> protocol = oracle_of("grr", 17);
  std::vector<Value> values = some_records(*protocol, 1'200'000);
  values[600'000] = 17;
  values[600'001] = 18;
  values[1'199'999] = 19;
  std::vector<std::uint8_t> reports(values.size(), 0xee);
  for (const std::size_t threads : {1U, 2U, 8U}) {
    EXPECT_EQ(input_error([&] {
                randomize_all(*protocol, {values, 1}, SeededSource(1), reports, threads);
              }),
              "value 17 (number 600001) is outside the domain 0 … 16");
  }
  EXPECT_EQ(input_error([&] {
              randomize_all(*protocol, {values, 2}, SeededSource(1), reports);
            }),
            "a record of this protocol has 1 values, not 2");
  values[600'000] = values[600'001] = values[1'199'999] = 0;
  EXPECT_EQ(input_error([&] {
              randomize_all(*protocol, {values, 1}, SeededSource(1), std::span(reports).first(9));
            }),
            "1200000 reports of 1 bytes do not fit into 9 bytes");
  EXPECT_TRUE(std::ranges::all_of(reports, [](std::uint8_t byte) { return byte == 0xee; }));
}

TEST(ParallelInMemory, TheFirstImpossibleReportIsNamed) {
  const std::shared_ptr<const Protocol> protocol = oracle_of("grr", 17);
  Reports reports(1);
  const auto bytes = reports.append(300'000);
  bytes[140'000] = 17;
  bytes[140'001] = bytes[299'999] = 18;
  for (const std::size_t threads : {0U, 1U, 2U, 8U}) {
    EXPECT_EQ(input_error([&] { tally_all(*protocol, reports, threads); }),
              "report 140001 is not one that oracle 'grr' makes");
  }
  EXPECT_EQ(input_error([&] { tally_all(*oracle_of("oue", 1024), reports); }),
            "the reports are those of another protocol");
}

TEST(ParallelInMemory, StopsWhenAsked) {
  const std::shared_ptr<const Protocol> protocol = oracle_of("grr", 17);
  const std::vector<Value> values = some_records(*protocol, 100'000);
  Reports reports(1);
  const auto room = reports.append(values.size());
  StopSource stop;
  stop.ask();
  const auto is_cancelled = [](auto&& body) { return testing::error_code(body) == ErrorCode::cancelled; };
  for (const std::size_t threads : {1U, 2U}) {
    EXPECT_TRUE(is_cancelled([&] {
      randomize_all(*protocol, {values, 1}, SecureSource(), room, threads, 0, stop.token());
    }));
    EXPECT_TRUE(is_cancelled([&] { tally_all(*protocol, reports, threads, stop.token()); }));
  }
}

}  // namespace
}  // namespace sourdine
