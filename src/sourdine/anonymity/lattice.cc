#include "sourdine/anonymity/lattice.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "sourdine/anonymity/losses.h"
#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr std::uint64_t max_combinations = 10'000'000;

// The lattice as numbers: a combination is Σ level_a · stride_a.
class Lattice {
 public:
  explicit Lattice(const AnonymityProblem& problem) {
    std::uint64_t size = 1;
    for (const auto& hierarchy : problem.hierarchies) {
      strides_.push_back(size);
      counts_.push_back(hierarchy->levels());
      size *= hierarchy->levels();
      if (size > max_combinations) {
        fail_input(fmt::format("there are more than {} combinations of levels", max_combinations),
                   "Search with fewer quasi-identifiers or levels, or use Mondrian, which needs no lattice.");
      }
    }
    size_ = size;
  }

  std::uint64_t size() const { return size_; }
  std::size_t attributes() const { return strides_.size(); }
  std::size_t level(std::uint64_t node, std::size_t attribute) const {
    return node / strides_[attribute] % counts_[attribute];
  }
  Levels levels(std::uint64_t node) const {
    Levels made(attributes());
    for (std::size_t a = 0; a < attributes(); ++a) made[a] = static_cast<std::uint8_t>(level(node, a));
    return made;
  }
  unsigned height(std::uint64_t node) const {
    unsigned sum = 0;
    for (std::size_t a = 0; a < attributes(); ++a) sum += static_cast<unsigned>(level(node, a));
    return sum;
  }
  // Calls visit(neighbour) for each one level coarser (finer).
  template <class Visit>
  void coarser(std::uint64_t node, Visit visit) const {
    for (std::size_t a = 0; a < attributes(); ++a) {
      if (level(node, a) + 1 < counts_[a]) visit(node + strides_[a]);
    }
  }
  template <class Visit>
  void finer(std::uint64_t node, Visit visit) const {
    for (std::size_t a = 0; a < attributes(); ++a) {
      if (level(node, a) > 0) visit(node - strides_[a]);
    }
  }

 private:
  std::vector<std::uint64_t> strides_;
  std::vector<std::size_t> counts_;
  std::uint64_t size_ = 1;
};

// Classes of a combination, over the different rows.
struct Grouping {
  Levels levels;
  std::vector<std::uint32_t> class_of;         // by profile
  std::vector<std::uint32_t> representatives;  // by class: a profile of it
  std::vector<std::uint32_t> sizes;            // by class: rows
  std::vector<std::uint32_t> population = {};  // by class: rows of the population, where presence is asked for
  std::uint64_t last_used = 0;
};

struct Verdict {
  std::vector<bool> is_published;  // by class
  std::uint64_t suppressed = 0;
  bool hides_the_others = true;  // false: presence is not as asked among those whom no published class covers
};

bool is_finer(const Levels& a, const Levels& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](std::uint8_t x, std::uint8_t y) { return x <= y; });
}

// Groups combinations and judges them.
class Grouper {
 public:
  explicit Grouper(const AnonymityProblem& problem)
      : problem_(problem),
        joined_(problem.presence ? problem.with_population() : std::vector<CodedColumn>()),
        profiles_(group_rows(columns())) {
    first_row_.assign(profiles_.count(), 0);
    for (std::size_t row = profiles_.rows(); row-- > 0;) {
      first_row_[profiles_.class_of[row]] = static_cast<std::uint32_t>(row);
    }
    // Of the profiles' sizes only the table's rows count; those of the population are counted beside them.
    if (problem.presence) {
      profiles_.sizes.assign(profiles_.count(), 0);
      population_.assign(profiles_.count(), 0);
      for (std::size_t row = 0; row < profiles_.rows(); ++row) {
        ++(row < problem.rows() ? profiles_.sizes : population_)[profiles_.class_of[row]];
      }
    }
    for (const SensitiveModel& model : problem.models) surviving_models_.push_back({.distinct_l = model.distinct_l});
    if (uses_row_losses()) losses_.emplace(problem);
    remembered_.reserve(max_remembered);  // references to its elements are handed out
  }

