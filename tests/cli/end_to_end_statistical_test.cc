// The whole road through the command line, for every oracle of the table: values made as `seq` would → randomize in
// three parts → aggregate each → merge → estimate. Over 200 seeded repetitions, the intervals cover the truth at the
// rate they state.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app.h"
#include "sourdine/oracle/table.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

// What an interval is, tests/estimate shows with a thousand collections of every oracle; here, that the road does not
// change it.
constexpr int repetitions = 200;
constexpr Value k = 17;
constexpr int parts = 3;
constexpr int values_per_part = 200;

class Scratch {
 public:
  Scratch() : path_(std::filesystem::path("/dev/shm") / ("sourdine-" + std::to_string(getpid()))) {
    // Files in memory: the repetitions write 10,000 of them and each is flushed.
    std::error_code error;
    if (!std::filesystem::create_directory(path_, error)) {
      path_ = std::filesystem::temp_directory_path() / path_.filename();
      std::filesystem::create_directory(path_);
    }
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

std::string sourdine(const std::vector<std::string>& arguments) {
  std::ostringstream out;
  std::ostringstream err;
  EXPECT_EQ(cli::run(arguments, out, err), 0) << err.str();
  return out.str();
}

// Part p holds v mod 17 for consecutive v, and the last part a surplus of the value 3: a skewed truth.
Value value_at(int part, int i) { return part == parts - 1 && i % 2 == 0 ? 3 : static_cast<Value>(part + i) % k; }

class EndToEnd : public ::testing::TestWithParam<std::string> {};

TEST_P(EndToEnd, IntervalsCoverTheTruthAtTheStatedRate) {
  const Scratch scratch;
  std::vector<std::uint64_t> truth(k);
  for (int part = 0; part < parts; ++part) {
    std::ofstream file(scratch / ("values-" + std::to_string(part)));
    for (int i = 0; i < values_per_part; ++i) {
      ++truth[value_at(part, i)];
      file << value_at(part, i) << '\n';
    }
  }

  const OracleSpec spec = table_spec(find_oracle(GetParam()), Domain(k), 2);
  std::vector<std::uint64_t> covered(k);
  for (int repetition = 0; repetition < repetitions; ++repetition) {
    std::vector<std::string> tallies;
    for (int part = 0; part < parts; ++part) {
      const std::string name = std::to_string(part);
      std::vector<std::string> randomize = {"randomize", scratch / ("values-" + name),
                                            "--oracle",  GetParam(),
                                            "--domain",  "17",
                                            "--out",     scratch / ("r" + name),
                                            "--seed",    std::to_string(1000 * part + repetition),
                                            "--threads", "1",
                                            "--force"};
      if (spec.epsilon > 0) randomize.insert(randomize.end(), {"--epsilon", "2"});
      for (const auto& [parameter, number] : spec.parameters) {
        randomize.insert(randomize.end(), {"--param", parameter + "=" + std::to_string(number)});
      }
      // A narrow sketch: the same law, a tenth of the work.
      if (GetParam() == "cms") randomize.insert(randomize.end(), {"--param", "width=128"});
      sourdine(randomize);
      tallies.push_back(scratch / ("t" + name));
      sourdine({"aggregate", scratch / ("r" + name), "--out", tallies.back(), "--threads", "1"});
    }
    sourdine({"aggregate", tallies[2], tallies[0], tallies[1], "--out", scratch / "all", "--threads", "1"});
    const auto json = nlohmann::json::parse(sourdine({"estimate", scratch / "all", "--json"}));
    ASSERT_EQ(json["reports"], parts * values_per_part);
    for (Value value = 0; value < k; ++value) {
      const auto& e = json["estimates"][value];
      const auto count = static_cast<double>(truth[value]);
      if (e["lower"].get<double>() <= count && count <= e["upper"].get<double>()) ++covered[value];
    }
  }
  for (Value value = 0; value < k; ++value) {
    EXPECT_GE(testing::binomial_test(covered[value], repetitions, 0.95), testing::false_alarm / k / 22)
        << "value " << value << " was covered in " << covered[value] << " of " << repetitions << " repetitions";
  }
}

std::vector<std::string> oracle_names() {
  std::vector<std::string> names;
  for (const OracleRow& row : oracle_table()) names.emplace_back(row.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Table, EndToEnd, ::testing::ValuesIn(oracle_names()), [](const auto& row) {
  std::string name = row.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace sourdine
