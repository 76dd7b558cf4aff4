// Loss: a privacy loss as Python holds it. A class of its own: as a variant, nanobind would take it apart.
#pragma once

#include "sourdine/privacy/loss.h"

namespace sourdine::python {

struct Loss {
  PrivacyLoss loss;
};

}  // namespace sourdine::python
