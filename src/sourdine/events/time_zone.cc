#include "sourdine/events/time_zone.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

using namespace std::chrono;

constexpr const char* zone_folder = "/usr/share/zoneinfo";
constexpr int most_hours_of_offset = 26;  // RFC 8536 lets none be beyond a day or so

[[noreturn]] void fail_zone_file(const std::string& name) {
  fail_input(fmt::format("the description of time zone '{}' cannot be read", shown(name)),
             fmt::format("It comes from the package tzdata, in {}.", zone_folder));
}

// Numbers of a TZif file, one behind the other; too few bytes are an error.
class ZoneBytes {
 public:
  ZoneBytes(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  std::string_view take(std::size_t count) {
    if (count > bytes_.size()) fail_zone_file(name_);
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  // Big-endian.
  std::uint64_t take_unsigned(std::size_t size) {
    std::uint64_t number = 0;
    for (const char byte : take(size)) number = number << 8U | static_cast<unsigned char>(byte);
    return number;
  }
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
  const std::string& name_;
};

struct ZoneHeader {
  char version;
  std::size_t universal, standard, leaps, transitions, types, letters;

  explicit ZoneHeader(ZoneBytes& bytes) {
    constexpr std::size_t reserved = 15;
    is_zone = bytes.take(4) == "TZif";
    version = bytes.take(1).front();
    bytes.take(reserved);
    for (std::size_t* count : {&universal, &standard, &leaps, &transitions, &types, &letters}) {
      *count = bytes.take_unsigned(4);
    }
  }
  // Of what follows the header, with times of so many bytes.
  std::size_t data_bytes(std::size_t time_bytes) const {
    return transitions * (time_bytes + 1) + types * 6 + letters + leaps * (time_bytes + 4) + standard + universal;
  }
  bool is_zone;
};

bool is_zone_name(std::string_view name) {
  const auto is_known = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '_' ||
           c == '-' || c == '+';
  };
  return !name.empty() && name.size() < 64 && name.front() != '/' && std::all_of(name.begin(), name.end(), is_known);
}

bool is_zone_offset(seconds offset) { return abs(offset) <= hours(most_hours_of_offset); }

}  // namespace

