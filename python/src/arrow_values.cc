#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "arrays.h"
#include "arrow_input.h"
#include "long_work.h"
#include "numbers.h"
#include "sourdine/base/parallel.h"
#include "sourdine/events/arrow_column.h"

namespace sourdine::python {
namespace {

constexpr const char* wanted = "whole numbers or labels";
constexpr std::size_t values_at_once = std::size_t{1} << 15;
constexpr Value absent = UINT32_MAX;  // no domain is so large

bool is_text(std::string_view format) { return format == "u" || format == "U" || format == "vu"; }
bool is_whole(std::string_view format) {
  return format.size() == 1 && std::string_view("cCsSiIlL").find(format[0]) != std::string_view::npos;
}

// use(a number of the column's type).
template <class Use>
void with_number(std::string_view format, const Use& use) {
  switch (format[0]) {
    case 'c':
      return use(std::int8_t());
    case 'C':
      return use(std::uint8_t());
    case 's':
      return use(std::int16_t());
    case 'S':
      return use(std::uint16_t());
    case 'i':
      return use(std::int32_t());
    case 'I':
      return use(std::uint32_t());
    case 'l':
      return use(std::int64_t());
    default:
      return use(std::uint64_t());
  }
}

class ValueReader {
 public:
  ValueReader(const BoundProtocol& protocol, const Column& column) : protocol_(protocol), column_(column) {
    const ArrowSchema* const dictionary = column.schema().dictionary;
    const std::string_view values =
        dictionary != nullptr ? (dictionary->format != nullptr ? dictionary->format : "") : column.format();
    const bool is_known =
        is_text(values) || is_whole(values) || (dictionary == nullptr && (values == "b" || values == "n"));
    if (!is_known || (dictionary != nullptr && (!is_whole(column.format()) || dictionary->dictionary != nullptr))) {
      column.fail_type(wanted);
    }
  }

  void add(const Piece& piece, std::vector<Value>& values) const {
    const std::size_t old = values.size();
    values.resize(old + static_cast<std::size_t>(piece.sound_rows()));
    const std::span<Value> into = std::span(values).subspan(old);
    if (column_.schema().dictionary != nullptr) {
      add_dictionary(piece, into);
    } else if (is_text(column_.format())) {
      add_text(piece, into);
    } else if (column_.format() == "b") {
      const std::uint8_t* const bits = column_.bytes(piece);
      for (std::size_t i = 0; i < into.size(); ++i) {
        const auto at = static_cast<std::size_t>(piece.first()) + i;
        into[i] = (bits[at / 8] >> (at % 8)) & 1;
      }
    } else if (column_.format() != "n") {
      with_number(column_.format(), [&]<class Number>(Number) {
        const std::span from(column_.numbers<Number>(piece), into.size());
        copy_valid(from, piece.before, *protocol_, 1, into);
      });
    }
    if (piece.first_null) column_.fail_null(piece);
  }

 private:
  [[noreturn]] void fail_text(std::uint64_t row, std::string_view text) const {
    const DomainIndex& index = protocol_.index();
    fail_input(fmt::format("{}, row {}: {}", column_.where(), row + 1, index.why_not(text)), index.hint(text));
  }

  void add_text(const Piece& piece, std::span<Value> into) const {
    const DomainIndex& index = protocol_.index();
    for_each_chunk((into.size() + values_at_once - 1) / values_at_once, 0, [&](std::size_t chunk, std::size_t) {
      const std::size_t begin = chunk * values_at_once, end = std::min(begin + values_at_once, into.size());
      const auto texts = ArrowColumn::make(column_.schema(), column_.where());
      texts->open(piece.array, piece.begin, piece.rows);
      for (std::size_t i = begin; i < end; ++i) {
        const std::string_view text = texts->field(static_cast<std::int64_t>(i));
        const auto found = index.find(text);
        if (!found) fail_text(piece.before + i, text);
        into[i] = *found;
      }
    });
  }

  // The value of every entry, or `absent`: entries that no row has may be anything.
  std::vector<Value> dictionary_values(const ArrowArray& dictionary) const {
    const ArrowSchema& schema = *column_.schema().dictionary;
    const auto texts = ArrowColumn::make(schema, column_.where());
    texts->open(dictionary, 0, dictionary.length);
    std::vector<Value> values(static_cast<std::size_t>(dictionary.length), absent);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::string_view text = texts->field(static_cast<std::int64_t>(i));
      if (is_text(schema.format)) {
        if (const auto found = protocol_.index().find(text)) values[i] = *found;
      } else {  // numbers are values, as they are without a dictionary
        Value number = absent;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error == std::errc() && number < protocol_->domain_size(0)) values[i] = number;
      }
    }
    return values;
  }

  void add_dictionary(const Piece& piece, std::span<Value> into) const {
    const ArrowArray* const dictionary = piece.array.dictionary;
    if (dictionary == nullptr) fail_input(fmt::format("{} was handed over without its dictionary", column_.where()));
    const std::vector<Value> values = dictionary_values(*dictionary);
    with_number(column_.format(), [&]<class Number>(Number) {
      const Number* const indices = column_.numbers<Number>(piece);
      for (std::size_t i = 0; i < into.size(); ++i) {
        const auto index = static_cast<std::uint64_t>(indices[i]);  // negative ones are too large then
        into[i] = index < values.size() ? values[index] : absent;
        if (into[i] != absent) continue;
        if (index >= values.size()) {
          fail_input(fmt::format("{}, row {}: entry {} is asked for, and the dictionary has {}", column_.where(),
                                 piece.before + i + 1, index, values.size()));
        }
        const auto texts = ArrowColumn::make(*column_.schema().dictionary, column_.where());
        texts->open(*dictionary, 0, dictionary->length);
        fail_text(piece.before + i, texts->field(static_cast<std::int64_t>(index)));
      }
    });
  }

  const BoundProtocol& protocol_;
  const Column& column_;
};

}  // namespace

nb::object arrow_values(const BoundProtocol& protocol, nb::handle object, const std::optional<std::string>& name) {
  auto column = std::make_unique<Column>(object, name);
  const ValueReader reader(protocol, *column);
  std::vector<Value> values;
  const Value* in_place = nullptr;
  std::size_t rows = 0;
  without_lock([&] {
    const std::optional<Piece> whole = column->only_piece();
    const bool is_values = column->format() == "I" && column->schema().dictionary == nullptr;
    if (whole && is_values && !whole->first_null) {
      in_place = column->numbers<Value>(*whole);
      rows = static_cast<std::size_t>(whole->rows);
    } else {
      column->for_each_piece([&](const Piece& piece) { reader.add(piece, values); });
    }
  });
  if (in_place == nullptr) return nb::cast(numpy_of(std::move(values)));
  const nb::capsule owner(column.release(), [](void* held) noexcept { delete static_cast<Column*>(held); });
  return nb::cast(NumpyArray<const Value>(in_place, {rows}, owner));
}

}  // namespace sourdine::python
