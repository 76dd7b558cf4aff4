// What the tests of report files share: writers of one oracle's reports, and a reader that adds them up.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/input_file.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine::testing::report_files {

struct Wanted {
  OracleSpec spec;
  std::string collection;
  bool is_private;
};

inline ReportWriter writer_into(std::string& bytes, const Wanted& wanted) {
  return {std::make_unique<OutputBytes>(bytes), *make_oracle(wanted.spec), wanted.collection, wanted.is_private};
}
inline ReportWriter created(const std::string& path, const Wanted& wanted) {
  return ReportWriter::create(path, *make_oracle(wanted.spec), wanted.collection, wanted.is_private);
}
inline ReportWriter appended(const std::string& path, const Wanted& wanted) {
  return ReportWriter::append(path, *make_oracle(wanted.spec), wanted.collection, wanted.is_private);
}

inline Wanted header(double epsilon = 1, std::string collection = "towns 2024") {
  return {{"oue", Domain(std::vector<std::string>{"Besançon", "Dole", "Pontarlier"}), epsilon, {}}, collection, false};
}

inline Reports some_reports(const Wanted& header, std::size_t count, std::uint64_t seed) {
  const auto oracle = make_oracle(header.spec);
  SeededBits random(seed);
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Value>(i % oracle->k());
  Reports reports(oracle->report_bytes());
  oracle->randomize(values, random, reports);
  return reports;
}

struct Result {
  Tally tally;
  std::optional<TornTail> torn;
};

inline Result read(std::unique_ptr<Input> input, Torn torn) {
  ReportReader reader(std::move(input), torn);
  Result result{reader.protocol()->empty_tally(), {}};
  Reports block(reader.protocol()->report_bytes());
  while (reader.next(block)) reader.protocol()->tally(block, result.tally);
  result.torn = reader.torn();
  return result;
}

inline Result read_bytes(std::string_view bytes, Torn torn = Torn::stop) {
  return read(std::make_unique<InputBytes>("'r.srep'", bytes), torn);
}

// Three blocks of 5, 1 and 3 reports; `seals` after the first two and at the end, or at the end only.
inline std::string small_file(std::vector<std::size_t>* record_ends = nullptr) {
  std::string bytes;
  ReportWriter writer = writer_into(bytes, header());
  const auto mark = [&] {
    if (record_ends != nullptr) record_ends->push_back(bytes.size());
  };
  mark();
  for (const std::size_t count : {5U, 1U, 3U}) {
    writer.write(some_reports(header(), count, count));
    mark();
  }
  writer.close();
  mark();
  return bytes;
}

}  // namespace sourdine::testing::report_files
