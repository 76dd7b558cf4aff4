#include "sourdine/ranges/stream.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "range/zero_noise.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using Counts = std::vector<std::uint64_t>;

class StreamCountsTest : public ::testing::Test {
 protected:
  RangeRows rows(const std::string& text) const {
    testing::write_all(directory_.file("rows"), text);
    RangeRows rows;
    rows.source = directory_.file("rows");
    return rows;
  }
  RangeRows dated(const std::string& text, const std::string& to) const {
    RangeRows asked = rows(text);
    asked.column = "when";
    asked.to = to;
    return asked;
  }
  void count_steps(StreamCounter& stream, int steps) {
    for (int step = 0; step < steps; ++step) stream.push(1, zero_);
  }
  std::string refusal(const RangeRows& asked, const StreamCounter& stream,
                      std::optional<std::uint64_t> after = {}) const {
    return input_error([&] { read_stream_counts(asked, stream, after); });
  }

  testing::TemporaryDirectory directory_;
  testing::ZeroNoise zero_;
};

TEST_F(StreamCountsTest, NamesSteps) {
  StreamCounter numbers({1, std::nullopt}), days({1, std::nullopt}), weeks({1, std::nullopt});
  numbers.set_domain(stream_domain(std::nullopt, ""));
  days.set_domain(stream_domain(Period::day, "2026-02"));
  weeks.set_domain(stream_domain(Period::week, "2026-01-01"));
  EXPECT_EQ(step_label(numbers, 0), "1");
  EXPECT_EQ(step_label(days, 28), "2026-03-01");
  EXPECT_EQ(step_label(weeks, 1), "2026-W02");
  EXPECT_EQ(step_label(StreamCounter({1, 5}), 3), "3");  // made by a program that does not name them
  EXPECT_EQ(input_error([] { stream_domain(Period::day, "yesterday"); }),
            "the first step must be a date, not 'yesterday'");
}

TEST_F(StreamCountsTest, ReadsOneCountPerLineOrRow) {
  const StreamCounter stream({1, std::nullopt});
  EXPECT_EQ(read_stream_counts(rows("3\n0\r\n 12 "), stream).counts, (Counts{3, 0, 12}));
  RangeRows table = rows("n,town\n3,a\n0,b\n");
  table.counts.assign(1, 'n');
  EXPECT_EQ(read_stream_counts(table, stream).counts, (Counts{3, 0}));
  // A step that is passed over would move all that follow.
  EXPECT_EQ(refusal(rows("3\n\n4\n"), stream),
            fmt::format("'{}', line 2: '' is not a whole number of at least 0", directory_.file("rows")));
  EXPECT_EQ(refusal(rows("3\n-4\n"), stream),
            fmt::format("'{}', line 2: '-4' is not a whole number of at least 0", directory_.file("rows")));
  EXPECT_EQ(refusal(rows(""), stream), "there is no count to append");
}

TEST_F(StreamCountsTest, TakesEveryPeriodFromTheNextStepToTheLastThatIsAskedFor) {
  StreamCounter stream({1, std::nullopt});
  stream.set_domain(stream_domain(Period::day, "2026-03-01"));
  count_steps(stream, 2);
  const std::string text = "when\n2026-03-01\n2026-03-03 09:00\n2026-03-05\n2026-03-05\n2026-03-07\n";
  const StreamCounts read = read_stream_counts(dated(text, "2026-03-06"), stream);
  EXPECT_EQ(read.counts, (Counts{1, 0, 2, 0}));
  EXPECT_EQ(read.rows, (RowsRead{.records = 3, .outside = 2}));
  // The same steps whatever the data: nobody's record makes the stream longer.
  EXPECT_EQ(read_stream_counts(dated("when\n", "2026-03-06"), stream).counts, (Counts{0, 0, 0, 0}));
}

TEST_F(StreamCountsTest, NeverCountsAStepTwice) {
  StreamCounter stream({1, std::nullopt});
  stream.set_domain(stream_domain(Period::day, "2026-03-01"));
  count_steps(stream, 2);
  EXPECT_EQ(refusal(dated("when\n2026-03-01\n", "2026-03-02"), stream),
            "the stream has all steps up to 2026-03-02 already");
  const RangeRows again = rows("5\n");
  EXPECT_EQ(refusal(again, stream, 1), "the stream has seen 2 steps, not 1");
  EXPECT_EQ(read_stream_counts(again, stream, 2).counts, (Counts{5}));
}

TEST_F(StreamCountsTest, SaysWhatIsMissing) {
  StreamCounter days({1, std::nullopt}), numbers({1, std::nullopt});
  days.set_domain(stream_domain(Period::day, "2026-03-01"));
  numbers.set_domain(stream_domain(std::nullopt, ""));
  EXPECT_EQ(
      refusal(dated("when\n2026-03-01\n", ""), days),
      "the last period to append is missing: how many steps a stream has is public, and must not depend on the data");
  EXPECT_EQ(refusal(dated("when\n2026-03-01\n", "2026-03-01"), numbers),
            "the steps of this stream are numbers, and have no dates");
  RangeRows undated = rows("5\n");
  undated.to = "2026-03-01";
  EXPECT_EQ(refusal(undated, days), "--to, --time-format and --on-bad-row are for rows with dates");
}

}  // namespace
}  // namespace sourdine