  bool uses_row_losses() const {
    return problem_.measure == LossMeasure::ncp || problem_.measure == LossMeasure::entropy;
  }
  std::uint64_t looked_at() const { return looked_at_; }

  // Valid until the next call.
  const Grouping& group(const Levels& levels) {
    for (Grouping& known : remembered_) {
      if (known.levels == levels) {
        known.last_used = ++time_;
        return known;
      }
    }
    ++looked_at_;
    Grouping made = grouped_from(finest_near(levels), levels);
    made.last_used = ++time_;
    if (remembered_.size() < max_remembered) return remembered_.emplace_back(std::move(made));
    Grouping& oldest =
        *std::min_element(remembered_.begin(), remembered_.end(),
                          [](const Grouping& a, const Grouping& b) { return a.last_used < b.last_used; });
    return oldest = std::move(made);
  }

  Classes row_classes(const Grouping& grouping) const {
    Classes classes{std::vector<std::uint32_t>(problem_.rows()), grouping.sizes};
    // Classes of the population alone have the last numbers: the table's rows come first.
    while (!classes.sizes.empty() && classes.sizes.back() == 0) classes.sizes.pop_back();
    for (std::size_t row = 0; row < problem_.rows(); ++row) {
      classes.class_of[row] = grouping.class_of[profiles_.class_of[row]];
    }
    return classes;
  }

  Generalised made(const Grouping& grouping, Verdict verdict, double loss) const {
    Generalised result{grouping.levels, row_classes(grouping), std::move(verdict.is_published), verdict.suppressed,
                       loss};
    result.is_published.resize(result.classes.count());
    return result;
  }

  Verdict judge(const Grouping& grouping) const {
    Verdict verdict = judge_classes(grouping, problem_.models);
    if (problem_.presence) judge_presence(grouping, verdict);
    count_suppressed(grouping, verdict);
    return verdict;
  }

  // Rows that are suppressed for what survives joining alone, of k and distinct l: at least so many are at all finer
  // combinations.
  std::uint64_t surely_suppressed(const Grouping& grouping) const {
    Verdict verdict = judge_classes(grouping, surviving_models_);
    count_suppressed(grouping, verdict);
    return verdict.suppressed;
  }

  // No coarser combination, and not this one, loses less. For measures by rows it needs no grouping.
  double least_loss(const Levels& levels) const {
    double sum = 0;
    for (std::size_t a = 0; a < levels.size(); ++a) sum += losses_->of_level(a, levels[a]);
    return sum * losses_->scale();
  }
  double least_loss(const Grouping& grouping) const {
    if (uses_row_losses()) return least_loss(grouping.levels);
    if (problem_.measure == LossMeasure::class_size) {
      return mean_class_size(grouping.sizes.size() -
                             static_cast<std::size_t>(std::count(grouping.sizes.begin(), grouping.sizes.end(), 0U)));
    }
    double sum = 0;
    for (const std::uint32_t size : grouping.sizes) sum += static_cast<double>(size) * size;
    return sum;
  }

  double loss(const Grouping& grouping, const Verdict& verdict) const {
    if (uses_row_losses()) return least_loss(grouping.levels) + suppression_loss(grouping, verdict);
    std::size_t published = 0;
    double squares = 0;
    for (std::size_t i = 0; i < grouping.sizes.size(); ++i) {
      if (!verdict.is_published[i]) continue;
      ++published;
      squares += static_cast<double>(grouping.sizes[i]) * grouping.sizes[i];
    }
    if (problem_.measure == LossMeasure::class_size)
      return mean_class_size(published + (verdict.suppressed > 0 ? 1 : 0));
    return squares + static_cast<double>(verdict.suppressed) * static_cast<double>(problem_.rows());
  }

 private:
  static constexpr std::size_t max_remembered = 32;

  const std::vector<CodedColumn>& columns() const { return joined_.empty() ? problem_.quasi : joined_; }

