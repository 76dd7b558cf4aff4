#include "sourdine/range/range_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "range/exact_ranges.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/grid.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/range/stream_counter.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::some_counts;
using testing::TemporaryDirectory;

std::string bytes_of(const RangeStructure& structure) {
  std::string bytes;
  OutputBytes output(bytes);
  structure.write(output);
  return bytes;
}

std::unique_ptr<RangeStructure> read_bytes(std::string_view bytes) {
  InputBytes input("'r.srng'", bytes);
  return read_range(input);
}

std::vector<std::unique_ptr<RangeStructure>> samples() {
  SeededBits random(400);
  std::vector<std::unique_ptr<RangeStructure>> structures;
  structures.push_back(CentralTree::build({30, 4, 1}, some_counts(30), random));
  structures.push_back(CentralTree::build({30, 30, 0.5, Neighbours::replace}, some_counts(30), random));
  structures.push_back(CentralTree::build(
      {.size = 30, .degree = 3, .epsilon = 1, .neighbours = Neighbours::add_remove, .shares = {1, 2, 3, 4, 5}},
      some_counts(30), random));
  for (const LocalTreeSpec& spec :
       {LocalTreeSpec{.size = 30, .degree = 4, .epsilon = 1, .oracle = "adp", .weights = {1, 2, 3}},
        LocalTreeSpec{30, 30, 1, "olh"}, LocalTreeSpec{30, 2, 1, "haar"}}) {
    const auto protocol = std::make_shared<const RangeProtocol>(spec);
    Tally tally = protocol->empty_tally();
    protocol->simulate(some_counts(30), random, tally);
    structures.push_back(std::make_unique<LocalTree>(protocol, tally, true));
  }
  auto stream = std::make_unique<StreamCounter>(StreamSpec{1, std::nullopt});
  for (int step = 0; step < 30; ++step) stream->push(4, random);
  structures.push_back(std::move(stream));
  return structures;
}

TEST(RangeFile, GivesBackEveryStructureAsItWas) {
  const TemporaryDirectory directory;
  for (const auto& structure : samples()) {
    SCOPED_TRACE(structure->kind());
    save_range(directory.file("r.srng"), *structure);
    const auto again = load_range(directory.file("r.srng"));
    EXPECT_EQ(again->kind(), structure->kind());
    EXPECT_EQ(again->is_private(), structure->is_private());
    EXPECT_EQ(again->guarantee().epsilon, structure->guarantee().epsilon);
    EXPECT_EQ(bytes_of(*again), bytes_of(*structure));
    for (const Range range : {Range{0, 29}, {7, 7}, {2, 25}}) {
      EXPECT_EQ(again->answer(range).value, structure->answer(range).value);
      EXPECT_EQ(again->answer(range).upper, structure->answer(range).upper);
    }
  }
}

TEST(RangeFile, KeepsWhatTheValuesStandFor) {
  for (const auto& structure : samples()) {
    SCOPED_TRACE(structure->kind());
    const auto plain = read_bytes(bytes_of(*structure));
    EXPECT_EQ(plain->domain(), "");
    structure->set_domain(R"({"first":"2014-01"})");
    const auto again = read_bytes(bytes_of(*structure));
    EXPECT_EQ(again->domain(), structure->domain());
    EXPECT_NE(input_error([&] { again->merge(*plain); }), "no error");
  }
}

TEST(RangeFile, MergesWhatWasRead) {
  for (const auto& structure : samples()) {
    if (structure->kind() == StreamCounter::file_kind) continue;
    const double value = structure->answer({3, 20}).value;
    structure->merge(*read_bytes(bytes_of(*structure)));
    EXPECT_NEAR(structure->answer({3, 20}).value, 2 * value, 1e-6 * (1 + std::abs(value)));
  }
}

