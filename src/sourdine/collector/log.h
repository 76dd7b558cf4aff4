// The collector's log: one line of JSON per event. What is written is what the caller names: no request is passed in,
// so that no token, query or report can reach it.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "sourdine/collector/collection.h"

namespace sourdine {

enum class LogLevel { error, warning, info, debug };
// Throws Error(bad_input) listing the names.
LogLevel find_log_level(std::string_view name);

class CollectorLog {
 public:
  using Sink = std::function<void(const std::string& line)>;  // with its line feed; called by one thread at a time
  using Field = std::pair<std::string_view, std::string>;

  CollectorLog(LogLevel level, Sink sink) : level_(level), sink_(std::move(sink)) {}
  // To a file that is appended to, or the standard error when the path is empty. Throws Error.
  static Sink sink_of(const std::string& path);

  void write(LogLevel level, std::string_view event, std::initializer_list<Field> fields, UnixTime now);
  // A request that was refused: once per address and reason in a minute; the next line says how many were left out.
  void refused(const std::string& peer, std::string_view reason, UnixTime now);

 private:
  LogLevel level_;
  std::mutex mutex_;
  Sink sink_;
  std::int64_t minute_ = 0;
  std::map<std::pair<std::string, std::string>, std::uint64_t> refused_;  // of this minute
};

}  // namespace sourdine
