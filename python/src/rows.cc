// RowIds and RowSecret for Python.
#include <nanobind/stl/string.h>

#include <cstring>

#include "row_ids.h"
#include "sourdine/random/row_secret.h"
#include "sourdine/random/seeded_row_secret.h"

namespace sourdine::python {
namespace {

RowSecret secret_of(const nb::bytes& bytes) {
  if (bytes.size() != RowSecret::size) throw nb::value_error("a secret has 32 bytes");
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
  return RowSecret(std::span<const std::uint8_t, RowSecret::size>(first, RowSecret::size));
}

}  // namespace

void bind_rows(nb::module_& module) {
  nb::class_<RowSecret>(module, "RowSecret", "The 32 bytes under which the randomness of rows is drawn.")
      .def_static("draw", &RowSecret::draw, "A fresh one.")
      .def_static("of", secret_of, "bytes"_a, "The same secret elsewhere.")
      .def_static("seeded", seeded_row_secret, "seed"_a, "For tests: not private.")
      .def_prop_ro("bytes", [](const RowSecret& self) { return nb::bytes(self.bytes().data(), RowSecret::size); })
      .def_prop_ro("is_private", &RowSecret::is_private);
  nb::class_<RowIds>(module, "RowIds", "One id for every row.")
      .def_static("of", &RowIds::of_array, "ids"_a.noconvert())
      .def("__len__", &RowIds::size);
}

}  // namespace sourdine::python
