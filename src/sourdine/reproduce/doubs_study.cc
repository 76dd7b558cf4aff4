#include "sourdine/reproduce/doubs_study.h"

#include <filesystem>

#include "sourdine/base/atomic_file.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/simulate/doubs.h"

namespace sourdine {
namespace {

constexpr std::string_view config_en = R"toml(title = "Interventions in the Doubs, 2006-2018 (simulated)"
dataset = "doubs"
events_word = "interventions"
language = "en"
)toml";
constexpr std::string_view config_fr = R"toml(title = "Interventions dans le Doubs, 2006-2018 (simulées)"
dataset = "doubs"
events_word = "interventions"
language = "fr"
)toml";
constexpr std::string_view config_common = R"toml(holidays = "FR"   # for forecasts

[events]
source = "events.csv"
time = "SDate"
place = "Town"
id = "ID"

[places]
table = "towns.csv"
seats = "regions.csv"

[privacy]
f = 0.6          # epsilon = 2 ln(2/f - 1) = 1.69

[publish]
periods = ["year", "month", "day"]
)toml";

void write(const std::filesystem::path& path, std::initializer_list<std::string_view> parts) {
  AtomicFile file(path.string());
  for (const std::string_view part : parts) file.append(part);
  file.commit();
}

}  // namespace

TrueCounts simulated_doubs() {
  using std::chrono::local_days;
  using std::chrono::local_seconds;
  using std::chrono::year;
  TrueCounts truth{Timeline(Period::day, local_seconds(local_days(year(2006) / 1 / 1)),
                            local_seconds(local_days(year(2018) / 12 / 31))),
                   {},
                   {}};
  for (const DoubsRegion& region : doubs_tables().regions) truth.regions.push_back(region.name);
  const std::size_t k = truth.regions.size();
  truth.counts.resize(truth.timeline.size() * k);
  SeededBits random(doubs_default_seed);
  simulate_doubs(random,
                 [&](const DoubsEvent& event) { ++truth.counts[truth.timeline.index(event.time) * k + event.region]; });
  return truth;
}

void write_doubs_example(const std::string& directory, Language language) {
  const std::filesystem::path into(directory);
  SeededBits random(doubs_default_seed);
  AtomicFile events((into / "events.csv").string());
  write_doubs_csv(random, events);
  events.commit();
  write(into / "towns.csv", {doubs_towns_csv()});
  write(into / "regions.csv", {doubs_regions_csv()});
  write(into / "doubs.toml", {language == Language::fr ? config_fr : config_en, config_common});
}

}  // namespace sourdine
