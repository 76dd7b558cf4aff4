#include "sourdine/anonymity/mondrian.h"

#include <algorithm>
#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// Rows as records that lie together with those of their part: quasi-identifiers, sensitive attributes, row number. The
// population's, where presence is asked for, come after the table's in every part.
class Partitioner {
 public:
  Partitioner(const AnonymityProblem& problem, const std::vector<MondrianAttribute>& attributes, MondrianCuts cuts,
              const std::function<void(std::uint64_t, std::uint64_t)>& progress, const StopToken& stop)
      : problem_(problem),
        attributes_(attributes),
        cuts_(cuts),
        progress_(progress),
        stop_(stop),
        quasi_(problem.quasi.size()),
        stride_(quasi_ + problem.sensitive.size() + 1),
        everybody_(problem.rows() + (problem.presence ? problem.population->rows() : 0)),
        records_(everybody_ * stride_),
        moved_(everybody_ * stride_) {
    for (std::size_t row = 0; row < problem.rows(); ++row) {
      std::uint32_t* record = &records_[row * stride_];
      for (std::size_t a = 0; a < quasi_; ++a) record[a] = problem.quasi[a].codes[row];
      for (std::size_t s = 0; s < problem.sensitive.size(); ++s) record[quasi_ + s] = problem.sensitive[s].codes[row];
      record[stride_ - 1] = static_cast<std::uint32_t>(row);
    }
    for (std::size_t row = problem.rows(); row < everybody_; ++row) {
      std::uint32_t* record = &records_[row * stride_];
      for (std::size_t a = 0; a < quasi_; ++a) record[a] = problem.population->columns[a].codes[row - problem.rows()];
      record[stride_ - 1] = static_cast<std::uint32_t>(row);
    }
    for (const CodedColumn& column : problem.sensitive) {
      auto& table = tables_.emplace_back(column.size);
      for (const Value value : column.codes) ++table[value];
    }
  }

  std::optional<MondrianClasses> run() {
    const Part whole{0, problem_.rows(), everybody_};
    if (!is_allowed(whole)) return std::nullopt;
    std::vector<Part> left = {whole};
    while (!left.empty()) {
      stop_.check();
      const Part part = left.back();
      left.pop_back();
      const std::vector<Part> parts = cut(part);
      if (parts.empty()) {
        final_.push_back(part);
        finished_ += part.rows();
        if (progress_) progress_(finished_, problem_.rows());
      } else {
        left.insert(left.end(), parts.begin(), parts.end());
      }
    }
    return made();
  }

 private:
  struct Part {
    std::size_t begin, end;  // the table's rows
    std::size_t last;        // those of the population end here
    std::size_t rows() const { return end - begin; }
    std::size_t people() const { return last - end; }
    std::size_t everybody() const { return last - begin; }
  };

  Value code(std::size_t place, std::size_t attribute) const { return records_[place * stride_ + attribute]; }

  const std::vector<double>* numbers(std::size_t attribute) const {
    const auto* ordered = std::get_if<OrderedAttribute>(&attributes_[attribute]);
    return ordered != nullptr ? &ordered->numbers : nullptr;
  }

  bool is_allowed(const Part& part) const {
    if (part.rows() < problem_.k) return false;
    if (problem_.presence && !problem_.presence->allows(part.rows(), part.people())) return false;
    for (std::size_t s = 0; s < tables_.size(); ++s) {
      std::vector<std::uint32_t> histogram(tables_[s].size());
      for (std::size_t i = part.begin; i < part.end; ++i) ++histogram[code(i, quasi_ + s)];
      std::vector<ClassHistograms::Count> counts;
      for (Value v = 0; v < histogram.size(); ++v) {
        if (histogram[v] > 0) counts.push_back({v, histogram[v]});
      }
      if (!problem_.models[s].holds(counts, tables_[s])) return false;
    }
    return true;
  }

