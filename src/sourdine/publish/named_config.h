// NamedConfig: a configuration in the memory of this process under a name that read_config() takes for a path.
#pragma once

#include <string>

namespace sourdine {

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
