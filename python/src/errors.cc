// C++ errors as the exceptions that a Python user expects:
//
//   usage, bad_input   sourdine.errors.InputError, a ValueError
//   budget_refused     sourdine.errors.BudgetError, a RuntimeError
//   io                 OSError
//   cancelled          KeyboardInterrupt
//   internal           RuntimeError
#include <nanobind/stl/string.h>

#include <exception>
#include <string>

#include "binding.h"
#include "sourdine/base/error.h"

namespace sourdine::python {
namespace {

// The classes of sourdine.errors are looked up when the first error is raised: that module imports nothing of ours.
void raise_ours(const char* name, const Error& error) {
  const nb::object type = nb::module_::import_("sourdine.errors").attr(name);
  const nb::object raised = type(error.what(), error.hint());
  PyErr_SetObject(type.ptr(), raised.ptr());
}

void raise_plain(PyObject* type, const Error& error) {
  const std::string text = error.hint().empty() ? error.what() : std::string(error.what()) + "\n" + error.hint();
  PyErr_SetString(type, text.c_str());
}

void raise(const Error& error) {
  switch (error.code()) {
    case ErrorCode::usage:
    case ErrorCode::bad_input:
      return raise_ours("InputError", error);
    case ErrorCode::budget_refused:
      return raise_ours("BudgetError", error);
    case ErrorCode::io:
      return raise_plain(PyExc_OSError, error);
    case ErrorCode::cancelled:
      // Python's own handler first: it raises, and its note of the signal is done with.
      if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
      return;
    case ErrorCode::internal:
      return raise_plain(PyExc_RuntimeError, error);
  }
}

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    try {
      raise(error);
    } catch (nb::python_error& failed) {  // sourdine.errors could not be imported
      failed.restore();
    }
  }
}

}  // namespace

void bind_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace sourdine::python
