#include "sourdine/publish/speaker.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace sourdine {
namespace {

constexpr double most_factor = 1e6;
constexpr Words more_than_a_million{"more than a million", "plus d'un million"};
constexpr Words thousands_mark{",", "\u202f"};
constexpr Words quotation{"'{text}'", "« {text} »"};

}  // namespace

std::string Speaker::with_decimal_mark(std::string text) const {
  if (language_ != Language::fr) return text;
  if (const std::size_t point = text.find('.'); point != std::string::npos) text[point] = ',';
  return text;
}

std::string Speaker::decimal(double value, int digits) const {
  return with_decimal_mark(fmt::format("{:.{}f}", value, digits));
}

std::string Speaker::general(double value, int digits) const {
  return with_decimal_mark(fmt::format("{:.{}g}", value, digits));
}

std::string Speaker::exact(double value) const { return with_decimal_mark(fmt::format("{}", value)); }

std::string Speaker::at_most(double value, int digits) const {
  const double scale = std::pow(10, digits);
  return decimal(std::ceil(value * scale * (1 - 1e-12)) / scale, digits);
}

std::string Speaker::trimmed_bound(double value, int digits) const {
  std::string text = at_most(value, digits);
  if (digits > 0) text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.') || text.ends_with(',')) text.pop_back();
  return text;
}

std::string Speaker::factor(double epsilon) const {
  const double value = std::exp(epsilon);
  return value > most_factor ? say(more_than_a_million) : trimmed_bound(value, value < 100 ? 2 : 0);
}

std::string Speaker::small_bound(double value) const {
  if (value <= 0) return "0";
  const double unit = std::pow(10, std::floor(std::log10(value)) - 1);
  return general(std::ceil(value / unit * (1 - 1e-9)) * unit, 2);
}

std::string Speaker::percent(double share) const {
  const double value = 100 * share;
  return language_ == Language::fr ? decimal(value, std::fmod(value, 1) == 0 ? 0 : 1) : general(value, 4);
}

std::string Speaker::number(std::uint64_t value) const {
  const std::string digits = std::to_string(value);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i != 0 && (digits.size() - i) % 3 == 0) text += thousands_mark.in(language_);
    text += digits[i];
  }
  return text;
}

std::string Speaker::counted(std::uint64_t count, const Words& one, const Words& many, const std::string& word) const {
  if (!word.empty() && count != 1) return fmt::format("{} {}", number(count), word);
  const bool is_one = count == 1 || (count == 0 && language_ == Language::fr);
  return say(is_one ? one : many, {{"count", number(count)}});
}

std::string Speaker::date(const std::string& iso) const {
  const bool is_turned = language_ == Language::fr && iso.size() == 10;
  return is_turned ? iso.substr(8, 2) + "/" + iso.substr(5, 2) + "/" + iso.substr(0, 4) : iso;
}

std::string Speaker::quoted(std::string_view text) const { return say(quotation, {{"text", std::string(text)}}); }

std::string Speaker::list(const std::vector<std::string>& texts) const {
  return fmt::format("{}", fmt::join(texts, ", "));
}

}  // namespace sourdine
