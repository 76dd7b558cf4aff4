// ConfigText: a configuration as whoever reads it finds it, in a file or in the memory of this process.
#pragma once

#include <string>
#include <utility>

namespace sourdine {

struct ConfigText {
  // Of a file, or of the NamedConfig of that name. Throws Error(bad_input).
  ConfigText(const std::string& from);
  ConfigText(const char* from) : ConfigText(std::string(from)) {}
  // As if that file had it.
  ConfigText(std::string toml, std::string path_of_file) : text(std::move(toml)), path(std::move(path_of_file)) {}

  std::string text;      // TOML
  std::string path;      // what messages call it; paths in it are relative to the folder
  bool has_file = true;  // which the data set may be named after
};

// A configuration in the memory of this process under a name that ConfigText takes for a path.
class NamedConfig {
 public:
  // TOML, as a file would hold it. Messages call it 'configuration', and relative paths in it are relative to the
  // current directory. It must name its `dataset`: there is no file to name it after, and what is published of one data
  // set must add up in one ledger, whoever asks.
  explicit NamedConfig(std::string text);
  ~NamedConfig();
  NamedConfig(const NamedConfig&) = delete;
  NamedConfig& operator=(const NamedConfig&) = delete;

  // "config:1". Nothing has it after the NamedConfig is gone, and nothing that is written holds it.
  const std::string& name() const { return name_; }

 private:
  std::string name_;
};

}  // namespace sourdine
