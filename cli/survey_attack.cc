#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "common.h"
#include "print.h"
#include "progress.h"
#include "sourdine/base/error.h"
#include "sourdine/events/row_source.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/longitudinal/attacks.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/tuple/attacks_profile.h"
#include "survey.h"

namespace sourdine::cli {
namespace {

struct AttackArguments {
  std::string people;
  std::string columns;
  std::string attributes;
  std::uint64_t count = 10'000;
  double epsilon = 0;
  std::optional<double> epsilon1;
  std::uint64_t reports = 300;
  std::uint64_t targets = 1000;
  std::uint64_t seed = 1;
  bool json = false;
};

struct AttackedTable {
  std::vector<std::string> names;
  std::vector<Value> sizes;
  SurveyPeople people;
};

struct AttackRow {
  std::string attack, protocol, about;
  AttackMeasure measure;
};

std::vector<std::string> listed_in(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return parts;
    text.remove_prefix(comma + 1);
  }
}

// Labels are numbered as they appear: this simulates, nothing is collected.
AttackedTable read_people(const AttackArguments& options) {
  const auto source = open_table(options.people);
  AttackedTable table;
  table.names = options.columns.empty() ? source->columns() : listed_in(options.columns);
  std::vector<std::size_t> places;
  for (const std::string& name : table.names) places.push_back(find_column(*source, name));
  std::vector<std::map<std::string, Value, std::less<>>> labels(places.size());
  std::vector<Value> values;
  while (source->next()) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      const std::string_view text = source->row()[places[j]];
      auto found = labels[j].find(text);
      if (found == labels[j].end()) {
        found = labels[j].emplace(std::string(text), static_cast<Value>(labels[j].size())).first;
      }
      values.push_back(found->second);
    }
  }
  for (const auto& known : labels) table.sizes.push_back(static_cast<Value>(known.size()));
  if (values.empty()) fail_input(fmt::format("{} has no people", source->name()));
  table.people = SurveyPeople::of_table(std::move(values), table.sizes);
  return table;
}

AttackedTable draw_people(const AttackArguments& options, Random& random) {
  AttackedTable table;
  for (const std::string& text : listed_in(options.attributes)) {
    const double size = number_of("--attributes", text);
    if (!(size >= 1 && size <= 1 << 20) || size != static_cast<double>(static_cast<Value>(size))) {
      fail_input(fmt::format("attribute {} of --attributes must have between 1 and {} values, not {}",
                             table.sizes.size() + 1, 1 << 20, text));
    }
    table.sizes.push_back(static_cast<Value>(size));
    table.names.push_back(fmt::format("attribute {}", table.sizes.size()));
  }
  table.people = SurveyPeople::drawn_evenly(table.sizes, options.count, random);
  return table;
}

std::shared_ptr<const TupleProtocol> protocol_of(const AttackedTable& table, TupleSolution solution, double epsilon,
                                                 TupleLevel level, std::string oracle) {
  TupleSpec spec{.solution = solution, .epsilon = epsilon, .level = level, .oracle = std::move(oracle)};
  for (std::size_t j = 0; j < table.sizes.size(); ++j) {
    spec.attributes.push_back({.name = table.names[j], .domain = Domain(std::uint64_t{table.sizes[j]})});
  }
  return TupleProtocol::make(std::move(spec));
}

void add_single_reports(const AttackArguments& options, const AttackedTable& table, Random& random,
                        std::vector<AttackRow>& rows) {
  for (const TupleSolution solution : {TupleSolution::smp, TupleSolution::spl, TupleSolution::rs_fd}) {
    const auto protocol = protocol_of(table, solution, options.epsilon, TupleLevel::tuple, "adp");
    for (std::size_t j = 0; j < table.sizes.size(); ++j) {
      const AttackMeasure measure = single_report_attack(*protocol, table.people, j, random);
      if (measure.trials == 0) continue;  // nobody drew it
      rows.push_back({"guess from one report",
                      fmt::format("{} {}", word_of(solution), protocol->tuple_spec().attributes[j].oracle),
                      table.names[j], measure});
    }
  }
}

