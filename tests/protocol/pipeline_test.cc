#include "sourdine/protocol/pipeline.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_source.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

constexpr Value k = 17;

OracleSpec spec(double epsilon = 1) { return {"grr", Domain(k), epsilon, {}}; }

std::unique_ptr<const Oracle> grr(double epsilon = 1) { return make_oracle(spec(epsilon)); }

std::vector<Value> some_values(std::size_t count) {
  std::vector<Value> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<Value>(i * i % k);
  return values;
}

std::string bytes_of(const TallyFile& file) {
  std::string bytes;
  OutputBytes output(bytes);
  write_tally(output, file);
  return bytes;
}

class ParallelCollection : public ::testing::Test {
 protected:
  void randomize(const std::string& name, const std::vector<Value>& values, std::size_t threads,
                 bool is_appended = false, const std::string& collection = "c") {
    const auto oracle = make_oracle(spec());
    const SeededSource random(42);
    ReportWriter writer = is_appended ? ReportWriter::append(file(name), *oracle, collection, false)
                                      : ReportWriter::create(file(name), *oracle, collection, false);
    ValueSpan source(values);
    EXPECT_EQ(randomize_values(source, *oracle, random, writer, threads), values.size());
    writer.close();
  }
  std::string file(const std::string& name) const { return directory_.file(name); }

  TemporaryDirectory directory_;
};

