// RowIds and RowSecret for Python; columns of other libraries as values and reports.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "arrow_input.h"
#include "sourdine/random/row_secret.h"
#include "sourdine/random/seeded_row_secret.h"

namespace sourdine::python {
namespace {

RowSecret secret_of(const nb::bytes& bytes) {
  if (bytes.size() != RowSecret::size) throw nb::value_error("a secret has 32 bytes");
  const auto* const first = reinterpret_cast<const std::uint8_t*>(bytes.c_str());
  return RowSecret(std::span<const std::uint8_t, RowSecret::size>(first, RowSecret::size));
}

RowIds ids_from(const nb::object& ids, const std::optional<std::string>& column) {
  if (nb::isinstance<nb::list>(ids)) return list_ids(nb::borrow<nb::list>(ids));
  if (has_array(ids) || has_stream(ids)) return arrow_ids(ids, column);
  AnyArray array;
  if (!nb::try_cast(ids, array, false)) {
    throw nb::type_error("row ids are an array of whole numbers, a list, or a column of Arrow data");
  }
  return RowIds::of_array(array);
}

}  // namespace

void bind_rows(nb::module_& module) {
  nb::class_<RowSecret>(module, "RowSecret", "The 32 bytes under which the randomness of rows is drawn.")
      .def_static("draw", &RowSecret::draw, "A fresh one.")
      .def_static("of", secret_of, "secret"_a, nb::sig("def of(secret: builtins.bytes) -> RowSecret"),
                  "The same secret elsewhere.")
      .def_static("seeded", seeded_row_secret, "seed"_a, "For tests: not private.")
      .def_prop_ro("bytes", [](const RowSecret& self) { return nb::bytes(self.bytes().data(), RowSecret::size); })
      .def_prop_ro("is_private", &RowSecret::is_private);
  nb::class_<RowIds>(module, "RowIds", "One id for every row.")
      .def_static("of", ids_from, "ids"_a, "column"_a = nb::none(),
                  "Of whole numbers, text or bytes: an array, a list, or Arrow data; text and bytes are of one kind.")
      .def_prop_ro("are_numbers", &RowIds::are_numbers)
      .def("__len__", &RowIds::size);
  module.def("report_bytes_of", arrow_reports, "data"_a, "column"_a.none(), "report_bytes"_a,
             nb::sig("def report_bytes_of(data: object, column: str | None, report_bytes: int) -> "
                     "numpy.typing.NDArray[numpy.uint8]"),
             "Arrow data with bytes of this size as an n × report_bytes array.");
  module.def("fixed_size_binary", fixed_size_binary, "array"_a.noconvert(),
             "An n × w array of bytes as Arrow data, where it lies: the capsules of __arrow_c_array__.");
}

}  // namespace sourdine::python
