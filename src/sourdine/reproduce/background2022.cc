#include "sourdine/reproduce/background2022.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "sourdine/anonymity/published_value.h"
#include "sourdine/anonymity/table_check.h"
#include "sourdine/geo/metric.h"
#include "sourdine/reproduce/thesis_tables.h"

namespace sourdine {
namespace {

using Rows = std::span<const ThesisRow>;
using Field = std::string_view ThesisRow::*;
constexpr Field quasi_fields[] = {&ThesisRow::zip, &ThesisRow::age, &ThesisRow::gender, &ThesisRow::nationality};

LabelledColumn labelled(Rows rows, Field field) {
  LabelledColumn made{.name = {}, .column = {}, .labels = {}};
  for (const ThesisRow& row : rows) {
    const auto place = std::find(made.labels.begin(), made.labels.end(), row.*field);
    made.column.codes.push_back(static_cast<Value>(place - made.labels.begin()));
    if (place == made.labels.end()) made.labels.emplace_back(row.*field);
  }
  made.column.size = static_cast<Value>(made.labels.size());
  return made;
}

std::vector<LabelledColumn> quasi_of(Rows rows) {
  std::vector<LabelledColumn> columns;
  for (const Field field : quasi_fields) columns.push_back(labelled(rows, field));
  return columns;
}

TableCheck check_of(Rows rows) {
  return check_table({.quasi = quasi_of(rows), .sensitive = {labelled(rows, &ThesisRow::disease)}});
}

// As many decimals as `like` has, and whether the number rounds to it.
BackgroundRow number_row(std::string part, std::string quantity, std::string expected, std::string source, double ours,
                         std::string note = {}) {
  const std::size_t point = expected.find('.');
  const int decimals = point == std::string::npos ? 0 : static_cast<int>(expected.size() - point - 1);
  const double unit = std::pow(10, -decimals);
  const bool holds = std::abs(ours - std::stod(expected)) <= 0.5 * unit * (1 + 1e-6);
  return {std::move(part),
          std::move(quantity),
          std::move(expected),
          std::move(source),
          fmt::format("{:.{}f}", ours, decimals),
          holds,
          std::move(note)};
}

BackgroundRow count_row(std::string part, std::string quantity, std::string expected, std::string source,
                        std::uint64_t ours, std::string note = {}) {
  return number_row(std::move(part), std::move(quantity), std::move(expected), std::move(source),
                    static_cast<double>(ours), std::move(note));
}

void add_tables(std::vector<BackgroundRow>& rows) {
  const TableCheck first = check_of(thesis_table1), second = check_of(thesis_table2), third = check_of(thesis_table3);
  rows.push_back(count_row("Table 2.1", "records that are unique by their quasi-identifiers", "12",
                           "no two rows are alike", first.risk.uniques));
  std::size_t covered = 0;
  for (std::size_t i = 0; i < std::size(thesis_table1); ++i) {
    bool is_covered = thesis_table1[i].disease == thesis_table2[i].disease;
    for (const Field field : quasi_fields) {
      is_covered =
          is_covered && PublishedValue(thesis_table2[i].*field).overlaps(PublishedValue(thesis_table1[i].*field));
    }
    covered += is_covered ? 1 : 0;
  }
  rows.push_back(count_row("Table 2.2", "records of Table 2.1 that its rows generalise", "12",
                           "\"a 4-anonymous version of the original data\"", covered));
  rows.push_back(count_row("Table 2.2", "k", "4", "\"4-anonymous\"", second.k));
  rows.push_back(
      count_row("Table 2.2", "combinations of values", "3", "\"three different combinations\"", second.classes));
  rows.push_back(count_row("Table 2.2", "l of the whole table", "1", "the class with Cancer only",
                           second.sensitive[0].diversity.distinct));
  rows.push_back(count_row("Table 2.2", "records revealed by homogeneity", "4",
                           "\"the last four records … the same sensitive value Cancer\"",
                           second.sensitive[0].homogeneity.revealed));
  rows.push_back(count_row("Table 2.3", "k", "5", "\"5-anonymous\"", third.k,
                           "Its ZIP codes 148*** have six places, and five in Table 2.1: read as 148**."));
}

struct ClassFacts {
  std::string_view name;
  std::string_view distinct, entropy, t;
  std::string_view entropy_source, t_source;
};
// P of the whole table: Cancer 5/12, Heart 2/12, Tuberculosis 1/12, Viral 4/12.
constexpr ClassFacts class_facts[] = {
    {"130** [21;31[", "3", "2.828427", "0.4166667", "2^(3/2): shares 1/4, 1/4, 1/2", "5/12: Cancer is missing"},
    {"148** [41;50[", "3", "2.828427", "0.2500000", "2^(3/2): shares 1/4, 1/4, 1/2", "3/12: Cancer, Tuberculosis"},
    {"130** [31;41[", "1", "1.000000", "0.5833333", "one value", "7/12: all but Cancer is missing"}};

void add_classes(std::vector<BackgroundRow>& rows) {
  std::vector<CodedColumn> quasi;
  for (const LabelledColumn& column : quasi_of(thesis_table2)) quasi.push_back(column.column);
  const Classes classes = group_rows(quasi);
  const ClassHistograms disease(classes, labelled(thesis_table2, &ThesisRow::disease).column);
  for (std::size_t i = 0; i < std::size(class_facts); ++i) {
    const ClassFacts& facts = class_facts[i];
    const auto counts = disease.in_class(i);
    const auto named = [&](std::string_view what) { return fmt::format("{}, class {}", what, facts.name); };
    rows.push_back(count_row("Table 2.2", named("distinct l"), std::string(facts.distinct), "diseases counted",
                             distinct_l(counts)));
    rows.push_back(number_row("Table 2.2", named("entropy l"), std::string(facts.entropy),
                              std::string(facts.entropy_source), entropy_l(counts)));
    rows.push_back(number_row("Table 2.2", named("t, equal distance"), std::string(facts.t),
                              std::string(facts.t_source),
                              distance_from_table(counts, disease.all(), GroundDistance::equal)));
  }
}

void add_intersection(std::vector<BackgroundRow>& rows) {
  const std::vector<LabelledColumn> first = quasi_of(thesis_table2), second = quasi_of(thesis_table3);
  const TwoReleases both = compare_releases(first, labelled(thesis_table2, &ThesisRow::disease), second,
                                            labelled(thesis_table3, &ThesisRow::disease));
  rows.push_back(count_row("Tables 2.2, 2.3", "records found by intersecting the two", "1",
                           "\"the unique record that matches in both\"", both.isolated_surely));
  rows.push_back(count_row("Tables 2.2, 2.3", "records whose disease the two together reveal", "1",
                           "Tuberculosis is the only common one", both.revealed_surely));
  const ThesisRow& person = thesis_table1[0];
  const bool agrees = person.age == thesis_attacker_age && person.zip == thesis_attacker_zip;
  const auto fits = [](std::string_view published, std::string_view known) {
    return PublishedValue(published).overlaps(PublishedValue(known));
  };
  const bool is_same_class =
      fits(thesis_table2[0].age, thesis_attacker_age) && fits(thesis_table2[0].zip, thesis_attacker_zip) &&
      fits(thesis_table3[0].age, thesis_attacker_age) && fits(thesis_table3[0].zip, thesis_attacker_zip);
  rows.push_back(
      {.part = "Tables 2.1, 2.2",
       .quantity = "age and ZIP code of the person of the first record",
       .expected = fmt::format("{}, {}", thesis_attacker_age, thesis_attacker_zip),
       .source = "the text of §2.2",
       .ours = fmt::format("{}, {}", person.age, person.zip),
       .holds = agrees,
       .note = fmt::format("No record of Table 2.1 has both, and none has {}.{}", thesis_attacker_zip,
                           is_same_class ? " The attack stands: both readings are in the same classes." : "")});
}

// A promise whose ε per metre is this one, to 50 bits: the level makes up for snapping.
MetricPromise promise_at(double epsilon) {
  constexpr double steps = 1000;
  const double snapping = std::numbers::sqrt2 + 0x1p-20;  // as geo/metric.cc counts it
  return MetricPromise({.level = 1 + snapping / steps, .radius = 1 / epsilon, .step = 1 / epsilon / steps});
}

struct RadiusFact {
  std::string_view epsilon_text;
  double epsilon;
  double probability;
  std::string_view expected;
};
constexpr double ln2 = std::numbers::ln2;
constexpr RadiusFact radius_facts[] = {{"1/200 per m", 1.0 / 200, 0.5, "335.6693980"},
                                       {"ln 4/200 per m", 2 * ln2 / 200, 0.5, "242.1342879"},
                                       {"1/200 per m", 1.0 / 200, 0.95, "948.7729037"},
                                       {"ln 2/500 per m", ln2 / 500, 0.99, "4788.5588041"},
                                       {"1", 1, 0.1, "0.5318116084"},
                                       {"1", 1, 0.5, "1.6783469900"},
                                       {"1", 1, 0.9, "3.8897201699"},
                                       {"1", 1, 0.999, "9.2334134765"}};

struct LevelFact {
  std::string_view level_text;
  double level, radius;
  std::string_view mean;  // 2/ε without a grid
};
constexpr LevelFact level_facts[] = {
    {"1", 1, 200, "400.0"}, {"ln 2", ln2, 500, "1442.7"}, {"ln 4", 2 * ln2, 200, "288.5"}};

void add_radii(std::vector<BackgroundRow>& rows) {
  for (const RadiusFact& fact : radius_facts) {
    rows.push_back(number_row(
        "planar Laplace", fmt::format("radius of probability {:g}, epsilon {}", fact.probability, fact.epsilon_text),
        std::string(fact.expected), "1 - (1 + er)exp(-er)",
        promise_at(fact.epsilon).radius_quantile(fact.probability)));
  }
  for (const LevelFact& fact : level_facts) {
    rows.push_back(number_row("planar Laplace",
                              fmt::format("mean displacement, level {} within {:g} m", fact.level_text, fact.radius),
                              std::string(fact.mean), "2/epsilon, epsilon = level/radius",
                              promise_at(fact.level / fact.radius).mean_displacement()));
    const MetricPromise shipped({.level = fact.level, .radius = fact.radius, .step = 1});
    const double level = shipped.level_at(fact.radius);
    rows.push_back(
        {.part = "planar Laplace",
         .quantity = fmt::format("level that holds within {:g} m, snapping to 1 m counted", fact.radius),
         .expected = fmt::format("<= {:.6f}", fact.level),
         .source = fmt::format("level {} asked for", fact.level_text),
         .ours = fmt::format("{:.6f}", level),
         .holds = level <= fact.level * (1 + 1e-15),
         .note = fmt::format("With a grid of 1 m the mean displacement is {:.1f} m.", shipped.mean_displacement())});
  }
}

}  // namespace

std::size_t Background2022::holding() const {
  return static_cast<std::size_t>(
      std::count_if(rows.begin(), rows.end(), [](const BackgroundRow& row) { return row.holds; }));
}

Background2022 reproduce_background2022() {
  Background2022 result;
  add_tables(result.rows);
  add_classes(result.rows);
  add_intersection(result.rows);
  add_radii(result.rows);
  return result;
}

std::string to_json(const Background2022& result) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const BackgroundRow& row : result.rows) {
    rows.push_back({{"part", row.part},
                    {"quantity", row.quantity},
                    {"expected", row.expected},
                    {"source", row.source},
                    {"ours", row.ours},
                    {"verdict", row.holds ? "holds" : "does not hold"},
                    {"note", row.note}});
  }
  return nlohmann::ordered_json{{"study", "arcolezi2022-background"}, {"rows", std::move(rows)}}.dump();
}

}  // namespace sourdine
