// Statistics and marginals of mobility scenarios: any bytes are read without harm; what is read becomes people that
// have it. The first byte says which of the two the rest is.
#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/mobility/population_quality.h"
#include "sourdine/mobility/statistics_files.h"
#include "sourdine/random/seeded_bits.h"

namespace {

using sourdine::fuzz::check;

void read_unions(const std::string& text) {
  sourdine::InputBytes input("fuzz", text);
  const sourdine::UnionStatistics read = sourdine::read_union_statistics(input);
  check(read.days() >= 1 && read.days() <= sourdine::max_scenario_days, "some days, and not too many");
  if (read.total() > 1e9 || sourdine::DayFlows(read).least() < 0) return;
  const sourdine::Scenario made = sourdine::make_scenario(read);
  check(made.moved.empty(), "flows that are not negative need not be moved");
  check(static_cast<double>(made.total()) - read.total() <= 0.5 &&
            read.total() - static_cast<double>(made.total()) <= 0.5,
        "the total is kept");
}

void read_marginals(const std::string& text) {
  const sourdine::UnionStatistics statistics(sourdine::numbered_days(2), {5, 9, 6});
  sourdine::InputBytes input("fuzz", text);
  const sourdine::SyntheticPopulation population(sourdine::make_scenario(statistics), statistics.day_names(),
                                                 sourdine::read_marginals(input, statistics.day_names()));
  sourdine::QualityMeter meter(statistics, population);
  sourdine::SeededBits random(1);
  population.generate(random, [&](const sourdine::SyntheticPerson& person) { meter.add(person); });
  check(meter.quality().unions == 0, "the people have the statistics they were made from");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  try {
    if (data[0] % 2 == 0) read_unions(text);
    if (data[0] % 2 == 1) read_marginals(text);
  } catch (const sourdine::Error& error) {
    check(error.code() == sourdine::ErrorCode::bad_input, "whatever the bytes, they are bad input at worst");
  }
  return 0;
}
