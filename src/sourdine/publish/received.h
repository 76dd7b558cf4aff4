// Received: a directory that Sourdine published, as whoever received it reads it: bounded, and never trusted.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "sourdine/publish/kind.h"

namespace sourdine {

inline constexpr const char* manifest_name = "manifest.json";

struct Received {
  std::string directory;
  std::string kind;  // as its manifest names it (Kind::is_called()); empty: it does not
  nlohmann::ordered_json manifest;
};

// Nothing where there is no directory, or one whose manifest is not ours.
std::optional<Received> find_received(const std::string& directory);

// Throws Error(bad_input) unless a publication of that kind is there: what --force may replace.
void require_replaceable(const std::string& directory, const Kind& kind);

}  // namespace sourdine
