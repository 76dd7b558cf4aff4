// What the files of the extension `sourdine._core` share. Each binds one concept; module.cc calls them.
//
// The extension checks what memory safety needs, and says what is wrong with a number; the classes of python/sourdine
// do the rest. Arrays of the caller are read once where it matters: another thread may change them while we work, which
// may give wrong reports and never reaches memory that is not theirs.
#pragma once

#include <nanobind/nanobind.h>

namespace sourdine::python {

namespace nb = nanobind;
using namespace nb::literals;  // "name"_a

void bind_errors(nb::module_& module);
void bind_protocol(nb::module_& module);
void bind_rows(nb::module_& module);
void bind_repeated(nb::module_& module);
void bind_tuples(nb::module_& module);
void bind_files(nb::module_& module);
void bind_accounting(nb::module_& module);
void bind_noise(nb::module_& module);
void bind_places(nb::module_& module);
void bind_tables(nb::module_& module);
void bind_commands(nb::module_& module);
// With SOURDINE_COLLECTOR.
void bind_collector(nb::module_& module);
void bind_collector_client(nb::module_& module);

}  // namespace sourdine::python
