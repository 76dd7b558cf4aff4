// JSON from files that nobody vouches for. Internal to .cc files (third-party type).
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "sourdine/base/error.h"

namespace sourdine {

// Our headers nest three levels; thousands of levels are an attack on the stack of whoever walks the result.
inline nlohmann::json parse_bounded_json(std::string_view text) {
  constexpr int max_depth = 8;
  return nlohmann::json::parse(text, [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    if (depth > max_depth) fail_input("its JSON is nested too deeply");
    return true;
  });
}

}  // namespace sourdine
