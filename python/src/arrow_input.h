// Columns of other libraries as what we work on: values, ids of rows, reports.
#pragma once

#include <optional>
#include <string>

#include "bound_protocol.h"
#include "column.h"
#include "row_ids.h"

namespace sourdine::python {

// The values of a column: whole numbers, truth values (0, 1), text as the protocol's domain knows it, and dictionaries
// of these. A uint32 array in one piece and without nulls is used where it lies. Throws TypeError for other columns;
// Error(bad_input) with the row for nulls, unknown text, and numbers that are negative or have more than 32 bits.
nb::object arrow_values(const BoundProtocol& protocol, nb::handle object, const std::optional<std::string>& column);

// Whole numbers, text, bytes, also of a fixed size. Throws likewise.
RowIds arrow_ids(nb::handle object, const std::optional<std::string>& column);
RowIds list_ids(const nb::list& ids);

// Bytes of `report_bytes` each as an n × report_bytes array; those of a fixed size in one piece where they lie.
nb::object arrow_reports(nb::handle object, const std::optional<std::string>& column, std::size_t report_bytes);

// The bytes of an n × w array as an Arrow array of n binary values of w bytes each, where they lie: its schema and
// itself as capsules.
nb::tuple fixed_size_binary(const nb::ndarray<nb::ro, nb::device::cpu>& array);

}  // namespace sourdine::python
