#include "sourdine/survey/publication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/survey/people.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/symbol_state.h"
#include "sourdine/survey/told.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

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
  const auto is_counted = [&](const auto& file) { return state->has_collection(file.collection); };
  const bool has_all = std::ranges::all_of(gathered.collections, is_counted);
  const bool is_kept = state->cap() != 0 && state->cap() <= *config.privacy.cap;
  return has_all && is_kept ? SymbolCap::enforced : SymbolCap::none;
}

using VisitAttribute = std::function<void(std::size_t collection, std::size_t attribute, const std::string& name)>;

// Of each collection from `first` on and each attribute.
void visit_attributes(const SurveyPublication& survey, std::size_t first, const VisitAttribute& visit) {
  for (std::size_t i = first; i < survey.facts().collections.size(); ++i) {
    for (std::size_t attribute = 0; attribute < survey.prepared().width(); ++attribute) {
      visit(i, attribute, survey.prepared().protocol->attribute_name(attribute));
    }
  }
}

std::string value_label(const SurveyPublication& survey, std::size_t attribute, Value value) {
  return survey.prepared().protocol->domain(attribute).label(value);
}

Table estimates_table(const SurveyPublication& survey) {
  const auto visit = [&survey](const Table::Add& add) {
    visit_attributes(survey, 0, [&](std::size_t collection, std::size_t attribute, const std::string& name) {
      const AttributeEstimates& found = survey.estimates().attributes[attribute][collection];
      for (Value value = 0; value < found.shares.size(); ++value) {
        const Estimate& count = found.counts[value];
        add(TableRow()
                .label(survey.facts().collections[collection])
                .label(name)
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
    visit_attributes(survey, 1, [&](std::size_t collection, std::size_t attribute, const std::string& name) {
      const std::vector<Estimate>& changes = survey.estimates().changes[attribute][collection - 1];
      for (Value value = 0; value < changes.size(); ++value) {
        add(TableRow()
                .label(survey.facts().collections[collection - 1])
                .label(survey.facts().collections[collection])
                .label(name)
                .label(value_label(survey, attribute, value))
                .estimate(changes[value]));
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
  visit_attributes(survey, 0, [&](std::size_t i, std::size_t attribute, const std::string& name) {
    const AttributeEstimates& found = survey.estimates().attributes[attribute][i];
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

// A share to a ten-thousandth of a percent; nothing, where it is not known.
Json share_number(double value) {
  if (!std::isfinite(value)) return nullptr;
  const double rounded = std::round(value * 1e6) / 1e6;
  return rounded == 0 ? 0.0 : rounded;
}

Json shares_json(const std::vector<Estimate>& estimates) {
  Json shares = Json::array();
  for (const Estimate& share : estimates) {
    shares.push_back({share_number(share.value), share_number(share.lower), share_number(share.upper)});
  }
  return shares;
}

Json attribute_json(const PreparedSurvey& survey, const SurveyEstimates& estimates, std::size_t attribute) {
  const TupleProtocol& protocol = *survey.protocol;
  Json shares = Json::array(), reports = Json::array(), changes = Json::array(), curve = Json::array();
  for (const AttributeEstimates& collection : estimates.attributes[attribute]) {
    shares.push_back(shares_json(collection.shares));
    reports.push_back(collection.reports);
  }
  for (const std::vector<Estimate>& change : estimates.changes[attribute]) changes.push_back(shares_json(change));
  Json first = nullptr, limit = protocol.privacy().attribute;
  if (survey.config.is_repeated) {
    const Memoised& memoised = survey.memoised(attribute);
    const std::vector<std::uint64_t> counts = usual_report_counts();
    const std::vector<double> epsilons = leakage(memoised, counts);
    for (std::size_t i = 0; i < counts.size(); ++i) curve.push_back({counts[i], epsilons[i]});
    first = memoised.report_epsilon();
    limit = memoised.symbol_epsilon();
  }
  const std::string& oracle = protocol.tuple_spec().attributes[attribute].oracle;
  Json json = {{"name", protocol.attribute_name(attribute)},
               {"oracle", oracle.empty() ? protocol.tuple_spec().oracle : oracle},
               {"labels", protocol.domain(attribute).labels()},
               {"shares", std::move(shares)},
               {"changes", std::move(changes)},
               {"reports", std::move(reports)},
               {"epsilon1", std::move(first)},
               {"epsilon_limit", std::move(limit)},
               {"leakage", std::move(curve)}};
  const std::vector<double>& bins = survey.config.attributes[attribute].bins;
  if (!bins.empty()) json["labels_in"] = {{"fr", bin_labels(bins, Language::fr)}};
  return json;
}

}  // namespace

// An ε is a bound, and the page rounds it up: no number of `guarantee` is rounded here.
nlohmann::ordered_json survey_page_facts(const PreparedSurvey& survey, const SurveyFacts& facts,
                                         const SurveyEstimates& estimates) {
  const SurveyConfig& config = survey.config;
  const auto in_both = [](const auto& text) -> Json {
    return {{"en", text(Language::en)}, {"fr", text(Language::fr)}};
  };
  Json worst_total = nullptr;
  if (config.is_repeated) {
    worst_total = survey.lifetime_total(facts.cap);
  } else if (facts.collections.size() > 1) {
    worst_total = survey.total(facts.collections.size(), facts.cap);
  }
  Json attributes = Json::array();
  for (std::size_t i = 0; i < survey.width(); ++i) attributes.push_back(attribute_json(survey, estimates, i));
  Json json = {{"solution", config.solution_word()},
               {"collections", facts.collections},
               {"people", facts.people},
               {"confidence", facts.confidence},
               {"has_memo", config.is_repeated},
               {"caption", in_both([&](Language language) { return survey_caption(survey, facts, language); })},
               {"guarantee",
                {{"tuple_epsilon", survey.protocol->privacy().tuple},
                 {"attribute_epsilon", survey.protocol->privacy().attribute},
                 {"worst_total", std::move(worst_total)}}},
               {"attributes", std::move(attributes)}};
  if (!beyond_cap_text(survey, Language::en).empty()) {
    json["beyond_cap"] = in_both([&](Language language) { return beyond_cap_text(survey, language); });
  }
  return json;
}

void SurveyPublication::read(const Reading& reading) {
  reading.progress("adding up");
  gathered_ = gather_survey(sources_.files, sources_.reading);
  const char* const hint = "Give the configuration that the reports were made with.";
  require_same_questions(*survey_.protocol, *gathered_.protocol,
                         fmt::format("the reports are of another survey than '{}' describes", head().path), hint, hint);
  std::vector<TallyFile>& collections = gathered_.collections;
  const auto is_before = [&](const auto& a, const auto& b) { return comes_before(survey_.config, a, b); };
  std::ranges::sort(collections, is_before, &TallyFile::collection);
  facts_ = {
      .cap = known_cap(survey_, gathered_), .is_seeded = !gathered_.is_private, .confidence = sources_.confidence};
  for (const TallyFile& file : collections) {
    facts_.collections.push_back(file.collection);
    facts_.people.push_back(file.tally.reports);
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