TEST_F(ParallelCollection, SeededReportsDoNotDependOnTheNumberOfThreads) {
  const auto values = some_values(300'000);  // 4.6 chunks
  randomize("1.srep", values, 1);
  for (const std::size_t threads : {2U, 3U, 8U}) {
    randomize("n.srep", values, threads);
    EXPECT_TRUE(read_all(file("n.srep")) == read_all(file("1.srep"))) << threads;
  }
}

TEST_F(ParallelCollection, TextGivesTheSameReportsAsItsValuesWhateverTheNumberOfThreads) {
  const auto values = some_values(300'000);
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += std::to_string(values[i]) + (i % 1000 == 7 ? "\r\nx\n" : "\n");
  }
  randomize("values.srep", values, 1);
  const auto oracle = make_oracle(spec());
  for (const std::size_t threads : {1U, 2U, 8U}) {
    ValueReader source(std::make_unique<InputBytes>("'v.txt'", text), oracle->domain(),
                       {.on_bad_row = OnBadRow::skip, .block_bytes = 10'000});
    ReportWriter writer = ReportWriter::create(file("text.srep"), *grr(), "c", false);
    EXPECT_EQ(randomize_values(source, *oracle, SeededSource(42), writer, threads), values.size());
    writer.close();
    EXPECT_EQ(source.skipped(), 300U);
    EXPECT_TRUE(read_all(file("text.srep")) == read_all(file("values.srep"))) << threads;
  }
}

TEST_F(ParallelCollection, ADamagedBlockIsNamedWhateverTheNumberOfThreads) {
  randomize("r.srep", some_values(1'000'000), 2);
  const std::string whole = read_all(file("r.srep"));
  for (const std::size_t at : {std::size_t{500'000}, whole.size() - 100}) {
    std::string damaged = whole;
    damaged[at] ^= 1;
    damaged[at + 1] ^= 1;
    write_all(file("r.srep"), damaged);
    const std::string alone = input_error([&] {
      ReportReader reader(file("r.srep"));
      Reports block(1);
      while (reader.next(block)) {
      }
    });
    EXPECT_NE(alone.find("its reports do not match their checksum"), std::string::npos);
    for (const std::size_t threads : {1U, 2U, 8U}) {
      EXPECT_EQ(input_error([&] { aggregate_reports({file("r.srep")}, {.threads = threads}); }), alone);
    }
  }
}

TEST_F(ParallelCollection, ReportsAreInTheOrderOfTheValues) {
  const auto values = some_values(200'000);
  const auto oracle = grr(50);  // so large an ε that no report lies
  ReportWriter writer = ReportWriter::create(file("r.srep"), *oracle, "c", true);
  ValueSpan source(values);
  randomize_values(source, *oracle, SecureSource(), writer, 4);
  writer.close();
  ReportReader reader(file("r.srep"));
  Reports block(oracle->report_bytes());
  std::size_t i = 0;
  while (reader.next(block)) {
    for (std::size_t j = 0; j < block.size(); ++j) ASSERT_EQ(block[j][0], values[i++]);
  }
  EXPECT_EQ(i, values.size());
}

TEST_F(ParallelCollection, AppendedReportsUseStreamsOfTheirOwn) {
  const auto values = some_values(1000);
  randomize("r.srep", values, 2);
  randomize("r.srep", values, 2, true);
  ReportReader reader(file("r.srep"));
  Reports first(1);
  Reports second(1);
  ASSERT_TRUE(reader.next(first));
  ASSERT_TRUE(reader.next(second));
  EXPECT_FALSE(std::equal(first.bytes().begin(), first.bytes().end(), second.bytes().begin()));
}

TEST_F(ParallelCollection, TalliesAreTheSameBytesForAnySplitOrderAndNumberOfThreads) {
  const auto values = some_values(300'000);
  randomize("a.srep", {values.begin(), values.begin() + 100'000}, 2);
  randomize("b.srep", {values.begin() + 100'000, values.begin() + 100'001}, 2);
  randomize("c.srep", {values.begin() + 100'001, values.end()}, 2);
  const auto aggregate = [&](const std::vector<std::string>& names, std::size_t threads) {
    std::vector<std::string> paths;
    for (const std::string& name : names) paths.push_back(file(name));
    return aggregate_reports(paths, {.threads = threads}).result;
  };
  const TallyFile whole = aggregate({"a.srep", "b.srep", "c.srep"}, 1);
  EXPECT_EQ(whole.tally.reports, values.size());
  EXPECT_FALSE(whole.is_private);
  for (const std::size_t threads : {1U, 2U, 5U}) {
    EXPECT_EQ(bytes_of(aggregate({"c.srep", "a.srep", "b.srep"}, threads)), bytes_of(whole));
    TallyFile merged = aggregate({"c.srep"}, threads);
    merge(merged, aggregate({"b.srep", "a.srep"}, threads));
    EXPECT_EQ(bytes_of(merged), bytes_of(whole));
  }
}

TEST_F(ParallelCollection, EveryOracleOfTheTableGoesThroughFiles) {
  std::vector<Value> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<Value>(i % 5);
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(5), 1));
    const SeededSource random(1);
    ReportWriter writer = ReportWriter::create(file("r.srep"), *oracle, "c", false);
    ValueSpan source(values);
    randomize_values(source, *oracle, random, writer, 2);
    writer.close();
    Tally expected = oracle->empty_tally();
    random.with_stream(0, [&](Random& stream) {
      Reports reports(oracle->report_bytes());
      oracle->randomize(values, stream, reports);
      oracle->tally(reports, expected);
    });
    EXPECT_EQ(aggregate_reports({file("r.srep")}, {.threads = 2}).result.tally, expected) << row.name;
  }
}

TEST_F(ParallelCollection, AWrongValueIsReportedWithItsLineAndLeavesNothingBehind) {
  std::string text;
  for (int i = 0; i < 150'000; ++i) text += i == 140'000 ? "99\n" : i == 140'001 ? "x\n" : "3\n";
  const Domain domain(k);
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const std::string message = input_error([&] {
      ValueReader source(std::make_unique<InputBytes>("'v.txt'", text), domain);
      ReportWriter writer = ReportWriter::create(file("r.srep"), *grr(), "c", false);
      randomize_values(source, *make_oracle(spec()), SeededSource(1), writer, threads);
      writer.close();
    });
    EXPECT_EQ(message, "'v.txt', line 140001: value '99' is not in the domain (k = 17)");
    EXPECT_EQ(directory_.entries(), 0U);
  }
}

TEST_F(ParallelCollection, AWrongNumberInMemoryIsReportedWithItsPlaceAndLeavesNothingBehind) {
  auto values = some_values(150'000);
  values[140'000] = k;
  values[140'001] = k + 1;
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const std::string message = input_error([&] { randomize("r.srep", values, threads); });
    EXPECT_EQ(message, "value 17 (number 140001) is outside the domain 0 … 16");
    EXPECT_EQ(directory_.entries(), 0U);
  }
  // Numbers count from the first value given, not from the first report of a file that is continued.
  randomize("r.srep", some_values(100), 1);
  EXPECT_EQ(input_error([&] { randomize("r.srep", values, 2, true); }),
            "value 17 (number 140001) is outside the domain 0 … 16");
}

TEST_F(ParallelCollection, AFullDiskStopsEverythingWithItsReason) {
  const auto values = some_values(1'000'000);
  const std::string message = testing::io_error([&] {
    ReportWriter writer = ReportWriter::create("/dev/full", *grr(), "c", true);
    ValueSpan source(values);
    randomize_values(source, *make_oracle(spec()), SecureSource(), writer, 3);
    writer.close();
  });
  EXPECT_EQ(message, "cannot write '/dev/full': No space left on device");
}

TEST_F(ParallelCollection, SeededReportsCannotGoIntoAFileThatSaysSecure) {
  const auto values = some_values(10);
  ValueSpan source(values);
  ReportWriter writer = ReportWriter::create(file("r.srep"), *grr(), "c", true);
  EXPECT_THROW(randomize_values(source, *make_oracle(spec()), SeededSource(1), writer), Error);
  EXPECT_THROW(randomize_values(source, *make_oracle(spec(2)), SecureSource(), writer), Error);
}

TEST_F(ParallelCollection, FilesThatDoNotBelongTogetherAreRefused) {
  randomize("a.srep", some_values(10), 1);
  randomize("b.srep", some_values(10), 1, false, "d");
  EXPECT_EQ(input_error([&] {
              aggregate_reports({file("a.srep"), file("b.srep")});
            }),
            "'" + file("b.srep") + "' belongs to another collection: 'd', not 'c'");
  EXPECT_EQ(input_error([&] {
              aggregate_reports({file("a.srep"), file("a.srep")});
            }),
            "'" + file("a.srep") + "' is given twice");
  EXPECT_EQ(input_error([] { aggregate_reports({}); }), "there are no report files to add up");
}

TEST_F(ParallelCollection, TheFirstBadPlaceInInputOrderIsReported) {
  ReportWriter writer = ReportWriter::create(file("r.srep"), *grr(), "c", false);
  for (int i = 0; i < 40; ++i) {
    Reports reports(1);
    const auto bytes = reports.append(1000);
    if (i >= 20) bytes[static_cast<std::size_t>(i)] = k;  // not a report of this oracle
    writer.write(reports);
  }
  writer.close();
  for (const std::size_t threads : {1U, 2U, 8U}) {
    EXPECT_EQ(input_error([&] { aggregate_reports({file("r.srep")}, {.threads = threads}); }),
              "'" + file("r.srep") + "', block 21: report 21 is not one that oracle 'grr' makes");
  }
}

// From a pipe every block is read where it comes, from a file later, by the thread that counts it.
TEST_F(ParallelCollection, APipeGivesTheTallyOfTheFile) {
  randomize("r.srep", some_values(300'000), 2);
  const std::string bytes = read_all(file("r.srep"));
  ASSERT_EQ(::mkfifo(file("pipe").c_str(), 0600), 0);
  const std::string of_file = bytes_of(aggregate_reports({file("r.srep")}, {.threads = 2}).result);
  for (const std::size_t threads : {1U, 2U, 8U}) {
    const std::jthread writer([&] { write_all(file("pipe"), bytes); });
    EXPECT_TRUE(bytes_of(aggregate_reports({file("pipe")}, {.threads = threads}).result) == of_file) << threads;
  }
}

TEST_F(ParallelCollection, TornFilesAreReadAsFarAsAskedAndStated) {
  randomize("a.srep", some_values(100'000), 2);
  randomize("b.srep", some_values(10), 1);
  const std::string whole = read_all(file("a.srep"));
  write_all(file("a.srep"), whole.substr(0, whole.size() - 20));
  const std::vector<std::string> paths{file("a.srep"), file("b.srep")};
  EXPECT_NE(input_error([&] { aggregate_reports(paths); }).find("is cut short after 1 whole block (65536 reports)"),
            std::string::npos);
  const Aggregate partial = aggregate_reports(paths, {.threads = 2, .torn = Torn::keep_whole_blocks});
  EXPECT_EQ(partial.result.tally.reports, 65'546U);
  ASSERT_EQ(partial.torn.size(), 1U);
  EXPECT_EQ(partial.torn[0].file, "'" + file("a.srep") + "'");
  EXPECT_EQ(partial.torn[0].reports_kept, 65'536U);
}

}  // namespace
}  // namespace sourdine
