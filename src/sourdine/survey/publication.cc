#include "sourdine/survey/publication.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/survey/page.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/symbol_state.h"
#include "sourdine/survey/told.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

void require_configured(const PreparedSurvey& survey, const GatheredSurvey& gathered) {
  const std::string what =
      fmt::format("the reports are of another survey than '{}' describes", survey.config.head.path);
  if (const std::string where = domain_difference(*survey.protocol, *gathered.protocol); !where.empty()) {
    fail_input(fmt::format("{}: {}", what, where), "Give the configuration that the reports were made with.");
  }
  if (const std::string field = first_difference(survey.protocol->spec(), gathered.protocol->spec()); !field.empty()) {
    fail_input(fmt::format("{}: they differ in '{}'", what, field),
               "Give the configuration that the reports were made with.");
  }
}

// A configuration only asks for a cap: that it was kept to, the state says that counted these collections.
SymbolCap known_cap(const PreparedSurvey& survey, const GatheredSurvey& gathered) {
  const SurveyConfig& config = survey.config;
  if (!config.is_repeated || !config.privacy.cap) return SymbolCap::none;
  const auto state = find_symbol_state(config.state_file());
  if (!state || state->about().dataset != config.head.dataset || state->about().memo != memo_name(survey) ||
      state->about().is_private != gathered.is_private) {
    return SymbolCap::none;
  }
  if (state->is_lost()) return SymbolCap::lost;
  const std::vector<std::string>& counted = state->collections();
  const bool has_all = std::all_of(gathered.collections.begin(), gathered.collections.end(), [&](const auto& file) {
    return std::find(counted.begin(), counted.end(), file.name) != counted.end();
  });
  const bool is_kept = state->cap() != 0 && state->cap() <= *config.privacy.cap;
  return has_all && is_kept ? SymbolCap::enforced : SymbolCap::none;
}

using VisitAttribute = std::function<void(std::size_t collection, std::size_t attribute, const TableRow& place)>;

// Of each collection from `first` on and each attribute, with the cells that say which; from the second collection on,
// they name the one before it, too.
void visit_attributes(const SurveyPublication& survey, std::size_t first, const VisitAttribute& visit) {
  const std::vector<std::string>& collections = survey.facts().collections;
  for (std::size_t i = first; i < collections.size(); ++i) {
    for (std::size_t attribute = 0; attribute < survey.prepared().width(); ++attribute) {
      TableRow place;
      if (first == 1) place.label(collections[i - 1]);
      visit(i, attribute, place.label(collections[i]).label(survey.prepared().protocol->attribute_name(attribute)));
    }
  }
}

std::string value_label(const SurveyPublication& survey, std::size_t attribute, Value value) {
  return survey.prepared().protocol->domain(attribute).label(value);
}

Table estimates_table(const SurveyPublication& survey) {
  const auto visit = [&survey](const Table::Add& add) {
    visit_attributes(survey, 0, [&](std::size_t collection, std::size_t attribute, const TableRow& place) {
      const AttributeEstimates& found = survey.estimates().attributes[attribute][collection];
      for (Value value = 0; value < found.shares.size(); ++value) {
        const Estimate& count = found.counts[value];
        add(TableRow(place)
                .label(value_label(survey, attribute, value))
                .estimate(found.shares[value])
                .number(count.value)
                .number(count.lower)
                .number(count.upper)
                .whole(found.reports)
                .whole(found.people));
      }
    });
  };
  return Table::of_rows("estimates.csv",
                        with_estimate_columns({"collection", "attribute", "value"}, "share",
                                              {"count", "count_lower", "count_upper", "reports", "people"}),
                        visit);
}

