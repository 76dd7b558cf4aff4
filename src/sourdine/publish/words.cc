#include "sourdine/publish/words.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {

std::string Words::say(Language language, Filled filled) const {
  const std::string_view text = in(language);
  std::string said;
  std::size_t at = 0;
  for (std::size_t begin = text.find('{'); begin != text.npos; begin = text.find('{', at)) {
    const std::size_t end = text.find('}', begin);
    const std::string_view name = text.substr(begin + 1, end - begin - 1);
    const auto found = std::find_if(filled.begin(), filled.end(), [&](const auto& pair) { return pair.first == name; });
    if (found == filled.end()) fail_internal(fmt::format("nobody says what '{}' is in '{}'", name, text));
    said.append(text.substr(at, begin - at)).append(found->second);
    at = end + 1;
  }
  return said.append(text.substr(at));
}

}  // namespace sourdine
