#include "sourdine/events/time_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "sourdine/base/error.h"
#include "sourdine/events/message_text.h"

namespace sourdine {
namespace {

using namespace std::chrono;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes one or two digits.
bool take_number(const char*& at, const char* end, unsigned& number) {
  if (at == end || !is_digit(*at)) return false;
  number = static_cast<unsigned>(*at++ - '0');
  if (at != end && is_digit(*at)) number = 10 * number + static_cast<unsigned>(*at++ - '0');
  return true;
}

bool take_four_digits(const char*& at, const char* end, unsigned& number) {
  if (end - at < 4) return false;
  number = 0;
  for (const char* const stop = at + 4; at != stop; ++at) {
    if (!is_digit(*at)) return false;
    number = 10 * number + static_cast<unsigned>(*at - '0');
  }
  return true;
}

// Takes AM or PM, in any case.
bool take_half_day(const char*& at, const char* end, unsigned& is_afternoon) {
  if (end - at < 2 || (at[1] | 0x20) != 'm') return false;
  const int first = at[0] | 0x20;
  is_afternoon = first == 'p' ? 1 : 0;
  at += 2;
  return first == 'a' || first == 'p';
}

void skip_fraction(const char*& at, const char* end, char behind) {
  if (end - at < 2 || (*at != '.' && *at != ',') || *at == behind || !is_digit(at[1])) return;
  for (++at; at != end && is_digit(*at); ++at) {
  }
}

// The text before a time zone at its end (Z, +01, +0100, +01:00, UTC, GMT); the text itself when there is none.
std::string_view without_zone(std::string_view text) {
  const auto cut = [&](std::size_t count) { return trimmed(text.substr(0, text.size() - count)); };
  if (text.ends_with('Z') || text.ends_with('z')) return cut(1);
  if (text.ends_with("UTC") || text.ends_with("GMT")) return cut(3);
  const std::size_t sign = text.find_last_of("+-");
  if (sign == std::string_view::npos) return text;
  const std::string_view offset = text.substr(sign + 1);
  const bool is_offset = !offset.empty() && offset.size() <= 5 &&
                         std::all_of(offset.begin(), offset.end(), [](char c) { return is_digit(c) || c == ':'; });
  return is_offset ? cut(offset.size() + 1) : text;
}

}  // namespace

// Writes the steps of a format; every method throws Error(bad_input) for what a format cannot have.
class FormatCompiler {
 public:
  explicit FormatCompiler(TimeFormat& into) : into_(into) {}

  void compile() {
    for (std::size_t i = 0; i < format().size(); ++i) {
      const char c = format()[i];
      if (c == '[') {
        add(Kind::stop);
        ++depth_;
      } else if (c == ']') {
        return close(format().substr(i));
      } else if (c != '%') {
        add_literal(c);
      } else if (++i < format().size()) {
        add_field(format()[i]);
      } else {
        fail("it ends in %; a percent sign is written %%");
      }
    }
    close({});
  }

 private:
  using Kind = TimeFormat::Kind;

  std::string_view format() const { return into_.format_; }

  void add(Kind kind) { into_.steps_.push_back({kind, '\0'}); }

  void add_literal(char c) {
    if (!into_.steps_.empty() && into_.steps_.back().kind == Kind::second) into_.steps_.back().literal = c;
    into_.steps_.push_back({Kind::literal, c});
  }

  void add_once(Kind kind) {
    if (has(kind)) fail("a field stands in it twice");
    add(kind);
  }

  void add_field(char letter) {
    constexpr std::string_view letters = "YymdHMSIp";
    constexpr std::array kinds{Kind::year,   Kind::short_year, Kind::month,   Kind::day,     Kind::hour,
                               Kind::minute, Kind::second,     Kind::hour_12, Kind::half_day};
    if (letter == '%') return add_literal('%');
    if (letter == 'F') return add_group("Y-m-d");
    if (letter == 'T') return add_group("H:M:S");
    const std::size_t found = letters.find(letter);
    if (found == std::string_view::npos) fail(fmt::format("%{} is unknown", letter));
    add_once(kinds[found]);
  }

  void add_group(std::string_view group) {
    for (const char c : group) c == '-' || c == ':' ? add_literal(c) : add_field(c);
  }

  void close(std::string_view brackets) {
    if (brackets != std::string(depth_, ']')) fail("[ … ] is for the end of a format, and brackets come in pairs");
    if (has(Kind::year) == has(Kind::short_year)) fail("it needs the year, %Y or %y, once");
    if (has(Kind::hour) && has(Kind::hour_12)) fail("it has both %H and %I");
    if (has(Kind::hour_12) != has(Kind::half_day)) fail("%I and %p go together");
  }

