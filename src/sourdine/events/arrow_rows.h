// Rows of an Arrow stream: a data frame of another library, read where it lies. Text is not copied; numbers, dates and
// times become the text that a CSV file would have.
//
//   utf8, large, view; binary likewise   as they are
//   (u)int8 … (u)int64, decimal128       12, -3, 12.50
//   float, double                        the shortest text that reads back; whole ones without ".0"; NaN: empty
//   bool                                 true, false
//   date32, date64                       2006-01-31
//   timestamp                            2006-01-31 08:08:00, a fraction behind it where there is one, and Z where the
//                                        column has a time zone: it is then in UTC
//   time32, time64                       08:08:00, likewise
//   dictionary (categoricals)            the value
//   null                                 empty
//
// Nulls are empty fields, as in CSV.
#pragma once

#include <memory>
#include <string>

#include "sourdine/base/arrow_abi.h"
#include "sourdine/base/stop.h"
#include "sourdine/events/row_source.h"

namespace sourdine {

// Takes the stream over: `stream.release` is null afterwards, whatever happens, and what it was is called once, before
// the rows are destroyed or an Error leaves. Throws Error(bad_input), one sentence with the name of the column, when
// the stream is no table, or has a column of another type (lists, structures …). Rows are counted from 1: where() is
// "the frame, row 12". Reading ends by Error(bad_input) when the stream fails, with its reason, or hands over arrays
// whose lengths contradict each other; pointers and sizes of buffers are believed: the interface has no way to know.
std::unique_ptr<RowSource> arrow_rows(ArrowArrayStream& stream, std::string name = "the frame", StopToken stop = {});

}  // namespace sourdine
