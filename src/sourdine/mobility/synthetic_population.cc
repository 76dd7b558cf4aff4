#include "sourdine/mobility/synthetic_population.h"

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/mobility/apportion.h"

namespace sourdine {
namespace {

// Values to be dealt out, each as often as it was put in.
class Urn {
 public:
  explicit Urn(std::span<const std::uint64_t> counts)
      : counts_(counts.begin(), counts.end()), left_(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0})) {}

  Value draw(Random& random) {
    std::uint64_t ball = random.below(left_--);
    Value value = 0;
    while (ball >= counts_[value]) ball -= counts_[value++];
    --counts_[value];
    return value;
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t left_;
};

// By daily attribute, then by day.
std::vector<std::vector<Urn>> daily_urns(const std::vector<Marginal>& daily, const std::vector<std::uint64_t>& whole,
                                         std::size_t days) {
  std::vector<std::uint64_t> there(days);
  for (DayPattern pattern = 1; pattern < whole.size(); ++pattern) {
    for (std::size_t day = 0; day < days; ++day) there[day] += has_day(pattern, day) ? whole[pattern] : 0;
  }
  std::vector<std::vector<Urn>> urns;
  for (const Marginal& marginal : daily) {
    urns.emplace_back();
    for (std::size_t day = 0; day < days; ++day) urns.back().emplace_back(apportion(there[day], marginal.by_day[day]));
  }
  return urns;
}

}  // namespace

SyntheticPopulation::SyntheticPopulation(const Scenario& scenario, std::vector<std::string> days,
                                         std::vector<Marginal> marginals)
    : whole_(scenario.whole), days_(std::move(days)) {
  if (days_.size() != scenario.days) fail_internal("a scenario's days and their names differ in number");
  require_marginals(marginals, days_);
  for (DayPattern pattern = 1; pattern < whole_.size(); ++pattern) {
    if (whole_[pattern] > 0) patterns_.push_back(pattern);
    size_ += whole_[pattern];
  }
  for (Marginal& marginal : marginals) {
    if (marginal.is_daily()) {
      daily_.push_back(std::move(marginal));
      continue;
    }
    const AttributeFit fit = fit_attribute(whole_, days_.size(), marginal);
    tables_.push_back(whole_fit(fit, whole_, marginal));
    fit_errors_.push_back(fit.worst);
    attributes_.push_back(std::move(marginal));
  }
}

void SyntheticPopulation::generate(Random& random, const std::function<void(const SyntheticPerson&)>& use) const {
  std::vector<std::vector<Urn>> daily = daily_urns(daily_, whole_, days_.size());
  std::vector<Value> values(attributes_.size());
  std::vector<Value> visits;
  std::uint64_t id = 0;
  for (std::size_t i = 0; i < patterns_.size(); ++i) {
    std::vector<Urn> urns;
    for (std::size_t a = 0; a < attributes_.size(); ++a) {
      const std::size_t size = attributes_[a].values.size();
      urns.emplace_back(std::span(tables_[a]).subspan(i * size, size));
    }
    for (std::uint64_t person = 0; person < whole_[patterns_[i]]; ++person) {
      for (std::size_t a = 0; a < urns.size(); ++a) values[a] = urns[a].draw(random);
      visits.clear();
      for (std::size_t day = 0; day < days_.size(); ++day) {
        if (!has_day(patterns_[i], day)) continue;
        for (std::vector<Urn>& urn : daily) visits.push_back(urn[day].draw(random));
      }
      use({.id = ++id, .days = patterns_[i], .attributes = values, .visits = visits});
    }
  }
}

}  // namespace sourdine
