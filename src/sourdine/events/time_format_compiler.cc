#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/time_format.h"

namespace sourdine {

// Writes the steps and the shape of a format; every method throws Error(bad_input) for what a format cannot have.
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
  using Shape = TimeFormat::Shape;

  std::string_view format() const { return into_.format_; }

  void add(Kind kind, char literal = '\0') {
    into_.steps_.push_back({kind, literal});
    const bool is_number = kind < Kind::half_day;
    const std::size_t size = kind == Kind::stop ? 0 : kind == Kind::literal ? 1 : kind == Kind::year ? 4 : 2;
    has_shape_ &= (is_number || kind == Kind::stop || kind == Kind::literal) && offset_ + size <= Shape::longest;
    if (kind == Kind::stop) add_end();
    if (is_number) into_.shape_.numbers.push_back({kind, offset_});
    for (const std::size_t end = offset_ + size; offset_ < end; ++offset_) {
      if (!has_shape_) continue;
      into_.shape_.pattern[offset_] = static_cast<std::uint8_t>(is_number ? '0' : literal);
      into_.shape_.slack[offset_] = is_number ? 127 - 9 : 127;
    }
  }

  // A text may end here.
  void add_end() {
    if (has_shape_) into_.shape_.sizes |= std::uint64_t{1} << offset_;
  }

  void add_literal(char c) {
    if (!into_.steps_.empty() && into_.steps_.back().kind == Kind::second) into_.steps_.back().literal = c;
    add(Kind::literal, c);
  }

  void add_once(Kind kind) {
    if (has(kind)) fail("a field stands in it twice");
    add(kind);
  }

  void add_field(char letter) {
    constexpr std::string_view letters = "YymbdHMSIpsz";
    constexpr std::array kinds{Kind::year,    Kind::short_year, Kind::month,  Kind::month_name,
                               Kind::day,     Kind::hour,       Kind::minute, Kind::second,
                               Kind::hour_12, Kind::half_day,   Kind::moment, Kind::offset};
    if (letter == '%') return add_literal('%');
    if (letter == 'F') return add_group("Y-m-d");
    if (letter == 'T') return add_group("H:M:S");
    const std::size_t found = letters.find(letter);
    if (found == std::string_view::npos) fail(fmt::format("%{} is unknown", escaped({&letter, 1})));
    add_once(kinds[found]);
  }

  void add_group(std::string_view group) {
    for (const char c : group) c == '-' || c == ':' ? add_literal(c) : add_field(c);
  }

  void close(std::string_view brackets) {
    if (brackets != std::string(depth_, ']')) fail("[ … ] is for the end of a format, and brackets come in pairs");
    into_.has_moment_ = has(Kind::moment);
    into_.has_offset_ = has(Kind::offset);
    if ((into_.has_moment_ || into_.has_offset_) && !into_.zone_) {
      fail_input(fmt::format("time format '{}': %s and %z need the time zone whose days are counted", shown(format())),
                 "Give it in a configuration: time_zone = \"Europe/Paris\" in [events].");
    }
    if (into_.has_moment_) {
      if (std::any_of(into_.steps_.begin(), into_.steps_.end(), is_other_field)) fail("%s stands alone");
      return;
    }
    if (has(Kind::year) == has(Kind::short_year)) fail("it needs the year, %Y or %y, once");
    if (has(Kind::month) && has(Kind::month_name)) fail("it has both %m and %b");
    if (has(Kind::hour) && has(Kind::hour_12)) fail("it has both %H and %I");
    if (has(Kind::hour_12) != has(Kind::half_day)) fail("%I and %p go together");
    add_end();
  }

  static bool is_other_field(const TimeFormat::Step& step) {
    return step.kind != Kind::moment && step.kind != Kind::literal && step.kind != Kind::stop;
  }

  bool has(Kind kind) const {
    return std::any_of(into_.steps_.begin(), into_.steps_.end(),
                       [kind](const auto& step) { return step.kind == kind; });
  }

  [[noreturn]] void fail(const std::string& why) const {
    fail_input(fmt::format("time format '{}': {}", shown(format()), why),
               "Known are %Y %y %m %b %d %H %M %S %I %p %F %T %s %z %%, for example \"%d/%m/%Y %H:%M\".");
  }

  TimeFormat& into_;
  std::size_t depth_ = 0;
  std::size_t offset_ = 0;
  bool has_shape_ = true;  // so far
};

TimeFormat::TimeFormat(std::string format, std::shared_ptr<const TimeZone> zone)
    : format_(std::move(format)), zone_(std::move(zone)) {
  FormatCompiler(*this).compile();
}

}  // namespace sourdine
