// Arrow columns of numbers and bytes: ids of rows, and reports; reports as an Arrow array.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <memory>

#include "arrays.h"
#include "arrow_input.h"
#include "long_work.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stream.h"
#include "sourdine/events/arrow_column.h"

namespace sourdine::python {
namespace {

bool is_bytes(std::string_view format) {
  for (const char* known : {"u", "U", "vu", "z", "Z", "vz"}) {
    if (format == known) return true;
  }
  return false;
}

// "w:16": bytes of a fixed size.
std::optional<std::int64_t> fixed_size(std::string_view format) {
  if (!format.starts_with("w:")) return std::nullopt;
  const std::string_view digits = format.substr(2);
  std::int64_t size = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  if (error != std::errc() || end != digits.data() + digits.size() || size < 0 || size > INT32_MAX) return std::nullopt;
  return size;
}

// use(bytes) for every row of the piece; throws for one that has none.
template <class Use>
void for_each_bytes(const Column& column, const Piece& piece, const Use& use) {
  if (const auto size = fixed_size(column.format())) {
    const std::uint8_t* const bytes = *size == 0 ? nullptr : column.bytes(piece) + piece.first() * *size;
    for (std::int64_t row = 0; row < piece.sound_rows(); ++row) {
      use(std::span(*size == 0 ? bytes : bytes + row * *size, static_cast<std::size_t>(*size)));
    }
  } else {
    const auto texts = ArrowColumn::make(column.schema(), column.where());
    texts->open(piece.array, piece.begin, piece.rows);
    for (std::int64_t row = 0; row < piece.sound_rows(); ++row) use(as_bytes(texts->field(row)));
  }
  if (piece.first_null) column.fail_null(piece);
}

template <class Number>
void add_numbers(const Column& column, const Piece& piece, std::vector<std::uint64_t>& into) {
  const Number* const numbers = column.numbers<Number>(piece);
  for (std::int64_t i = 0; i < piece.sound_rows(); ++i) into.push_back(static_cast<std::uint64_t>(numbers[i]));
}

void add_numbers(const Column& column, const Piece& piece, std::vector<std::uint64_t>& into) {
  switch (column.format()[0]) {
    case 'c':
      return add_numbers<std::int8_t>(column, piece, into);
    case 'C':
      return add_numbers<std::uint8_t>(column, piece, into);
    case 's':
      return add_numbers<std::int16_t>(column, piece, into);
    case 'S':
      return add_numbers<std::uint16_t>(column, piece, into);
    case 'i':
      return add_numbers<std::int32_t>(column, piece, into);
    case 'I':
      return add_numbers<std::uint32_t>(column, piece, into);
    case 'l':
      return add_numbers<std::int64_t>(column, piece, into);
    default:
      return add_numbers<std::uint64_t>(column, piece, into);
  }
}

// Bytes of all rows, one behind the other.
struct GatheredBytes {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::uint8_t> bytes;

