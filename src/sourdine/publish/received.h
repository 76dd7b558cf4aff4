// Received: a directory that Sourdine published, as whoever received it reads it: bounded, and never trusted.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/publish/kind.h"

namespace sourdine {

inline constexpr const char* manifest_name = "manifest.json";
// The data of the page. The page, index.html, is made from it, and others can be.
inline constexpr std::string_view page_data_name = "page.json", index_name = "index.html";

struct Received {
  std::string kind;  // as its manifest names it (Kind::is_called()); empty: it does not
  nlohmann::ordered_json manifest;
};

// Nothing where there is no directory, or one whose manifest is not ours.
std::optional<Received> find_received(const std::string& directory);

// The text of page.json, whatever it says. Throws Error(bad_input) when there is none, or one that is longer than a
// page can be.
std::string read_page_text(const std::string& directory);

// Throws Error(bad_input) unless a publication of that kind is there: what --force may replace.
void require_replaceable(const std::string& directory, const Kind& kind);

}  // namespace sourdine
