#include "sourdine/publish/received.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_manifest_bytes = std::size_t{1} << 28;  // labels of large domains may be in it

std::string name_of_kind(const nlohmann::ordered_json& manifest) {
  const auto found = manifest.find("kind");
  if (found != manifest.end() && !found->is_string()) return "?";
  return found == manifest.end() ? "" : found->get<std::string>();
}

}  // namespace

std::optional<Received> find_received(const std::string& directory) {
  std::error_code ignored;
  const fs::path path = fs::path(directory) / manifest_name;
  if (!fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) > most_manifest_bytes) return std::nullopt;
  std::string text(fs::file_size(path, ignored), '\0');
  text.resize(InputFile(path.string()).read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  try {
    auto manifest = parse_bounded_json<nlohmann::ordered_json>(text);
    if (!manifest.is_object() || !manifest.contains("schema") || !manifest.contains("software")) return std::nullopt;
    std::string kind = name_of_kind(manifest);
    return Received{.directory = directory, .kind = std::move(kind), .manifest = std::move(manifest)};
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  } catch (const Error&) {
    return std::nullopt;
  }
}

void require_replaceable(const std::string& directory, const Kind& kind) {
  const auto received = find_received(directory);
  if (received && kind.is_called(received->kind)) return;
  fail_input(
      fmt::format("'{}' is there and holds no {}", directory, kind.title.in(Language::en)),
      fmt::format("--force replaces what 'sourdine {}' made, and nothing else: choose another directory.", kind.verb));
}

}  // namespace sourdine