void add_sampled_attributes(const AttackArguments& options, const AttackedTable& table, Random& random,
                            std::vector<AttackRow>& rows) {
  for (const char* entry : {"grr", "oue-z", "sue-z", "oue-r", "sue-r"}) {
    const auto protocol =
        protocol_of(table, TupleSolution::rs_fd, options.epsilon, TupleLevel::published, std::string(entry));
    rows.push_back({"which attribute is true", fmt::format("rs+fd {}, published", entry),
                    fmt::format("epsilon {:.4g} of the tuple", protocol->epsilon()),
                    sampled_attribute_attack(*protocol, table.people, random)});
  }
}

void add_profiles(const AttackArguments& options, const AttackedTable& table, double epsilon1, Random& random,
                  std::vector<AttackRow>& rows) {
  const auto smp = protocol_of(table, TupleSolution::smp, options.epsilon, TupleLevel::tuple, "adp");
  struct Way {
    Asked asked;
    const char* words;
  };
  for (const Way& way : {Way{Asked::each_once, "smp, each attribute once"},
                         {Asked::at_random, "smp, drawn anew"},
                         {Asked::same_for_life, "smp, one for life, memo"}}) {
    std::vector<std::shared_ptr<const Oracle>> oracles;
    for (std::size_t j = 0; j < table.sizes.size(); ++j) {
      const Domain domain(std::uint64_t{table.sizes[j]});
      oracles.push_back(way.asked == Asked::same_for_life
                            ? make_oracle(allomfree_spec(domain, options.epsilon, epsilon1))
                            : make_oracle(smp->oracle(j).oracle_spec()));
    }
    const ProfileOptions asked{.targets = options.targets};
    const ProfileAttack attack = profile_attack(table.people, oracles, way.asked, asked, random);
    const std::string about = fmt::format("{} surveys, epsilon {:.4g}", oracles.size(), attack.epsilon);
    rows.push_back({"whole profile", way.words, about, attack.profile});
    for (std::size_t i = 0; i < asked.listed.size(); ++i) {
      rows.push_back({fmt::format("re-identified, list of {}", asked.listed[i]), way.words, about, attack.found[i]});
    }
  }
}

void add_repeated(const AttackArguments& options, const AttackedTable& table, double epsilon1, Random& random,
                  std::vector<AttackRow>& rows) {
  const auto largest = std::max_element(table.sizes.begin(), table.sizes.end());
  if (*largest < 2) return;
  const std::string name = table.names[static_cast<std::size_t>(largest - table.sizes.begin())];
  const Domain domain(std::uint64_t{*largest});
  const auto oracle = make_oracle(allomfree_spec(domain, options.epsilon, epsilon1));
  for (const ClientMemo memo : {ClientMemo::kept, ClientMemo::forgotten}) {
    const AveragingAttack attack = simulate_averaging(*oracle, memo, options.targets, options.reports, random);
    AttackMeasure measure{attack.persons, attack.right, 1.0 / *largest, attack.allowed, "one permanent response"};
    if (memo == ClientMemo::forgotten) {
      measure.bound = posterior_bound(static_cast<double>(options.reports) * epsilon1, measure.chance);
      measure.rests_on = fmt::format("epsilon {:.4g}: {} fresh reports",
                                     static_cast<double>(options.reports) * epsilon1, options.reports);
    }
    rows.push_back({fmt::format("average of {} reports", options.reports),
                    fmt::format("{}{}", oracle->name(), memo == ClientMemo::kept ? "" : ", forgets its memo (planted)"),
                    name, std::move(measure)});
  }
  const auto dbitflip = make_oracle({"dbitflip", domain, options.epsilon, {}});
  const ChangeAttack change = simulate_changes(*dbitflip, options.targets, random);
  rows.push_back({"a change is seen",
                  "dbitflip",
                  name,
                  {change.persons, change.seen, 0, 1,
                   fmt::format("nothing: epsilon does not protect it; {:.4f} in theory", change.expected)}});
}

void print_attacks(std::ostream& out, const AttackArguments& options, const AttackedTable& table,
                   const std::vector<AttackRow>& rows) {
  fmt::print(out, "Attacks on {} {}, {} attributes, epsilon {:g}: simulated with seed {}. Nothing is sent.\n\n",
             table.people.size(), table.people.is_independent ? "people with even, independent attributes" : "people",
             table.sizes.size(), options.epsilon, options.seed);
  std::vector<std::vector<std::string>> shown = {
      {"attack", "on", "about", "measured", "chance", "bound", "p", "rests on"}};
  for (const AttackRow& row : rows) {
    shown.push_back({row.attack, row.protocol, row.about, fmt::format("{:.4f}", row.measure.rate()),
                     fmt::format("{:.4f}", row.measure.chance), fmt::format("{:.4f}", row.measure.bound),
                     fmt::format("{:.2g}", row.measure.p_value()), row.measure.rests_on});
  }
  print_table(out, "lllrrrrl", shown);
  out << "\nMeasured: how often the guess is right. Chance: the best guess without a report. Whoever knows no more "
         "than the\n"
         "shares of the values beforehand (of lists: the table) does not exceed the bound, however clever. p: how "
         "often luck\n"
         "alone would give as many right guesses or more at the bound.\n";
}

