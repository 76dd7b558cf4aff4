#include "sourdine/survey/symbol_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/checked_input.h"
#include "sourdine/base/crc32c.h"
#include "sourdine/base/error.h"
#include "sourdine/base/file_header.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/whole_input.h"

namespace sourdine {
namespace {

constexpr FileFormat symbol_state_format = {"\x89SSYM\r\n\x1a", "symbols of a survey (.ssym)", 1, 1U << 24};

[[noreturn]] void fail_state(std::string_view name, std::string_view why) {
  fail_input(
      fmt::format("{} is damaged: {}", name, why),
      "Restore it from a copy; where there is none, take it away and give --state-lost: the cap then bounds nothing.");
}

// Of a file of so many bytes: what there are more of, it does not hold.
class StateReader {
 public:
  StateReader(CheckedInput& input, std::size_t file_bytes) : input_(input), file_bytes_(file_bytes) {}

  template <class T>
  T number() {
    const auto number = input_.number<T>();
    if (!number) fail_state(input_.name(), "it ends too early");
    return *number;
  }
  // A number of things of so many bytes each.
  std::uint32_t count(std::size_t bytes_each) {
    const auto count = number<std::uint32_t>();
    if (count > file_bytes_ / bytes_each) fail_state(input_.name(), "it ends too early");
    return count;
  }
  std::string text() {
    std::string text(count(1), '\0');
    if (!input_.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()})) {
      fail_state(input_.name(), "it ends too early");
    }
    return text;
  }

 private:
  CheckedInput& input_;
  std::size_t file_bytes_;
};

}  // namespace

void SymbolState::set_cap(std::optional<std::uint64_t> cap) {
  if (cap && *cap < possible_) {
    fail_input(fmt::format("people may have used {} symbols already: the cap cannot be {} any more", possible_, *cap),
               "A cap can be raised, but not lowered.");
  }
  cap_ = cap.value_or(0);
}

std::uint64_t SymbolState::possible_after(std::uint64_t collections, std::uint64_t limit) const {
  return std::max(possible_, std::min(possible_ + collections, limit));
}

void SymbolState::add_collection(std::string name, std::uint64_t limit) {
  possible_ = possible_after(1, limit);
  collections_.push_back(std::move(name));
}

bool SymbolState::has_collection(const std::string& name) const {
  return std::ranges::find(collections_, name) != collections_.end();
}

Value SymbolState::admit(const std::string& id, std::uint32_t attribute, std::uint64_t symbol, Value value) {
  Set& set = people_[id][attribute];
  const auto found = std::ranges::find(set.used, symbol, &Used::symbol);
  if (found != set.used.end()) {
    set.last = static_cast<std::uint32_t>(found - set.used.begin());
    return value;
  }
  if (cap_ == 0 || set.used.size() < cap_) {
    set.last = static_cast<std::uint32_t>(set.used.size());
    set.used.push_back({symbol, value});
    return value;
  }
  ++repeats_;
  return set.used[set.last].value;
}

std::uint64_t SymbolState::most_symbols() const {
  std::size_t most = 0;
  for (const auto& [id, person] : people_) {
    for (const auto& [attribute, set] : person) most = std::max(most, set.used.size());
  }
  return most;
}

std::string SymbolState::to_bytes() const {
  const nlohmann::json json = {{"cap", cap_},
                               {"collections", collections_},
                               {"dataset", about_.dataset},
                               {"key", about_.key},
                               {"lost", is_lost_},
                               {"memo", about_.memo},
                               {"possible", possible_},
                               {"randomness", about_.is_private ? "secure" : "seeded"}};
  std::string bytes = encode_header(symbol_state_format, json.dump());
  std::string body;
  append_little_endian(body, std::uint64_t{people_.size()});
  for (const auto& [id, person] : people_) {
    append_little_endian(body, static_cast<std::uint32_t>(id.size()));
    body += id;
    append_little_endian(body, static_cast<std::uint32_t>(person.size()));
    for (const auto& [attribute, set] : person) {
      append_little_endian(body, attribute);
      append_little_endian(body, set.last);
      append_little_endian(body, static_cast<std::uint32_t>(set.used.size()));
      for (const Used& used : set.used) {
        append_little_endian(body, used.symbol);
        append_little_endian(body, used.value);
      }
    }
  }
  const std::uint32_t crc = crc32c(as_bytes(bytes));
  append_little_endian(bytes, crc);
  bytes += body;
  append_little_endian(bytes, crc32c(as_bytes(body), crc));
  return bytes;
}

SymbolState SymbolState::from_bytes(std::string_view name, std::span<const std::uint8_t> bytes) {
  InputBytes input{std::string(name), bytes};
  CheckedInput checked(input);
  const HeaderText header = read_header(symbol_state_format, checked);
  StateReader reader(checked, bytes.size());
  try {
    const auto json = parse_bounded_json(header.json);
    const std::string randomness = json.at("randomness").get<std::string>();
    SymbolState state({.dataset = json.at("dataset").get<std::string>(),
                       .memo = json.at("memo").get<std::string>(),
                       .key = json.at("key").get<std::string>(),
                       .is_private = randomness == "secure"},
                      json.at("lost").get<bool>());
    state.collections_ = json.at("collections").get<std::vector<std::string>>();
    state.cap_ = whole_number(json.at("cap"));
    state.possible_ = whole_number(json.at("possible"));
    bool is_sound = true;
    for (auto people = reader.number<std::uint64_t>(); people > 0; --people) {
      Person& person = state.people_[reader.text()];
      for (std::uint32_t sets = reader.count(12); sets > 0; --sets) {
        Set& set = person[reader.number<std::uint32_t>()];
        set.last = reader.number<std::uint32_t>();
        std::set<std::uint64_t> different;
        for (std::uint32_t symbols = reader.count(12); symbols > 0; --symbols) {
          const auto symbol = reader.number<std::uint64_t>();
          set.used.push_back({symbol, reader.number<std::uint32_t>()});
          different.insert(symbol);
        }
        is_sound = is_sound && set.last < set.used.size() && different.size() == set.used.size();
      }
    }
    // Canonical: no other bytes say the same; the checksum is the last of them.
    if (checked.check() != CheckedInput::Check::good) fail_state(name, "its checksum is another");
    if (!is_sound || !std::ranges::equal(bytes, as_bytes(state.to_bytes()))) {
      fail_state(name, "what it says contradicts itself");
    }
    return state;
  } catch (const nlohmann::json::exception& error) {
    fail_state(name, error.what());
  }
}

std::optional<SymbolState> find_symbol_state(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  InputFile input(path);
  const std::string all = whole_input(input);
  // Empty: its lock was taken, and whoever took it wrote nothing.
  if (all.empty()) return std::nullopt;
  return SymbolState::from_bytes(input.name(), as_bytes(all));
}

}  // namespace sourdine
