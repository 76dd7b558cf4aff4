// TimeZone: what the clocks of a place showed at a moment, from the system's time zone database (TZif files, RFC 8536).
//
// The local time of a moment is always one; the moment of a local time may be none or two, and is never asked for here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

class TimeZone {
 public:
  // "Europe/Paris", "UTC". Throws Error(bad_input) when the database has no zone of that name.
  static TimeZone load(const std::string& name);
  // Without a database.
  static TimeZone utc() { return TimeZone(); }
  // The same from the bytes of a TZif file of version 2 or later; throws Error(bad_input) when they are none.
  TimeZone(std::string name, std::string_view tzif);

  const std::string& name() const { return name_; }
  std::chrono::local_seconds to_local(std::chrono::sys_seconds moment) const;

 private:
  // A day of the year on which the clocks change, and when: of the rule that holds behind the last known transition.
  struct Change {
    enum class Kind : std::uint8_t { month_week_day, day_without_leap, day_of_year } kind = Kind::day_of_year;
    unsigned month = 1, week = 1, weekday = 0;  // week 5: the last one
    int day = 0;
    std::chrono::seconds at{0};  // local time before the change, may be negative or beyond the day
    std::chrono::local_seconds of(std::chrono::year year) const;
  };
  struct Rule {
    std::chrono::seconds standard{0};  // to be added to UTC
    bool has_summer = false;
    std::chrono::seconds summer{0};
    Change summer_begins = {}, summer_ends = {};
  };
  struct Transition {
    std::int64_t moment;
    std::int32_t offset;  // from this moment on
  };
  friend class RuleParser;

  TimeZone() : name_("UTC") {}

  std::chrono::seconds offset(std::chrono::sys_seconds moment) const;
  std::chrono::seconds rule_offset(std::chrono::sys_seconds moment) const;

  std::string name_;
  std::int32_t first_offset_ = 0;  // before the first transition
  std::vector<Transition> transitions_;
  bool has_rule_ = false;
  Rule rule_;
};

}  // namespace sourdine
