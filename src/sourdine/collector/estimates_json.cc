#include "sourdine/collector/estimates_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/collector/screening_periods.h"
#include "sourdine/range/local_tree.h"
#include "sourdine/range/ordered_domain.h"
#include "sourdine/tuple/tuple_estimate.h"

namespace sourdine {
namespace {

// What is estimated of one attribute, or of the only one.
struct EstimateGroup {
  std::uint64_t reports = 0;
  std::vector<Estimate> values;
};

// How the tallies of a protocol are estimated, and what the values are called.
class Groups {
 public:
  virtual ~Groups() = default;
  // The same groups for every tally; nothing when it does not say enough for any.
  virtual std::optional<std::vector<EstimateGroup>> of(TallyView tally) const = 0;
  virtual std::vector<std::string> names() const { return {}; }  // of the attributes; none: there is only one
  virtual std::size_t size(std::size_t group) const = 0;
  virtual std::string label(std::size_t group, std::size_t value) const = 0;
};

EstimateOptions options_of(const EstimatesQuery& query) {
  EstimateOptions options;
  options.confidence = query.confidence;
  options.consistency = query.consistency;
  return options;
}

class OracleGroups final : public Groups {
 public:
  OracleGroups(const Oracle& oracle, const EstimatesQuery& query)
      : oracle_(oracle), estimator_(oracle, options_of(query)) {}

  std::optional<std::vector<EstimateGroup>> of(TallyView tally) const override {
    return {{EstimateGroup{tally.reports, estimator_(tally).values}}};
  }
  std::size_t size(std::size_t) const override { return oracle_.k(); }
  std::string label(std::size_t, std::size_t value) const override {
    return oracle_.domain().label(static_cast<Value>(value));
  }

 private:
  const Oracle& oracle_;
  Estimator estimator_;
};

class RangeGroups final : public Groups {
 public:
  RangeGroups(std::shared_ptr<const RangeProtocol> protocol, const EstimatesQuery& query)
      : protocol_(std::move(protocol)),
        confidence_(query.confidence),
        domain_(OrderedDomain::from_json(protocol_->tree_spec().domain, protocol_->shape().size())) {
    if (query.consistency != Consistency::none) {
      fail_input(fmt::format("ranges have no consistency '{}': their values fit together already",
                             consistency_name(query.consistency)),
                 "Ask for consistency none.");
    }
  }

  std::optional<std::vector<EstimateGroup>> of(TallyView tally) const override {
    for (unsigned level = 1; level <= protocol_->shape().height(); ++level) {
      if (protocol_->level(tally, level).reports == 0) return std::nullopt;
    }
    const LocalTree tree(protocol_, {protocol_->spec(), tally.reports, {tally.cells.begin(), tally.cells.end()}}, true);
    EstimateGroup leaves{tally.reports, {}};
    for (std::uint64_t leaf = 0; leaf < tree.size(); ++leaf) {
      leaves.values.push_back(tree.answer({leaf, leaf}, confidence_));
    }
    return {{std::move(leaves)}};
  }
  std::size_t size(std::size_t) const override { return protocol_->shape().size(); }
  std::string label(std::size_t, std::size_t value) const override { return domain_.label(value); }

 private:
  std::shared_ptr<const RangeProtocol> protocol_;
  Confidence confidence_;
  OrderedDomain domain_;
};

class TupleGroups final : public Groups {
 public:
  TupleGroups(const TupleProtocol& protocol, const EstimatesQuery& query)
      : protocol_(protocol), options_(options_of(query)) {}

  std::optional<std::vector<EstimateGroup>> of(TallyView tally) const override {
    std::vector<EstimateGroup> groups;
    const Tally whole{protocol_.spec(), tally.reports, {tally.cells.begin(), tally.cells.end()}};
    for (AttributeEstimates& one : estimate_attributes(protocol_, whole, options_)) {
      groups.push_back({one.reports, std::move(one.counts)});
    }
    return groups;
  }
  std::vector<std::string> names() const override {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < protocol_.width(); ++i) names.push_back(protocol_.attribute_name(i));
    return names;
  }
  std::size_t size(std::size_t group) const override { return protocol_.domain_size(group); }
  std::string label(std::size_t group, std::size_t value) const override {
    return protocol_.domain(group).label(static_cast<Value>(value));
  }

 private:
  const TupleProtocol& protocol_;
  EstimateOptions options_;
};

std::unique_ptr<const Groups> groups_of(const std::shared_ptr<const Protocol>& protocol, const EstimatesQuery& query) {
  if (auto range = std::dynamic_pointer_cast<const RangeProtocol>(protocol)) {
    return std::make_unique<const RangeGroups>(std::move(range), query);
  }
  if (const auto* const tuple = dynamic_cast<const TupleProtocol*>(protocol.get())) {
    return std::make_unique<const TupleGroups>(*tuple, query);
  }
  return std::make_unique<const OracleGroups>(require_oracle(*protocol), query);
}

// Sums of periods in which the same people may have answered.
std::optional<std::vector<EstimateGroup>> added_up(const Collection& collection, std::span<const StoredTally> periods,
                                                   const EstimatesQuery& query) {
  EstimatesQuery all_at_once = query;
  all_at_once.confidence = 1 - (1 - query.confidence) / static_cast<double>(periods.size());
  const auto groups = groups_of(collection.protocol, all_at_once);
  std::vector<EstimateGroup> sums;
  for (const StoredTally& period : periods) {
    if (period.reports == 0) continue;
    const auto found = groups->of({period.reports, period.cells});
    if (!found) return std::nullopt;
    if (sums.empty()) sums.resize(found->size());
    for (std::size_t group = 0; group < sums.size(); ++group) {
      const EstimateGroup& from = (*found)[group];
      EstimateGroup& into = sums[group];
      if (from.values.empty()) return std::nullopt;  // nobody drew the attribute in this period
      if (into.values.empty()) into.values.resize(from.values.size(), Estimate{0, 0, 0, 0});
      into.reports += from.reports;
      for (std::size_t i = 0; i < from.values.size(); ++i) {
        into.values[i].value += from.values[i].value;
        into.values[i].std_error += from.values[i].std_error;
        into.values[i].lower += from.values[i].lower;
        into.values[i].upper += from.values[i].upper;
      }
    }
  }
  return sums;
}

std::string json_quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Labels, json_quoted once for all periods.
struct Names {
  std::vector<std::string> groups;
  std::vector<std::vector<std::string>> values;
};

void append_values(const std::vector<Estimate>& values, const std::vector<std::string>& labels, std::string& text) {
  text += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Estimate& e = values[i];
    if (i != 0) text += ',';
    fmt::format_to(std::back_inserter(text),
                   "{{\"value\":{},\"estimate\":{},\"std_error\":{},\"lower\":{},\"upper\":{},\"mostly_noise\":{}}}",
                   labels[i], e.value, e.std_error, e.lower, e.upper, is_mostly_noise(e));
  }
  text += ']';
}