TEST(RangeFile, DamageAnywhereIsFound) {
  const std::string bytes = bytes_of(*samples().front());
  for (std::size_t at = 0; at < bytes.size(); at += 7) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 4);
    EXPECT_NE(input_error([&] { read_bytes(damaged); }), "no error") << at;
  }
  for (std::size_t length = 0; length < bytes.size(); length += 5) {
    EXPECT_NE(input_error([&] { read_bytes(std::string_view(bytes).substr(0, length)); }), "no error") << length;
  }
  EXPECT_EQ(input_error([&] { read_bytes(bytes + "x"); }), "'r.srng' is damaged: something follows its end");
  EXPECT_EQ(input_error([&] { read_bytes(bytes.substr(0, bytes.size() - 1)); }),
            "'r.srng' is cut short: it ends after " + std::to_string(bytes.size() - 1) + " bytes");
  std::string damaged = bytes;
  damaged[bytes.size() - 9] ^= 1;
  EXPECT_EQ(input_error([&] { read_bytes(damaged); }), "'r.srng' is damaged: it does not match its checksum");
}

TEST(RangeFile, AnotherVersionIsRefused) {
  std::string bytes = bytes_of(*samples().front());
  bytes[8] = 2;
  EXPECT_EQ(input_error([&] { read_bytes(bytes); }),
            "'r.srng' has version 2 of the format; this program reads versions up to 1");
  EXPECT_EQ(input_error([] { read_bytes("not a range file at all"); }), "'r.srng' is not a range file (.srng)");
  EXPECT_NE(input_error([] { load_range("/nowhere/r.srng"); }), "no error");
}

TEST(RangeFile, NumbersThatDoNotFitAreRefused) {
  const auto refused = [](RangeRecord record) {
    std::string bytes;
    OutputBytes output(bytes);
    write_range_record(output, record);
    return input_error([&] { read_bytes(bytes); });
  };
  const std::string bytes = bytes_of(*samples().front());
  InputBytes good("'r.srng'", bytes);
  const RangeRecord record = read_range_record(good);
  RangeRecord changed = record;
  changed.words.pop_back();
  EXPECT_EQ(refused(changed), "'r.srng' cannot be read: it has too few numbers for its tree");
  changed = record;
  changed.words.push_back(0);
  EXPECT_EQ(refused(changed), "'r.srng' cannot be read: its numbers do not fit its tree");
  changed = record;
  changed.kind = "other";
  EXPECT_EQ(refused(changed), "'r.srng' holds a structure of another kind, 'other'");
  changed.kind = "stream";
  EXPECT_NE(refused(changed), "no error");
  changed = record;
  changed.spec = "{}";
  EXPECT_NE(refused(changed), "no error");
}

// What nobody would write is refused, though it could be read: here, a key that means nothing.
TEST(RangeFile, ASpecHasOneForm) {
  for (const auto& structure : samples()) {
    const std::string written = bytes_of(*structure);
    InputBytes input("'r.srng'", written);
    RangeRecord record = read_range_record(input);
    record.spec.insert(1, R"("a":0,)");
    std::string bytes;
    OutputBytes output(bytes);
    write_range_record(output, record);
    EXPECT_EQ(input_error([&] { read_bytes(bytes); }), "'r.srng' cannot be read: its spec is not in canonical form");
  }
}

