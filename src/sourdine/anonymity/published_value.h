// PublishedValue: what a generalised value may stand for, read from its text, so that two tables which were generalised
// differently can be compared. Known forms:
//
//   *                                      anything
//   130**, **30                            texts that begin, and end, like that
//   [21;31[, [21,31), [17;23], 17-23       numbers between; also ]a;b], (a,b]
//   < 35, <= 35, ≤ 35, > 35, >= 35, ≥ 35   numbers on one side
//   2018-07                                dates within
//   35, France                             itself
// What has no such form stands for itself alone: "Europe" and "France" are two different values here.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sourdine {

class PublishedValue {
 public:
  explicit PublishedValue(std::string_view text);

  // Whether somebody's value can be published as either.
  bool overlaps(const PublishedValue& other) const;
  // A form that stands for more than itself.
  bool is_coarse() const { return is_mask_ || (interval_ && interval_->low < interval_->high); }

 private:
  struct Interval {
    double low, high;
    bool has_low = true, has_high = true;  // whether the bounds belong to it
  };
  static std::optional<Interval> interval_of(std::string_view text);
  static bool meet(const Interval& a, const Interval& b);

  std::string text_;
  bool is_mask_ = false;
  bool is_date_ = false;
  std::string begin_, end_;  // of a mask
  std::optional<Interval> interval_;
};

}  // namespace sourdine
