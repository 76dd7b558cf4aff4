#include "sourdine/survey/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sourdine/base/error.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/protocol/in_memory.h"
#include "sourdine/protocol/memo_rows.h"
#include "sourdine/random/aes_stream.h"

namespace sourdine {
namespace {

// With the texts behind it, each with its length: no other texts give the same.
std::string with_texts(std::string about, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    append_little_endian(about, std::uint64_t{text.size()});
    about += text;
  }
  return about;
}

std::uint64_t first_word(const Sha256& digest) { return load_little_endian<std::uint64_t>(digest); }

// Streams of different collections and attributes do not overlap, so that a seed makes no two of them alike.
std::uint64_t stream_of(const PreparedSurvey& survey, const SurveyCollection& people, std::size_t attribute) {
  std::string about = with_texts("sourdine streams of a survey", {survey.config.head.dataset, people.name});
  append_little_endian(about, std::uint64_t{attribute});
  return first_word(sha256(as_bytes(about)));
}

// Which attribute a person draws is public; two of them having one number only means that they draw the same.
std::vector<std::size_t> drawn_attributes(const PreparedSurvey& survey, const SurveyCollection& people,
                                          const RowSecret& secret) {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(people.people);
  for (std::size_t i = 0; i < people.people; ++i) numbers.push_back(first_word(sha256(as_bytes(people.ids[i]))));
  return own_attributes(secret, survey.config.head.dataset, survey.width(), numbers);
}

// Those of the people who answer about an attribute.
struct AttributeRows {
  std::vector<std::size_t> people = {};
  std::vector<Value> values = {};
  PackedTexts ids = {};

  ByteIds<std::int64_t> byte_ids() const { return {ids.offsets(), ids.bytes()}; }
};

AttributeRows rows_of(const PreparedSurvey& survey, const SurveyCollection& people, std::size_t attribute,
                      std::span<const std::size_t> drawn) {
  AttributeRows rows;
  for (std::size_t i = 0; i < people.people; ++i) {
    if (!drawn.empty() && drawn[i] != attribute) continue;
    rows.people.push_back(i);
    rows.values.push_back(people.values[i * survey.width() + attribute]);
    rows.ids.add(people.ids[i]);
  }
  return rows;
}

std::uint64_t number_of_symbol(const std::string& symbol) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(symbol.data(), symbol.data() + symbol.size(), number);
  if (error != std::errc() || end != symbol.data() + symbol.size()) fail_internal("a symbol that is no number");
  return number;
}

void admit_rows(const PreparedSurvey& survey, const SurveyCollection& people, std::size_t attribute, const MemoKey& key,
                SymbolState& state, AttributeRows& rows, const StopToken& stop) {
  const auto symbols = symbols_of_rows(survey.protocol->oracle(attribute), rows.values, rows.byte_ids(), key, stop);
  for (std::size_t i = 0; i < rows.values.size(); ++i) {
    rows.values[i] = state.admit(std::string(people.ids[rows.people[i]]), static_cast<std::uint32_t>(attribute),
                                 number_of_symbol(symbols[i]), rows.values[i]);
  }
}

}  // namespace

std::string memo_name(const PreparedSurvey& survey) {
  std::string about = with_texts("sourdine memo of a survey",
                                 {survey.config.head.dataset, word_of(survey.protocol->tuple_spec().solution)});
  for (std::size_t i = 0; i < survey.width(); ++i) {
    const Domain& domain = survey.protocol->domain(i);
    about = with_texts(std::move(about), {survey.protocol->attribute_name(i)});
    append_little_endian(about, domain.size());
    for (Value value = 0; value < domain.size(); ++value) about = with_texts(std::move(about), {domain.label(value)});
    const Memoised::Memo memo = survey.memoised(i).memo();
    about = with_texts(std::move(about), {memo.protocol, memo.trait});
    append_little_endian(about, std::uint64_t{memo.parameters.size()});
    for (const std::uint64_t parameter : memo.parameters) append_little_endian(about, parameter);
  }
  return hexadecimal(sha256(as_bytes(about)));
}

std::string key_name(const PreparedSurvey& survey, const RowSecret& secret) {
  const std::string about = fmt::format("sourdine key of a survey|{}", memo_name(survey));
  return hexadecimal(detail::derive_key(secret.bytes(), as_bytes(about))).substr(0, 16);
}

Reports fresh_reports(const PreparedSurvey& survey, const SurveyCollection& people, const RandomSource& random,
                      const StopToken& stop) {
  Reports reports(survey.protocol->report_bytes());
  randomize_all(*survey.protocol, {people.values, survey.width()}, random, reports.reset(people.people), 0,
                people.name.empty() ? 0 : stream_of(survey, people, 0), stop);
  return reports;
}

Reports memo_reports(const PreparedSurvey& survey, const SurveyCollection& people, const RowSecret& secret,
                     const RandomSource& random, SymbolState* state, const StopToken& stop) {
  const TupleProtocol& protocol = *survey.protocol;
  const std::size_t size = protocol.report_bytes();
  Reports reports(size);
  const auto bytes = reports.reset(people.people);
  std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
  std::vector<std::size_t> drawn;
  if (!survey.is_split()) drawn = drawn_attributes(survey, people, secret);
  std::size_t offset = 0;  // spl: of the attribute's entry
  for (std::size_t attribute = 0; attribute < survey.width(); ++attribute) {
    const Oracle& oracle = protocol.oracle(attribute);
    const std::string name = with_texts("survey", {survey.config.head.dataset, protocol.attribute_name(attribute)});
    const MemoKey key{secret, name};
    AttributeRows rows = rows_of(survey, people, attribute, drawn);
    if (state != nullptr) admit_rows(survey, people, attribute, key, *state, rows, stop);
    const std::size_t answer_bytes = oracle.report_bytes();
    std::vector<std::uint8_t> answers(rows.values.size() * answer_bytes);
    report_rows(oracle, rows.values, rows.byte_ids(), key, random, answers, 0, stream_of(survey, people, attribute),
                stop);
    for (std::size_t i = 0; i < rows.people.size(); ++i) {
      const auto answer = std::span<const std::uint8_t>(answers).subspan(i * answer_bytes, answer_bytes);
      const auto into = bytes.subspan(rows.people[i] * size, size);
      if (survey.is_split()) {
        std::copy(answer.begin(), answer.end(), into.begin() + static_cast<std::ptrdiff_t>(offset));
      } else {
        protocol.wrap_report(attribute, answer, into);
      }
    }
    offset += answer_bytes;
  }
  return reports;
}

}  // namespace sourdine
