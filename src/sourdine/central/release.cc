#include "sourdine/central/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/central/counts.h"
#include "sourdine/central/estimates.h"
#include "sourdine/counts/contribution.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/counts/statement_words.h"
#include "sourdine/random/streams.h"

namespace sourdine {
namespace {

// A person with very many events adds this many times the bound, at most, to the number of events not counted.
constexpr std::uint64_t cap_of_bounds = 3;

Guarantee central_release_guarantee(const ReleaseConfig& config, const CentralBudget& budget, const PrivacyLoss& loss) {
  const bool is_person = config.privacy.person.has_value();
  const Change& change = counts_words::change_of_counts(true, is_person);
  return {.epsilon_asked = budget.epsilon_asked(),
          .epsilon = budget.epsilon_of(loss),
          .delta = budget.delta(),
          .model = PrivacyModel::central,
          .unit = is_person ? Unit::person : Unit::event,
          .neighbours = Neighbours::add_remove,
          .unit_text = std::string(change.unit.in(Language::en)),
          .neighbours_text = std::string(change.neighbours.in(Language::en)),
          .loss = loss,
          .caveats = {"whoever makes the release sees the events",
                      is_person ? "one person is one value of the column of persons"
                                : "m events about the same person together spend m times this epsilon"}};
}

// A number that is measured by itself, with its interval.
Estimate noisy_estimate(std::uint64_t count, const CountNoise& noise, double confidence, Random& random) {
  auto measured = static_cast<std::int64_t>(count);
  noise.add(random, std::span(&measured, 1));
  const auto width = static_cast<double>(noise.quantile(1 - confidence));
  const auto value = static_cast<double>(measured);
  const double upper = std::max(0.0, value + width);
  return {value, std::sqrt(noise.variance()), std::clamp(value - width, 0.0, upper), upper};
}

// What is being made: the release, and what it has spent so far.
class CentralBuilder {
 public:
  CentralBuilder(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options)
      : reader_(std::move(prepared.reader)),
        random_(random),
        options_(options),
        budget_(prepared.release.config.privacy),
        design_(design_central(prepared.release.config, prepared.release.regions.size())),
        release_(std::move(prepared.release)),
        config_(release_.config) {}

  Release build() && {
    options_.progress("reading the events");
    PersonEvents events = read_person_events(*reader_, config_, {}, options_.stop);
    note_rows(*reader_, events.left_out, release_);
    facts_.noise = config_.privacy.noise;
    bound(events);
    count(events);
    finish();
    return std::move(release_);
  }

 private:
  void spend(const PrivacyLoss& loss) { spent_ = spent_ ? compose(*spent_, loss) : loss; }

  // Before anything is counted: every person's events beyond the bound are gone.
  void bound(PersonEvents& events) {
    if (!config_.privacy.person) return;
    options_.progress("choosing which events of a person are counted");
    const std::vector<std::uint64_t> of_people = events_of_people(events.persons, events.people);
    BoundFacts bound;
    if (const auto given = config_.privacy.person->max_events) {
      bound.max_events = *given;
    } else {
      const ChosenBound chosen = with_stream(random_, Stream::central_bound, [&](Random& bits) {
        return choose_bound(of_people, budget_.pure_epsilon(design_.bound), bits);
      });
      bound.max_events = chosen.max_events;
      bound.is_chosen = true;
      spend(facts_.noise == CentralNoise::laplace ? chosen.loss : convert(chosen.loss, LossKind::zcdp));
    }
    bound.cap = cap_of_bounds * bound.max_events;
    bound.parts = design_.bound + design_.people + design_.removed;
    const RemovedByBound removed = removed_by_bound(of_people, bound.max_events, bound.cap);
    with_stream(random_, Stream::central_removed, [&](Random& bits) {
      const auto measured = [&](std::uint64_t count, std::uint64_t parts, std::uint64_t sensitivity) {
        const auto noise = budget_.noise(parts, sensitivity);
        spend(noise->loss(CountSensitivity::of_unit(sensitivity, Neighbours::add_remove)));
        return noisy_estimate(count, *noise, config_.publish.confidence, bits);
      };
      bound.people = measured(removed.people, design_.people, 1);
      bound.events = measured(removed.events, design_.removed, bound.cap);
    });
    events.keep(with_stream(random_, Stream::central_counted_events, [&](Random& bits) {
      return bounded_events(events.persons, events.people, bound.max_events, bits);
    }));
    facts_.bound = bound;
  }

  void count(const PersonEvents& events) {
    options_.progress("counting");
    const PeriodTree tree = design_.tree(config_.events);
    const std::size_t k = release_.regions.size();
    std::vector<std::int64_t> leaves(tree.leaves().size() * k);
    for (const Event& event : events.events) ++leaves[tree.leaves().index(event.time) * k + event.region];
    const std::uint64_t max_events = facts_.bound ? facts_.bound->max_events : 1;
    const std::vector<CentralLevelNoise> noises = level_noises(design_, budget_, max_events);
    spend(levels_loss(noises, max_events));
    const std::vector<CentralMeasurement> measured = with_stream(
        random_, Stream::central_counts, [&](Random& bits) { return measure(tree, k, leaves, noises, bits); });
    for (std::size_t level = 0; level < noises.size(); ++level) {
      const auto deviation = [](const std::unique_ptr<const CountNoise>& noise) {
        return noise ? std::sqrt(noise->variance()) : 0;
      };
      facts_.levels.push_back({.period = tree.timeline(level).period(),
                               .region_parts = design_.levels[level].regions,
                               .total_parts = design_.levels[level].totals,
                               .region_noise = deviation(noises[level].regions),
                               .total_noise = deviation(noises[level].totals)});
    }
    estimate(CentralEstimates(tree, k, noises, measured), tree, leaves);
  }

