#include "sourdine/central/design.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/counts/release.h"

namespace sourdine {
namespace {

constexpr double unmeasured_noise = std::numeric_limits<double>::infinity();
// A total may be this many times as far off as a region, before it takes a share from the regions.
constexpr double total_allowance = 4;
// The mean of variances to this power is nearly the largest, and smooth.
constexpr double power_of_worst = 8;
// Of the budget, in parts: what is said beside the counts must not take much from them.
constexpr std::uint64_t parts_for_bound = 20;
constexpr std::uint64_t parts_for_people = 8;
constexpr std::uint64_t parts_for_removed = 17;

// Longest first. Weeks do not nest: they are sums of days.
std::vector<Period> measured_periods(const PublishConfig& publish) {
  const Period base = base_period(publish);
  const bool needs_base = publish.synthetic || publish.has(Period::week);
  std::vector<Period> periods;
  for (const Period period : {Period::year, Period::month, Period::day, Period::hour}) {
    if (publish.has(period) || (needs_base && period == base)) periods.push_back(period);
  }
  return periods;
}

std::vector<Timeline> timelines_of(const std::vector<Period>& periods, std::chrono::local_days from,
                                   std::chrono::local_days to) {
  std::vector<Timeline> timelines;
  for (const Period period : periods) {
    timelines.emplace_back(period, std::chrono::local_seconds(from),
                           std::chrono::local_seconds(to) + std::chrono::days(1) - std::chrono::seconds(1));
  }
  return timelines;
}

PeriodTree tree_of(std::vector<Timeline> timelines, const EventsConfig& events) {
  return {std::move(timelines), central_covered_days(events)};
}

// Shares of the budget, regions and totals of every level, and what they are worth.
class ShareSearch {
 public:
  ShareSearch(const PeriodTree& tree, std::size_t regions, CentralNoise noise)
      : tree_(tree), regions_(regions), noise_(noise), weights_(2 * tree.height(), 1) {
    if (regions == 1) std::fill(weights_.begin() + static_cast<std::ptrdiff_t>(tree.height()), weights_.end(), 0);
    best_ = value(weights_);
    for (const double step : {4.0, 2.0, 1.4, 1.15, 1.05, 1.01}) {
      while (improve(step)) {
      }
    }
  }

  // regions[level], then totals[level]; they add up to 1.
  std::vector<double> shares() const { return normalised(weights_); }

 private:
  static std::vector<double> normalised(std::vector<double> weights) {
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (double& weight : weights) weight /= sum;
    return weights;
  }

  double noise_of(double share) const {
    if (share <= 0) return unmeasured_noise;
    return noise_ == CentralNoise::laplace ? 1 / (share * share) : 1 / share;
  }

  double value(const std::vector<double>& weights) const {
    std::vector<double> region_noise, total_noise;
    const std::vector<double> shares = normalised(weights);
    for (std::size_t level = 0; level < tree_.height(); ++level) {
      region_noise.push_back(noise_of(shares[level]));
      total_noise.push_back(noise_of(shares[tree_.height() + level]));
    }
    const RegionLeastSquares squares(tree_, regions_, region_noise, total_noise);
    double sum = 0;
    for (std::size_t level = 0; level < tree_.height(); ++level) {
      const double total = squares.totals.largest_variance(level);
      sum += std::pow(squares.dealt(squares.regions.largest_variance(level), total), power_of_worst);
      sum += std::pow(total / (total_allowance * total_allowance), power_of_worst);
    }
    return std::log(sum) / power_of_worst;
  }

  bool improve(double step) {
    bool is_better = false;
    for (double& weight : weights_) {
      for (const double factor : {step, 1 / step}) {
        const double before = weight;
        weight *= factor;
        const double after = value(weights_);
        if (after < best_ - 1e-7) {
          best_ = after;
          is_better = true;
          break;
        }
        weight = before;
      }
    }
    return is_better;
  }

  const PeriodTree& tree_;
  std::size_t regions_;
  CentralNoise noise_;
  std::vector<double> weights_;
  double best_ = 0;
};

// Two years show what twenty would.
std::chrono::local_days search_end(const EventsConfig& events) {
  return std::min(*events.to, *events.from + std::chrono::days(730));
}

}  // namespace

CoveredDays central_covered_days(const EventsConfig& events) {
  return {events, timelines_of({Period::day}, *events.from, *events.to).front(), {}};
}

std::uint64_t CentralDesign::spent() const {
  std::uint64_t sum = bound + people + removed;
  for (const CentralLevel& level : levels) sum += level.regions + level.totals;
  return sum;
}

PeriodTree CentralDesign::tree(const EventsConfig& events) const {
  std::vector<Timeline> timelines;
  for (const CentralLevel& level : levels) timelines.push_back(level.timeline);
  return tree_of(std::move(timelines), events);
}

CentralDesign design_central(const ReleaseConfig& config, std::size_t regions) {
  const EventsConfig& events = config.events;
  if (!events.from || !events.to) fail_input("model = \"central\" needs 'from' and 'to' in [events]");
  CentralDesign design;
  if (config.privacy.person) {
    if (!config.privacy.person->max_events) design.bound = parts_for_bound;
    design.people = parts_for_people;
    design.removed = parts_for_removed;
  }
  const std::vector<Period> periods = measured_periods(config.publish);
  const PeriodTree tree = tree_of(timelines_of(periods, *events.from, search_end(events)), events);
  const std::vector<double> shares = ShareSearch(tree, regions, config.privacy.noise).shares();
  const std::uint64_t left = CentralDesign::parts - design.spent();
  for (const Timeline& timeline : timelines_of(periods, *events.from, *events.to)) {
    const std::size_t level = design.levels.size();
    const auto part = [&](double share) { return static_cast<std::uint64_t>(share * static_cast<double>(left)); };
    design.levels.push_back(
        {.timeline = timeline, .regions = part(shares[level]), .totals = part(shares[periods.size() + level])});
  }
  design.levels.back().regions += CentralDesign::parts - design.spent();  // what rounding left
  return design;
}

}  // namespace sourdine
