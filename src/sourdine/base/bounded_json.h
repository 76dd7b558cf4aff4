// JSON from files that nobody vouches for. Internal to .cc files (third-party type).
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"

namespace sourdine {

// Our headers nest three levels; thousands of levels are an attack on the stack of whoever walks the result. Throws
// Error(bad_input) for those, nlohmann::json::exception for what is no JSON.
template <class Json = nlohmann::json>
Json parse_bounded_json(std::string_view text, int max_depth = 8) {
  return Json::parse(text, [max_depth](int depth, typename Json::parse_event_t, Json&) {
    if (depth > max_depth) fail_input("its JSON is nested too deeply");
    return true;
  });
}

// Whole numbers, written as such; throw nlohmann::json::exception otherwise, or Error(bad_input) for one that is too
// large. get<std::uint64_t>() would take −1, and 1e300 with undefined behaviour.
inline std::uint64_t whole_number(const nlohmann::json& json) {
  return json.get_ref<const nlohmann::json::number_unsigned_t&>();
}
inline std::int64_t integer(const nlohmann::json& json) {
  if (!json.is_number_unsigned()) return json.get_ref<const nlohmann::json::number_integer_t&>();
  const std::uint64_t number = whole_number(json);
  if (number > INT64_MAX) fail_input("its JSON has a number that is too large");
  return static_cast<std::int64_t>(number);
}
inline std::vector<std::uint64_t> whole_numbers(const nlohmann::json& json) {
  std::vector<std::uint64_t> numbers;
  for (const nlohmann::json& item : json.get_ref<const nlohmann::json::array_t&>())
    numbers.push_back(whole_number(item));
  return numbers;
}

}  // namespace sourdine
