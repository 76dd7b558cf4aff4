#include "sourdine/anonymity/minimality.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace sourdine {
namespace {

using Numbers = std::vector<std::uint32_t>;  // by value of the class

double log_choose(std::uint32_t n, std::uint32_t k) {
  return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

// The worlds of one published class, its rows being given to the smaller classes one after the other.
class Worlds {
 public:
  struct Result {
    double failing = 0;                        // F
    std::vector<std::vector<double>> fails;    // F(i, s), by smaller class, by value of the class
    std::vector<std::vector<double>> succeed;  // G(i, s)
  };

  Worlds(std::span<const ClassHistograms::Count> counts, std::span<const std::uint32_t> table, Numbers parts,
         const MinimalityQuestion& question, std::uint64_t& steps)
      : counts_(counts), table_(table), parts_(std::move(parts)), question_(question), steps_(steps) {}

  // Nothing when there are too many.
  std::optional<Result> count() {
    Numbers all;
    for (const auto& count : counts_) all.push_back(count.rows);
    layers_.resize(parts_.size() + 1);
    layers_[0][all].good = 1;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      for (auto& [left, state] : layers_[part]) {
        const State from = state;
        const bool is_whole = each_division(part, left, [&](const Numbers& taken, const Numbers& rest, double chance) {
          State& to = layers_[part + 1][rest];
          const bool fails = is_refused(taken);
          to.good += fails ? 0 : chance * from.good;
          to.failed += chance * (fails ? from.good + from.failed : from.failed);
        });
        if (!is_whole) return std::nullopt;
      }
    }
    return backward();
  }

 private:
  struct State {
    double good = 0, failed = 0;  // the chance to come here, without and with a failure before
    double will_fail = 0;         // the chance of a failure from here on
  };

  bool is_refused(const Numbers& taken) {
    std::vector<ClassHistograms::Count>& counts = scratch_;
    counts.clear();
    std::uint64_t rows = 0;
    for (std::size_t i = 0; i < taken.size(); ++i) {
      rows += taken[i];
      if (taken[i] > 0) counts.push_back({counts_[i].value, taken[i]});
    }
    return rows < question_.k || !question_.model.holds(counts, table_);
  }

  // Every way to take the rows of a part from what is left, with its chance. False when there were too many steps.
  template <class Visit>
  bool each_division(std::size_t part, const Numbers& left, const Visit& visit) {
    std::uint32_t rows = 0;
    for (const std::uint32_t number : left) rows += number;
    Numbers taken(left.size()), rest = left;
    return divide(0, parts_[part], rows, -log_choose(rows, parts_[part]), taken, rest, visit);
  }

  template <class Visit>
  bool divide(std::size_t value, std::uint32_t wanted, std::uint32_t rows, double log_chance, Numbers& taken,
              Numbers& rest, const Visit& visit) {
    if (value == taken.size()) {
      if (steps_ == 0) return false;
      --steps_;
      visit(taken, rest, std::exp(log_chance));
      return true;
    }
    const std::uint32_t there = rest[value], others = rows - there;
    for (std::uint32_t n = wanted > others ? wanted - others : 0; n <= std::min(wanted, there); ++n) {
      taken[value] = n;
      rest[value] = there - n;
      const bool is_whole =
          divide(value + 1, wanted - n, others, log_chance + log_choose(there, n), taken, rest, visit);
      rest[value] = there;
      if (!is_whole) return false;
    }
    return true;
  }

  std::optional<Result> backward() {
    Result result;
    result.fails.assign(parts_.size(), std::vector<double>(counts_.size()));
    result.succeed = result.fails;
    for (std::size_t part = parts_.size(); part-- > 0;) {
      for (auto& [left, there] : layers_[part]) {
        auto& state = there;  // clang 14 lets no lambda have a structured binding
        const bool is_whole = each_division(part, left, [&](const Numbers& taken, const Numbers& rest, double chance) {
          const double fails = is_refused(taken) ? 1 : layers_[part + 1].at(rest).will_fail;
          state.will_fail += chance * fails;
          for (std::size_t i = 0; i < taken.size(); ++i) {
            const double share = chance * taken[i] / parts_[part];
            result.fails[part][i] += share * (state.failed + state.good * fails);
            result.succeed[part][i] += share * state.good * (1 - fails);
          }
        });
        if (!is_whole) return std::nullopt;
      }
    }
    result.failing = layers_[0].begin()->second.will_fail;
    return result;
  }

  std::span<const ClassHistograms::Count> counts_;
  std::span<const std::uint32_t> table_;
  Numbers parts_;
  const MinimalityQuestion& question_;
  std::uint64_t& steps_;
  std::vector<std::map<Numbers, State>> layers_;
  std::vector<ClassHistograms::Count> scratch_;
};

// The smaller classes of every published one.
std::vector<std::vector<std::uint32_t>> parts_of(const Classes& published, const Classes& finer) {
  std::vector<std::vector<std::uint32_t>> parts(published.count());
  std::vector<bool> is_seen(finer.count());
  for (std::size_t row = 0; row < finer.rows(); ++row) {
    const std::uint32_t part = finer.class_of[row];
    if (is_seen[part]) continue;
    is_seen[part] = true;
    parts[published.class_of[row]].push_back(part);
  }
  return parts;
}

// Shares are sums of chances: what is within this of the whole is the whole.
constexpr double certain = 1 - 1e-9;

void add_class(Minimality& found, std::span<const ClassHistograms::Count> counts, std::uint32_t rows,
               const std::vector<std::uint32_t>& parts, const Worlds::Result& worlds, double other_fails,
               const ClassHistograms& by_part) {
  const double weight = worlds.failing + other_fails * (1 - worlds.failing);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double before = static_cast<double>(counts[i].rows) / rows;
      const double after = weight > 0 ? (worlds.fails[p][i] + other_fails * worlds.succeed[p][i]) / weight : before;
      found.largest_before = std::max(found.largest_before, before);
      found.largest_after = std::max(found.largest_after, after);
      for (const auto& count : by_part.in_class(parts[p])) {
        if (count.value != counts[i].value) continue;
        found.mean_before += before * count.rows;
        found.mean_after += after * count.rows;
        if (after > before + 1e-9) found.raised += count.rows;
        if (after >= certain && before < certain) found.revealed += count.rows;
      }
    }
  }
  found.attacked += rows;
}

