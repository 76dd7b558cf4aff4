#include "sourdine/anonymity/local_recoding.h"

#include <algorithm>
#include <optional>

#include "sourdine/anonymity/class_check.h"

namespace sourdine {
namespace {

// Of the table and, where presence is asked for, then of the population, whose numbers begin where the table's end.
using Rows = std::vector<std::uint32_t>;

struct LocalPart {
  Rows rows;
  Levels levels;
};

// What becomes of a part that is split along one attribute.
struct LocalSplit {
  std::size_t attribute = 0;
  std::vector<Rows> finer;  // classes of the next finer level
  Rows left;                // at the levels of the part; may be none
  double gain = 0;          // of NCP, summed over rows
};

class LocalRecoder {
 public:
  LocalRecoder(const AnonymityProblem& problem, const Generalised& from,
               const std::function<void(std::uint64_t, std::uint64_t)>& progress, const StopToken& stop)
      : problem_(problem),
        from_(from),
        progress_(progress),
        stop_(stop),
        check_(problem),
        columns_(problem.presence ? problem.with_population() : problem.quasi) {}

  Recoding run() {
    std::vector<LocalPart> parts = beginnings();
    while (!parts.empty()) {
      stop_.check();
      LocalPart part = std::move(parts.back());
      parts.pop_back();
      descend(part);
      std::optional<LocalSplit> split = best_split(part);
      if (!split) {
        finish(std::move(part), true);
        continue;
      }
      Levels finer = part.levels;
      --finer[split->attribute];
      for (Rows& rows : split->finer) parts.push_back({std::move(rows), finer});
      if (!split->left.empty()) parts.push_back({std::move(split->left), part.levels});
    }
    return made();
  }

 private:
  struct Finished {
    LocalPart part;
    bool is_published;
  };

  Value group(std::size_t attribute, std::size_t level, std::uint32_t row) const {
    return problem_.hierarchies[attribute]->group(level, columns_[attribute].codes[row]);
  }

  std::span<const std::uint32_t> of_table(const Rows& rows) const {
    const auto end = std::lower_bound(rows.begin(), rows.end(), static_cast<std::uint32_t>(problem_.rows()));
    return {rows.begin(), end};
  }

  bool may_be_class(const Rows& rows) {
    const auto own = of_table(rows);
    return check_.holds(own) && (!problem_.presence || problem_.presence->allows(own.size(), rows.size() - own.size()));
  }

  double share(std::size_t attribute, std::size_t level, std::uint32_t row) const {
    const Hierarchy& hierarchy = *problem_.hierarchies[attribute];
    const std::uint32_t leaves = hierarchy.leaves(level, group(attribute, level, row));
    return leaves == 1 ? 0 : static_cast<double>(leaves) / hierarchy.size();
  }

  std::vector<LocalPart> beginnings() {
    std::vector<LocalPart> parts(from_.classes.count(), LocalPart{{}, from_.levels});
    Rows suppressed;
    for (std::uint32_t row = 0; row < problem_.rows(); ++row) {
      const std::uint32_t number = from_.classes.class_of[row];
      (from_.is_published[number] ? parts[number].rows : suppressed).push_back(row);
    }
    if (problem_.presence) add_people(parts);
    std::erase_if(parts, [](const LocalPart& part) { return part.rows.empty(); });
    if (problem_.presence) {
      if (!suppressed.empty()) finish({std::move(suppressed), last_levels()}, false);
    } else {
      place(suppressed, parts);
    }
    return parts;
  }

  // The people of the population to the classes that cover them.
  void add_people(std::vector<LocalPart>& parts) {
    std::vector<CodedColumn> generalised = columns_;
    for (std::size_t a = 0; a < generalised.size(); ++a) {
      for (Value& code : generalised[a].codes) code = problem_.hierarchies[a]->group(from_.levels[a], code);
    }
    // The table's rows come first: its classes have the same numbers.
    const Classes joined = group_rows(generalised);
    for (auto row = static_cast<std::uint32_t>(problem_.rows()); row < joined.rows(); ++row) {
      const std::uint32_t number = joined.class_of[row];
      if (number < parts.size() && from_.is_published[number]) parts[number].rows.push_back(row);
    }
  }

  Levels last_levels() const {
    Levels last;
    for (const auto& hierarchy : problem_.hierarchies) {
      last.push_back(static_cast<std::uint8_t>(hierarchy->levels() - 1));
    }
    return last;
  }

  // Suppressed rows at the last levels, which may have several groups.
  void place(const Rows& suppressed, std::vector<LocalPart>& parts) {
    const Levels last = last_levels();
    std::vector<Rows> pools = {suppressed};
    for (std::size_t a = 0; a < last.size(); ++a) {
      std::vector<Rows> finer;
      for (const Rows& pool : pools) {
        for (Rows& rows : grouped(pool, a, last[a])) finer.push_back(std::move(rows));
      }
      pools = std::move(finer);
    }
    for (Rows& pool : pools) {
      LocalPart part{std::move(pool), last};
      if (may_be_class(part.rows)) {
        parts.push_back(std::move(part));
      } else {
        finish(std::move(part), false);
      }
    }
  }

