// Numbers and times of Arrow as the text that a CSV file would have. Internal to events/.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string_view>

namespace sourdine {

// Room for one field, written anew for every row.
class ArrowText {
 public:
  template <std::integral Number>
  std::string_view whole(Number number) {
    return up_to(std::to_chars(text_.data(), text_.data() + text_.size(), number).ptr);
  }

  // The shortest text that reads back, without an exponent where people write none; nothing for NaN.
  template <std::floating_point Number>
  std::string_view decimal(Number number) {
    constexpr Number largest_whole = 9e15F, smallest_fixed = 1e-7F;
    if (std::isnan(number)) return {};
    const Number size = std::abs(number);
    if (size < largest_whole && std::trunc(number) == number) return whole(static_cast<std::int64_t>(number));
    char* const end = text_.data() + text_.size();
    const bool is_fixed = size >= smallest_fixed && size < largest_whole;
    return up_to(is_fixed ? std::to_chars(text_.data(), end, number, std::chars_format::fixed).ptr
                          : std::to_chars(text_.data(), end, number).ptr);
  }

  // `bytes`: 16, the least significant first, of a signed number of units of 10^−scale.
  std::string_view decimal128(const std::uint8_t* bytes, int scale);

  // Days since 1970; the day of a moment.
  std::string_view date(std::int64_t day);
  std::string_view date_of(std::int64_t ticks, std::int64_t per_second);
  // Since midnight, and since 1970 (in UTC, and with a Z, where is_utc); `per_second` is 1, 1'000, … 10⁹.
  std::string_view time_of_day(std::int64_t ticks, std::int64_t per_second);
  std::string_view timestamp(std::int64_t ticks, std::int64_t per_second, bool is_utc);

 private:
  std::string_view up_to(const char* end) const { return {text_.data(), static_cast<std::size_t>(end - text_.data())}; }
  char* write_date(char* to, std::int64_t day);
  static char* write_clock(char* to, std::int64_t second, std::int64_t fraction, std::int64_t per_second);

  std::array<char, 96> text_;
  std::int64_t last_day_ = INT64_MIN;  // written to last_date_: rows in the order of time seldom change it
  std::array<char, 32> last_date_;
  std::size_t last_size_ = 0;
};

}  // namespace sourdine
