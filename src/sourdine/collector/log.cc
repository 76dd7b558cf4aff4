#include "sourdine/collector/log.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/base/system_failure.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/time_text.h"

namespace sourdine {
namespace {

constexpr std::size_t max_refused_kinds = 4096;  // of a minute; beyond, strangers fill neither memory nor disk
constexpr std::pair<std::string_view, LogLevel> log_levels[] = {
    {"error", LogLevel::error}, {"warning", LogLevel::warning}, {"info", LogLevel::info}, {"debug", LogLevel::debug}};

std::string_view level_name(LogLevel level) { return log_levels[static_cast<std::size_t>(level)].first; }

}  // namespace

LogLevel find_log_level(std::string_view name) {
  for (const auto& [word, level] : log_levels) {
    if (word == name) return level;
  }
  fail_input("'" + shown(name) + "' is no level of a log", "Use error, warning, info or debug.");
}

CollectorLog::Sink CollectorLog::sink_of(const std::string& path) {
  std::FILE* const opened = path.empty() ? stderr : std::fopen(path.c_str(), "ae");
  if (opened == nullptr) fail_input("cannot write the log '" + shown(path) + "': " + system_reason(errno));
  const auto file = std::shared_ptr<std::FILE>(opened, [](std::FILE* it) {
    if (it != stderr) std::fclose(it);
  });
  return [file](const std::string& line) {
    std::fwrite(line.data(), 1, line.size(), file.get());
    std::fflush(file.get());
  };
}

void CollectorLog::write(LogLevel level, std::string_view event, std::initializer_list<Field> fields, UnixTime now) {
  if (level > level_ || !sink_) return;
  nlohmann::ordered_json line = {{"time", time_text(now)}, {"level", level_name(level)}, {"event", event}};
  for (const auto& [name, value] : fields) line[std::string(name)] = value;
  const std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  const std::lock_guard lock(mutex_);
  sink_(text);
}

void CollectorLog::refused(const std::string& peer, std::string_view reason, UnixTime now) {
  const std::int64_t minute = now.time_since_epoch() / std::chrono::minutes(1);
  std::uint64_t left_out = 0;
  {
    const std::lock_guard lock(mutex_);
    if (minute != minute_) {
      minute_ = minute;
      for (const auto& [key, count] : refused_) left_out += count - 1;
      refused_.clear();
    }
    const auto key = std::pair(peer, std::string(reason));
    if (refused_.size() >= max_refused_kinds && !refused_.contains(key)) return;
    if (++refused_[key] > 1) return;
  }
  if (left_out != 0) write(LogLevel::info, "refused_before", {{"left_out", std::to_string(left_out)}}, now);
  write(LogLevel::info, "refused", {{"peer", peer}, {"reason", std::string(reason)}}, now);
}

}  // namespace sourdine
