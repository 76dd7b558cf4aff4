#include "sourdine/protocol/spec.h"

#include <nlohmann/json.hpp>

#include "sourdine/base/stream.h"

namespace sourdine {
namespace {

using Json = nlohmann::json;

std::string join(const std::string& path, const std::string& key) { return path.empty() ? key : path + "." + key; }

std::string difference(const Json& a, const Json& b, const std::string& path) {
  if (!a.is_object() || !b.is_object()) return a == b ? std::string() : path;
  // What is missing counts as empty, so that the name of a field of it is said.
  const auto field = [](const Json& object, const std::string& key, const Json& other) {
    const auto found = object.find(key);
    return found != object.end() ? *found : other.is_object() ? Json::object() : Json();
  };
  for (const auto& [key, value] : a.items()) {
    if (std::string found = difference(value, field(b, key, value), join(path, key)); !found.empty()) return found;
  }
  for (const auto& [key, value] : b.items()) {
    if (std::string found = difference(field(a, key, value), value, join(path, key)); !found.empty()) return found;
  }
  return {};
}

Fingerprint fingerprint_of(std::string_view kind, std::string_view json) {
  std::string text(kind);
  text += '\n';  // no kind has one, so the two cannot run into each other
  return sha256(as_bytes(text.append(json)));
}

}  // namespace

ProtocolSpec::ProtocolSpec(std::string kind, std::string json)
    : kind_(std::move(kind)), json_(std::move(json)), fingerprint_(fingerprint_of(kind_, json_)) {}

std::string first_difference(const ProtocolSpec& a, const ProtocolSpec& b) {
  if (a == b) return {};
  if (a.kind() != b.kind()) return "kind";
  const std::string found = difference(Json::parse(a.json()), Json::parse(b.json()), {});
  return found.empty() ? "spec" : found;  // the same values, written differently
}

std::string first_difference(const Spec& a, const Spec& b) {
  if (is_same(a, b)) return {};
  return a && b ? first_difference(*a, *b) : "kind";
}

}  // namespace sourdine