// `head` is the period, in JSON; `estimate` is only called where there are reports enough.
void append_shown(const std::string& head, std::uint64_t reports, std::uint64_t min_reports, const Names& names,
                  const std::function<std::optional<std::vector<EstimateGroup>>()>& estimate, std::string& text) {
  std::optional<std::vector<EstimateGroup>> groups;
  if (reports > 0 && reports >= min_reports) groups = estimate();
  fmt::format_to(std::back_inserter(text), "{{{},\"reports\":{},\"is_shown\":{},\"min_reports\":{}", head, reports,
                 groups.has_value(), min_reports);
  if (groups && names.groups.empty()) {
    text += ",\"values\":";
    append_values(groups->front().values, names.values.front(), text);
  } else if (groups) {
    text += ",\"attributes\":[";
    for (std::size_t i = 0; i < names.groups.size(); ++i) {
      if (i != 0) text += ',';
      fmt::format_to(std::back_inserter(text), "{{\"name\":{},\"reports\":{},\"values\":", names.groups[i],
                     (*groups)[i].reports);
      append_values((*groups)[i].values, names.values[i], text);
      text += '}';
    }
    text += ']';
  }
  text += '}';
}

Names names_of(const Groups& groups, std::size_t times) {
  Names names;
  for (const std::string& name : groups.names()) names.groups.push_back(json_quoted(name));
  const std::size_t count = std::max<std::size_t>(1, names.groups.size());
  std::size_t values = 0;
  for (std::size_t group = 0; group < count; ++group) values += groups.size(group);
  if (times > 0 && values > max_estimates / times) {
    fail_input(fmt::format("{} values of {} periods are more than {} estimates", values, times, max_estimates),
               "Ask for fewer periods at once.");
  }
  for (std::size_t group = 0; group < count; ++group) {
    names.values.emplace_back();
    for (std::size_t i = 0; i < groups.size(group); ++i)
      names.values.back().push_back(json_quoted(groups.label(group, i)));
  }
  return names;
}

}  // namespace

std::string estimates_json(const Collection& collection, std::span<const StoredTally> periods,
                           const EstimatesQuery& query) {
  if (!(query.confidence > 0 && query.confidence < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1, not {}", query.confidence), "0.95 is usual.");
  }
  const auto groups = groups_of(collection.protocol, query);
  const std::uint64_t min_reports = collection.settings.min_reports;
  const auto is_shown = [&](const StoredTally& period) { return period.reports > 0 && period.reports >= min_reports; };
  const auto shown = static_cast<std::size_t>(std::count_if(periods.begin(), periods.end(), is_shown));
  const Names names = names_of(*groups, shown + (query.together ? 1 : 0));
  const StoredTally sum = sum_of_periods(*collection.protocol, *collection.screen, periods);
  const bool is_private = sum.seeded == 0 && !collection.settings.accepts_seeded;

  std::string text = fmt::format(
      "{{\"collection\":{},\"kind\":{},\"confidence\":{},\"consistency\":\"{}\",\"population\":\"fixed\","
      "\"randomness\":\"{}\",\"guarantee\":{},\"periods\":[",
      json_quoted(collection.id), json_quoted(std::string(collection.protocol->spec()->kind())), query.confidence,
      consistency_name(query.consistency), is_private ? "private" : "seeded, not private",
      to_json(collection.protocol->guarantee()));
  const auto label = [&](const StoredTally& period) -> std::string {
    if (!collection.settings.period) return "null";
    return '"' + period_label(*collection.settings.period, period_start(*collection.settings.period, period.period)) +
           '"';
  };
  for (const StoredTally& period : periods) {
    if (text.back() != '[') text += ',';
    append_shown(
        "\"period\":" + label(period), period.reports, min_reports, names,
        [&] {
          return groups->of({period.reports, period.cells});
        },
        text);
  }
  text += "],\"together\":";
  if (!query.together) return text + "null}";
  std::string head = "\"period\":null";
  if (!periods.empty() && collection.settings.period) {
    head = fmt::format("\"period\":{},\"to\":{}", label(periods.front()), label(periods.back()));
  }
  const bool adds_up = periods.size() > 1 && reports_repeat(*collection.protocol);
  append_shown(
      head, sum.reports, min_reports, names,
      [&] {
        return adds_up ? added_up(collection, periods, query) : groups->of({sum.reports, sum.cells});
      },
      text);
  return text + '}';
}

}  // namespace sourdine
