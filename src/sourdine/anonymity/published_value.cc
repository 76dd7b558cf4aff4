#include "sourdine/anonymity/published_value.h"

#include <charconv>
#include <limits>

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

std::optional<double> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(number > -unbounded && number < unbounded)) return std::nullopt;  // "nan", "inf" are words
  return number;
}

// 2018, 2018-07, 2018-07-14.
bool looks_like_date(std::string_view text) {
  if (text.size() != 4 && text.size() != 7 && text.size() != 10) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_dash = text[i] == '-', is_digit = text[i] >= '0' && text[i] <= '9';
    if ((i == 4 || i == 7) ? !is_dash : !is_digit) return false;
  }
  return true;
}

bool one_begins_other(std::string_view a, std::string_view b) { return a.starts_with(b) || b.starts_with(a); }
bool one_ends_other(std::string_view a, std::string_view b) { return a.ends_with(b) || b.ends_with(a); }

}  // namespace

PublishedValue::PublishedValue(std::string_view text) : text_(trimmed(text)) {
  if (const std::size_t star = text_.find('*'); star != std::string::npos) {
    is_mask_ = true;
    begin_ = text_.substr(0, star);
    end_ = text_.substr(text_.rfind('*') + 1);
    return;
  }
  is_date_ = looks_like_date(text_);
  if (!is_date_ || text_.size() == 4) interval_ = interval_of(text_);
}

std::optional<PublishedValue::Interval> PublishedValue::interval_of(std::string_view text) {
  if (const std::optional<double> number = number_in(text)) return Interval{*number, *number};
  struct Side {
    std::string_view sign;
    bool is_low, has_bound;
  };
  static constexpr Side sides[] = {{"<=", false, true}, {"≤", false, true}, {"<", false, false},
                                   {">=", true, true},  {"≥", true, true},  {">", true, false}};
  for (const Side& side : sides) {
    if (!text.starts_with(side.sign)) continue;
    const std::optional<double> bound = number_in(text.substr(side.sign.size()));
    if (!bound) return std::nullopt;
    if (side.is_low) return Interval{*bound, unbounded, side.has_bound, false};
    return Interval{-unbounded, *bound, false, side.has_bound};
  }
  bool has_low = true, has_high = true;
  const bool has_brackets = text.size() > 2 && std::string_view("[](").find(text.front()) != std::string_view::npos &&
                            std::string_view("[])").find(text.back()) != std::string_view::npos;
  if (has_brackets) {
    has_low = text.front() == '[';
    has_high = text.back() == ']';
    text = text.substr(1, text.size() - 2);
  }
  // The first character may be a sign.
  const std::size_t between = has_brackets ? text.find_first_of(";,") : std::string_view::npos;
  const std::size_t middle = between != std::string_view::npos ? between : text.find('-', 1);
  if (middle == std::string_view::npos) return std::nullopt;
  const std::optional<double> low = number_in(text.substr(0, middle)), high = number_in(text.substr(middle + 1));
  if (!low || !high || *low > *high) return std::nullopt;
  return Interval{*low, *high, has_low, has_high};
}

bool PublishedValue::meet(const Interval& a, const Interval& b) {
  const auto begins_before_end = [](const Interval& first, const Interval& second) {
    if (first.low == second.high) return first.has_low && second.has_high;
    return first.low < second.high;
  };
  return begins_before_end(a, b) && begins_before_end(b, a);
}

bool PublishedValue::overlaps(const PublishedValue& other) const {
  if (text_ == other.text_) return true;
  if (is_mask_ && other.is_mask_) return one_begins_other(begin_, other.begin_) && one_ends_other(end_, other.end_);
  if (other.is_mask_) return other.overlaps(*this);
  if (is_mask_) {
    if (begin_.empty() && end_.empty()) return true;
    return other.text_.size() >= begin_.size() + end_.size() && other.text_.starts_with(begin_) &&
           other.text_.ends_with(end_);
  }
  if (is_date_ && other.is_date_ && text_.size() != other.text_.size()) return one_begins_other(text_, other.text_);
  return interval_ && other.interval_ && meet(*interval_, *other.interval_);
}

}  // namespace sourdine
