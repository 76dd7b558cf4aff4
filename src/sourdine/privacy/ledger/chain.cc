#include "sourdine/privacy/ledger/chain.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_map>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

constexpr const char* restore = "What was spent is not known any more; restore the ledger and its head from a copy.";

[[noreturn]] void fail_chain(const std::string& what) { fail_input(what, restore); }

void close_record(LedgerContents& contents, const std::unordered_map<std::uint64_t, std::size_t>& by_line,
                  const ClosingLine& closing, const std::string& name) {
  const auto found = by_line.find(closing.of);
  if (found == by_line.end() || contents.records[found->second].state != RecordState::open) {
    fail_chain(fmt::format("line {} of the ledger {} closes line {}, which is no open reservation", contents.head.count,
                           name, closing.of));
  }
  contents.records[found->second].state =
      closing.how == Closing::committed ? RecordState::committed : RecordState::cancelled;
}

void check_head(const StoredLines& stored, LedgerContents& contents, bool is_chained, const std::string& name) {
  if (!stored.head) {
    if (is_chained) {
      fail_input(fmt::format("the ledger {} has no head beside it, which says how long it was", name),
                 "A ledger is copied with its head. 'sourdine ledger verify --head' compares it with a release, and "
                 "'--restore-head' makes the head again.");
    }
    if (stored.has_torn_end) {
      fail_chain(fmt::format("line {} of the ledger {} is damaged: it was cut short", contents.head.count + 1, name));
    }
    return;
  }
  if (stored.head->count > contents.head.count) {
    fail_chain(fmt::format("the ledger {} has {} lines, and had {}: some were cut off", name, contents.head.count,
                           stored.head->count));
  }
  const std::string expected = stored.head->count == 0 ? LedgerHead().hash : contents.hashes[stored.head->count - 1];
  if (stored.head->hash != expected) {
    fail_chain(
        fmt::format("the ledger {} is not the one that its head was made of: line {} or one before it was "
                    "changed, or the ledger is another one",
                    name, std::max<std::uint64_t>(1, stored.head->count)));
  }
  contents.is_head_behind = stored.head->count < contents.head.count;
}

}  // namespace

std::string head_text(const LedgerHead& head) {
  return nlohmann::ordered_json({{"count", head.count}, {"hash", head.hash}}).dump() + "\n";
}

LedgerHead parse_head(std::string_view text) {
  try {
    const auto json = parse_bounded_json(text);
    LedgerHead head{.count = whole_number(json.at("count")), .hash = json.at("hash")};
    if (head.hash.size() != LedgerHead().hash.size()) fail_input("it has no SHA-256");
    return head;
  } catch (const nlohmann::json::exception&) {
    fail_input("it is not {\"count\":…,\"hash\":…}");
  }
}

std::string hash_after(std::string_view before, std::string_view line, bool is_old) {
  if (!is_old) return hexadecimal(sha256(as_bytes(line)));
  const std::string both = fmt::format("{}\n{}", before, line);
  return hexadecimal(sha256(as_bytes(both)));
}

LedgerContents read_chain(const StoredLines& stored, const std::string& name) {
  LedgerContents contents;
  contents.has_torn_end = stored.has_torn_end;
  contents.is_there = stored.is_there;
  std::unordered_map<std::uint64_t, std::size_t> by_line;
  bool is_chained = false;
  for (const std::string& text : stored.lines) {
    const std::uint64_t number = contents.head.count + 1;
    LedgerLine line;
    try {
      line = parse_ledger_line(text);
    } catch (const Error& error) {
      fail_chain(fmt::format("line {} of the ledger {} is damaged: {}", number, name, error.what()));
    }
    if (line.is_old() && is_chained) {
      fail_chain(
          fmt::format("line {} of the ledger {} has no hash of the line before, unlike those above", number, name));
    }
    if (!line.is_old() && line.before != contents.head.hash) {
      fail_chain(
          fmt::format("line {} of the ledger {} does not follow the line above it: something was changed, left "
                      "out or put elsewhere",
                      number, name));
    }
    is_chained = is_chained || !line.is_old();
    contents.head = {.count = number, .hash = hash_after(contents.head.hash, text, line.is_old())};
    contents.hashes.push_back(contents.head.hash);
    if (auto* entry = std::get_if<LedgerEntry>(&line.what)) {
      if (!line.is_old()) by_line.emplace(number, contents.records.size());
      contents.records.push_back({.entry = std::move(*entry),
                                  .line = number,
                                  .state = line.is_old() ? RecordState::committed : RecordState::open});
    } else {
      close_record(contents, by_line, std::get<ClosingLine>(line.what), name);
    }
  }
  check_head(stored, contents, is_chained, name);
  return contents;
}

}  // namespace sourdine
