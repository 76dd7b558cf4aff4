#include "sourdine/events/arrow_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/arrow_text.h"

namespace sourdine {
namespace {

constexpr std::int64_t most_elements = std::int64_t{1} << 48;  // sums of three are far from overflow

template <class Number>
Number element(const std::uint8_t* elements, std::int64_t at) {
  Number number;
  std::memcpy(&number, elements + at * static_cast<std::int64_t>(sizeof(Number)), sizeof number);
  return number;
}

class NullColumn final : public ArrowColumn {
 public:
  explicit NullColumn(const std::string& where) : ArrowColumn(where) {}

 private:
  std::int64_t least_buffers() const override { return 0; }
  void open_buffers(const ArrowArray&) override {}
  std::string_view text(std::int64_t) override { return {}; }
};

// Elements of one size, each of which `Write` turns into text.
template <class Write>
class ElementColumn final : public ArrowColumn {
 public:
  ElementColumn(const std::string& where, Write write) : ArrowColumn(where), write_(std::move(write)) {}

 private:
  void open_buffers(const ArrowArray& array) override { elements_ = buffer(array, 1); }
  std::string_view text(std::int64_t at) override {
    if (elements_ == nullptr) fail("the array has no elements");
    return write_(elements_, at, text_);
  }

  Write write_;
  const std::uint8_t* elements_ = nullptr;
  ArrowText text_;
};

template <class Write>
std::unique_ptr<ArrowColumn> element_column(const std::string& where, Write write) {
  return std::make_unique<ElementColumn<Write>>(where, std::move(write));
}

template <class Number>
std::unique_ptr<ArrowColumn> whole_column(const std::string& where) {
  return element_column(where, [](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
    return text.whole(element<Number>(elements, at));
  });
}

template <class Number>
std::unique_ptr<ArrowColumn> decimal_column(const std::string& where) {
  return element_column(where, [](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
    return text.decimal(element<Number>(elements, at));
  });
}

std::unique_ptr<ArrowColumn> truth_column(const std::string& where) {
  return element_column(where, [](const std::uint8_t* elements, std::int64_t at, ArrowText&) {
    return ((elements[at / 8] >> (at % 8)) & 1) != 0 ? std::string_view("true") : std::string_view("false");
  });
}

// Text one behind the other; element i is between offsets i and i + 1.
template <class Offset>
class ArrowTextColumn final : public ArrowColumn {
 public:
  explicit ArrowTextColumn(const std::string& where) : ArrowColumn(where) {}

 private:
  std::int64_t least_buffers() const override { return 3; }
  void open_buffers(const ArrowArray& array) override {
    offsets_ = buffer(array, 1);
    texts_ = reinterpret_cast<const char*>(buffer(array, 2));
  }
  std::string_view text(std::int64_t at) override {
    if (offsets_ == nullptr) fail("the array has no offsets");
    const Offset begin = element<Offset>(offsets_, at), end = element<Offset>(offsets_, at + 1);
    if (begin == end) return {};
    if (begin < 0 || end < begin || texts_ == nullptr) fail("the offsets of the texts are not in order");
    return {texts_ + begin, static_cast<std::size_t>(end - begin)};
  }

  const std::uint8_t* offsets_ = nullptr;
  const char* texts_ = nullptr;
};

// Texts of up to 12 bytes in place, others in one of several buffers; the sizes of those are the last buffer.
class ViewColumn final : public ArrowColumn {
 public:
  explicit ViewColumn(const std::string& where) : ArrowColumn(where) {}

 private:
  struct View {
    std::int32_t size;
    char begin[4];  // of the text; when it is short, the rest of it follows
    std::int32_t buffer, offset;
  };
  static_assert(sizeof(View) == 16);
  static constexpr std::int32_t longest_in_place = 12;

  std::int64_t least_buffers() const override { return 3; }
  void open_buffers(const ArrowArray& array) override {
    views_ = buffer(array, 1);
    buffers_ = array.n_buffers - 3;
    texts_ = array.buffers + 2;
    sizes_ = buffer(array, array.n_buffers - 1);
    if (buffers_ > 0 && sizes_ == nullptr) fail("the array does not say how large its buffers are");
  }
  std::string_view text(std::int64_t at) override {
    if (views_ == nullptr) fail("the array has no elements");
    const auto view = element<View>(views_, at);
    if (view.size >= 0 && view.size <= longest_in_place) {
      const auto* const in_place = reinterpret_cast<const char*>(views_ + at * 16 + 4);
      return {in_place, static_cast<std::size_t>(view.size)};
    }
    const bool is_there = view.size >= 0 && view.buffer >= 0 && view.buffer < buffers_ && view.offset >= 0 &&
                          std::int64_t{view.offset} + view.size <= element<std::int64_t>(sizes_, view.buffer);
    if (!is_there) fail("a text lies outside of its buffer");
    return {static_cast<const char*>(texts_[view.buffer]) + view.offset, static_cast<std::size_t>(view.size)};
  }