  // By the size of classes and these models.
  Verdict judge_classes(const Grouping& grouping, const std::vector<SensitiveModel>& models) const {
    Verdict verdict;
    verdict.is_published.resize(grouping.sizes.size());
    for (std::size_t i = 0; i < grouping.sizes.size(); ++i) verdict.is_published[i] = grouping.sizes[i] >= problem_.k;
    std::optional<Classes> classes;
    for (std::size_t s = 0; s < models.size(); ++s) {
      if (models[s].holds_of_all()) continue;
      if (!classes) classes = row_classes(grouping);
      const ClassHistograms histograms(*classes, problem_.sensitive[s]);
      for (std::size_t i = 0; i < classes->count(); ++i) {
        if (verdict.is_published[i]) {
          verdict.is_published[i] = models[s].holds(histograms.in_class(i), histograms.all());
        }
      }
    }
    return verdict;
  }

  void count_suppressed(const Grouping& grouping, Verdict& verdict) const {
    for (std::size_t i = 0; i < grouping.sizes.size(); ++i) {
      if (!verdict.is_published[i]) verdict.suppressed += grouping.sizes[i];
    }
  }

  void judge_presence(const Grouping& grouping, Verdict& verdict) const {
    std::uint64_t other_rows = 0, others = 0;  // of the table and of the population, in no published class
    for (std::size_t i = 0; i < grouping.sizes.size(); ++i) {
      verdict.is_published[i] =
          verdict.is_published[i] && problem_.presence->allows(grouping.sizes[i], grouping.population[i]);
      if (verdict.is_published[i]) continue;
      other_rows += grouping.sizes[i];
      others += grouping.population[i];
    }
    verdict.hides_the_others = others == 0 || problem_.presence->allows(other_rows, others);
  }

  double mean_class_size(std::size_t classes) const {
    return static_cast<double>(problem_.rows()) / (static_cast<double>(problem_.k) * static_cast<double>(classes));
  }

  // What suppressed rows cost beyond their levels.
  double suppression_loss(const Grouping& grouping, const Verdict& verdict) const {
    if (verdict.suppressed == 0) return 0;
    double sum = 0;
    for (std::size_t profile = 0; profile < profiles_.count(); ++profile) {
      if (verdict.is_published[grouping.class_of[profile]]) continue;
      double more = 0;
      for (std::size_t a = 0; a < grouping.levels.size(); ++a) {
        const Value value = columns()[a].codes[first_row_[profile]];
        more += losses_->of_suppressed(a, value) - losses_->of_value(a, grouping.levels[a], value);
      }
      sum += more * profiles_.sizes[profile];
    }
    return sum * losses_->scale();
  }

  // The remembered grouping with the fewest classes that is finer; nullptr: the rows themselves.
  Grouping* finest_near(const Levels& levels) {
    Grouping* best = nullptr;
    for (Grouping& known : remembered_) {
      if (is_finer(known.levels, levels) && (best == nullptr || known.sizes.size() < best->sizes.size())) best = &known;
    }
    if (best != nullptr) best->last_used = ++time_;
    return best;
  }

