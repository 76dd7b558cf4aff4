#include "sourdine/base/name_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace sourdine {
namespace {

bool is_figure(char letter) { return letter >= '0' && letter <= '9'; }

// The name with its numbers as their lengths and digits, without zeros before them.
std::string order_key(std::string_view name) {
  std::string key;
  for (std::size_t i = 0; i < name.size();) {
    const std::size_t begin = i;
    while (i < name.size() && is_figure(name[i])) ++i;
    if (i == begin) {
      key += name[i++];
      continue;
    }
    std::string_view digits = name.substr(begin, i - begin);
    digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size() - 1));
    key += fmt::format("0{:020}{}", digits.size(), digits);
  }
  return key;
}

}  // namespace

bool name_comes_before(std::string_view first, std::string_view second) {
  return std::pair(order_key(first), first) < std::pair(order_key(second), second);
}

}  // namespace sourdine