  const std::uint8_t* views_ = nullptr;
  const void* const* texts_ = nullptr;
  std::int64_t buffers_ = 0;
  const std::uint8_t* sizes_ = nullptr;
};

// Numbers of values that are stored once.
template <class Index>
class DictionaryColumn final : public ArrowColumn {
 public:
  DictionaryColumn(const std::string& where, std::unique_ptr<ArrowColumn> values)
      : ArrowColumn(where), values_(std::move(values)) {}

 private:
  void open_buffers(const ArrowArray& array) override {
    indices_ = buffer(array, 1);
    if (array.dictionary == nullptr) fail("the array has no dictionary");
    size_ = array.dictionary->length;
    values_->open(*array.dictionary, 0, size_);
  }
  std::string_view text(std::int64_t at) override {
    if (indices_ == nullptr) fail("the array has no elements");
    const auto index = element<Index>(indices_, at);
    if (!std::in_range<std::int64_t>(index) || std::cmp_less(index, 0) || std::cmp_greater_equal(index, size_)) {
      fail(fmt::format("value {} is asked for, and the dictionary has {}", index, size_));
    }
    return values_->field(static_cast<std::int64_t>(index));
  }

  std::unique_ptr<ArrowColumn> values_;
  const std::uint8_t* indices_ = nullptr;
  std::int64_t size_ = 0;
};

std::unique_ptr<ArrowColumn> dictionary_column(std::string_view format, const std::string& where,
                                               std::unique_ptr<ArrowColumn> values) {
  const auto with = [&]<class Index>(Index) {
    return std::make_unique<DictionaryColumn<Index>>(where, std::move(values));
  };
  if (format == "c") return with(std::int8_t());
  if (format == "C") return with(std::uint8_t());
  if (format == "s") return with(std::int16_t());
  if (format == "S") return with(std::uint16_t());
  if (format == "i") return with(std::int32_t());
  if (format == "I") return with(std::uint32_t());
  if (format == "l") return with(std::int64_t());
  if (format == "L") return with(std::uint64_t());
  fail_input(fmt::format("{}: values of a dictionary are not numbered by '{}'", where, shown(format)));
}

std::string_view type_name(std::string_view format) {
  constexpr std::pair<std::string_view, std::string_view> names[] = {{"+l", "lists"},
                                                                     {"+L", "lists"},
                                                                     {"+vl", "lists"},
                                                                     {"+vL", "lists"},
                                                                     {"+w", "lists"},
                                                                     {"+s", "structures"},
                                                                     {"+m", "maps"},
                                                                     {"+u", "unions"},
                                                                     {"+r", "runs of values"},
                                                                     {"e", "16-bit floats"},
                                                                     {"tD", "durations"},
                                                                     {"ti", "intervals of time"},
                                                                     {"w:", "bytes of a fixed size"}};
  for (const auto& [prefix, name] : names) {
    if (format.starts_with(prefix)) return name;
  }
  return {};
}

[[noreturn]] void fail_type(std::string_view format, const std::string& where) {
  const std::string_view name = type_name(format);
  fail_input(fmt::format("{}: {} cannot be read as text", where,
                         name.empty() ? fmt::format("columns of the Arrow type '{}'", shown(format)) : name),
             "Leave the column out, or turn it into text, numbers or times.");
}

std::int64_t ticks_of_second(char unit) {
  switch (unit) {
    case 's':
      return 1;
    case 'm':
      return 1'000;
    case 'u':
      return 1'000'000;
    case 'n':
      return 1'000'000'000;
    default:
      return 0;
  }
}

// "tss:" … "tsn:Europe/Paris", "tts" … "ttn", "tdD", "tdm".
std::unique_ptr<ArrowColumn> time_column(std::string_view format, const std::string& where) {
  if (format == "tdD") {
    return element_column(where, [](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
      return text.date(element<std::int32_t>(elements, at));
    });
  }
  if (format == "tdm") {
    return element_column(where, [](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
      return text.date_of(element<std::int64_t>(elements, at), 1'000);
    });
  }
  const std::int64_t per_second = format.size() >= 3 ? ticks_of_second(format[2]) : 0;
  if (per_second != 0 && format.size() >= 4 && format[1] == 's' && format[3] == ':') {
    const bool is_utc = format.size() > 4;
    return element_column(where, [=](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
      return text.timestamp(element<std::int64_t>(elements, at), per_second, is_utc);
    });
  }
  if (per_second != 0 && format.size() == 3 && format[1] == 't') {
    return element_column(where, [=](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
      const std::int64_t ticks =
          per_second > 1'000 ? element<std::int64_t>(elements, at) : element<std::int32_t>(elements, at);
      return text.time_of_day(ticks, per_second);
    });
  }
  fail_type(format, where);
}

// "d:38,2", or with the number of bits behind: "d:38,2,128".
std::unique_ptr<ArrowColumn> decimal128_column(std::string_view format, const std::string& where) {
  constexpr int most_digits = 38;
  const std::string_view behind = format.substr(std::min(format.find(','), format.size() - 1) + 1);
  int scale = -1;
  const auto [end, error] = std::from_chars(behind.data(), behind.data() + behind.size(), scale);
  const std::string_view bits(end, behind.data() + behind.size());
  if (error != std::errc() || scale < 0 || scale > most_digits || (!bits.empty() && bits != ",128")) {
    fail_type(format, where);
  }
  return element_column(where, [scale](const std::uint8_t* elements, std::int64_t at, ArrowText& text) {
    return text.decimal128(elements + at * 16, scale);
  });
}

std::unique_ptr<ArrowColumn> plain_column(std::string_view format, const std::string& where) {
  if (format.starts_with("d:")) return decimal128_column(format, where);
  if (format.starts_with("t")) return time_column(format, where);
  if (format == "vu" || format == "vz") return std::make_unique<ViewColumn>(where);
  if (format.size() != 1) fail_type(format, where);
  switch (format[0]) {
    case 'n':
      return std::make_unique<NullColumn>(where);
    case 'b':
      return truth_column(where);
    case 'c':
      return whole_column<std::int8_t>(where);
    case 'C':
      return whole_column<std::uint8_t>(where);
    case 's':
      return whole_column<std::int16_t>(where);
    case 'S':
      return whole_column<std::uint16_t>(where);
    case 'i':
      return whole_column<std::int32_t>(where);
    case 'I':
      return whole_column<std::uint32_t>(where);
    case 'l':
      return whole_column<std::int64_t>(where);
    case 'L':
      return whole_column<std::uint64_t>(where);
    case 'f':
      return decimal_column<float>(where);
    case 'g':
      return decimal_column<double>(where);
    case 'u':
    case 'z':
      return std::make_unique<ArrowTextColumn<std::int32_t>>(where);
    case 'U':
    case 'Z':
      return std::make_unique<ArrowTextColumn<std::int64_t>>(where);
    default:
      fail_type(format, where);
  }
}

}  // namespace

std::unique_ptr<ArrowColumn> ArrowColumn::make(const ArrowSchema& schema, const std::string& where) {
  const std::string_view format = schema.format != nullptr ? schema.format : "";
  if (schema.dictionary == nullptr) return plain_column(format, where);
  const std::string_view values = schema.dictionary->format != nullptr ? schema.dictionary->format : "";
  if (schema.dictionary->dictionary != nullptr) fail_input(fmt::format("{}: a dictionary has a dictionary", where));
  return dictionary_column(format, where, plain_column(values, where));
}

void ArrowColumn::open(const ArrowArray& array, std::int64_t begin, std::int64_t rows) {
  const auto is_size = [](std::int64_t number) { return number >= 0 && number <= most_elements; };
  if (!is_size(array.length) || !is_size(array.offset) || !is_size(begin) || !is_size(rows) ||
      begin + rows > array.length) {
    fail(fmt::format("the array has {} elements from {} on, and {} from {} on are asked for", array.length,
                     array.offset, rows, begin));
  }
  if (array.n_buffers < least_buffers() || (array.n_buffers > 0 && array.buffers == nullptr)) {
    fail(fmt::format("the array has {} buffers", array.n_buffers));
  }
  const bool may_have_nulls = array.null_count != 0 && least_buffers() > 0;
  validity_ = may_have_nulls ? buffer(array, 0) : nullptr;
  first_ = array.offset + begin;
  open_buffers(array);
}

void ArrowColumn::fail(const std::string& why) const { fail_input(fmt::format("{}: {}", where_, why)); }

}  // namespace sourdine
