// Days as tables name them: numbers from 1 on, or dates as ISO 8601 has them. Internal to mobility/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sourdine {

struct NamedDay {
  std::int64_t number = 0;  // from 1, or days since 1970
  bool is_date = false;

  friend bool operator==(const NamedDay&, const NamedDay&) = default;
};

// Nothing when it is neither.
std::optional<NamedDay> parse_day(std::string_view text);
std::string day_text(NamedDay day);

// A number of people: decimal, finite, from 0 to 2^50. Nothing when it is none.
std::optional<double> parse_people(std::string_view text);

}  // namespace sourdine