  PublishedRange range(const Part& part, std::size_t attribute) const {
    Value least = code(part.begin, attribute), largest = least;
    for (std::size_t i = part.begin; i < part.last; ++i) {
      least = std::min(least, code(i, attribute));
      largest = std::max(largest, code(i, attribute));
    }
    if (numbers(attribute) != nullptr) return {least, largest, 0};
    // The smallest group that holds all: levels are few, and most parts agree early.
    const Hierarchy& hierarchy = *problem_.hierarchies[attribute];
    for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
      const Value group = hierarchy.group(level, least);
      bool is_one = hierarchy.group(level, largest) == group;
      for (std::size_t i = part.begin; is_one && i < part.last; ++i) {
        is_one = hierarchy.group(level, code(i, attribute)) == group;
      }
      if (is_one) return {group, group, level};
    }
    return {0, 0, hierarchy.levels()};  // above all levels: everything
  }

  // As a share of the whole domain.
  double width(const PublishedRange& published, std::size_t attribute) const {
    if (const std::vector<double>* numbers_of = numbers(attribute)) {
      const double whole = numbers_of->back() - numbers_of->front();
      return whole > 0 ? ((*numbers_of)[published.last] - (*numbers_of)[published.first]) / whole : 0;
    }
    const Hierarchy& hierarchy = *problem_.hierarchies[attribute];
    if (published.level == hierarchy.levels()) return 1;
    const std::uint32_t leaves = hierarchy.leaves(published.level, published.first);
    return leaves == 1 ? 0 : static_cast<double>(leaves) / hierarchy.size();
  }

  // Along the widest attribute that allows it; nothing when none does.
  std::vector<Part> cut(const Part& part) {
    if (part.rows() < 2 * problem_.k && !problem_.presence) return {};
    std::vector<PublishedRange> ranges(quasi_);
    std::vector<double> widths(quasi_);
    for (std::size_t a = 0; a < quasi_; ++a) {
      ranges[a] = range(part, a);
      widths[a] = width(ranges[a], a);
    }
    std::vector<std::size_t> order(quasi_);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return widths[a] > widths[b]; });
    for (const std::size_t attribute : order) {
      if (widths[attribute] == 0) break;
      std::vector<Part> parts = numbers(attribute) != nullptr ? cut_ordered(part, attribute, ranges[attribute])
                                                              : cut_groups(part, attribute, ranges[attribute]);
      if (!parts.empty()) return parts;
    }
    return {};
  }

  std::vector<Part> cut_ordered(const Part& part, std::size_t attribute, const PublishedRange& range) {
    // How many rows have each value; the cut that is nearest to the middle among those that leave k rows on both sides,
    // and of the population as many people as are allowed.
    std::vector<std::size_t> rows(range.last - range.first + 1), people(rows.size());
    for (std::size_t i = part.begin; i < part.last; ++i) {
      ++(i < part.end ? rows : people)[code(i, attribute) - range.first];
    }
    const std::size_t half = part.rows() / 2;
    if (cuts_ == MondrianCuts::relaxed) {
      std::size_t below = 0;
      Value median = range.first;
      while (below + rows[median - range.first] <= half) below += rows[median++ - range.first];
      std::size_t ties = half - below;  // that go left
      return allowed(part, split(
                               part,
                               [&](const std::uint32_t* record) -> std::uint32_t {
                                 if (record[attribute] != median) return record[attribute] < median ? 0 : 1;
                                 if (ties == 0) return 1;
                                 --ties;
                                 return 0;
                               },
                               2));
    }
    std::size_t left = 0, left_people = 0, best = 0;
    Value cut_after = 0;
    for (Value value = range.first; value < range.last; ++value) {
      left += rows[value - range.first];
      left_people += people[value - range.first];
      if (left < problem_.k || part.rows() - left < problem_.k) continue;
      if (problem_.presence && !(problem_.presence->allows(left, left_people) &&
                                 problem_.presence->allows(part.rows() - left, part.people() - left_people))) {
        continue;
      }
      const auto off = [&](std::size_t count) { return count > half ? count - half : half - count; };
      if (best == 0 || off(left) < off(best)) {
        best = left;
        cut_after = value;
      }
    }
    if (best == 0) return {};
    return allowed(
        part,
        split(
            part, [&](const std::uint32_t* record) -> std::uint32_t { return record[attribute] <= cut_after ? 0 : 1; },
            2));
  }

  std::vector<Part> cut_groups(const Part& part, std::size_t attribute, const PublishedRange& range) {
    const Hierarchy& hierarchy = *problem_.hierarchies[attribute];
    const std::size_t level = range.level - 1;  // 0 is one value, which is not cut
    const std::span<const Value> groups = hierarchy.groups(level);
    std::vector<std::size_t> rows(hierarchy.size(level)), people(hierarchy.size(level));
    for (std::size_t i = part.begin; i < part.last; ++i) {
      ++(i < part.end ? rows : people)[groups[code(i, attribute)]];
    }
    std::vector<std::uint32_t> number(rows.size());
    std::uint32_t parts = 0;
    for (std::size_t group = 0; group < rows.size(); ++group) {
      if (rows[group] + people[group] == 0) continue;
      const bool is_empty = rows[group] == 0;
      if (is_empty ? problem_.presence->least > 0 : rows[group] < problem_.k) return {};
      number[group] = parts++;
    }
    std::vector<Part> made = split(
        part, [&](const std::uint32_t* record) { return number[groups[record[attribute]]]; }, parts);
    std::erase_if(made, [](const Part& each) { return each.rows() == 0; });
    return allowed(part, std::move(made));
  }

  // Orders the records of a part by their new parts, each in its old order.
  template <class PartOf>
  std::vector<Part> split(const Part& part, PartOf part_of, std::uint32_t count) {
    std::vector<std::uint32_t> numbers_of(part.everybody());
    std::vector<std::size_t> places(count + 1), rows(count);
    for (std::size_t i = 0; i < part.everybody(); ++i) {
      numbers_of[i] = part_of(&records_[(part.begin + i) * stride_]);
      ++places[numbers_of[i] + 1];
      if (i < part.rows()) ++rows[numbers_of[i]];
    }
    std::vector<Part> parts;
    for (std::uint32_t number = 0; number < count; ++number) {
      const std::size_t begin = part.begin + places[number];
      places[number + 1] += places[number];
      parts.push_back({begin, begin + rows[number], part.begin + places[number + 1]});
    }
    for (std::size_t i = 0; i < part.everybody(); ++i) {
      const std::size_t to = part.begin + places[numbers_of[i]]++;
      std::copy_n(&records_[(part.begin + i) * stride_], stride_, &moved_[to * stride_]);
    }
    std::copy(moved_.begin() + static_cast<std::ptrdiff_t>(part.begin * stride_),
              moved_.begin() + static_cast<std::ptrdiff_t>(part.last * stride_),
              records_.begin() + static_cast<std::ptrdiff_t>(part.begin * stride_));
    return parts;
  }

  // The parts, or nothing: then the rows of the whole are in another order, which does not matter.
  std::vector<Part> allowed(const Part& whole, std::vector<Part> parts) {
    if (std::all_of(parts.begin(), parts.end(), [&](const Part& part) { return is_allowed(part); })) return parts;
    if (problem_.presence) {  // the table's first
      const auto is_of_population = [&](const std::uint32_t* record) -> std::uint32_t {
        return record[stride_ - 1] < problem_.rows() ? 0 : 1;
      };
      split(whole, is_of_population, 2);
    }
    return {};
  }

  MondrianClasses made() {
    MondrianClasses result;
    result.classes.class_of.resize(problem_.rows());
    // Numbered by their first rows, as classes are.
    const auto first_row = [&](const Part& part) {
      std::uint32_t first = records_[part.begin * stride_ + stride_ - 1];
      for (std::size_t i = part.begin; i < part.end; ++i) first = std::min(first, records_[i * stride_ + stride_ - 1]);
      return first;
    };
    std::vector<std::pair<std::uint32_t, Part>> ordered;
    for (const Part& part : final_) ordered.emplace_back(first_row(part), part);
    std::sort(ordered.begin(), ordered.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double sum = 0;
    for (const auto& [first, part] : ordered) {
      const auto number = static_cast<std::uint32_t>(result.classes.sizes.size());
      result.classes.sizes.push_back(static_cast<std::uint32_t>(part.rows()));
      for (std::size_t i = part.begin; i < part.end; ++i) {
        result.classes.class_of[records_[i * stride_ + stride_ - 1]] = number;
      }
      auto& published = result.published.emplace_back(quasi_);
      for (std::size_t a = 0; a < quasi_; ++a) {
        published[a] = range(part, a);
        sum += width(published[a], a) * static_cast<double>(part.rows());
      }
    }
    result.ncp = sum / (static_cast<double>(problem_.rows()) * static_cast<double>(quasi_));
    return result;
  }

  const AnonymityProblem& problem_;
  const std::vector<MondrianAttribute>& attributes_;
  MondrianCuts cuts_;
  const std::function<void(std::uint64_t, std::uint64_t)>& progress_;
  const StopToken& stop_;
  std::size_t quasi_, stride_, everybody_;
  std::size_t finished_ = 0;
  std::vector<std::uint32_t> records_, moved_;
  std::vector<std::vector<std::uint32_t>> tables_;  // of each sensitive attribute
  std::vector<Part> final_;
};

}  // namespace

std::optional<MondrianClasses> partition_mondrian(const AnonymityProblem& problem,
                                                  const std::vector<MondrianAttribute>& attributes, MondrianCuts cuts,
                                                  const std::function<void(std::uint64_t, std::uint64_t)>& progress,
                                                  const StopToken& stop) {
  problem.require_valid();
  if (problem.presence && cuts == MondrianCuts::relaxed) {
    fail_input("presence is asked for together with relaxed cuts",
               "Who equals the median could be in either class, and has no one share: use strict ones.");
  }
  if (attributes.size() != problem.quasi.size()) fail_internal("attributes that do not fit the table");
  return Partitioner(problem, attributes, cuts, progress, stop).run();
}

Recoding recoding_of(MondrianClasses classes) {
  std::vector<bool> is_published(classes.classes.count(), true);
  return {std::move(classes.classes), std::move(is_published), std::move(classes.published)};
}

}  // namespace sourdine
