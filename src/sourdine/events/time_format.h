// TimeFormat: local times from text, by a format in the manner of strptime, but without locale, allocation or streams.
//
//   %Y 2006   %y 06 (69 … 99 are of the 20th century, 00 … 68 of the 21st)   %m 01 … 12   %d 01 … 31
//   %H 00 … 23   %M 00 … 59   %S 00 … 59, a decimal fraction behind it is dropped   %I 01 … 12 with %p AM, PM
//   %b Jan … Dec or January … December, in any case
//   %s seconds since 1970, alone   %z Z, UTC, GMT, +01, +0100 or +01:00, a space before it is ignored
//   %F is %Y-%m-%d   %T is %H:%M:%S   %% is a percent sign; other text stands for itself
//   [ … ] at the end may be absent: %F[ %H:%M[:%S]]
//
// Two-digit fields may lack their leading zero. Fields the format lacks are the first month, the first day, midnight.
// Spaces around the text are ignored. A day that does not exist (31 February) is no time, nor is a text that names a
// time zone: which local day 23:30Z belongs to is not for a guess to decide. Where the zone is declared, %s and %z may
// be used, and what they read becomes the local time there.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/events/time_zone.h"

namespace sourdine {

class TimeFormat {
 public:
  // Throws Error(bad_input) naming what the format has wrong (an unknown or repeated field, no year, %z without a zone
  // whose local times are asked for, …).
  explicit TimeFormat(std::string format, std::shared_ptr<const TimeZone> zone = nullptr);

  const std::string& format() const { return format_; }
  // Nothing when the text is not a time of this format. Tens of nanoseconds.
  std::optional<std::chrono::local_seconds> parse(std::string_view text) const;
  // The text would be a time of this format, were it not for a time zone at its end.
  bool has_zone(std::string_view text) const;
  // For errors: what is wrong with a text that does not parse, and what would be right.
  std::string why_not(std::string_view text) const;
  std::string hint(std::string_view text) const;

 private:
  friend class FormatCompiler;
  enum class Kind : std::uint8_t {
    year,
    short_year,
    month,
    day,
    hour,
    minute,
    second,
    hour_12,
    half_day,
    month_name,
    moment,
    offset,
    literal,
    stop,
  };
  struct Step {
    Kind kind;
    char literal;  // of a literal; of a second, the character behind it
  };
  static constexpr unsigned absent = 100;  // of a short year or a twelve-hour clock's hour: more than two digits have
  struct Fields {
    std::array<unsigned, 14> numbers{0, absent, 1, 1, 0, 0, 0, absent};  // by kind
    std::int64_t moment = 0;                                             // seconds since 1970
    int offset = 0;                                                      // seconds to be added to UTC
    unsigned& number(Kind kind) { return numbers[static_cast<std::size_t>(kind)]; }
    unsigned number(Kind kind) const { return numbers[static_cast<std::size_t>(kind)]; }
  };
  struct Match;

  struct Number {
    Kind kind;
    std::size_t offset;
  };
  // How a text looks whose numbers have all their digits, as nearly all texts do: a text byte XOR a pattern byte is the
  // digit where the pattern has a '0', and 0 elsewhere.
  struct Shape {
    static constexpr std::size_t longest = 32;
    std::array<std::uint8_t, longest> pattern{};
    std::array<std::uint8_t, longest> slack{};  // added to a XOR that is too large (9 for digits, 0 else), gives ≥ 128
    std::uint64_t sizes = 0;                    // bit n: a text of n bytes is whole
    std::vector<Number> numbers{};
  };

  Match match(std::string_view text) const;
  bool take_full(std::string_view text, Fields& fields) const;
  bool take_any(std::string_view text, Fields& fields) const;
  static bool take(Step step, const char*& at, const char* end, Fields& fields);
  Match assemble(const Fields& fields) const;
  Match assemble_date(const Fields& fields) const;

  std::string format_;
  std::vector<Step> steps_;
  Shape shape_;
  std::shared_ptr<const TimeZone> zone_;
  bool has_moment_ = false;  // %s is a step of it
  bool has_offset_ = false;  // %z is
};

// Finds the format of a column from its first values, once for all rows. It knows ISO dates (2006-01-31, 2006/01/31),
// those that begin with the day or the month (31/01/2006, also with dots or hyphens), and those that name the month (31
// Jan 2006, 31-Jan-2006, Jan 31, 2006), each with or without a time
// (08:08, 08:08:00; after T only in 2006-01-31T08:08).
class TimeFormatGuess {
 public:
  // With a zone, times that have one (2006-01-31T08:08Z) are known too.
  explicit TimeFormatGuess(const std::shared_ptr<const TimeZone>& zone = nullptr);

  // One more value. A value that no format left can read is ignored, and false: it is a bad row, not a clue.
  bool see(std::string_view text);
  // More values cannot change the answer.
  bool is_decided() const;
  // Throws Error(bad_input) when no value was a time, or when day and month could be either way round.
  TimeFormat format() const;

 private:
  std::vector<TimeFormat> left_;
  bool has_seen_time_ = false;
  std::string first_text_;
};

}  // namespace sourdine
