#include "sourdine/privacy/ledger/line.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/privacy/ledger/loss_json.h"

namespace sourdine {
namespace {

constexpr std::size_t hash_letters = 64;

PrivacyModel model_from(const std::string& word) {
  for (const PrivacyModel model : {PrivacyModel::local, PrivacyModel::central}) {
    if (model_name(model) == word) return model;
  }
  fail_input("a model that is neither local nor central");
}

// Losses per metre are about places, and places about losses per metre; nothing costs nothing in any relation.
void require_metric_relation(const LedgerEntry& entry) {
  const bool is_nothing = entry.loss.kind == LossKind::pure && entry.loss.epsilon.nano == 0;
  if (is_nothing || (entry.loss.kind == LossKind::metric) == (entry.neighbours == Neighbours::nearby)) return;
  fail_input("a loss per metre is for neighbours 'nearby', and only such a loss is",
             "'sourdine blur' records what blurring spends.");
}

std::string bounded_text(const nlohmann::ordered_json& json) {
  std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > max_ledger_line_bytes) {
    fail_input(fmt::format("the ledger's line would take more than {} bytes", max_ledger_line_bytes),
               "Give the data set and the output shorter names; state a loss with many numbers as (epsilon, delta).");
  }
  return text;
}

bool is_hash(std::string_view text) {
  return text.size() == hash_letters && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// "2026-11-15T08:30:00Z": months are compared by their first seven letters.
bool is_time(std::string_view text) { return text.size() == 20 && text[10] == 'T' && is_day(text.substr(0, 10)); }

LedgerEntry old_entry(const nlohmann::json& json) {
  LedgerEntry entry{.time = json.at("date"),
                    .dataset = json.at("dataset"),
                    .purpose = json.at("purpose"),
                    .unit_text = json.at("unit"),
                    .loss = LedgerLoss::pure(ExactEpsilon::parse(json.at("epsilon").get<std::string>())),
                    .is_private = json.at("private")};
  if (const auto meant = meant_unit(entry.unit_text)) {
    entry.unit = meant->unit;
    entry.neighbours = meant->neighbours;
  }
  if (json.contains("budget")) entry.budget = ExactEpsilon::parse(json.at("budget").get<std::string>());
  return entry;
}

LedgerEntry new_entry(const nlohmann::json& json) {
  LedgerEntry entry{.time = json.at("time"),
                    .dataset = json.at("dataset"),
                    .purpose = json.at("purpose"),
                    .mechanism = json.at("mechanism"),
                    .version = json.at("version"),
                    .unit_text = json.at("protects"),
                    .neighbours = neighbours_from(json.at("neighbours").get<std::string>()),
                    .model = model_from(json.at("model")),
                    .loss = loss_from(json.at("loss")),
                    .is_private = json.at("private")};
  entry.unit = unit_from(json.at("unit").get<std::string>());
  require_metric_relation(entry);
  if (!is_time(entry.time)) fail_input("a time that is not like 2026-11-15T08:30:00Z");
  if (json.contains("period")) {
    const auto& period = json.at("period");
    entry.period = LedgerPeriod{.first = period.at("first"), .last = period.at("last"), .is_fixed = period.at("fixed")};
    if (period.contains("basis")) entry.period->basis = period.at("basis");
    if (!is_day(entry.period->first) || !is_day(entry.period->last) || entry.period->last < entry.period->first) {
      fail_input("a period that is none");
    }
  }
  if (json.contains("max_units")) {
    entry.max_units = whole_number(json.at("max_units"));
    if (*entry.max_units == 0) fail_input("a person with at most 0 units");
  }
  if (json.contains("budget")) entry.budget = ExactEpsilon::parse(json.at("budget").get<std::string>());
  if (json.contains("syntactic")) entry.syntactic = json.at("syntactic");
  if (json.contains("draw")) entry.draw = json.at("draw");
  return entry;
}

}  // namespace

std::string line_text(const LedgerEntry& entry, std::string_view before) {
  if (!entry.unit) fail_internal("a spending about nobody knows whom");
  require_metric_relation(entry);
  // Written otherwise than it is, a name would not be found again, and its spending would not count.
  if (!is_utf8(entry.dataset) || (entry.period && !is_utf8(entry.period->basis))) {
    fail_input(
        fmt::format("the data set's name '{}', or that of its column of times, is not UTF-8", shown(entry.dataset)),
        "Give 'dataset' (and the column) a name that is.");
  }
  nlohmann::ordered_json json = {{"before", before},
                                 {"step", "reserve"},
                                 {"time", entry.time},
                                 {"dataset", entry.dataset},
                                 {"unit", word_of(*entry.unit)},
                                 {"neighbours", word_of(entry.neighbours)},
                                 {"model", model_name(entry.model)},
                                 {"loss", loss_json(entry.loss)},
                                 {"private", entry.is_private},
                                 {"protects", entry.unit_text},
                                 {"mechanism", entry.mechanism},
                                 {"purpose", entry.purpose},
                                 {"version", entry.version}};
  if (entry.period) {
    json["period"] = {{"first", entry.period->first}, {"last", entry.period->last}, {"fixed", entry.period->is_fixed}};
    if (!entry.period->basis.empty()) json["period"]["basis"] = entry.period->basis;
  }
  if (entry.max_units) json["max_units"] = *entry.max_units;
  if (entry.budget) json["budget"] = entry.budget->text();
  if (!entry.syntactic.empty()) json["syntactic"] = entry.syntactic;
  if (!entry.draw.empty()) json["draw"] = entry.draw;
  return bounded_text(json);
}

std::string line_text(const ClosingLine& closing, std::string_view before) {
  return bounded_text({{"before", before},
                       {"step", closing.how == Closing::committed ? "commit" : "cancel"},
                       {"of", closing.of},
                       {"time", closing.time}});
}

LedgerLine parse_ledger_line(std::string_view text) {
  if (text.size() > max_ledger_line_bytes) fail_input("a line that is too long");
  try {
    const auto json = parse_bounded_json(text, 10);
    if (!json.contains("step")) return {.what = old_entry(json), .before = {}};
    LedgerLine line{.what = ClosingLine{}, .before = json.at("before")};
    if (!is_hash(line.before)) fail_input("no hash of the line before");
    const std::string step = json.at("step");
    if (step == "reserve") {
      line.what = new_entry(json);
    } else if (step == "commit" || step == "cancel") {
      line.what = ClosingLine{.of = whole_number(json.at("of")),
                              .how = step == "commit" ? Closing::committed : Closing::cancelled,
                              .time = json.at("time")};
    } else {
      fail_input("a step that is not known");
    }
    return line;
  } catch (const nlohmann::json::exception&) {
    fail_input("no JSON object of a ledger");
  }
}

}  // namespace sourdine
