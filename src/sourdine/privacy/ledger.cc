#include "sourdine/privacy/ledger.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr std::uint64_t nano = 1'000'000'000;

[[noreturn]] void fail_system(const std::string& what, const std::string& path) {
  fail_input(fmt::format("cannot {} the ledger '{}': {}", what, path, std::strerror(errno)));
}

// The open, locked file; closing it gives the lock back.
class LockedFile {
 public:
  explicit LockedFile(const std::string& path) : path_(path) {
    descriptor_ = open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor_ < 0) fail_system("open", path);
    while (flock(descriptor_, LOCK_EX) != 0) {
      if (errno != EINTR) fail_system("lock", path);
    }
  }
  ~LockedFile() { close(descriptor_); }
  LockedFile(const LockedFile&) = delete;
  LockedFile& operator=(const LockedFile&) = delete;

  std::string text() const {
    struct stat about = {};
    if (fstat(descriptor_, &about) != 0) fail_system("read", path_);
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
      const ssize_t got = pread(descriptor_, text.data() + have, text.size() - have, static_cast<off_t>(have));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) fail_system("read", path_);
      have += static_cast<std::size_t>(got);
    }
    return text;
  }

  // All of the line or nothing.
  void append(const std::string& line) {
    const off_t before = lseek(descriptor_, 0, SEEK_END);
    const ssize_t written = write(descriptor_, line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size()) && fsync(descriptor_) == 0) return;
    const int reason = errno;
    if (ftruncate(descriptor_, before) != 0) {
      // The half line stays; read_ledger() will name it.
    }
    errno = written >= 0 && reason == 0 ? ENOSPC : reason;
    fail_system("write", path_);
  }

 private:
  std::string path_;
  int descriptor_;
};

std::uint64_t parse_nano(const std::string& text) {
  const std::size_t point = text.find('.');
  if (point == std::string::npos || text.size() - point != 10 || point > 10) throw std::invalid_argument("epsilon");
  for (const char c : text) {
    if (c != '.' && (c < '0' || c > '9')) throw std::invalid_argument("epsilon");
  }
  return std::stoull(text.substr(0, point)) * nano + std::stoull(text.substr(point + 1));
}

std::vector<LedgerEntry> parse(const std::string& text, const std::string& path) {
  std::vector<LedgerEntry> entries;
  std::size_t position = 0;
  while (position < text.size()) {
    const std::size_t end = text.find('\n', position);
    const std::string line = text.substr(position, end == std::string::npos ? end : end - position);
    try {
      if (end == std::string::npos) throw std::invalid_argument("torn");
      const auto json = nlohmann::json::parse(line);
      LedgerEntry entry{json.at("date"),    json.at("dataset"),
                        json.at("purpose"), parse_nano(json.at("epsilon").get<std::string>()),
                        json.at("unit"),    json.at("private")};
      if (json.contains("budget")) entry.budget = parse_nano(json.at("budget").get<std::string>());
      entries.push_back(std::move(entry));
    } catch (const std::exception&) {
      fail_input(fmt::format("line {} of the ledger '{}' is damaged", entries.size() + 1, path),
                 "What was spent is not known any more; restore the file from a copy.");
    }
    position = end + 1;
  }
  return entries;
}

}  // namespace

std::uint64_t nano_epsilon(double epsilon) {
  if (!(epsilon >= 0 && epsilon <= 1e9)) {
    fail_input(fmt::format("a ledger cannot hold epsilon {}", epsilon), "It must lie between 0 and 10^9.");
  }
  // 1.1 · 10^9 is 1100000000.0000002 in doubles: what their own rounding adds is not rounded up.
  const double scaled = epsilon * static_cast<double>(nano);
  const double near = std::round(scaled);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * scaled;
  return static_cast<std::uint64_t>(std::abs(scaled - near) <= rounding ? near : std::ceil(scaled));
}

std::string nano_text(std::uint64_t nano_epsilon) {
  return fmt::format("{}.{:09}", nano_epsilon / nano, nano_epsilon % nano);
}

std::string dataset_of_ledger(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.size() > ledger_ending.size() && name.ends_with(ledger_ending)) {
    return name.substr(0, name.size() - ledger_ending.size());
  }
  return std::filesystem::path(name).stem().string();
}

LedgerTotal total_of(const std::vector<LedgerEntry>& entries, const std::string& dataset) {
  LedgerTotal total;
  for (const LedgerEntry& entry : entries) {
    if (entry.dataset != dataset) continue;
    total.units.insert(entry.unit);
    if (entry.budget) total.budget = entry.budget;
    ++total.entries;
    total.nano_epsilon += entry.nano_epsilon;
    if (!entry.is_private) ++total.not_private;
  }
  return total;
}

std::vector<LedgerEntry> read_ledger(const std::string& path) {
  if (access(path.c_str(), F_OK) != 0) return {};
  return parse(LockedFile(path).text(), path);
}

LedgerTotal charge(const std::string& path, const LedgerEntry& entry) {
  LockedFile file(path);
  std::vector<LedgerEntry> entries = parse(file.text(), path);
  const LedgerTotal spent = total_of(entries, entry.dataset);
  const auto budget = entry.budget ? entry.budget : spent.budget;
  if (budget && spent.nano_epsilon + entry.nano_epsilon > *budget) {
    const std::uint64_t left = *budget - std::min(*budget, spent.nano_epsilon);
    throw Error(
        ErrorCode::budget_refused,
        fmt::format("the budget of data set '{}' is epsilon {}; {} is spent and this would cost {}", entry.dataset,
                    nano_text(*budget), nano_text(spent.nano_epsilon), nano_text(entry.nano_epsilon)),
        fmt::format("{} is left; the ledger is '{}', and who may raise the budget gives a new one.",
                    left == 0 ? "Nothing" : "At most " + nano_text(left), path));
  }
  nlohmann::ordered_json line = {{"date", entry.date},       {"dataset", entry.dataset},
                                 {"purpose", entry.purpose}, {"epsilon", nano_text(entry.nano_epsilon)},
                                 {"unit", entry.unit},       {"private", entry.is_private}};
  if (entry.budget) line["budget"] = nano_text(*entry.budget);
  file.append(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  entries.push_back(entry);
  return total_of(entries, entry.dataset);
}

}  // namespace sourdine
