#include "lists.h"

#include <fmt/format.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "arrays.h"
#include "sourdine/base/error.h"

namespace sourdine::python {

nb::object label_values(const BoundProtocol& protocol, const nb::list& labels) {
  const DomainIndex& index = protocol.index();
  std::vector<Value> values;
  values.reserve(labels.size());
  for (const nb::handle label : labels) {
    Py_ssize_t size = 0;
    const char* const text = PyUnicode_Check(label.ptr()) ? PyUnicode_AsUTF8AndSize(label.ptr(), &size) : nullptr;
    if (text == nullptr) {
      PyErr_Clear();  // of text that has no UTF-8
      throw nb::type_error(
          fmt::format("label {} is no text, but of type '{}'", values.size() + 1, nb::type_name(label.type()).c_str())
              .c_str());
    }
    const std::string_view view(text, static_cast<std::size_t>(size));
    const auto found = index.find(view);
    if (!found) fail_input(fmt::format("label {}: {}", values.size() + 1, index.why_not(view)), index.hint(view));
    values.push_back(*found);
  }
  return nb::cast(numpy_of(std::move(values)));
}

nb::object list_numbers(const nb::list& numbers) {
  std::vector<std::int64_t> values;
  values.reserve(numbers.size());
  for (const nb::handle number : numbers) {
    // Reading an int runs no code of anybody's, so the list stays as it is.
    if (!PyLong_CheckExact(number.ptr())) return nb::none();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
    if (overflow != 0) return nb::none();
    values.push_back(value);
  }
  return nb::cast(numpy_of(std::move(values)));
}

}  // namespace sourdine::python
