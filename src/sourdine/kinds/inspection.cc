#include "sourdine/kinds/inspection.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/kinds/table.h"
#include "sourdine/publish/received.h"

namespace sourdine {
namespace {

using Manifest = nlohmann::ordered_json;

template <class Value>
void take(const Manifest& json, const char* key, Value& into) {
  into = json.at(key).get<Value>();
}

// to_json(Guarantee) the other way. Throws nlohmann::json::exception, or Error(bad_input) for a unit that is not known.
Guarantee guarantee_from(const Manifest& json) {
  Guarantee guarantee;
  take(json, "epsilon_asked", guarantee.epsilon_asked);
  take(json, "epsilon", guarantee.epsilon);
  take(json, "delta", guarantee.delta);
  guarantee.model = json.at("model").get<std::string>() == "central" ? PrivacyModel::central : PrivacyModel::local;
  take(json, "unit", guarantee.unit_text);
  take(json, "neighbours", guarantee.neighbours_text);
  guarantee.unit = Unit::event;
  if (json.contains("protects")) {  // not in releases of 0.1
    guarantee.unit = unit_from(json.at("protects").get<std::string>());
    guarantee.neighbours = neighbours_from(json.at("against").get<std::string>());
  }
  take(json, "caveats", guarantee.caveats);
  if (json.contains("within_metres")) guarantee.within = json.at("within_metres").get<double>();
  if (json.contains("epsilon_per_metre")) {
    guarantee.loss = MetricEpsilon{.per_metre = json.at("epsilon_per_metre").get<double>(),
                                   .offset = json.at("offset").get<double>()};
  }
  if (json.contains("levels")) {
    for (const auto& level : json.at("levels")) {
      guarantee.levels.push_back(
          {unit_from(level.at("protects").get<std::string>()), level.at("epsilon").get<double>()});
    }
  }
  if (json.contains("not_private_because")) take(json, "not_private_because", guarantee.not_private_because);
  return guarantee;
}

// Throws likewise.
void take_promise(const Manifest& manifest, StatedPromise& into) {
  take(manifest, "is_private", into.is_private);
  take(manifest, "not_private_because", into.not_private_because);
  if (!manifest.contains("guarantee")) return;  // a generalised table has none of differential privacy
  const Manifest& guarantee = manifest.at("guarantee");
  into.guarantee = guarantee_from(guarantee);
  if (guarantee.contains("promise")) take(guarantee, "promise", into.promise);
}

// What all manifests have around what is the kind's own.
void inspect_directory(const OpenedKind& opened, Inspection& into) {
  require_as_published(opened.path);
  const Manifest& manifest = opened.manifest;
  for (const auto& [key, label] : {std::pair("title", "title"), {"made", "made on"}, {"software", "by"}}) {
    if (manifest.contains(key)) into.add(key, label, manifest.at(key).get<std::string>());
  }
  take_promise(manifest, into);
  opened.row->read(opened, into);
  for (const std::string& name : names_of_files(opened.path)) {
    const std::uint64_t bytes = std::filesystem::file_size(std::filesystem::path(opened.path) / name);
    into.add("bytes of " + name, "bytes of " + name, bytes);
  }
}

}  // namespace

Inspection inspect(const std::string& path) {
  const OpenedKind opened = open_publication(path);
  Inspection inspection;
  inspection.kind = opened.row->kind.name;
  inspection.title = opened.row->what;
  try {
    opened.manifest.is_null() ? opened.row->read(opened, inspection) : inspect_directory(opened, inspection);
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("'{}' is damaged, or not one that 'sourdine {}' wrote",
                           (std::filesystem::path(path) / manifest_name).string(), opened.row->kind.verb));
  }
  return inspection;
}

Verification verify_publication(const std::string& directory) {
  // What has a seal is compared with it before anything else in it is read.
  if (!has_seal(directory)) open_for("verify", directory);
  Verification verification;
  verification.files = verify_sums(directory);
  const OpenedKind opened = open_for("verify", directory);
  try {
    verification.kind = opened.row->kind.name;
    take(opened.manifest, "title", verification.title);
    take(opened.manifest, "made", verification.made);
    take_promise(opened.manifest, verification);
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("the manifest in '{}' is none of a release", directory),
               "It was not published by Sourdine.");
  }
  if (verification.is_private && !verification.guarantee) {
    fail_input(fmt::format("the manifest in '{}' promises privacy and does not say which", directory));
  }
  return verification;
}

}  // namespace sourdine
