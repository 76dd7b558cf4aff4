#include <nanobind/stl/string.h>

#include "binding.h"
#include "sourdine/base/shared_library.h"
#include "sourdine/base/version.h"

namespace sourdine::python {

NB_MODULE(_core, module) {
  module.doc() =
      "The compiled part of sourdine. Use the classes and functions of the package; nothing here is promised.";
  module.attr("version") = std::string(version());
  module.def("add_library_directory", add_library_directory, "path"_a,
             "Libraries that are loaded when they are needed are looked for in this folder first.");
  bind_errors(module);
  bind_rows(module);
  bind_protocol(module);
  bind_repeated(module);
  bind_tuples(module);
  bind_files(module);
  bind_accounting(module);
  bind_noise(module);
  bind_places(module);
  bind_tables(module);
  bind_commands(module);
#ifdef SOURDINE_HAS_COLLECTOR
  bind_collector(module);
  bind_collector_client(module);
#endif
}

}  // namespace sourdine::python