  Grouping grouped_from(const Grouping* from, const Levels& levels) const {
    const std::size_t count = from != nullptr ? from->representatives.size() : profiles_.count();
    std::vector<CodedColumn> coarser;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      const Value size = problem_.hierarchies[a]->size(levels[a]);
      if (size == 1 && (a + 1 < levels.size() || !coarser.empty())) continue;  // it tells nothing apart
      const std::span<const Value> groups = problem_.hierarchies[a]->groups(levels[a]);
      const std::vector<Value>& values = columns()[a].codes;
      CodedColumn& column = coarser.emplace_back(CodedColumn{std::vector<Value>(count), size});
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t profile = from != nullptr ? from->representatives[i] : i;
        column.codes[i] = groups[values[first_row_[profile]]];
      }
    }
    const Classes joined = group_rows(coarser);
    Grouping made{levels, {}, std::vector<std::uint32_t>(joined.count()), std::vector<std::uint32_t>(joined.count())};
    for (std::size_t i = count; i-- > 0;) {
      made.representatives[joined.class_of[i]] =
          static_cast<std::uint32_t>(from != nullptr ? from->representatives[i] : i);
      made.sizes[joined.class_of[i]] += from != nullptr ? from->sizes[i] : profiles_.sizes[i];
    }
    if (problem_.presence) {
      made.population.assign(joined.count(), 0);
      for (std::size_t i = 0; i < count; ++i) {
        made.population[joined.class_of[i]] += from != nullptr ? from->population[i] : population_[i];
      }
    }
    made.class_of.resize(profiles_.count());
    for (std::size_t profile = 0; profile < profiles_.count(); ++profile) {
      made.class_of[profile] = joined.class_of[from != nullptr ? from->class_of[profile] : profile];
    }
    return made;
  }

  const AnonymityProblem& problem_;
  std::vector<CodedColumn> joined_;        // with the population, where presence is asked for
  Classes profiles_;                       // rows that agree in everything
  std::vector<std::uint32_t> population_;  // by profile
  std::vector<std::uint32_t> first_row_;   // by profile
  std::vector<SensitiveModel> surviving_models_;
  std::optional<RowLosses> losses_;
  std::vector<Grouping> remembered_;
  std::uint64_t time_ = 0;
  std::uint64_t looked_at_ = 0;
};

enum class Tag : std::uint8_t { unknown, holds, fails };

class Search {
 public:
  Search(const AnonymityProblem& problem, const std::function<void(std::uint64_t, std::uint64_t)>& progress,
         const StopToken& stop)
      : problem_(problem),
        lattice_(problem),
        grouper_(problem),
        progress_(progress),
        stop_(stop),
        tags_(lattice_.size()),
        is_too_lossy_(lattice_.size()) {}

  LatticeSearch run() {
    find_border();
    if (grouper_.uses_row_losses()) {
      scan_by_least_loss();
    } else {
      scan_by_height();
    }
    LatticeSearch result{{}, lattice_.size(), grouper_.looked_at()};
    if (best_) {
      const Grouping& grouping = grouper_.group(lattice_.levels(*best_));
      Verdict verdict = grouper_.judge(grouping);
      result.best = grouper_.made(grouping, std::move(verdict), best_loss_);
    }
    return result;
  }

 private:
  std::vector<std::uint64_t> by_height() const {
    std::vector<unsigned> heights(lattice_.size());
    for (std::uint64_t node = 0; node < lattice_.size(); ++node) heights[node] = lattice_.height(node);
    std::vector<std::uint64_t> nodes(lattice_.size());
    std::iota(nodes.begin(), nodes.end(), std::uint64_t{0});
    std::stable_sort(nodes.begin(), nodes.end(), [&](auto a, auto b) { return heights[a] < heights[b]; });
    return nodes;
  }

  // Where what survives joining suppresses too many rows, nothing finer is allowed either. Bisects a chain through what
  // is not known yet, from every combination that is not: Flash.
  void find_border() {
    for (const std::uint64_t start : by_height()) {
      if (tags_[start] != Tag::unknown) continue;
      std::vector<std::uint64_t> chain = {start};
      for (bool is_longer = true; is_longer;) {
        is_longer = false;
        lattice_.coarser(chain.back(), [&](std::uint64_t node) {
          if (is_longer || tags_[node] != Tag::unknown) return;
          chain.push_back(node);
          is_longer = true;
        });
      }
      std::size_t low = 0, high = chain.size();  // the first that holds is among low … high
      while (low < high) {
        stop_.check();
        const std::size_t middle = (low + high) / 2;
        if (holds(chain[middle])) {
          spread(chain[middle], Tag::holds);
          high = middle;
        } else {
          spread(chain[middle], Tag::fails);
          low = middle + 1;
        }
      }
      if (progress_) progress_(decided_, lattice_.size());
    }
  }

  bool holds(std::uint64_t node) {
    return grouper_.surely_suppressed(grouper_.group(lattice_.levels(node))) <= problem_.max_suppressed;
  }

  bool is_allowed(const Verdict& verdict) const {
    return verdict.hides_the_others && verdict.suppressed <= problem_.max_suppressed;
  }

