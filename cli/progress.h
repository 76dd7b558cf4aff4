// Progress of long work: told to the context's sink; without one, a line that is written over, on a terminal only, and
// nothing when the output goes elsewhere.
#pragma once

#include <string>

#include "app.h"

namespace sourdine::cli {

class Progress {
 public:
  // The context must outlive it.
  explicit Progress(const Context& context);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void say(const std::string& what);
  // The same with a bar; 0 ≤ done ≤ all.
  void say(const std::string& what, std::size_t done, std::size_t all);
  void clear();

 private:
  const Context& context_;
  bool is_shown_;
};

}  // namespace sourdine::cli
