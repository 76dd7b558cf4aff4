// Local ranges collected from the field: clients make their reports, three files hold them, and what is aggregated has
// the law of the simulation; intervals cover.
#include <gtest/gtest.h>

#include "sourdine/protocol/pipeline.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/range/range_file.h"
#include "support/statistics.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::binomial_test;
using testing::false_alarm;
using testing::TemporaryDirectory;

// The tally of people in three files of unlike size, each made by clients of its own.
Tally collected(const RangeProtocol& protocol, std::span<const Value> people, std::uint64_t seed) {
  const TemporaryDirectory directory;
  std::vector<std::string> files;
  const std::size_t ends[] = {people.size() / 7, people.size() / 2, people.size()};
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    files.push_back(directory.file(std::to_string(end) + ".srep"));
    ReportWriter writer = ReportWriter::create(files.back(), protocol, "ages", false);
    ValueSpan values(people.subspan(begin, end - begin));
    randomize_values(values, protocol, SeededSource(3 * seed + files.size()), writer, 1);
    writer.close();
    begin = end;
  }
  return aggregate_reports(files).result.tally;
}

// Pr[a report of a holder of `value` adds to the cell], by enumeration of the client's own code.
std::vector<double> cell_probabilities(const RangeProtocol& protocol, Value value) {
  std::vector<double> probabilities(protocol.cells());
  Branches branches;
  branches.explore([&](Branches& chance) {
    Reports report(protocol.report_bytes());
    protocol.enumerate({&value, 1}, chance, report.append(1));
    double probability = 1;
    for (const Fraction& step : chance.path()) {
      probability *= static_cast<double>(step.numerator) /
                     (step.denominator == 0 ? 0x1p64 : static_cast<double>(step.denominator));
    }
    Tally tally = protocol.empty_tally();
    protocol.tally(report, tally);
    for (std::size_t cell = 0; cell < tally.cells.size(); ++cell) {
      probabilities[cell] += probability * static_cast<double>(tally.cells[cell]);
    }
  });
  return probabilities;
}

TEST(LocalCollection, FilesOfClientsAndTheSimulationHaveTheLawOfTheEnumeratedChannel) {
  constexpr std::size_t people = 30'000;
  std::uint64_t seed = 900;
  const std::vector<LocalTreeSpec> specs = {{.size = 5, .degree = 2, .epsilon = 1},
                                            {.size = 5, .degree = 2, .epsilon = 1, .oracle = "haar"},
                                            {.size = 6, .degree = 3, .epsilon = 0.5, .oracle = "oue"}};
  for (const LocalTreeSpec& spec : specs) {
    const RangeProtocol protocol(spec);
    for (Value value = 0; value < spec.size; ++value) {
      const std::vector<double> probabilities = cell_probabilities(protocol, value);
      const Tally field = collected(protocol, std::vector<Value>(people, value), ++seed);
      Tally simulated = protocol.empty_tally();
      std::vector<std::uint64_t> histogram(spec.size);
      histogram[value] = people;
      SeededBits random(++seed);
      protocol.simulate(histogram, random, simulated);
      const double alarm = false_alarm / static_cast<double>(2 * specs.size() * spec.size * protocol.cells());
      for (std::size_t cell = 0; cell < protocol.cells(); ++cell) {
        EXPECT_GT(binomial_test(field.cells[cell], people, probabilities[cell]), alarm) << spec.oracle << " " << cell;
        EXPECT_GT(binomial_test(simulated.cells[cell], people, probabilities[cell]), alarm)
            << spec.oracle << " " << cell;
      }
    }
  }
}

TEST(LocalCollection, IntervalsCover) {
  constexpr std::uint64_t size = 16;
  constexpr int draws = 250;
  std::vector<Value> people;
  for (Value value = 0; value < size; ++value) people.insert(people.end(), 40 + 30 * (value % 5), value);
  std::vector<double> running = {0};
  for (Value value = 0; value < size; ++value) running.push_back(running.back() + 40 + 30 * (value % 5));
  const std::vector<Range> ranges = {{0, 7}, {3, 11}, {5, 5}, {1, 14}};
  for (const LocalTreeSpec& spec : {LocalTreeSpec{.size = size, .degree = 4, .epsilon = 2},
                                    LocalTreeSpec{.size = size, .degree = 2, .epsilon = 2, .oracle = "haar"}}) {
    const auto protocol = std::make_shared<const RangeProtocol>(spec);
    std::vector<std::uint64_t> missed(ranges.size());
    for (int draw = 0; draw < draws; ++draw) {
      const LocalTree tree(protocol, collected(*protocol, people, 10'000 + static_cast<std::uint64_t>(draw)), false);
      for (std::size_t i = 0; i < ranges.size(); ++i) {
        const double truth = running[ranges[i].last + 1] - running[ranges[i].first];
        const Estimate answer = tree.answer(ranges[i]);
        if (truth < answer.lower || truth > answer.upper) ++missed[i];
      }
    }
    // No more misses than one in twenty, beyond chance: 250 draws of 5 % exceed 36 once in ten million.
    for (std::size_t i = 0; i < ranges.size(); ++i) EXPECT_LE(missed[i], 36U) << spec.oracle << ", range " << i;
  }
}

}  // namespace
}  // namespace sourdine
