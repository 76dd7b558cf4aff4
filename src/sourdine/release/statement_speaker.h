// ReleaseSpeaker: the words of statements, with numbers and dates as the readers of a language write them. Internal to
// release/.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/events/calendar.h"
#include "sourdine/release/statement_phrases.h"

namespace sourdine {

// Speaks one language: phrases filled in, and numbers and dates as its readers write them.
class ReleaseSpeaker {
 public:
  explicit ReleaseSpeaker(Language language) : language_(language) {}
  Language language() const { return language_; }

  // say(Phrase::promise, fmt::arg("factor", …), …); all that is filled in is named.
  template <class... Arguments>
  std::string say(Phrase phrase, const Arguments&... arguments) const {
    return fmt::format(fmt::runtime(phrase_text(phrase, language_)), arguments...);
  }

  std::string decimal(double value, int digits) const {
    std::string text = fmt::format("{:.{}f}", value, digits);
    if (const std::size_t point = text.find('.'); point != std::string::npos) {
      text.replace(point, 1, phrase_text(Phrase::decimal_mark, language_));
    }
    return text;
  }

  // Bounds are rounded up: "at most" stays true.
  std::string at_most(double value, int digits) const {
    const double scale = std::pow(10, digits);
    return decimal(std::ceil(value * scale * (1 - 1e-12)) / scale, digits);
  }

  // e^ε as people read it; beyond a million nothing is promised any more.
  std::string factor(double epsilon) const {
    const double value = std::exp(epsilon);
    return value > 1e6 ? say(Phrase::beyond_a_million) : at_most(value, value < 100 ? 2 : 0);
  }

  // With as many decimals as it has, nine at most.
  std::string long_epsilon(double epsilon) const {
    std::string text = at_most(epsilon, 9);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with(phrase_text(Phrase::decimal_mark, language_))) text.pop_back();
    return text;
  }

  std::string percent(double share) const {
    const double value = 100 * share;
    return language_ == Language::fr ? decimal(value, std::fmod(value, 1) == 0 ? 0 : 1) : fmt::format("{:.4g}", value);
  }

  // `word`: the plural that stands for the phrase's own, or empty.
  std::string counted(std::uint64_t count, Phrase one, Phrase many, const std::string& word = {}) const {
    if (!word.empty() && count != 1) return fmt::format("{} {}", grouped(count), word);
    return say(count == 1 ? one : many, fmt::arg("count", grouped(count)));
  }

  // With its digits in groups of three.
  std::string number(std::uint64_t value) const { return grouped(value); }

  // "2018-12-31"; in French 31/12/2018.
  std::string date(const std::string& iso) const {
    const bool is_turned = language_ == Language::fr && iso.size() == 10;
    return is_turned ? iso.substr(8, 2) + "/" + iso.substr(5, 2) + "/" + iso.substr(0, 4) : iso;
  }

  std::string periods(const std::vector<std::string>& names) const {
    constexpr std::array words{Phrase::hour, Phrase::day, Phrase::week, Phrase::month, Phrase::year};  // as Period
    std::vector<std::string> spoken;
    for (const std::string& name : names) spoken.push_back(say(words[static_cast<std::size_t>(find_period(name))]));
    return fmt::format("{}", fmt::join(spoken, ", "));
  }

 private:
  std::string grouped(std::uint64_t value) const {
    const std::string digits = std::to_string(value);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      if (i != 0 && (digits.size() - i) % 3 == 0) text += phrase_text(Phrase::thousands_mark, language_);
      text += digits[i];
    }
    return text;
  }

  Language language_;
};

}  // namespace sourdine
