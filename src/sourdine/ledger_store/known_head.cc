#include "sourdine/ledger_store/known_head.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr std::size_t max_manifest_bytes = std::size_t{1} << 24;

bool is_sha256(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string manifest_text(const std::string& path) {
  InputFile file(path);
  std::string text;
  std::string part(std::size_t{1} << 16, '\0');
  while (const std::size_t got = file.read({reinterpret_cast<std::uint8_t*>(part.data()), part.size()})) {
    text.append(part, 0, got);
    if (text.size() > max_manifest_bytes) fail_input(fmt::format("'{}' is too long for a manifest", path));
  }
  return text;
}

}  // namespace

KnownHead known_head(const std::string& text) {
  if (is_sha256(text)) return {.hash = text, .source = "the hash that is given"};
  std::error_code ignored;
  if (!std::filesystem::is_directory(text, ignored)) {
    fail_input(
        fmt::format("'{}' is neither the SHA-256 of a ledger's line nor the directory of a release", shown(text)),
        "Give 64 letters and digits, or a directory with a manifest.json.");
  }
  const std::string path = (std::filesystem::path(text) / "manifest.json").string();
  try {
    const auto json = parse_bounded_json(manifest_text(path));
    const auto& head = json.at("ledger_head");
    return {.hash = head.at("hash"), .count = whole_number(head.at("count")), .source = fmt::format("'{}'", path)};
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("'{}' does not say what the ledger's head was", path),
               "Releases before version 0.2 did not write it.");
  }
}

std::uint64_t require_head(const LedgerContents& contents, const KnownHead& known, const std::string& ledger) {
  const auto& hashes = contents.hashes;
  if (known.count && (*known.count == 0 || *known.count > hashes.size())) {
    fail_input(
        fmt::format("the ledger {} has {} lines, and {} was published after line {}: it was cut off and its head "
                    "rewritten, or it is another ledger",
                    ledger, hashes.size(), known.source, *known.count));
  }
  if (known.count && hashes[*known.count - 1] == known.hash) return *known.count;
  const auto found = std::find(hashes.begin(), hashes.end(), known.hash);
  if (known.count || found == hashes.end()) {
    fail_input(fmt::format("the ledger {} does not hold the head of {}: it was rewritten together with its head, or it "
                           "is another ledger",
                           ledger, known.source),
               "Restore the ledger from a copy.");
  }
  return static_cast<std::uint64_t>(found - hashes.begin()) + 1;
}

}  // namespace sourdine
