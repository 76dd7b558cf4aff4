#include <fmt/format.h>

#include <array>
#include <optional>

#include "common.h"
#include "print.h"
#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/mobility/population_quality.h"
#include "sourdine/mobility/statistics_files.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "survey.h"

namespace sourdine::cli {
namespace {

struct SurveyGenerateArguments {
  std::string unions;
  std::vector<std::string> marginals;
  std::string rule = "entropy";
  std::string out;
  std::optional<std::uint64_t> seed;
  bool json = false;
};

constexpr std::array<std::string_view, 3> not_promised = {
    "these people are no protection and carry no guarantee: they have whatever privacy the statistics and marginals "
    "had",
    "statistics of unions of days are not private by themselves: exact counts of few people tell about them",
    "a row is nobody's, and the table as a whole is about the people who were counted"};

// Above this, marginals contradict each other; below, the fit has not come to rest in its last bits.
constexpr double fitted = 1e-9;
// Below this, what is left of an error are the last bits of sums.
constexpr double exact_enough = 1e-12;

struct GeneratedPeople {
  UnionStatistics statistics;
  Scenario scenario;
  SyntheticPopulation population;
  PopulationQuality quality = {};
  std::vector<std::string> files = {};
};

GeneratedPeople prepared(const SurveyGenerateArguments& options) {
  InputFile unions(options.unions);
  UnionStatistics statistics = read_union_statistics(unions);
  std::vector<Marginal> marginals;
  for (const std::string& path : options.marginals) {
    InputFile file(path);
    for (Marginal& marginal : read_marginals(file, statistics.day_names())) marginals.push_back(std::move(marginal));
  }
  const ScenarioChoice choice = options.rule == "max-min" ? ScenarioChoice::max_min : ScenarioChoice::max_entropy;
  Scenario scenario = make_scenario(statistics, choice);
  SyntheticPopulation population(scenario, statistics.day_names(), std::move(marginals));
  return {std::move(statistics), std::move(scenario), std::move(population)};
}

nlohmann::json people_json(const GeneratedPeople& generated, const SurveyGenerateArguments& options) {
  nlohmann::json moved = nlohmann::json::array(), marginals = nlohmann::json::array();
  for (const MovedStatistic& statistic : generated.scenario.moved) {
    const std::vector<std::string>& days = generated.statistics.day_names();
    moved.push_back({{"from", days[statistic.days.first]},
                     {"to", days[statistic.days.last]},
                     {"given", statistic.given},
                     {"used", statistic.used}});
  }
  for (std::size_t i = 0; i < generated.quality.marginals.size(); ++i) {
    const MarginalQuality& marginal = generated.quality.marginals[i];
    marginals.push_back({{"attribute", marginal.attribute}, {"mean_relative_error", marginal.mean_relative_error}});
    if (i < generated.population.fit_errors().size())
      marginals.back()["fit_error"] = generated.population.fit_errors()[i];
  }
  nlohmann::json json = {{"people", generated.quality.people},
                         {"visits", generated.quality.visits},
                         {"days", generated.statistics.day_names()},
                         {"statistics", generated.statistics.people().size()},
                         {"rule", options.rule},
                         {"scenario_mean_relative_error", scenario_error(generated.scenario, generated.statistics)},
                         {"moved_mean_relative_error", generated.scenario.mean_relative_error},
                         {"moved", std::move(moved)},
                         {"quality",
                          {{"days", generated.quality.days},
                           {"unions", generated.quality.unions},
                           {"worst_union", generated.quality.worst_union},
                           {"marginals", std::move(marginals)}}},
                         {"guarantee", nullptr},
                         {"not_promised", not_promised},
                         {"files", generated.files}};
  if (options.seed) json["seed"] = *options.seed;
  return json;
}

void write_people(GeneratedPeople& generated, Random& random, const SurveyGenerateArguments& options) {
  QualityMeter meter(generated.statistics, generated.population);
  const auto count = [&](const SyntheticPerson& person) { meter.add(person); };
  const std::string& out = options.out;
  if (out == "-" || out.ends_with(".csv")) {
    AtomicFile visits(out);
    write_visits(generated.population, random, visits, count);
    visits.commit();
    generated.files = {out};
    generated.quality = meter.quality();
    return;
  }
  NewDirectory directory(out);
  AtomicFile people(directory.file("people.csv")), visits(directory.file("visits.csv"));
  write_population(generated.population, random, people, visits, count);
  people.commit();
  visits.commit();
  generated.files = {"people.csv", "visits.csv", "quality.json"};
  generated.quality = meter.quality();
  write_text_file(directory.file("quality.json"), people_json(generated, options).dump(2) + "\n", {});
  directory.appear();
}

std::string percent_text(double error) { return fmt::format("{:.3g}%", 100 * error); }

void print_people(const GeneratedPeople& generated, const SurveyGenerateArguments& options, std::ostream& out) {
  const auto& [people, visits, days, unions, worst_union, marginals] = generated.quality;
  fmt::print(out, "{} synthetic people with {} on {}, from {} ({})\n", people, counted(visits, "visit"),
             counted(generated.statistics.days(), "day"), counted(generated.statistics.people().size(), "statistic"),
             options.rule == "max-min" ? "the smallest group as large as possible" : "maximum entropy");
  if (!generated.scenario.moved.empty()) {
    fmt::print(out, "contradictions: no people have these statistics; moved, as little as possible ({} on average):\n",
               percent_text(generated.scenario.mean_relative_error));
    for (const MovedStatistic& statistic : generated.scenario.moved) {
      fmt::print(out, "  {}: {:.10g} people given, {:.10g} used\n", generated.statistics.name(statistic.days),
                 statistic.given, statistic.used);
    }
  }
  const double solved = scenario_error(generated.scenario, generated.statistics);
  fmt::print(out, "mean relative error of the scenario: {}\n", percent_text(solved < exact_enough ? 0 : solved));
  fmt::print(out, "of the people: per day {}, over all unions {} (the worst {})\n", percent_text(days),
             percent_text(unions), percent_text(worst_union));
  for (std::size_t i = 0; i < marginals.size(); ++i) {
    const std::vector<double>& fit = generated.population.fit_errors();
    fmt::print(out, "  marginals of {}: {}{}\n", shown(marginals[i].attribute),
               percent_text(marginals[i].mean_relative_error),
               i < fit.size() && fit[i] > fitted
                   ? fmt::format("; its numbers contradict each other, by {} at most", percent_text(fit[i]))
                   : "");
  }
  fmt::print(out, "NOT a guarantee:\n");
  for (const std::string_view sentence : not_promised) fmt::print(out, "  {}\n", sentence);
  if (options.out != "-") fmt::print(out, "written: {}\n", shown(options.out));
}

void generate(const SurveyGenerateArguments& options, Context& context) {
  refuse_shared_output(options.json, options.out);
  std::vector<std::string> inputs = options.marginals;
  inputs.push_back(options.unions);
  refuse_same_file(written_file(options.out), inputs);
  GeneratedPeople generated = prepared(options);
  if (options.seed) {
    SeededBits random(*options.seed);
    write_people(generated, random, options);
  } else {
    SecureBits random;
    write_people(generated, random, options);
  }
  if (options.json) {
    print_json(context.out, people_json(generated, options));
  } else {
    print_people(generated, options, options.out == "-" ? context.err : context.out);
  }
}

}  // namespace

void add_survey_generate(Command& survey, Context& context) {
  auto options = std::make_shared<SurveyGenerateArguments>();
  Command* command = survey.add_subcommand(
      "generate", "Synthetic people and their days, from statistics of unions of consecutive days; no guarantee");
  command
      ->add_option("--unions", options->unions,
                   "Table from, to, people: how many different people in every run of days (docs/mobility.md)")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--marginals", options->marginals,
                   "Table attribute, value, day, people: what the people are like; may be given again")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command
      ->add_option("--rule", options->rule,
                   "Which of the solutions: entropy says nothing beyond the statistics, max-min leaves no set of days "
                   "empty that need not be")
      ->check(one_of_words({"entropy", "max-min"}))
      ->capture_default_str();
  command->add_option("--seed", options->seed, "The same seed gives the same people")->type_name("N");
  command
      ->add_option("--out,-o", options->out,
                   "A directory to make (people.csv, visits.csv, quality.json), or NAME.csv for one table of visits; - "
                   "is standard output")
      ->required()
      ->type_name("DIR|FILE");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer(
      "Example:\n"
      "  printf 'from,to,people\\n1,1,120\\n1,2,190\\n2,2,100\\n' > unions.csv\n"
      "  printf 'attribute,value,people\\nage,under 25,80\\nage,25 and over,110\\n' > age.csv\n"
      "  sourdine survey generate --unions unions.csv --marginals age.csv --out visits.csv");
  command->callback([options, &context] { generate(*options, context); });
}

}  // namespace sourdine::cli
