#include "sourdine/collector/http/target.h"

#include <algorithm>

#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

int nibble_of(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

bool is_control(char letter) { return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F; }

// In parameters, plus is a space.
std::optional<std::string> percent_decoded(std::string_view text, bool is_parameter) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char letter = text[i];
    if (letter == '%') {
      if (i + 2 >= text.size()) return {};
      const int high = nibble_of(text[i + 1]), low = nibble_of(text[i + 2]);
      if (high < 0 || low < 0) return {};
      letter = static_cast<char>(high * 16 + low);
      i += 2;
      if (!is_parameter && (letter == '/' || letter == '\\')) return {};
    } else if (letter == '+' && is_parameter) {
      letter = ' ';
    } else if (letter == ' ' || letter == '#' || letter == '\\') {
      return {};
    }
    if (is_control(letter)) return {};
    out += letter;
  }
  if (!is_utf8(out)) return {};
  return out;
}

bool has_odd_segment(std::string_view path) {
  for (std::size_t begin = 1; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view segment = path.substr(begin, end - begin);
    if (segment == "." || segment == ".." || (segment.empty() && end != path.size())) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::optional<HttpTarget> parse_http_target(std::string_view target) {
  if (!target.starts_with('/')) return {};
  const std::size_t mark = target.find('?');
  const auto path = percent_decoded(target.substr(0, mark), false);
  if (!path || has_odd_segment(*path)) return {};
  HttpTarget parsed{*path, {}};
  if (mark == std::string_view::npos) return parsed;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view part = rest.substr(0, end);
    rest = end == rest.size() ? std::string_view() : rest.substr(end + 1);
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    const auto key = percent_decoded(part.substr(0, equals), true);
    const auto value = percent_decoded(equals == part.size() ? "" : part.substr(equals + 1), true);
    if (!key || !value) return {};
    parsed.query.emplace_back(*key, *value);
  }
  return parsed;
}

}  // namespace sourdine