  // Tags a combination and everything coarser (holds) or finer (fails).
  void spread(std::uint64_t from, Tag tag) {
    std::vector<std::uint64_t> left = {from};
    while (!left.empty()) {
      const std::uint64_t node = left.back();
      left.pop_back();
      if (tags_[node] != Tag::unknown) continue;
      tags_[node] = tag;
      ++decided_;
      const auto visit = [&](std::uint64_t next) {
        if (tags_[next] == Tag::unknown) left.push_back(next);
      };
      if (tag == Tag::holds) {
        lattice_.coarser(node, visit);
      } else {
        lattice_.finer(node, visit);
      }
    }
  }

  void look_at(std::uint64_t node) {
    const Grouping& grouping = grouper_.group(lattice_.levels(node));
    const Verdict verdict = grouper_.judge(grouping);
    if (!is_allowed(verdict)) return;
    const double loss = grouper_.loss(grouping, verdict);
    if (best_ && !is_better(loss, node)) return;
    best_ = node;
    best_loss_ = loss;
  }

  bool is_better(double loss, std::uint64_t node) const {
    if (loss != best_loss_) return loss < best_loss_;
    const unsigned height = lattice_.height(node), best_height = lattice_.height(*best_);
    return height != best_height ? height < best_height : lattice_.levels(node) < lattice_.levels(*best_);
  }

  void scan_by_least_loss() {
    std::vector<double> least(lattice_.size());
    std::vector<std::uint64_t> nodes;
    for (std::uint64_t node = 0; node < lattice_.size(); ++node) {
      if (tags_[node] == Tag::fails) continue;
      least[node] = grouper_.least_loss(lattice_.levels(node));
      nodes.push_back(node);
    }
    std::stable_sort(nodes.begin(), nodes.end(), [&](auto a, auto b) { return least[a] < least[b]; });
    std::uint64_t done = 0;
    for (const std::uint64_t node : nodes) {
      if (best_ && least[node] > best_loss_) break;
      stop_.check();
      look_at(node);
      if (progress_) progress_(++done, nodes.size());
    }
  }

  void scan_by_height() {
    std::uint64_t done = 0;
    for (const std::uint64_t node : by_height()) {
      if (progress_) progress_(++done, lattice_.size());
      if (tags_[node] == Tag::fails || is_too_lossy_[node]) continue;
      stop_.check();
      look_at(node);
      if (best_ && grouper_.least_loss(grouper_.group(lattice_.levels(node))) >= best_loss_) leave_out_coarser(node);
    }
  }

  void leave_out_coarser(std::uint64_t from) {
    std::vector<std::uint64_t> left = {from};
    while (!left.empty()) {
      const std::uint64_t node = left.back();
      left.pop_back();
      lattice_.coarser(node, [&](std::uint64_t next) {
        if (is_too_lossy_[next]) return;
        is_too_lossy_[next] = true;
        left.push_back(next);
      });
    }
  }

  const AnonymityProblem& problem_;
  Lattice lattice_;
  Grouper grouper_;
  const std::function<void(std::uint64_t, std::uint64_t)>& progress_;
  const StopToken& stop_;
  std::vector<Tag> tags_;
  std::vector<bool> is_too_lossy_;
  std::uint64_t decided_ = 0;
  std::optional<std::uint64_t> best_;
  double best_loss_ = 0;
};

}  // namespace

Generalised generalise(const AnonymityProblem& problem, const Levels& levels) {
  problem.require_valid();
  Grouper grouper(problem);
  const Grouping& grouping = grouper.group(levels);
  Verdict verdict = grouper.judge(grouping);
  const double loss = grouper.loss(grouping, verdict);
  return grouper.made(grouping, std::move(verdict), loss);
}

LatticeSearch search_lattice(const AnonymityProblem& problem,
                             const std::function<void(std::uint64_t, std::uint64_t)>& progress, const StopToken& stop) {
  problem.require_valid();
  return Search(problem, progress, stop).run();
}

}  // namespace sourdine