// Every world fails: what is known is what was.
Worlds::Result failing_anyway(std::span<const ClassHistograms::Count> counts, std::uint32_t rows, std::size_t parts) {
  std::vector<double> shares;
  for (const auto& count : counts) shares.push_back(static_cast<double>(count.rows) / rows);
  return {.failing = 1,
          .fails = std::vector(parts, shares),
          .succeed = std::vector(parts, std::vector<double>(shares.size()))};
}

}  // namespace

Minimality attack_minimality(const Classes& published, const Classes& finer, const CodedColumn& sensitive,
                             const MinimalityQuestion& question) {
  const ClassHistograms by_class(published, sensitive), by_part(finer, sensitive);
  const std::vector<std::vector<std::uint32_t>> parts = parts_of(published, finer);
  // Classes that fail for their size: two of them, and nothing is learnt about anybody.
  std::vector<bool> is_too_small(published.count());
  std::size_t too_small = 0;
  for (std::size_t i = 0; i < published.count(); ++i) {
    is_too_small[i] = std::any_of(parts[i].begin(), parts[i].end(),
                                  [&](std::uint32_t part) { return finer.sizes[part] < question.k; });
    if (is_too_small[i]) ++too_small;
  }
  const bool teaches_nothing = question.scope == MinimalityQuestion::Scope::table && too_small > 1;
  std::vector<std::optional<Worlds::Result>> worlds(published.count());
  double log_none_fails = 0;  // of all classes that can be counted
  std::size_t certain_failures = 0;
  std::uint64_t steps = question.max_steps;
  for (std::size_t i = 0; i < published.count(); ++i) {
    const auto counts = by_class.in_class(i);
    if (teaches_nothing || is_too_small[i]) {
      worlds[i] = failing_anyway(counts, published.sizes[i], parts[i].size());
    } else {
      Numbers sizes;
      for (const std::uint32_t part : parts[i]) sizes.push_back(finer.sizes[part]);
      worlds[i] = Worlds(counts, by_class.all(), std::move(sizes), question, steps).count();
    }
    if (!worlds[i] || worlds[i]->failing >= certain) {
      ++certain_failures;
    } else {
      log_none_fails += std::log1p(-worlds[i]->failing);
    }
  }
  Minimality found{.rows = published.rows()};
  for (std::size_t i = 0; i < published.count(); ++i) {
    if (!worlds[i]) continue;
    double other_fails = 0;
    if (question.scope == MinimalityQuestion::Scope::table) {
      const bool is_certain = worlds[i]->failing >= certain;
      const double own = is_certain ? 0 : std::log1p(-worlds[i]->failing);
      other_fails = certain_failures > (is_certain ? 1U : 0U) ? 1 : -std::expm1(std::min(0.0, log_none_fails - own));
    }
    add_class(found, by_class.in_class(i), published.sizes[i], parts[i], *worlds[i], other_fails, by_part);
  }
  if (found.attacked > 0) {
    found.mean_before /= static_cast<double>(found.attacked);
    found.mean_after /= static_cast<double>(found.attacked);
  }
  return found;
}

Minimality attack_minimality(const AnonymityProblem& problem, const Generalised& generalised, std::size_t sensitive,
                             std::uint64_t max_steps) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < generalised.classes.rows(); ++row) {
    if (generalised.is_published[generalised.classes.class_of[row]]) rows.push_back(row);
  }
  const auto selected = [&](std::span<const std::uint32_t> codes, std::size_t size) {
    CodedColumn column{.codes = {}, .size = static_cast<Value>(size)};
    for (const std::size_t row : rows) column.codes.push_back(codes[row]);
    return column;
  };
  const auto classes_of = [&](const Classes& classes) {
    return group_rows(std::vector{selected(classes.class_of, classes.count())});
  };
  const Classes published = classes_of(generalised.classes);
  const CodedColumn values = selected(problem.sensitive[sensitive].codes, problem.sensitive[sensitive].size);
  const MinimalityQuestion question{.k = problem.k, .model = problem.models[sensitive], .max_steps = max_steps};
  std::optional<Minimality> worst;
  for (std::size_t attribute = 0; attribute < generalised.levels.size(); ++attribute) {
    if (generalised.levels[attribute] == 0) continue;
    Levels finer = generalised.levels;
    --finer[attribute];
    const Minimality found =
        attack_minimality(published, classes_of(generalise(problem, finer).classes), values, question);
    const auto told = [](const Minimality& m) { return std::pair(m.revealed, m.mean_after); };
    if (!worst || told(found) > told(*worst)) worst = found;
  }
  return worst.value_or(Minimality{.rows = published.rows()});
}

}  // namespace sourdine
