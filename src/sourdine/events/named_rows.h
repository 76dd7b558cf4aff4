// NamedRows: rows in the memory of this process (a data frame) under a name that open_rows() takes for a source. The
// name is for the process alone: messages call the rows what their RowSource is called, and nothing that is written
// holds it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sourdine/events/row_source.h"

namespace sourdine {

class NamedRows {
 public:
  // Opens the rows from the first on, on the thread that will read; may throw Error. What it returns may outlive the
  // NamedRows.
  using Open = std::function<std::unique_ptr<RowSource>()>;
  // Whether it can be called more than once: `release --check` looks for the first bad row again, and `init` looks
  // three times.
  enum class Reading { again, once };

  explicit NamedRows(Open open, Reading reading = Reading::again);
  ~NamedRows();
  NamedRows(const NamedRows&) = delete;
  NamedRows& operator=(const NamedRows&) = delete;

  // "frame:1". Nothing has it after the NamedRows is gone.
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

// nullptr when there are no rows of that name. Throws Error(bad_input) when they can be read once, and were.
std::unique_ptr<RowSource> open_named_rows(const std::string& name);
bool is_named_rows(const std::string& name);
// How messages call a source: "'x.csv'", "the frame".
std::string shown_source(const std::string& source);
// False of standard input and of named rows that can be read once.
bool can_be_read_again(const std::string& source);

}  // namespace sourdine