// The rule behind the last transition, in the manner of the variable TZ: CET-1CEST,M3.5.0,M10.5.0/3.
class RuleParser {
 public:
  RuleParser(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  TimeZone::Rule parse() {
    TimeZone::Rule rule;
    skip_letters();
    rule.standard = -take_time();
    if (!text_.empty()) {
      rule.has_summer = true;
      skip_letters();
      rule.summer = rule.standard + hours(1);
      if (!text_.empty() && text_.front() != ',') rule.summer = -take_time();
      rule.summer_begins = take_change();
      rule.summer_ends = take_change();
    }
    if (!text_.empty() || !is_zone_offset(rule.standard) || !is_zone_offset(rule.summer)) fail_zone_file(name_);
    return rule;
  }

 private:
  bool take_if(char c) {
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void take(char c) {
    if (!take_if(c)) fail_zone_file(name_);
  }
  // A zone's abbreviation: letters, or anything in < >.
  void skip_letters() {
    const bool is_quoted = take_if('<');
    const std::size_t end = is_quoted ? text_.find('>') : text_.find_first_of("+-,0123456789");
    text_.remove_prefix(std::min(end, text_.size()));
    if (is_quoted) take('>');
  }
  int take_digits(int most) {
    int number = 0;
    const std::string_view before = text_;
    while (!text_.empty() && text_.front() >= '0' && text_.front() <= '9' && number <= most) {
      number = 10 * number + (text_.front() - '0');
      text_.remove_prefix(1);
    }
    if (text_.size() == before.size() || number > most) fail_zone_file(name_);
    return number;
  }
  // [+-]hh[:mm[:ss]]
  seconds take_time() {
    constexpr int most_hours = 167;
    const bool is_negative = take_if('-');
    if (!is_negative) take_if('+');
    seconds time = hours(take_digits(most_hours));
    if (take_if(':')) time += minutes(take_digits(59));
    if (take_if(':')) time += seconds(take_digits(59));
    return is_negative ? -time : time;
  }
  TimeZone::Change take_change() {
    using Kind = TimeZone::Change::Kind;
    TimeZone::Change change;
    take(',');
    if (take_if('M')) {
      change.kind = Kind::month_week_day;
      change.month = static_cast<unsigned>(take_digits(12));
      take('.');
      change.week = static_cast<unsigned>(take_digits(5));
      take('.');
      change.weekday = static_cast<unsigned>(take_digits(6));
      if (change.month == 0 || change.week == 0) fail_zone_file(name_);
    } else {
      change.kind = take_if('J') ? Kind::day_without_leap : Kind::day_of_year;
      change.day = take_digits(365);
    }
    change.at = take_if('/') ? take_time() : hours(2);
    return change;
  }

  std::string_view text_;
  const std::string& name_;
};

local_seconds TimeZone::Change::of(year of_year) const {
  if (kind == Kind::month_week_day) {
    const auto of_month = of_year / std::chrono::month(month);
    const local_days date = week == 5 ? local_days(of_month / std::chrono::weekday(weekday)[last])
                                      : local_days(of_month / std::chrono::weekday(weekday)[week]);
    return date + at;
  }
  const local_days first{of_year / January / 1};
  if (kind == Kind::day_of_year) return first + days(day) + at;
  // 29 February is not counted: day 60 is 1 March in every year.
  constexpr int first_of_march = 60;
  return first + days(day - 1 + (of_year.is_leap() && day >= first_of_march ? 1 : 0)) + at;
}

TimeZone TimeZone::load(const std::string& name) {
  const auto fail_unknown = [&] {
    fail_input(fmt::format("there is no time zone '{}'", shown(name)),
               "Give one of the time zone database, such as \"Europe/Paris\" or \"UTC\".");
  };
  if (!is_zone_name(name)) fail_unknown();
  std::error_code error;
  if (!std::filesystem::is_directory(zone_folder, error)) {
    fail_input(fmt::format("there is no time zone database in {}", zone_folder), "Install the package tzdata.");
  }
  const std::string path = (std::filesystem::path(zone_folder) / name).string();
  if (!std::filesystem::is_regular_file(path, error)) fail_unknown();
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::string bytes(most_bytes, '\0');
  InputFile file(path);
  bytes.resize(file.read({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()}));
  if (!bytes.starts_with("TZif")) fail_unknown();
  return {name, bytes};
}

TimeZone::TimeZone(std::string name, std::string_view tzif) : name_(std::move(name)) {
  ZoneBytes bytes(tzif, name_);
  // First the data of version 1, with times of 32 bits, which nobody needs any more.
  const ZoneHeader old(bytes);
  if (!old.is_zone || old.version < '2') fail_zone_file(name_);
  bytes.take(old.data_bytes(4));
  const ZoneHeader header(bytes);
  constexpr std::size_t most_types = 256;
  if (!header.is_zone || header.types == 0 || header.types > most_types) fail_zone_file(name_);
  if (header.data_bytes(8) > bytes.rest().size()) fail_zone_file(name_);
  std::vector<std::int64_t> moments;
  for (std::size_t i = 0; i < header.transitions; ++i) {
    moments.push_back(static_cast<std::int64_t>(bytes.take_unsigned(8)));
    if (i > 0 && moments[i] <= moments[i - 1]) fail_zone_file(name_);
  }
  const std::string_view types = bytes.take(header.transitions);
  std::array<std::int32_t, most_types> offsets{};
  for (std::size_t i = 0; i < header.types; ++i) {
    offsets[i] = static_cast<std::int32_t>(bytes.take_unsigned(4));
    bytes.take(2);  // whether it is summer, and what it is called
    if (!is_zone_offset(seconds(offsets[i]))) fail_zone_file(name_);
  }
  for (std::size_t i = 0; i < header.transitions; ++i) {
    const auto type = static_cast<unsigned char>(types[i]);
    if (type >= header.types) fail_zone_file(name_);
    transitions_.push_back({moments[i], offsets[type]});
  }
  first_offset_ = offsets[0];
  bytes.take(header.letters + header.leaps * 12 + header.standard + header.universal);
  if (bytes.take(1) != "\n") fail_zone_file(name_);
  const std::string_view footer = bytes.rest().substr(0, bytes.rest().find('\n'));
  has_rule_ = !footer.empty();
  if (has_rule_) rule_ = RuleParser(footer, name_).parse();
}

seconds TimeZone::rule_offset(sys_seconds moment) const {
  if (!rule_.has_summer) return rule_.standard;
  // Of the year in standard time: the clocks do not change around New Year by so much that it would matter.
  const year_month_day date{floor<days>(moment + rule_.standard)};
  const auto moment_of = [&](const Change& change, seconds before) {
    return sys_seconds((change.of(date.year()) - before).time_since_epoch());
  };
  const sys_seconds begin = moment_of(rule_.summer_begins, rule_.standard);
  const sys_seconds end = moment_of(rule_.summer_ends, rule_.summer);
  const bool is_summer = begin < end ? begin <= moment && moment < end : !(end <= moment && moment < begin);
  return is_summer ? rule_.summer : rule_.standard;
}

seconds TimeZone::offset(sys_seconds moment) const {
  const std::int64_t asked = moment.time_since_epoch().count();
  if (transitions_.empty() || asked < transitions_.front().moment) {
    return transitions_.empty() && has_rule_ ? rule_offset(moment) : seconds(first_offset_);
  }
  if (has_rule_ && asked >= transitions_.back().moment) return rule_offset(moment);
  const auto later = std::upper_bound(transitions_.begin(), transitions_.end(), asked,
                                      [](std::int64_t value, const Transition& one) { return value < one.moment; });
  return seconds(std::prev(later)->offset);
}

local_seconds TimeZone::to_local(sys_seconds moment) const {
  return local_seconds(moment.time_since_epoch() + offset(moment));
}

}  // namespace sourdine