  bool has(Kind kind) const {
    return std::any_of(into_.steps_.begin(), into_.steps_.end(),
                       [kind](const auto& step) { return step.kind == kind; });
  }

  [[noreturn]] void fail(const std::string& why) const {
    fail_input(fmt::format("time format '{}': {}", shown(format()), why),
               "Known are %Y %y %m %d %H %M %S %I %p %F %T %%, for example \"%d/%m/%Y %H:%M\".");
  }

  TimeFormat& into_;
  std::size_t depth_ = 0;
};

struct TimeFormat::Match {
  enum class Problem : std::uint8_t { none, form, range, day } problem = Problem::none;
  local_seconds time{};
};

TimeFormat::TimeFormat(std::string format) : format_(std::move(format)) { FormatCompiler(*this).compile(); }

TimeFormat::Match TimeFormat::match(std::string_view text) const {
  text = trimmed(text);
  const char* at = text.data();
  const char* const end = at + text.size();
  Fields fields;
  for (const Step& step : steps_) {
    if (step.kind == Kind::stop && at == end) break;
    if (!take(step, at, end, fields)) return {Match::Problem::form, {}};
  }
  return at == end ? assemble(fields) : Match{Match::Problem::form, {}};
}

bool TimeFormat::take(Step step, const char*& at, const char* end, Fields& fields) {
  unsigned& field = fields.of(step.kind);
  switch (step.kind) {
    case Kind::stop:
      return true;
    case Kind::literal:
      return at != end && *at++ == step.literal;
    case Kind::year:
      return take_four_digits(at, end, field);
    case Kind::half_day:
      return take_half_day(at, end, field);
    case Kind::second:
      if (!take_number(at, end, field)) return false;
      skip_fraction(at, end, step.literal);
      return true;
    case Kind::short_year:
      if (!take_number(at, end, field)) return false;
      fields.of(Kind::year) = field + (field < 69 ? 2000 : 1900);
      return true;
    default:
      return take_number(at, end, field);
  }
}

TimeFormat::Match TimeFormat::assemble(Fields fields) {
  const unsigned hour_12 = fields.of(Kind::hour_12);
  const unsigned hour = hour_12 == 0 ? fields.of(Kind::hour) : hour_12 % 12 + 12 * fields.of(Kind::half_day);
  const unsigned minute = fields.of(Kind::minute), second = fields.of(Kind::second);
  const unsigned of_month = fields.of(Kind::month), of_day = fields.of(Kind::day);
  const bool is_in_range = fields.of(Kind::year) >= 1 && of_month >= 1 && of_month <= 12 && of_day >= 1 &&
                           of_day <= 31 && hour <= 23 && minute <= 59 && second <= 59 && hour_12 <= 12;
  if (!is_in_range) return {Match::Problem::range, {}};
  const year_month_day date{year{static_cast<int>(fields.of(Kind::year))}, month{of_month}, day{of_day}};
  if (of_day > 28 && !date.ok()) return {Match::Problem::day, {}};
  return {Match::Problem::none, local_days{date} + hours{hour} + minutes{minute} + seconds{second}};
}

std::optional<local_seconds> TimeFormat::parse(std::string_view text) const {
  const Match found = match(text);
  return found.problem == Match::Problem::none ? std::optional(found.time) : std::nullopt;
}

bool TimeFormat::has_zone(std::string_view text) const {
  text = trimmed(text);
  const std::string_view rest = without_zone(text);
  return rest.size() < text.size() && !parse(text) && parse(rest);
}

std::string TimeFormat::why_not(std::string_view text) const {
  if (trimmed(text).empty()) return "there is no time";
  if (has_zone(text)) return fmt::format("time '{}' has a time zone", shown(text));
  switch (match(text).problem) {
    case Match::Problem::range:
      return fmt::format("time '{}' has a number out of range", shown(text));
    case Match::Problem::day:
      return fmt::format("time '{}' is a day that does not exist", shown(text));
    default:
      return fmt::format("time '{}' is not of the format '{}'", shown(text), format_);
  }
}

std::string TimeFormat::hint(std::string_view text) const {
  if (has_zone(text)) {
    return "Times are local here: write them without a zone (in PostgreSQL: time AT TIME ZONE 'Europe/Paris').";
  }
  if (!trimmed(text).empty() && match(text).problem == Match::Problem::form) {
    return "Give the format of the column, in the manner of \"%d/%m/%Y %H:%M\", or skip bad rows.";
  }
  return "Correct the row, or skip bad rows.";
}

}  // namespace sourdine
