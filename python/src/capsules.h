// Data of other libraries by Arrow's PyCapsule interface: pyarrow, polars, DuckDB, pandas and whoever else has it.
#pragma once

#include "binding.h"
#include "sourdine/base/arrow_abi.h"

namespace sourdine::python {

// What releases itself; may be empty.
template <class Struct>
class Released {
 public:
  Released() = default;
  // Takes the content over.
  explicit Released(Struct& from) : held_(from) { from.release = nullptr; }
  Released(Released&& other) noexcept : held_(other.held_) { other.held_.release = nullptr; }
  Released& operator=(Released&& other) noexcept {
    if (this != &other) {
      reset();
      held_ = other.held_;
      other.held_.release = nullptr;
    }
    return *this;
  }
  ~Released() { reset(); }

  explicit operator bool() const { return held_.release != nullptr; }
  Struct* operator->() { return &held_; }
  const Struct* operator->() const { return &held_; }
  Struct& operator*() { return held_; }
  const Struct& operator*() const { return held_; }
  // For whoever fills it in.
  Struct* put() {
    reset();
    return &held_;
  }
  void reset() {
    if (held_.release != nullptr) held_.release(&held_);
    held_ = {};
  }

 private:
  Struct held_{};
};

using Stream = Released<ArrowArrayStream>;
using Schema = Released<ArrowSchema>;
using Array = Released<ArrowArray>;

struct SchemaAndArray {
  Schema schema;
  Array array;
};

bool has_stream(nb::handle object);
bool has_array(nb::handle object);
// The object's stream or array, which is ours from now on. With Python's lock. Throw TypeError for objects that have
// none, and what their methods raise.
Stream stream_of(nb::handle object);
SchemaAndArray array_of(nb::handle object);

}  // namespace sourdine::python
