#include "arrays.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "numbers.h"

namespace sourdine::python {
namespace {

std::string type_name(nb::dlpack::dtype type) {
  switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
    case nb::dlpack::dtype_code::Int:
      return fmt::format("int{}", type.bits);
    case nb::dlpack::dtype_code::UInt:
      return fmt::format("uint{}", type.bits);
    case nb::dlpack::dtype_code::Float:
      return fmt::format("float{}", type.bits);
    case nb::dlpack::dtype_code::Bool:
      return "bool";
    default:
      return "another type";
  }
}

template <class Array>
std::string shape_text(const Array& array) {
  const std::span sizes(array.shape_ptr(), array.ndim());
  return fmt::format("({}{})", fmt::join(sizes, ", "), sizes.size() == 1 ? "," : "");
}

template <class Array>
bool is_in_one_piece(const Array& array) {
  std::int64_t step = 1;
  for (std::size_t i = array.ndim(); i-- > 0;) {
    if (array.shape(i) != 1 && array.stride(i) != step) return array.size() == 0;
    step *= static_cast<std::int64_t>(array.shape(i));
  }
  return true;
}

template <class Array>
void require_in_one_piece(const Array& array, const char* what) {
  const bool is_aligned =
      reinterpret_cast<std::uintptr_t>(array.data()) % std::max<std::size_t>(array.itemsize(), 1) == 0;
  if (is_in_one_piece(array) && is_aligned) return;
  throw nb::value_error(fmt::format("the {} do not lie in memory one after another: numpy.ascontiguousarray() makes a "
                                    "copy that does",
                                    what)
                            .c_str());
}

template <class Array>
void require_type(const Array& array, nb::dlpack::dtype type, const char* what) {
  if (array.dtype() == type) return;
  throw nb::type_error(
      fmt::format("the {} are an array of {}, not of {}", what, type_name(array.dtype()), type_name(type)).c_str());
}

}  // namespace

void fail_not_whole(const AnyArray& array, const char* what) {
  throw nb::type_error(fmt::format("{} are whole numbers, not {}", what, type_name(array.dtype())).c_str());
}

namespace {

void require_whole(const AnyArray& array, const char* what) {
  const auto code = static_cast<nb::dlpack::dtype_code>(array.dtype().code);
  const bool is_whole = code == nb::dlpack::dtype_code::Int || code == nb::dlpack::dtype_code::UInt;
  if (!is_whole || array.dtype().lanes != 1 || array.itemsize() > 8) fail_not_whole(array, what);
}

}  // namespace

void require_numbers(const AnyArray& array, const char* what) {
  require_whole(array, what);
  if (array.ndim() != 1) {
    throw nb::value_error(fmt::format("{} of the shape {} are not of the shape (n,)", what, shape_text(array)).c_str());
  }
  require_in_one_piece(array, what);
}

ValueArray::ValueArray(const AnyArray& array, std::size_t width) : array_(array), width_(width) {
  require_whole(array, "values");
  const bool has_shape = (array.ndim() == 1 && width == 1) || (array.ndim() == 2 && array.shape(1) == width);
  if (!has_shape) {
    const std::string expected = width == 1 ? "(n,)" : fmt::format("(n, {})", width);
    throw nb::value_error(
        fmt::format("values of the shape {} are not of the shape {}", shape_text(array), expected).c_str());
  }
  rows_ = array.shape(0);
  require_in_one_piece(array, "values");
}

void ValueArray::copy(std::size_t first, std::size_t rows, const Protocol& protocol, std::span<Value> into) const {
  visit_numbers(array_, [&](const auto* numbers) {
    copy_valid(std::span(numbers + first * width_, rows * width_), first, protocol, width_, into);
  });
}

namespace {

template <class Array>
void require_reports(const Array& array, const Protocol& protocol) {
  require_type(array, nb::dtype<std::uint8_t>(), "reports");
  if (array.ndim() != 2 || array.shape(1) != protocol.report_bytes()) {
    throw nb::value_error(
        fmt::format("reports of the shape {} are not of the shape (n, {}): a report of {} has {} bytes",
                    shape_text(array), protocol.report_bytes(), protocol.title(), protocol.report_bytes())
            .c_str());
  }
  require_in_one_piece(array, "reports");
}

}  // namespace

void require_bytes(const AnyArray& array) {
  require_type(array, nb::dtype<std::uint8_t>(), "reports");
  if (array.ndim() != 2) {
    throw nb::value_error(fmt::format("reports of the shape {} are not (n, bytes)", shape_text(array)).c_str());
  }
  require_in_one_piece(array, "reports");
}

ReportsView reports_of(const AnyArray& array, const Protocol& protocol) {
  require_reports(array, protocol);
  return {{static_cast<const std::uint8_t*>(array.data()), array.size()}, protocol.report_bytes(), array.shape(0)};
}

HeldReports::HeldReports(nb::handle object, const Protocol& protocol) {
  if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
    PyErr_Clear();
    return;
  }
  const std::string_view format = buffer_.format != nullptr ? buffer_.format : "B";
  const std::size_t size = protocol.report_bytes();
  if (format != "B" || buffer_.ndim != 2 || buffer_.shape[1] != static_cast<Py_ssize_t>(size)) return;
  const auto count = static_cast<std::size_t>(buffer_.shape[0]);
  view_ = {{static_cast<const std::uint8_t*>(buffer_.buf), count * size}, size, count};
}

HeldReports::~HeldReports() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

std::span<std::uint8_t> room_of(const WritableArray& array, const Protocol& protocol, std::size_t reports) {
  require_reports(array, protocol);
  if (array.shape(0) != reports) {
    throw nb::value_error(fmt::format("there is room for {} reports, not for {}", array.shape(0), reports).c_str());
  }
  return {static_cast<std::uint8_t*>(array.data()), array.size()};
}

std::vector<std::uint64_t> cells_of(const AnyArray& array) {
  const bool is_signed = array.dtype() == nb::dtype<std::int64_t>();
  if (!is_signed) require_type(array, nb::dtype<std::uint64_t>(), "cells");
  if (array.ndim() != 1)
    throw nb::value_error(fmt::format("cells of the shape {} are not (n,)", shape_text(array)).c_str());
  require_in_one_piece(array, "cells");
  const auto* const from = static_cast<const std::uint64_t*>(array.data());
  std::vector<std::uint64_t> cells(from, from + array.size());
  if (is_signed && std::any_of(cells.begin(), cells.end(), [](std::uint64_t cell) { return cell >> 63 != 0; })) {
    throw nb::value_error("cells are counts, which are not negative");
  }
  return cells;
}

}  // namespace sourdine::python