  void add(std::span<const std::uint8_t> more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
};

RowIds ids_of(GatheredBytes gathered) {
  const auto kept = std::make_shared<const std::vector<std::uint8_t>>(std::move(gathered.bytes));
  return RowIds::of_bytes(std::move(gathered.offsets), *kept, kept);
}

}  // namespace

RowIds arrow_ids(nb::handle object, const std::optional<std::string>& name) {
  Column column(object, name);
  const std::string_view format = column.format();
  const bool is_whole = format.size() == 1 && std::string_view("cCsSiIlL").find(format[0]) != std::string_view::npos;
  const bool has_dictionary = column.schema().dictionary != nullptr;
  const bool is_known = has_dictionary ? is_bytes(column.schema().dictionary->format)
                                       : is_whole || is_bytes(format) || fixed_size(format);
  if (!is_known) column.fail_type("whole numbers, text or bytes");
  return without_lock([&] {
    if (is_whole && !has_dictionary) {
      std::vector<std::uint64_t> numbers;
      column.for_each_piece([&](const Piece& piece) {
        add_numbers(column, piece, numbers);
        if (piece.first_null) column.fail_null(piece);
      });
      return RowIds::of_numbers(std::move(numbers));
    }
    GatheredBytes gathered;
    column.for_each_piece([&](const Piece& piece) {
      for_each_bytes(column, piece, [&](std::span<const std::uint8_t> id) { gathered.add(id); });
    });
    return ids_of(std::move(gathered));
  });
}

RowIds list_ids(const nb::list& ids) {
  std::vector<std::uint64_t> numbers;
  GatheredBytes gathered;
  const auto fail = [&](nb::handle id) {
    PyErr_Clear();
    throw nb::type_error(
        fmt::format("row id {} of type '{}' is not of the kind of the others: whole numbers of 64 bits, "
                    "or text, or bytes",
                    numbers.size() + gathered.offsets.size(), nb::type_name(id.type()).c_str())
            .c_str());
  };
  for (const nb::handle id : ids) {
    PyObject* const object = id.ptr();
    if (PyLong_Check(object) && !PyBool_Check(object) && gathered.offsets.size() == 1) {
      int is_beyond = 0;  // −1: below, 1: above what 64 bits with a sign hold
      const long long number = PyLong_AsLongLongAndOverflow(object, &is_beyond);
      const unsigned long long large = is_beyond > 0 ? PyLong_AsUnsignedLongLong(object) : 0;
      if (is_beyond < 0 || PyErr_Occurred() != nullptr) fail(id);
      numbers.push_back(is_beyond > 0 ? large : static_cast<std::uint64_t>(number));
      continue;
    }
    Py_ssize_t size = -1;
    const char* bytes = nullptr;
    if (PyUnicode_Check(object)) {
      bytes = PyUnicode_AsUTF8AndSize(object, &size);
    } else if (PyBytes_Check(object)) {
      char* start = nullptr;
      PyBytes_AsStringAndSize(object, &start, &size);
      bytes = start;
    }
    if (bytes == nullptr || !numbers.empty()) fail(id);
    gathered.add({reinterpret_cast<const std::uint8_t*>(bytes), static_cast<std::size_t>(size)});
  }
  return gathered.offsets.size() == 1 ? RowIds::of_numbers(std::move(numbers)) : ids_of(std::move(gathered));
}

nb::object arrow_reports(nb::handle object, const std::optional<std::string>& name, std::size_t report_bytes) {
  auto column = std::make_unique<Column>(object, name);
  const auto fixed = fixed_size(column->format());
  const bool has_dictionary = column->schema().dictionary != nullptr;
  const bool is_known =
      !has_dictionary &&
      (fixed || (is_bytes(column->format()) && column->format().back() != 'u' && column->format() != "U"));
  if (!is_known) column->fail_type("reports, which are bytes");
  std::vector<std::uint8_t> reports;
  std::size_t count = 0;
  const std::uint8_t* in_place = nullptr;
  const auto add = [&](std::span<const std::uint8_t> report) {
    if (report.size() != report_bytes) {
      fail_input(fmt::format("{}, row {}: there are {} bytes, and a report has {}", column->where(), count + 1,
                             report.size(), report_bytes));
    }
    reports.insert(reports.end(), report.begin(), report.end());
    ++count;
  };
  without_lock([&] {
    const std::optional<Piece> whole = column->only_piece();
    const bool is_as_wanted = fixed && *fixed > 0 && static_cast<std::size_t>(*fixed) == report_bytes;
    if (whole && is_as_wanted && !whole->first_null && whole->rows > 0) {
      in_place = column->bytes(*whole) + whole->first() * *fixed;
      count = static_cast<std::size_t>(whole->rows);
    } else {
      column->for_each_piece([&](const Piece& piece) { for_each_bytes(*column, piece, add); });
    }
  });
  if (in_place != nullptr) {
    const nb::capsule owner(column.release(), [](void* held) noexcept { delete static_cast<Column*>(held); });
    return nb::cast(NumpyArray<const std::uint8_t>(in_place, {count, report_bytes}, owner));
  }
  return nb::cast(numpy_of(std::move(reports), count, report_bytes));
}

namespace {

// What a schema or an array keeps alive until it is released.
struct BinarySchema {
  std::string format;
};

struct BinaryArray {
  AnyArray array;
  std::array<const void*, 2> buffers;
};

// Whoever releases an array may be without Python's lock, which dropping the numpy array needs.
void release_array(ArrowArray* array) {
  array->release = nullptr;
  if (Py_IsInitialized() == 0) return;  // the process ends, and so does its memory
  const nb::gil_scoped_acquire lock;
  delete static_cast<BinaryArray*>(array->private_data);
}

void release_schema(ArrowSchema* schema) {
  delete static_cast<BinarySchema*>(schema->private_data);
  schema->release = nullptr;
}

template <class Struct>
nb::capsule capsule_of(Struct made, const char* name) {
  return nb::capsule(new Struct(made), name, [](void* held) noexcept {
    auto* const whole = static_cast<Struct*>(held);
    if (whole->release != nullptr) whole->release(whole);  // nobody took it
    delete whole;
  });
}

}  // namespace

nb::tuple fixed_size_binary(const AnyArray& array) {
  require_bytes(array);
  auto* const words = new BinarySchema{fmt::format("w:{}", array.shape(1))};
  const nb::capsule schema = capsule_of(ArrowSchema{.format = words->format.c_str(),
                                                    .name = "",
                                                    .metadata = nullptr,
                                                    .flags = 0,
                                                    .n_children = 0,
                                                    .children = nullptr,
                                                    .dictionary = nullptr,
                                                    .release = release_schema,
                                                    .private_data = words},
                                        "arrow_schema");
  auto* const kept = new BinaryArray{array, {nullptr, array.data()}};
  const nb::capsule data = capsule_of(ArrowArray{.length = static_cast<std::int64_t>(array.shape(0)),
                                                 .null_count = 0,
                                                 .offset = 0,
                                                 .n_buffers = 2,
                                                 .n_children = 0,
                                                 .buffers = kept->buffers.data(),
                                                 .children = nullptr,
                                                 .dictionary = nullptr,
                                                 .release = release_array,
                                                 .private_data = kept},
                                      "arrow_array");
  return nb::make_tuple(schema, data);
}

}  // namespace sourdine::python
