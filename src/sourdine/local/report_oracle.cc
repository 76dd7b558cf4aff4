#include "sourdine/local/report_oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "sourdine/base/error.h"
#include "sourdine/counts/statement_words.h"
#include "sourdine/estimate/typical_error.h"
#include "sourdine/local/bias_filter.h"
#include "sourdine/oracle/table.h"
#include "sourdine/privacy/loss.h"

namespace sourdine {

Guarantee release_guarantee(const Oracle& oracle, const ReleaseConfig& config) {
  const std::optional<PersonConfig>& person = config.privacy.person;
  const std::uint64_t max_events = person ? person->max_events.value_or(1) : 1;
  Guarantee guarantee = oracle.guarantee();
  guarantee.unit = person ? Unit::person : Unit::event;  // one report for every event
  const Change& change = counts_words::change_of_counts(false, person.has_value());
  guarantee.unit_text = change.unit.in(Language::en);
  guarantee.neighbours_text = change.neighbours.in(Language::en);
  double ratio_epsilon = 0;
  if (config.publish.filter == BiasFilter::private_ratio) {
    ratio_epsilon = config.publish.ratio_epsilon;
    guarantee.epsilon += ratio_noise(ratio_epsilon).epsilon();
    guarantee.model = PrivacyModel::central;  // whoever draws this noise has seen the counts
  }
  if (person) {
    // Sequential composition of the reports of one person's events, in whole billionths.
    guarantee.epsilon = std::get<PureEpsilon>(repeated(PureEpsilon{guarantee.epsilon}, max_events)).epsilon;
    guarantee.epsilon_asked = *config.privacy.epsilon;
  }
  guarantee.epsilon_asked += static_cast<double>(max_events) * ratio_epsilon;
  // A release has one report for every event, and its readers know events.
  const std::array caveats{std::string("not protected: that an event happened, when, and how many there are"),
                           person ? fmt::format("of one person {} events at most are counted", max_events)
                                  : "m events about the same person together spend m times this epsilon"};
  const std::vector<std::string> report_caveats = local_report_guarantee(0, 0).caveats;
  for (std::size_t i = 0; i < caveats.size(); ++i) {
    std::ranges::replace(guarantee.caveats, report_caveats.at(i), caveats[i]);
  }
  return guarantee;
}

std::optional<double> report_epsilon(const PrivacyConfig& privacy) {
  if (!privacy.person || !privacy.epsilon) return privacy.epsilon;
  // Rounded down to billionths, so that max_events of them are not above what was asked.
  const ExactEpsilon whole = ExactEpsilon::spendable(*privacy.epsilon);
  return ExactEpsilon{whole.nano / privacy.person->max_events.value_or(1)}.value();
}

constexpr std::string_view automatic_oracle = "auto";

OracleSpec choose_oracle(const PrivacyConfig& privacy, const Domain& regions) {
  OracleSpec spec{privacy.oracle, regions, report_epsilon(privacy).value_or(0), privacy.parameters};
  if (privacy.f) {
    if (privacy.oracle != automatic_oracle && has_parameter(find_oracle(privacy.oracle), "f")) {
      spec.parameters["f"] = *privacy.f;
    } else {
      spec.epsilon = 2 * std::log(2 / *privacy.f - 1);
    }
  }
  if (privacy.oracle != automatic_oracle) return spec;
  // For pure oracles the ranking does not depend on the number of reports, which is not known before the events are
  // read. It must not depend on the events: the choice is published.
  spec.oracle = best_pure_oracle(regions, spec.epsilon, declared_shares(regions, privacy.shares));
  return spec;
}

void require_estimable(const Oracle& oracle, const PublishConfig& publish, const char* hint) {
  if (publish.consistency != Consistency::mle || publish.smooth || oracle.cell_is_report()) return;
  fail_input(fmt::format("consistency 'mle' needs the reports themselves with oracle '{}'", oracle.name()), hint);
}

std::unique_ptr<const Oracle> make_release_oracle(const ReleaseConfig& config, const Domain& regions) {
  std::unique_ptr<const Oracle> oracle;
  try {
    oracle = make_oracle(choose_oracle(config.privacy, regions));
  } catch (const Error& error) {  // only here is it known which file says so
    throw Error(error.code(), fmt::format("'{}', [privacy]: {}", config.head.path, error.what()), error.hint());
  }
  require_estimable(*oracle, config.publish, "Choose oracle = \"grr\", or another consistency.");
  return oracle;
}

}  // namespace sourdine
