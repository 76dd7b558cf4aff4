// The target of a request line: a path and parameters. Paths with more than one meaning are refused, not cleaned up.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sourdine {

struct HttpTarget {
  std::string path;                                        // decoded
  std::vector<std::pair<std::string, std::string>> query;  // decoded, in order
};

// Nothing for what is no path from the root: "*", "http://…", dot segments and empty segments, also encoded ones,
// encoded slashes and backslashes, control characters, a fragment, percent signs that encode nothing, paths and
// parameters that are not UTF-8.
std::optional<HttpTarget> parse_http_target(std::string_view target);

}  // namespace sourdine
