#include "sourdine/release/synthetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/base/csv.h"

namespace sourdine {
namespace {

// "2008-08-08", with minutes when any event has some, with seconds when any has.
class TimeText {
 public:
  explicit TimeText(const Collection& collection) : start_(collection.timeline.start(0)) {
    for (const std::uint32_t offset : collection.times) {
      const auto seconds = second_of_day(offset);
      if (seconds % 60 != 0) form_ = Form::seconds;
      if (seconds != 0 && form_ == Form::day) form_ = Form::minutes;
      if (form_ == Form::seconds) break;
    }
  }

  void write(std::uint32_t offset, std::string& into) {
    const auto time = start_ + std::chrono::seconds(offset);
    const auto day = std::chrono::floor<std::chrono::days>(time);
    if (day != day_ || text_.empty()) {
      day_ = day;
      text_ = period_label(Period::day, time);
    }
    into = text_;
    const std::int64_t seconds = second_of_day(offset);
    if (form_ != Form::day) {
      two_digits(' ', seconds / 3600, into);
      two_digits(':', seconds / 60 % 60, into);
    }
    if (form_ == Form::seconds) two_digits(':', seconds % 60, into);
  }

 private:
  enum class Form { day, minutes, seconds };

  static void two_digits(char before, std::int64_t number, std::string& into) {
    into += before;
    into += static_cast<char>('0' + number / 10);
    into += static_cast<char>('0' + number % 10);
  }

  std::int64_t second_of_day(std::uint32_t offset) const {
    const auto time = start_ + std::chrono::seconds(offset);
    return (time - std::chrono::floor<std::chrono::days>(time)).count();
  }

  std::chrono::local_seconds start_;
  Form form_ = Form::day;
  std::chrono::local_days day_;
  std::string text_;
};

// Regions of one period in a random order, drawn one by one without replacement.
class Urn {
 public:
  explicit Urn(std::vector<std::uint64_t> counts)
      : counts_(std::move(counts)), left_(std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0})) {}

  std::size_t draw(Random& random) {
    std::uint64_t place = random.below(left_--);
    std::size_t region = 0;
    while (place >= counts_[region]) place -= counts_[region++];
    --counts_[region];
    return region;
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t left_;
};

// The events in order of time. The order of events of one time, which may follow their places in the input, is shuffled
// when there is anything else to tell them apart.
std::vector<std::uint32_t> by_time(const std::vector<std::uint32_t>& times, bool is_shuffled, Random& random) {
  std::vector<std::uint32_t> order(times.size());
  std::iota(order.begin(), order.end(), 0U);
  if (is_shuffled) {
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  }
  if (is_shuffled || !std::is_sorted(times.begin(), times.end())) {
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return times[a] < times[b]; });
  }
  return order;
}

}  // namespace

void KeptTexts::add(std::size_t column, std::string_view text) {
  const auto [found, is_new] = numbers_.try_emplace(std::string(text), static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.emplace_back(text);
  codes_[column].push_back(found->second);
}

std::vector<std::uint64_t> whole_counts(std::span<const double> values, std::uint64_t total, Random& random) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  constexpr std::uint64_t steps = std::uint64_t{1} << 53;
  const double offset = static_cast<double>(random.below(steps)) / static_cast<double>(steps);
  std::vector<std::uint64_t> counts(values.size());
  double cumulated = 0;
  std::uint64_t given = 0;
  for (std::size_t v = 0; v < values.size(); ++v) {
    cumulated += sum > 0 ? values[v] / sum : 1 / static_cast<double>(values.size());
    const bool is_last = v + 1 == values.size();
    const auto upto = static_cast<std::uint64_t>(std::floor(cumulated * static_cast<double>(total) + offset));
    const std::uint64_t next = is_last ? total : std::clamp(upto, given, total);
    counts[v] = next - given;
    given = next;
  }
  return counts;
}

void write_synthetic(const Collection& collection, std::span<const double> shares,
                     const std::vector<std::string>& regions, const SyntheticColumns& columns, const KeptTexts& kept,
                     Random& random, Output& output) {
  const std::size_t k = regions.size();
  std::vector<Urn> urns;
  urns.reserve(collection.timeline.size());
  for (std::size_t t = 0; t < collection.timeline.size(); ++t) {
    urns.emplace_back(whole_counts(shares.subspan(t * k, k), collection.reports[t], random));
  }
  std::vector<std::string_view> row(columns.names.begin(), columns.names.end());
  append_csv_row(output, row);
  std::fill(row.begin(), row.end(), std::string_view());

  TimeText time_text(collection);
  std::string time;
  std::string id;
  std::uint64_t number = 0;
  for (const std::uint32_t event : by_time(collection.times, !columns.keep.empty(), random)) {
    const std::uint32_t offset = collection.times[event];
    const std::size_t period = collection.timeline.index(collection.timeline.start(0) + std::chrono::seconds(offset));
    time_text.write(offset, time);
    row[columns.time] = time;
    row[columns.place] = regions[urns[period].draw(random)];
    if (columns.id != SIZE_MAX) row[columns.id] = id = std::to_string(++number);
    for (std::size_t i = 0; i < columns.keep.size(); ++i) row[columns.keep[i]] = kept.at(event, i);
    append_csv_row(output, row);
  }
}

}  // namespace sourdine