Table changes_table(const SurveyPublication& survey) {
  const auto visit = [&survey](const Table::Add& add) {
    visit_attributes(survey, 1, [&](std::size_t collection, std::size_t attribute, const TableRow& place) {
      const std::vector<Estimate>& changes = survey.estimates().changes[attribute][collection - 1];
      for (Value value = 0; value < changes.size(); ++value) {
        add(TableRow(place).label(value_label(survey, attribute, value)).estimate(changes[value]));
      }
    });
  };
  return Table::of_rows("changes.csv", with_estimate_columns({"from", "to", "attribute", "value"}, "change"), visit);
}

Table pairs_table(const SurveyPublication& survey) {
  const auto visit = [&survey](const Table::Add& add) {
    const TupleProtocol& protocol = *survey.prepared().protocol;
    for (std::size_t i = 0; i < survey.facts().collections.size(); ++i) {
      for (const SurveyPair& pair : survey.estimates().pairs) {
        const PairEstimates& found = pair.collections[i];
        for (Value row = 0; row < found.rows; ++row) {
          for (Value column = 0; column < found.columns; ++column) {
            add(TableRow()
                    .label(survey.facts().collections[i])
                    .label(protocol.attribute_name(pair.first))
                    .label(value_label(survey, pair.first, row))
                    .label(protocol.attribute_name(pair.second))
                    .label(value_label(survey, pair.second, column))
                    .estimate(found.share(row, column))
                    .number(found.counts[std::size_t{row} * found.columns + column].value));
          }
        }
      }
    }
  };
  return Table::of_rows(
      "pairs.csv",
      with_estimate_columns({"collection", "attribute", "value", "other_attribute", "other_value"}, "share", {"count"}),
      visit);
}

Table leakage_table(const PreparedSurvey& survey) {
  const auto visit = [&survey](const Table::Add& add) {
    const std::vector<std::uint64_t> counts = usual_report_counts();
    for (std::size_t attribute = 0; attribute < survey.width(); ++attribute) {
      const std::vector<double> curve = leakage(survey.memoised(attribute), counts);
      for (std::size_t i = 0; i < counts.size(); ++i) {
        add(TableRow()
                .label(survey.protocol->attribute_name(attribute))
                .text(survey.protocol->oracle(attribute).name())
                .whole(counts[i])
                .number(curve[i]));
      }
    }
  };
  return Table::of_rows("leakage.csv", {"attribute", "oracle", "reports", "epsilon"}, visit);
}

Json lifetime_json(const PreparedSurvey& survey, SymbolCap cap) {
  const std::optional<std::uint64_t>& asked = survey.config.privacy.cap;
  Json json = {{"epsilon", survey.lifetime_total(cap)}, {"cap", asked ? "unknown" : "none"}};
  if (cap != SymbolCap::none) json["cap"] = cap == SymbolCap::enforced ? "enforced" : "lost";
  if (asked) json["symbols"] = *asked;
  if (asked) json["beyond_cap"] = beyond_cap_text(survey, Language::en);
  return json;
}

std::vector<Fact> survey_manifest_facts(const PreparedSurvey& survey, const SurveyFacts& about) {
  const auto epsilons = [](const TuplePrivacy& privacy) -> Json {
    return {{"tuple", privacy.tuple}, {"attribute", privacy.attribute}};
  };
  std::vector<Fact> facts = {{"one_answer", epsilons(survey.protocol->privacy())},
                             {"solution", survey.config.solution_word()},
                             {"repeated", survey.config.is_repeated},
                             {"confidence", about.confidence},
                             {"population", "the people who reported"}};
  if (survey.config.is_repeated) {
    facts.push_back({"first_report", epsilons(survey.first_report())});
    facts.push_back({"lifetime", lifetime_json(survey, about.cap)});
  }
  Json collections = Json::array();
  for (std::size_t i = 0; i < about.collections.size(); ++i) {
    collections.push_back({{"name", about.collections[i]}, {"people", about.people[i]}});
  }
  facts.push_back({"collections", std::move(collections)});
  facts.push_back({"protocol", Json::parse(survey.protocol->spec()->json())});
  return facts;
}