void attack_survey(const AttackArguments& options, Context& context) {
  if (options.people.empty() == options.attributes.empty()) {
    fail_usage("who is to be attacked? Give a CSV of people, or --attributes", "Either of the two, not both.");
  }
  if (!(options.epsilon > 0) || !std::isfinite(options.epsilon)) {
    fail_input(fmt::format("--epsilon must be a number above 0, not {:g}", options.epsilon));
  }
  if (options.targets == 0 || options.reports == 0) fail_input("--targets and --reports must be at least 1");
  const double epsilon1 = options.epsilon1.value_or(options.epsilon / 2);
  SeededBits random(options.seed);
  const AttackedTable table = options.people.empty() ? draw_people(options, random) : read_people(options);
  Progress progress(context);
  std::vector<AttackRow> rows;
  progress.say("guessing from one report");
  add_single_reports(options, table, random, rows);
  add_sampled_attributes(options, table, random, rows);
  progress.say("profiles");
  add_profiles(options, table, epsilon1, random, rows);
  progress.say("averaging");
  add_repeated(options, table, epsilon1, random, rows);
  progress.clear();
  if (!options.json) return print_attacks(context.out, options, table, rows);
  nlohmann::json json = {{"randomness", "seeded, not private"},
                         {"people", table.people.size()},
                         {"independent", table.people.is_independent},
                         {"epsilon", options.epsilon},
                         {"epsilon1", epsilon1},
                         {"seed", options.seed},
                         {"attributes", nlohmann::json::array()},
                         {"rows", nlohmann::json::array()}};
  for (std::size_t j = 0; j < table.sizes.size(); ++j) {
    json["attributes"].push_back({{"name", table.names[j]}, {"values", table.sizes[j]}});
  }
  for (const AttackRow& row : rows) {
    json["rows"].push_back({{"attack", row.attack},
                            {"on", row.protocol},
                            {"about", row.about},
                            {"trials", row.measure.trials},
                            {"right", row.measure.right},
                            {"measured", row.measure.rate()},
                            {"chance", row.measure.chance},
                            {"bound", row.measure.bound},
                            {"p_value", row.measure.p_value()},
                            {"rests_on", row.measure.rests_on}});
  }
  print_json(context.out, json);
}

}  // namespace

void add_survey_attack(Command& survey, Context& context) {
  auto options = std::make_shared<AttackArguments>();
  Command* command = survey.add_subcommand("attack", "What attackers find out, beside what the guarantee allows");
  command->add_option("PEOPLE", options->people, "CSV with a row for each person; or give --attributes");
  command->add_option("--columns", options->columns, "The attributes among its columns: a,b,c (default: all)")
      ->type_name("NAMES");
  command
      ->add_option("--attributes", options->attributes,
                   "Draw people instead: how many values each attribute has, 2,4,16")
      ->type_name("K,K,…");
  command->add_option("--people", options->count, "How many to draw")->capture_default_str()->type_name("N");
  command->add_option("--epsilon", options->epsilon, "Of the whole tuple; of repeated collections, for ever")
      ->required()
      ->type_name("E");
  command->add_option("--epsilon1", options->epsilon1, "Of one report of repeated collections (epsilon / 2)")
      ->type_name("E");
  command->add_option("--reports", options->reports, "Of one person, to average")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--targets", options->targets, "Persons to profile")->capture_default_str()->type_name("N");
  command->add_option("--seed", options->seed, "Of all draws")->capture_default_str()->type_name("N");
  command->add_flag("--json", options->json, "One JSON object on the standard output");
  command->footer("Example:\n  sourdine survey attack --attributes 2,4,16 --epsilon 1");
  command->callback([options, &context] { attack_survey(*options, context); });
}

}  // namespace sourdine::cli
