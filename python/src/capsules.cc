#include "capsules.h"

#include <fmt/format.h>

namespace sourdine::python {
namespace {

constexpr const char* stream_method = "__arrow_c_stream__";
constexpr const char* array_method = "__arrow_c_array__";

template <class Struct>
Released<Struct> taken(nb::handle capsule, const char* name) {
  if (!PyCapsule_IsValid(capsule.ptr(), name)) {
    throw nb::type_error(fmt::format("what was handed over is no capsule of the name '{}'", name).c_str());
  }
  auto* const held = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (held->release == nullptr) throw nb::value_error("the data of the capsule was taken before");
  return Released<Struct>(*held);
}

[[noreturn]] void fail_no_frame(nb::handle object) {
  throw nb::type_error(fmt::format("an object of type '{}' has no columns: it has no method {}",
                                   nb::type_name(object.type()).c_str(), stream_method)
                           .c_str());
}

}  // namespace

bool has_stream(nb::handle object) { return nb::hasattr(object, stream_method); }
bool has_array(nb::handle object) { return nb::hasattr(object, array_method); }

Stream stream_of(nb::handle object) {
  if (!has_stream(object)) fail_no_frame(object);
  return taken<ArrowArrayStream>(object.attr(stream_method)(), "arrow_array_stream");
}

SchemaAndArray array_of(nb::handle object) {
  if (!has_array(object)) fail_no_frame(object);
  const nb::object both = object.attr(array_method)();
  if (!nb::isinstance<nb::tuple>(both) || nb::len(both) != 2) {
    throw nb::type_error(fmt::format("{} gives a schema and an array", array_method).c_str());
  }
  const auto pair = nb::borrow<nb::tuple>(both);
  SchemaAndArray made;
  made.schema = taken<ArrowSchema>(pair[0], "arrow_schema");
  made.array = taken<ArrowArray>(pair[1], "arrow_array");
  return made;
}

}  // namespace sourdine::python
