// Lists of Python as values: one pass over the objects, without the copies that numpy would make on the way.
#pragma once

#include "binding.h"
#include "bound_protocol.h"

namespace sourdine::python {

// The numbers of labels. Throws TypeError for what is no text, Error(bad_input) for what is no label of the domain.
nb::object label_values(const BoundProtocol& protocol, const nb::list& labels);

// The numbers of a list as an array of int64; None unless all are of the type int, no subclass, and fit.
nb::object list_numbers(const nb::list& numbers);

}  // namespace sourdine::python