  // By the groups of a level, in the order of their numbers; none of no rows.
  std::vector<Rows> grouped(const Rows& rows, std::size_t attribute, std::size_t level) {
    std::vector<Rows> by_group(problem_.hierarchies[attribute]->size(level));
    for (const std::uint32_t row : rows) by_group[group(attribute, level, row)].push_back(row);
    std::erase_if(by_group, [](const Rows& group_rows) { return group_rows.empty(); });
    return by_group;
  }

  // Where all rows agree at a finer level anyway, they are published so.
  void descend(LocalPart& part) const {
    for (std::size_t a = 0; a < part.levels.size(); ++a) {
      while (part.levels[a] > 0) {
        const Value first = group(a, part.levels[a] - 1U, part.rows.front());
        const bool are_one = std::all_of(part.rows.begin(), part.rows.end(), [&](std::uint32_t row) {
          return group(a, part.levels[a] - 1U, row) == first;
        });
        if (!are_one) break;
        --part.levels[a];
      }
    }
  }

  std::optional<LocalSplit> best_split(const LocalPart& part) {
    std::optional<LocalSplit> best;
    if (of_table(part.rows).size() < 2 * problem_.k && !problem_.presence) return best;
    for (std::size_t a = 0; a < part.levels.size(); ++a) {
      if (part.levels[a] == 0) continue;
      std::optional<LocalSplit> split = split_along(part, a);
      if (split && (!best || split->gain > best->gain)) best = std::move(split);
    }
    return best;
  }

  std::optional<LocalSplit> split_along(const LocalPart& part, std::size_t attribute) {
    LocalSplit split{.attribute = attribute, .finer = {}, .left = {}, .gain = 0};
    for (Rows& rows : grouped(part.rows, attribute, part.levels[attribute] - 1U)) {
      if (may_be_class(rows)) {
        split.finer.push_back(std::move(rows));
      } else if (!problem_.presence) {
        split.left.insert(split.left.end(), rows.begin(), rows.end());
      } else if (!of_table(rows).empty() || problem_.presence->least > 0) {
        return std::nullopt;
      }
    }
    // The largest first, so that the smallest are given back.
    std::stable_sort(split.finer.begin(), split.finer.end(),
                     [](const Rows& a, const Rows& b) { return a.size() > b.size(); });
    while (!split.left.empty() && !split.finer.empty() && !may_be_class(split.left)) {
      split.left.insert(split.left.end(), split.finer.back().begin(), split.finer.back().end());
      split.finer.pop_back();
    }
    if (split.finer.empty()) return std::nullopt;
    std::sort(split.left.begin(), split.left.end());
    for (const Rows& rows : split.finer) {
      const std::size_t level = part.levels[attribute];
      split.gain += static_cast<double>(of_table(rows).size()) *
                    (share(attribute, level, rows.front()) - share(attribute, level - 1, rows.front()));
    }
    return split;
  }

  void finish(LocalPart part, bool is_published) {
    part.rows.resize(of_table(part.rows).size());
    placed_ += part.rows.size();
    if (progress_) progress_(placed_, problem_.rows());
    finished_.push_back({std::move(part), is_published});
  }

  Recoding made() {
    // Numbered by their first rows, as classes are.
    std::sort(finished_.begin(), finished_.end(),
              [](const Finished& a, const Finished& b) { return a.part.rows.front() < b.part.rows.front(); });
    Recoding result;
    result.classes.class_of.resize(problem_.rows());
    for (const auto& [part, is_published] : finished_) {
      const auto number = static_cast<std::uint32_t>(result.classes.count());
      for (const std::uint32_t row : part.rows) result.classes.class_of[row] = number;
      result.classes.sizes.push_back(static_cast<std::uint32_t>(part.rows.size()));
      result.is_published.push_back(is_published);
      std::vector<PublishedRange>& ranges = result.published.emplace_back();
      for (std::size_t a = 0; a < part.levels.size(); ++a) {
        const Value group_of_all = group(a, part.levels[a], part.rows.front());
        ranges.push_back({group_of_all, group_of_all, part.levels[a]});
      }
    }
    return result;
  }

  const AnonymityProblem& problem_;
  const Generalised& from_;
  const std::function<void(std::uint64_t, std::uint64_t)>& progress_;
  const StopToken& stop_;
  ClassCheck check_;
  std::vector<CodedColumn> columns_;  // of everybody
  std::vector<Finished> finished_;
  std::uint64_t placed_ = 0;
};

}  // namespace

Recoding recode_locally(const AnonymityProblem& problem, const Generalised& from,
                        const std::function<void(std::uint64_t, std::uint64_t)>& progress, const StopToken& stop) {
  problem.require_valid();
  return LocalRecoder(problem, from, progress, stop).run();
}

}  // namespace sourdine
