#include "sourdine/longitudinal/memo_budget.h"

#include <fmt/format.h>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/bounded_json.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/error.h"
#include "sourdine/base/file_header.h"
#include "sourdine/base/file_lock.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/base/utf8.h"
#include "sourdine/base/whole_input.h"

namespace sourdine {
namespace {

constexpr FileFormat memo_budget_format = {"\x89SMEM\r\n\x1a", "memo budget (.smem)", 1, 1U << 24};

[[noreturn]] void fail_memo_budget(std::string_view name, std::string_view why) {
  fail_input(fmt::format("{} is damaged: {}", name, why),
             "Restore it from a copy; where there is none, begin again after a loss: the cap then bounds nothing.");
}

}  // namespace

MemoBudget::MemoBudget(std::uint64_t cap) : cap_(cap) {
  if (cap == 0) fail_input("a client that may use no symbol cannot report: the cap must be 1 at least");
}

MemoBudget MemoBudget::after_loss(std::uint64_t cap) {
  MemoBudget budget(cap);
  budget.is_lost_ = true;
  return budget;
}

std::string_view MemoBudget::admit(std::string_view symbol) {
  if (symbol.empty() || !is_utf8(symbol)) fail_input("a symbol is a text in UTF-8, and not empty");
  if (used_.contains(symbol) || used_.size() < cap_) {
    used_.emplace(symbol);
    last_ = symbol;
  } else {
    ++repeats_;
  }
  return last_;
}

std::string MemoBudget::to_bytes() const {
  const nlohmann::json json = {
      {"cap", cap_}, {"last", last_}, {"lost", is_lost_}, {"repeats", repeats_}, {"symbols", used_}};
  std::string bytes = encode_header(memo_budget_format, json.dump());
  append_little_endian(bytes, crc32c(as_bytes(bytes)));
  return bytes;
}

MemoBudget MemoBudget::from_bytes(std::string_view name, std::span<const std::uint8_t> bytes) {
  InputBytes input{std::string(name), bytes};
  CheckedInput checked(input);
  const HeaderText header = read_header(memo_budget_format, checked);
  if (!checked.is_at_end()) fail_memo_budget(name, "something follows its end");
  try {
    const auto json = parse_bounded_json(header.json);
    MemoBudget budget(whole_number(json.at("cap")));
    budget.repeats_ = whole_number(json.at("repeats"));
    budget.is_lost_ = json.at("lost").get<bool>();
    budget.last_ = json.at("last").get<std::string>();
    for (const auto& symbol : json.at("symbols")) budget.used_.insert(symbol.get<std::string>());
    const bool has_last = budget.used_.empty() ? budget.last_.empty() : budget.used_.contains(budget.last_);
    if (budget.used_.size() > budget.cap_ || budget.used_.contains("") || !has_last ||
        budget.to_bytes() != std::string(bytes.begin(), bytes.end())) {
      fail_memo_budget(name, "what it says contradicts itself");
    }
    return budget;
  } catch (const nlohmann::json::exception& error) {
    fail_memo_budget(name, error.what());
  }
}

void begin_memo_budget(const std::string& path, const MemoBudget& budget) {
  AtomicFile file(path, {}, AtomicFile::Existing::refused);
  file.append(budget.to_bytes());
  file.commit();
}

MemoBudget read_memo_budget(const std::string& path) {
  InputFile input(path);
  const std::string bytes = whole_input(input);
  return MemoBudget::from_bytes(input.name(), as_bytes(bytes));
}

std::string admit_symbol(const std::string& path, std::string_view symbol) {
  const FileLock lock(path);
  const MemoBudget before = read_memo_budget(path);
  MemoBudget after = before;
  std::string admitted(after.admit(symbol));
  if (after == before) return admitted;
  AtomicFile file(path);
  file.append(after.to_bytes());
  file.commit();
  return admitted;
}

}  // namespace sourdine
