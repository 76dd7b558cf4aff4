// The command line in this process: run(), and frames and configurations under names that it takes for files.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <sstream>
#include <tuple>

#include "app.h"
#include "capsules.h"
#include "command_tree.h"
#include "long_work.h"
#include "sourdine/events/arrow_rows.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/publish/config_text.h"

namespace sourdine::python {
namespace {

// Python objects of whoever may end on a thread without Python's lock.
class Kept {
 public:
  explicit Kept(nb::object object) : object_(std::move(object)) {}
  ~Kept() {
    const nb::gil_scoped_acquire lock;
    object_.reset();
  }
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  const nb::object& operator*() const { return object_; }

 private:
  nb::object object_;
};

// The frame is asked for its rows with Python's lock; its library reads them without.
NamedRows::Open opener(nb::object frame) {
  return [kept = std::make_shared<Kept>(std::move(frame))] {
    Stream stream;
    {
      const nb::gil_scoped_acquire lock;
      stream = stream_of(**kept);
    }
    return arrow_rows(*stream);
  };
}

class NamedFrame {
 public:
  NamedFrame(const nb::object& frame, bool again)
      : rows_(
            std::make_unique<NamedRows>(opener(frame), again ? NamedRows::Reading::again : NamedRows::Reading::once)) {
    if (!has_stream(frame)) stream_of(frame);  // says what is missing
  }
  const std::string& name() const { return rows_->name(); }

 private:
  std::unique_ptr<NamedRows> rows_;
};

using Ran = std::tuple<int, std::string, std::string>;

Ran run(const std::vector<std::string>& arguments, const nb::object& progress) {
  std::ostringstream out, err;
  cli::Context context{.out = out, .err = err};
  if (!progress.is_none()) {
    context.progress = [&progress](const std::string& what) {
      const nb::gil_scoped_acquire lock;
      progress(what);
    };
  } else {
    context.progress = [](const std::string&) {};  // a terminal is Python's to write to
  }
  const int code = without_lock([&] { return cli::run_command(arguments, context); });
  return {code, out.str(), err.str()};
}

}  // namespace

void bind_commands(nb::module_& module) {
  nb::class_<NamedFrame>(module, "NamedFrame", "A data frame under a name that commands take for a source of events.")
      .def(nb::init<const nb::object&, bool>(), "frame"_a, "again"_a = true,
           "again: it can be asked for its rows more than once.")
      .def_prop_ro("name", &NamedFrame::name);
  nb::class_<NamedConfig>(module, "NamedConfig", "A configuration (TOML) under a name that commands take for a path.")
      .def(nb::init<std::string>(), "text"_a)
      .def_prop_ro("name", &NamedConfig::name);
  module.def("run", run, "arguments"_a, "progress"_a = nb::none(),
             nb::sig("def run(arguments: collections.abc.Sequence[str], progress: collections.abc.Callable[[str], "
                     "object] | None = None) -> tuple[int, str, str]"),
             "What the command line does: its exit code, and what it would print. `progress` is told what it is at.");
  module.def("command_tree", cli::command_tree, "The commands and their options, as JSON.");
}

}  // namespace sourdine::python
