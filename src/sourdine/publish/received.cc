#include "sourdine/publish/received.h"

#include <fmt/format.h>

#include <cstdint>
#include <filesystem>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

// All of a file, unless it is longer than what we publish: labels of large domains, or a map, may be in it.
std::optional<std::string> read_bounded(const fs::path& path) {
  constexpr std::size_t most_bytes = std::size_t{1} << 28;
  InputFile file(path.string());
  std::error_code ignored;
  const std::uintmax_t size = fs::file_size(path, ignored);
  if (size > most_bytes) return std::nullopt;
  std::string text(size, '\0');
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  return text;
}

std::string name_of_kind(const nlohmann::ordered_json& manifest) {
  const auto found = manifest.find("kind");
  if (found != manifest.end() && !found->is_string()) return "?";
  return found == manifest.end() ? "" : found->get<std::string>();
}

}  // namespace

std::optional<Received> find_received(const std::string& directory) {
  std::error_code ignored;
  const fs::path path = fs::path(directory) / manifest_name;
  if (!fs::is_regular_file(path, ignored)) return std::nullopt;
  const auto text = read_bounded(path);
  if (!text) return std::nullopt;
  try {
    auto manifest = parse_bounded_json<nlohmann::ordered_json>(*text);
    if (!manifest.is_object() || !manifest.contains("schema") || !manifest.contains("software")) return std::nullopt;
    std::string kind = name_of_kind(manifest);
    return Received{.kind = std::move(kind), .manifest = std::move(manifest)};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::string read_page_text(const std::string& directory) {
  const fs::path path = fs::path(directory) / page_data_name;
  if (!fs::is_directory(directory)) {
    fail_input(fmt::format("'{}' is no directory", directory), "Give the directory of a release.");
  }
  if (!fs::exists(path)) {
    fail_input(fmt::format("there is no page.json in '{}'", directory),
               "Give the directory of a release that has one: those of earlier versions have not.");
  }
  if (auto text = read_bounded(path)) return *std::move(text);
  fail_input(fmt::format("'{}' is too long for a page", path.string()));
}

void require_replaceable(const std::string& directory, const Kind& kind) {
  const auto received = find_received(directory);
  if (received && kind.is_called(received->kind)) return;
  fail_input(
      fmt::format("'{}' is there and holds no {}", directory, kind.title.in(Language::en)),
      fmt::format("--force replaces what 'sourdine {}' made, and nothing else: choose another directory.", kind.verb));
}

}  // namespace sourdine