Json values_json(const SurveyPublication& survey, std::size_t attribute, const std::vector<Estimate>& estimates) {
  Json values = Json::array();
  for (Value value = 0; value < estimates.size(); ++value) {
    const Estimate& share = estimates[value];
    values.push_back({{"value", value_label(survey, attribute, value)},
                      {"share", share.value},
                      {"std_error", share.std_error},
                      {"lower", share.lower},
                      {"upper", share.upper}});
  }
  return values;
}

// As --json has had them from the first version on.
std::vector<Fact> survey_more_facts(const SurveyPublication& survey, const Statement& statement) {
  const std::vector<std::string>& collections = survey.facts().collections;
  Json estimates = Json::array(), changes = Json::array();
  visit_attributes(survey, 0, [&](std::size_t i, std::size_t attribute, const TableRow&) {
    const AttributeEstimates& found = survey.estimates().attributes[attribute][i];
    const std::string name = survey.prepared().protocol->attribute_name(attribute);
    estimates.push_back({{"collection", collections[i]},
                         {"attribute", name},
                         {"people", found.people},
                         {"reports", found.reports},
                         {"values", values_json(survey, attribute, found.shares)}});
    if (i == 0) return;
    changes.push_back({{"from", collections[i - 1]},
                       {"to", collections[i]},
                       {"attribute", name},
                       {"values", values_json(survey, attribute, survey.estimates().changes[attribute][i - 1])}});
  });
  return {{"statement", statement_keys(statement)}, {"estimates", estimates}, {"changes", changes}};
}

}  // namespace

const Kind& survey_kind() {
  static constexpr Kind kind{.name = "survey",
                             .verb = "survey estimate",
                             .title = Words("survey", "enquête"),
                             .form = Form::directory,
                             .page_bundle = "survey"};
  return kind;
}

void SurveyPublication::read(const Reading& reading) {
  reading.progress("adding up");
  gathered_ = gather_survey(sources_.files, sources_.reading);
  require_configured(survey_, gathered_);
  std::vector<GatheredCollection>& collections = gathered_.collections;
  std::sort(collections.begin(), collections.end(), [&](const GatheredCollection& a, const GatheredCollection& b) {
    return comes_before(survey_.config, a.name, b.name);
  });
  facts_ = {
      .cap = known_cap(survey_, gathered_), .is_seeded = !gathered_.is_private, .confidence = sources_.confidence};
  for (const GatheredCollection& collection : collections) {
    facts_.collections.push_back(collection.name);
    facts_.people.push_back(collection.file.tally.reports);
  }
}

Outlook SurveyPublication::outlook(const Drawing& drawing) {
  drawing.progress("estimating");
  estimates_ = estimate_survey(gathered_, sources_.confidence);
  return estimates_outlook(survey_, facts_, estimates_);
}

Drawn SurveyPublication::draw(const Drawing& drawing) {
  drawing.progress("estimating");
  estimates_ = estimate_survey(gathered_, sources_.confidence);
  Promise promise = survey_promise(survey_, facts_);
  std::vector<Table> tables = {estimates_table(*this)};
  if (facts_.collections.size() > 1) tables.push_back(changes_table(*this));
  if (!estimates_.pairs.empty()) tables.push_back(pairs_table(*this));
  if (survey_.config.is_repeated) tables.push_back(leakage_table(survey_));
  std::vector<Fact> more = survey_more_facts(*this, promise.english);
  return {.promise = std::move(promise),
          .is_seeded = facts_.is_seeded,
          .facts = survey_manifest_facts(survey_, facts_),
          .more_facts = std::move(more),
          .tables = std::move(tables),
          .details = survey_details(survey_, facts_),
          .page = [this] { return survey_page_facts(survey_, facts_, estimates_); },
          .opened = {{"estimates", "estimates.csv"}, {"the page", "index.html"}}};
}

}  // namespace sourdine
