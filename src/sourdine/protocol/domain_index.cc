#include "sourdine/protocol/domain_index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <span>

#include "sourdine/base/line_reader.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

// Eight bytes of text, the first one lowest.
using Word = std::uint64_t;
constexpr Word every_byte = 0x0101010101010101;

// How many of the bytes, from the first one on, are digits, when digits were made 0 … 9.
int leading_digits(Word bytes) {
  // Adding 0x76 sets the high bit of a byte above 9. What it carries over disturbs only bytes behind that one.
  const Word others = ((bytes + 0x76 * every_byte) | bytes) & 0x80 * every_byte;
  return std::countr_zero(others) / 8;
}

// The number whose eight digits the bytes are: neighbours become numbers to 99, to 9,999, and the number.
std::uint64_t number_of(Word digits) {
  constexpr Word bytes = 0x00FF00FF00FF00FF;
  constexpr Word pairs = 0x0000FFFF0000FFFF;
  digits = (digits & bytes) * 10 + (digits >> 8 & bytes);
  digits = (digits & pairs) * 100 + (digits >> 16 & pairs);
  return (digits & 0xFFFFFFFF) * 10'000 + (digits >> 32);
}

}  // namespace

DomainIndex::DomainIndex(const Domain& domain) : domain_(domain) {
  for (const std::string& label : domain.labels()) labels_.add(label);
}

std::optional<Value> DomainIndex::find(std::string_view text) const {
  if (!domain_.labels().empty()) {
    const std::uint32_t found = labels_.find(text);
    return found == SpellingTable::absent ? std::nullopt : std::optional(found);
  }
  Value value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && value < domain_.size() ? std::optional(value) : std::nullopt;
}

void DomainIndex::take_lines(std::string_view& text, std::vector<Value>& values) const {
  domain_.labels().empty() ? take_numbers(text, values) : take_labels(text, values);
}

void DomainIndex::take_labels(std::string_view& text, std::vector<Value>& values) const {
  for (std::string_view rest = text; !rest.empty(); text = rest) {
    const std::uint32_t found = labels_.find(take_line(rest));
    if (found == SpellingTable::absent) return;
    values.push_back(found);
  }
}

// Eight bytes at a time, without a branch that depends on the number of digits; the last lines are left.
void DomainIndex::take_numbers(std::string_view& text, std::vector<Value>& values) const {
  constexpr std::size_t longest = 10;  // of a line of eight digits
  while (text.size() >= longest) {
    const Word bytes =
        load_little_endian<Word>({reinterpret_cast<const std::uint8_t*>(text.data()), sizeof(Word)}) ^ '0' * every_byte;
    const int digits = leading_digits(bytes);
    if (digits == 0) return;
    const std::uint64_t number = number_of(bytes << (64 - 8 * digits));
    auto end = static_cast<std::size_t>(digits);
    if (text[end] == '\r') ++end;
    if (text[end] != '\n' || number >= domain_.size()) return;
    values.push_back(static_cast<Value>(number));
    text.remove_prefix(end + 1);
  }
}

std::string DomainIndex::why_not(std::string_view text) const {
  if (text.empty()) return "there is no value";
  return fmt::format("value '{}' is not in the domain (k = {})", shown(text), domain_.size());
}

std::string DomainIndex::hint(std::string_view text) const {
  if (domain_.labels().empty()) return fmt::format("Values are whole numbers from 0 to {}.", domain_.size() - 1);
  constexpr std::size_t most_compared = 4096;  // labels: finding the nearest takes time
  const std::span<const std::string> labels = domain_.labels();
  const auto compared = labels.first(std::min(labels.size(), most_compared));
  const std::vector<std::string_view> candidates(compared.begin(), compared.end());
  const auto near = nearest(text.substr(0, 64), candidates);
  constexpr std::size_t most_listed = 20;
  if (!near && labels.size() <= most_listed) {
    return fmt::format("Values are the labels of the domain: {}.", fmt::join(labels, ", "));
  }
  if (!near) return "Values are the labels of the domain.";
  return fmt::format("Values are the labels of the domain; did you mean '{}'?", shown(*near));
}

}  // namespace sourdine
