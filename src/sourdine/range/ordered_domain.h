// OrderedDomain: what the values 0 … N−1 of a range structure stand for, and ranges of them as people write them.
//
// Values are calendar periods (a Timeline), or whole numbers, one by one or in bins of a width; the last bin may be
// cut. Numbers with decimals are counted in steps of 0.1, 0.01, …: "2.5-2.9" is a bin of five steps, from 2.5 up to but
// not including 3. A range is one item, or two with ".." between: the first may be left out, or the last, or both.
// Items:
//   dates: 2014, 2014-03, 2014-W09, 2014-03-01, 2014-03-01T13; a month means all of its days;
//   numbers: 40, -5, 2.5; "18-24" is the same as "18..24".
// A range must begin and end where values do: days are not guessed from months.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "sourdine/base/calendar.h"
#include "sourdine/range/tree_shape.h"

namespace sourdine {

class OrderedDomain {
 public:
  static constexpr std::uint64_t max_size = TreeShape::max_size;

  struct Numbers {
    static constexpr std::int64_t largest = 1'000'000'000'000'000;

    std::int64_t from = 0, to = 0;  // both included, in steps
    std::uint64_t bin = 1;          // in steps
    unsigned decimals = 0;          // a step is 10^−decimals
    friend bool operator==(const Numbers&, const Numbers&) = default;
  };

  // Points of the line that the values divide: numbers, or seconds since 1970. first … end−1.
  struct Span {
    std::int64_t begin, end;
  };

  // `is_from_data`: the first or the last value was found in the data. They are then published as they are.
  OrderedDomain(Timeline timeline, bool is_from_data) : axis_(timeline), is_from_data_(is_from_data) {}
  // Throws Error(bad_input) for to < from, a bin of 0, numbers beyond ±Numbers::largest and more than max_size values.
  OrderedDomain(Numbers numbers, bool is_from_data);

  // What one item means. Nothing when the text is no item.
  static std::optional<Span> date_item(std::string_view text);
  static std::optional<Span> number_item(std::string_view text, unsigned decimals = 0);

  std::uint64_t size() const;
  // One of the two.
  const Timeline* timeline() const { return std::get_if<Timeline>(&axis_); }
  const Numbers* numbers() const { return std::get_if<Numbers>(&axis_); }
  bool is_from_data() const { return is_from_data_; }
  // "2282 days from 2012-10-02 to 2018-12-31", "25 bins of 5 from 0 to 120".
  std::string describe() const;
  // "2014-03", "18", "20-24"; of a range "2014-03..2014-05", "18-24".
  std::string label(std::uint64_t value) const;
  std::string label(const Range& range) const;

  // Throws Error(bad_input): not a range, reversed, outside of the domain, or cutting a value in two.
  Range parse(std::string_view text) const;

  // Canonical JSON, for RangeStructure::set_domain(). Without an end it is that of a stream, whose steps begin where
  // this domain does and are as many as there are. Reading throws Error(bad_input) for what is no domain of `size`
  // values; an empty text is the numbers 0 … size−1.
  std::string to_json(bool has_end = true) const;
  static OrderedDomain from_json(std::string_view json, std::uint64_t size);

  friend bool operator==(const OrderedDomain&, const OrderedDomain&) = default;

 private:
  std::optional<Span> item(std::string_view text) const;
  // Where a value begins; border(size()) is the end of the last one.
  std::int64_t border(std::uint64_t value) const;
  // The value that holds a point of the domain.
  std::uint64_t value_at(std::int64_t point) const;

  std::variant<Timeline, Numbers> axis_;
  bool is_from_data_;
};

}  // namespace sourdine
