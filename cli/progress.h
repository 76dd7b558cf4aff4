// Progress of long work: one line that is written over, on a terminal only; nothing when the output goes elsewhere.
#pragma once

#include <ostream>
#include <string>

namespace sourdine::cli {

class Progress {
 public:
  explicit Progress(std::ostream& err);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void say(const std::string& what);
  // The same with a bar; 0 ≤ done ≤ all.
  void say(const std::string& what, std::size_t done, std::size_t all);
  void clear();

 private:
  std::ostream& err_;
  bool is_shown_;
};

}  // namespace sourdine::cli
