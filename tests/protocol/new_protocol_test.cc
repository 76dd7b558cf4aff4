// What a new Protocol gets for its own file and one row: files, the pipeline, merging, the accumulator, the audit.
#include <gtest/gtest.h>

#include "protocol/toy_protocol.h"
#include "sourdine/audit/audit.h"
#include "sourdine/protocol/accumulator.h"
#include "sourdine/protocol/pipeline.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::table_with_toy;
using testing::TemporaryDirectory;
using testing::ToyProtocol;

std::vector<Value> some_records(std::size_t count) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < count; ++i) {
    values.push_back(static_cast<Value>(i % 4));
    values.push_back(static_cast<Value>(i * i % 7));
  }
  return values;
}

class NewProtocol : public ::testing::Test {
 protected:
  void randomize(const std::string& name, const std::vector<Value>& values, std::uint64_t seed) {
    ReportWriter writer = ReportWriter::create(directory_.file(name), toy_, "c", false);
    ValueSpan source(values);
    EXPECT_EQ(randomize_values(source, toy_, SeededSource(seed), writer, 2), values.size() / 2);
    writer.close();
  }

  const ToyProtocol toy_{4, 7, 1};
  const ProtocolTable table_ = table_with_toy();
  TemporaryDirectory directory_;
};

TEST_F(NewProtocol, GoesThroughReportFilesAggregationInPartsAndMerging) {
  const auto values = some_records(100'000);
  randomize("a.srep", values, 1);
  randomize("b.srep", some_records(7), 2);
  const auto path = [this](const std::string& name) { return directory_.file(name); };
  const Aggregate all = aggregate_files({path("a.srep"), path("b.srep")}, {.threads = 2}, table_);
  EXPECT_EQ(all.result.tally.reports, 100'007U);
  EXPECT_EQ(all.protocol->width(), 2U);
  // In parts: a tally file of the one, added to the reports of the other.
  write_tally_file(path("a.stly"), aggregate_reports({path("a.srep")}, {}, table_).result);
  EXPECT_EQ(aggregate_files({path("b.srep"), path("a.stly")}, {}, table_).result, all.result);
  TallyFile merged = read_tally_file(path("a.stly"), table_);
  merge(merged, aggregate_reports({path("b.srep")}, {}, table_).result);
  EXPECT_EQ(merged, all.result);
  const TallyView first = toy_.parts().view(all.result.tally.cells, 0);
  const TallyView second = toy_.parts().view(all.result.tally.cells, 1);
  EXPECT_EQ(first.reports + second.reports, 100'007U);
  // Who does not know the kind says so.
  EXPECT_NE(input_error([&] { aggregate_files({path("a.srep")}); }).find("unknown kind of protocol 'toy'"),
            std::string::npos);
}

TEST_F(NewProtocol, IsAuditedByEnumerationAndBySampling) {
  SeededBits random(50);
  const ProtocolTable toy_alone({table_.find("toy")});
  const AuditReport report = audit_all({}, random, {.trials = 20'000}, toy_alone, {});
  ASSERT_EQ(report.exact.size(), 1U);
  EXPECT_EQ(report.exact[0].kind, "toy");
  EXPECT_EQ(report.exact[0].k, 6U);
  EXPECT_TRUE(report.exact[0].passed) << report.exact[0].note;
  ASSERT_EQ(report.empirical.size(), 1U);
  EXPECT_TRUE(report.empirical[0].passed) << report.empirical[0].note;
}

TEST_F(NewProtocol, RefusesRecordsOutsideItsDomains) {
  std::vector<std::uint8_t> reports(4, 9);
  SeededBits random(1);
  const std::vector<Value> bad = {3, 6, 1, 7};
  EXPECT_EQ(input_error([&] {
              toy_.randomize_into({bad, 2}, random, reports);
            }),
            "value 7 (record 2, attribute 2) is outside the domain 0 … 6");
  EXPECT_EQ(reports, (std::vector<std::uint8_t>(4, 9)));  // nothing was written
  EXPECT_EQ(input_error([&] {
              toy_.randomize_into({bad, 1}, random, reports);
            }),
            "a record of this protocol has 2 values, not 1");
  EXPECT_EQ(input_error([&] {
              toy_.randomize_into({std::span(bad).first(2), 2}, random, reports);
            }),
            "1 reports of 2 bytes do not fit into 4 bytes");
}

}  // namespace
}  // namespace sourdine
