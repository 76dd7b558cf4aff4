// Words: one thought in every language that we speak, beside the code that says it. What is filled in is named, and the
// languages name the same: one that forgets a number, or fills in another, does not compile. Only texts are filled in,
// so that no number is written as another language does (publish/speaker.h writes them).
//
//   constexpr Words far_words{"at {far} m the factor is {factor}", "à {far} m le facteur est {factor}"};
//   far_words.say(language, {{"far", speaker.number(1000)}, {"factor", speaker.factor(level)}})
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "sourdine/base/language.h"

namespace sourdine {

class Words {
 public:
  using Filled = std::initializer_list<std::pair<std::string_view, std::string>>;

  consteval Words(const char* english, const char* french) : english_(english), french_(french) {
    if (!fit(english_, french_)) throw "a name in braces is letters and '_' alone, and stands in both languages";
  }
  static constexpr bool fit(std::string_view english, std::string_view french) {
    return names_only(english) && names_only(french) && names_all_of(english, french) && names_all_of(french, english);
  }

  constexpr std::string_view in(Language language) const { return language == Language::fr ? french_ : english_; }
  // Throws Error(internal) when a name is not filled in.
  std::string say(Language language, Filled filled = {}) const;

 private:
  // Calls visit(name) for each {name}; false at a brace that has no partner.
  template <class Visit>
  static constexpr bool visit_names(std::string_view text, const Visit& visit) {
    for (std::size_t begin = text.find_first_of("{}"); begin != text.npos; begin = text.find_first_of("{}", begin)) {
      const std::size_t end = text.find('}', begin);
      if (text[begin] != '{' || end == text.npos) return false;
      if (!visit(text.substr(begin + 1, end - begin - 1))) return false;
      begin = end + 1;
    }
    return true;
  }
  static constexpr bool names_only(std::string_view text) {
    return visit_names(text, [](std::string_view name) {
      for (const char letter : name) {
        if ((letter < 'a' || letter > 'z') && letter != '_') return false;
      }
      return !name.empty();
    });
  }
  static constexpr bool names_all_of(std::string_view text, std::string_view other) {
    return visit_names(other, [&](std::string_view wanted) {
      return !visit_names(text, [&](std::string_view name) { return name != wanted; });
    });
  }

  std::string_view english_, french_;
};

}  // namespace sourdine
