// Arrays of the caller (numpy and whatever else speaks the buffer protocol or DLPack), looked at where they lie.
#pragma once

#include <nanobind/ndarray.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "binding.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine::python {

using AnyArray = nb::ndarray<nb::ro, nb::device::cpu>;
using WritableArray = nb::ndarray<nb::device::cpu>;
template <class Number>
using NumpyArray = nb::ndarray<nb::numpy, Number, nb::device::cpu>;

// Throws TypeError unless the array has whole numbers, ValueError unless it is one row of them in one piece.
void require_numbers(const AnyArray& array, const char* what);
// use(pointer to the first number), of its type: whole numbers, or TypeError.
template <class Use>
auto visit_numbers(const AnyArray& array, const Use& use);

// Whole numbers of any of eight types, one row per person.
class ValueArray {
 public:
  // Throws TypeError for other types, ValueError for another shape than (n), or (n, width), and for memory with gaps.
  ValueArray(const AnyArray& array, std::size_t width);

  std::size_t size() const { return rows_; }  // people
  std::size_t width() const { return width_; }
  // Copies the values of some people, which are then valid. Throws Error(bad_input) naming the first that is not.
  void copy(std::size_t first, std::size_t rows, const Protocol& protocol, std::span<Value> into) const;

 private:
  AnyArray array_;
  std::size_t rows_;
  std::size_t width_;
};

[[noreturn]] void fail_not_whole(const AnyArray& array, const char* what);

template <class Use>
auto visit_numbers(const AnyArray& array, const Use& use) {
  const auto is = [type = array.dtype()](nb::dlpack::dtype other) { return type == other; };
  if (is(nb::dtype<std::uint32_t>())) return use(static_cast<const std::uint32_t*>(array.data()));
  if (is(nb::dtype<std::int64_t>())) return use(static_cast<const std::int64_t*>(array.data()));
  if (is(nb::dtype<std::int32_t>())) return use(static_cast<const std::int32_t*>(array.data()));
  if (is(nb::dtype<std::uint64_t>())) return use(static_cast<const std::uint64_t*>(array.data()));
  if (is(nb::dtype<std::uint8_t>())) return use(static_cast<const std::uint8_t*>(array.data()));
  if (is(nb::dtype<std::uint16_t>())) return use(static_cast<const std::uint16_t*>(array.data()));
  if (is(nb::dtype<std::int8_t>())) return use(static_cast<const std::int8_t*>(array.data()));
  if (is(nb::dtype<std::int16_t>())) return use(static_cast<const std::int16_t*>(array.data()));
  fail_not_whole(array, "numbers");
}

// n × report_bytes bytes, in one piece. Throws TypeError, or ValueError saying what was expected.
ReportsView reports_of(const AnyArray& array, const Protocol& protocol);

// Reports where they lie, seen by the buffer protocol alone: what a short call has the time for.
class HeldReports {
 public:
  HeldReports(nb::handle object, const Protocol& protocol);
  ~HeldReports();
  HeldReports(const HeldReports&) = delete;
  HeldReports& operator=(const HeldReports&) = delete;

  // Nothing: the object has no such bytes of n × report_bytes in one piece.
  const std::optional<ReportsView>& view() const { return view_; }

 private:
  Py_buffer buffer_{};
  std::optional<ReportsView> view_;
};

// The same for reports of any size.
void require_bytes(const AnyArray& array);
std::span<std::uint8_t> room_of(const WritableArray& array, const Protocol& protocol, std::size_t reports);
// A copy: numbers that must not change between check and use. uint64, or int64 without negative numbers.
std::vector<std::uint64_t> cells_of(const AnyArray& array);

// A numpy array that takes the numbers over.
template <class Number>
NumpyArray<Number> numpy_of(std::vector<Number> numbers) {
  auto* const kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<Number>*>(vector); });
  return NumpyArray<Number>(kept->data(), {kept->size()}, owner);
}

// The same for reading only.
template <class Number>
NumpyArray<const Number> constant_numpy_of(std::vector<Number> numbers) {
  auto* const kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<Number>*>(vector); });
  return NumpyArray<const Number>(kept->data(), {kept->size()}, owner);
}

// The same with rows of `columns` numbers each.
template <class Number>
NumpyArray<Number> numpy_of(std::vector<Number> numbers, std::size_t rows, std::size_t columns) {
  auto* const kept = new std::vector<Number>(std::move(numbers));
  const nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<Number>*>(vector); });
  return NumpyArray<Number>(kept->data(), {rows, columns}, owner);
}

}  // namespace sourdine::python