  void estimate(const CentralEstimates& estimates, const PeriodTree& tree, std::span<const std::int64_t> leaves) {
    const PublishConfig& publish = config_.publish;
    const CoveredDays covered = central_covered_days(config_.events);
    const auto estimates_by = [&](Period period) {
      options_.progress(fmt::format("estimating by {}", period_name(period)));
      PeriodEstimates result = estimates.of(period, publish.confidence);
      result.covered = covered.of(result.timeline);
      if (publish.smooth) smooth_central(result, publish.confidence);
      if (!publish.smooth && publish.consistency == Consistency::norm_sub) make_nonnegative(result);
      return result;
    };
    for (const Period period : publish.periods) {
      PeriodEstimates& by_period = release_.estimates.emplace_back(estimates_by(period));
      if (!options_.keep_truth) continue;
      by_period.truth = sums_by<double>(by_period.timeline, tree.leaves(), leaves, by_period.regions);
    }
    const PeriodEstimates longest = estimates.of(tree.timeline(0).period(), publish.confidence);
    double total = 0, variance = 0;
    for (std::size_t t = 0; t < longest.timeline.size(); ++t) {
      total += longest.totals[t];
      variance += estimates.total_variance(longest.timeline, t);
    }
    facts_.total = CentralIntervals(std::nullopt, publish.confidence)(total, variance);
    add_day_variance(estimates, tree);
    release_.collected.timeline = tree.leaves();
    release_.collected.tallies.resize(tree.leaves().size());
    if (publish.synthetic) {
      const PeriodEstimates* published = release_.find(base_period(publish));
      draw_rows(published != nullptr ? *published : estimates_by(base_period(publish)));
    }
  }

  void add_day_variance(const CentralEstimates& estimates, const PeriodTree& tree) {
    for (std::size_t level = 0; level < tree.height(); ++level) {
      if (tree.timeline(level).period() != Period::day || tree.counted(level) == 0) continue;
      double sum = 0;
      for (std::size_t t = 0; t < tree.size(level); ++t) sum += estimates.region_variance(tree.timeline(level), t);
      facts_.day_variance = sum / static_cast<double>(tree.counted(level));
    }
  }

  // As many rows as the estimates say, or in the same proportions as many as may be drawn, in each base period; nothing
  // of an event's own row is in them.
  void draw_rows(const PeriodEstimates& base) {
    CollectedEvents& collected = release_.collected;
    const double total = std::max(0.0, std::accumulate(base.totals.begin(), base.totals.end(), 0.0));
    const std::vector<double> totals = norm_sub(base.totals, total).counts;
    if (total > static_cast<double>(options_.max_synthetic_rows)) facts_.bounded_rows = options_.max_synthetic_rows;
    const std::uint64_t wanted = facts_.bounded_rows.value_or(static_cast<std::uint64_t>(std::llround(total)));
    const std::vector<std::uint64_t> rows =
        with_stream(random_, Stream::central_rows, [&](Random& bits) { return round_to_total(totals, wanted, bits); });
    for (std::size_t t = 0; t < rows.size(); ++t) {
      collected.tallies[t].reports = rows[t];
      const auto since = (base.timeline.start(t) - base.timeline.start(0)).count();
      if (since > std::numeric_limits<std::uint32_t>::max()) {
        fail_input("'from' and 'to' lie many decades apart", "Set synthetic = false in [publish], or fewer days.");
      }
      collected.times.insert(collected.times.end(), rows[t], static_cast<std::uint32_t>(since));
    }
    release_.shares = consistent_shares(base, totals);
  }

  void finish() {
    const bool is_laplace = facts_.noise == CentralNoise::laplace;
    release_.facts = {.config = config_,
                      .first = period_label(Period::day, *config_.events.from),
                      .last = period_label(Period::day, *config_.events.to),
                      .events = static_cast<std::uint64_t>(std::llround(std::max(0.0, facts_.total.value))),
                      .regions = release_.regions.size(),
                      .oracle = is_laplace ? "discrete Laplace noise" : "discrete Gaussian noise",
                      .guarantee = central_release_guarantee(config_, budget_, *spent_),
                      .is_seeded = !random_.is_private(),
                      .central = facts_};
  }

  std::unique_ptr<EventReader> reader_;
  const RandomSource& random_;
  const BuildOptions& options_;
  CentralBudget budget_;
  CentralDesign design_;
  CentralFacts facts_;
  Release release_;
  const ReleaseConfig& config_;  // of the release
  std::optional<PrivacyLoss> spent_;
};

}  // namespace

Guarantee central_guarantee_asked(const ReleaseConfig& config, std::size_t regions) {
  const CentralBudget budget(config.privacy);
  return central_release_guarantee(config, budget, budget.loss(design_central(config, regions).spent()));
}

std::string nothing_counted(const ReleaseConfig& config, std::uint64_t rows) {
  const std::string what = rows == 0 ? "there is no row"
                                     : fmt::format("no row that can be counted lies between {} and {}",
                                                   period_label(Period::day, *config.events.from),
                                                   period_label(Period::day, *config.events.to));
  return what + ": is it the right source? (for your eyes, not part of the release)";
}

bool has_counted_something(const Release& release) {
  const EventCounts& rows = release.rows;
  return rows.read > rows.dropped + rows.skipped + release.collected.outside + release.collected.missing;
}

Release draw_central_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options) {
  return CentralBuilder(std::move(prepared), random, options).build();
}

}  // namespace sourdine