// 1e300 as a whole number would be undefined, not only wrong.
TEST(RangeFile, WholeNumbersAreWrittenAsSuch) {
  auto structures = samples();
  SeededBits random(401);
  auto stream = std::make_unique<StreamCounter>(StreamSpec{1, 100});
  stream->push(4, random);
  structures.push_back(std::move(stream));
  std::size_t tried = 0;
  const auto try_with = [&tried](const RangeRecord& record, const nlohmann::json& spec) {
    RangeRecord other = record;
    other.spec = spec.dump();
    std::string bytes;
    OutputBytes output(bytes);
    write_range_record(output, other);
    const std::string message = input_error([&] { read_bytes(bytes); });
    EXPECT_NE(message.find("actual type is number"), std::string::npos) << message << other.spec;
    ++tried;
  };
  const nlohmann::json wrongs[] = {1e300, -1, 1.5};
  for (const auto& structure : structures) {
    const std::string written = bytes_of(*structure);
    InputBytes input("'r.srng'", written);
    const RangeRecord record = read_range_record(input);
    const auto spec = nlohmann::json::parse(record.spec);
    for (const auto& [key, value] : spec.items()) {
      for (const nlohmann::json& wrong : wrongs) {
        auto changed = spec;
        if (value.is_number_unsigned()) {
          changed[key] = wrong;
        } else if (key == "shares" || key == "weights") {
          changed[key] = {wrong};
        } else {
          continue;
        }
        try_with(record, changed);
      }
    }
  }
  // size, degree, parts and shares of three central trees; size, degree and weights of three local ones; a horizon.
  EXPECT_EQ(tried, 3U * (3 * 4 + 3 * 3 + 1));
}

TEST(RangeStructure, IntervalsOfImpossibleEstimatesAreThoseOfTheNearestCount) {
  const auto interval = [](double value) {
    const Estimate estimate = count_estimate(value, 2, 4, 100);
    EXPECT_EQ(estimate.value, value);
    return std::pair(estimate.lower, estimate.upper);
  };
  EXPECT_EQ(interval(50), std::pair(46.0, 54.0));
  EXPECT_EQ(interval(1), std::pair(0.0, 5.0));
  EXPECT_EQ(interval(-90), std::pair(0.0, 4.0));
  EXPECT_EQ(interval(99), std::pair(95.0, 100.0));
  EXPECT_EQ(interval(190), std::pair(96.0, 100.0));
}

TEST(RangeFile, RefusesToWriteNamesThatItCouldNotRead) {
  SeededBits random(402);
  const auto tree = CentralTree::build({4, 2, 1}, some_counts(4), random);
  tree->set_domain("\"" + std::string(std::size_t{1} << 20, 'x') + "\"");
  EXPECT_NE(input_error([&] { bytes_of(*tree); }).find("more than the 1048576 that are read"), std::string::npos);
}

TEST(RangeFile, GridsHaveAKindOfTheirOwn) {
  SeededBits random(401);
  const TemporaryDirectory directory;
  Grid grid = Grid::build(
      {.rows = 5, .columns = 12, .row_degree = 5, .column_degree = 3, .epsilon = 1, .neighbours = Neighbours::replace},
      some_counts(60), random);
  grid.set_domain(R"({"rows":"five towns"})");
  grid.save(directory.file("g.srng"));
  const Grid again = Grid::load(directory.file("g.srng"));
  EXPECT_EQ(again.spec(), grid.spec());
  EXPECT_EQ(again.domain(), grid.domain());
  EXPECT_EQ(again.answer({{1, 3}, {2, 9}}).value, grid.answer({{1, 3}, {2, 9}}).value);
  EXPECT_EQ(again.guarantee().epsilon, grid.guarantee().epsilon);
  EXPECT_EQ(input_error([&] { load_range(directory.file("g.srng")); }),
            "'" + directory.file("g.srng") + "' holds a structure of another kind, 'grid'");

  std::string bytes;
  OutputBytes output(bytes);
  grid.write(output);
  InputBytes input("'g.srng'", bytes);
  RangeRecord record = read_range_record(input);
  record.spec.replace(record.spec.find(R"("rows":5)"), 8, R"("rows":1e300)");
  std::string changed;
  OutputBytes changed_output(changed);
  write_range_record(changed_output, record);
  InputBytes changed_input("'g.srng'", changed);
  const std::string message = input_error([&] { Grid::read(changed_input); });
  EXPECT_NE(message.find("actual type is number"), std::string::npos) << message;
}

}  // namespace
}  // namespace sourdine
