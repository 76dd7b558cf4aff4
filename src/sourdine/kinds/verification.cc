#include "sourdine/kinds/verification.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/kinds/guarantee_json.h"
#include "sourdine/kinds/open.h"

namespace sourdine {

Verification verify_publication(const std::string& directory) {
  // What has a seal is compared with it before anything else in it is read.
  if (!has_seal(directory)) open_for("verify", directory);
  Verification verification{.files = verify_sums(directory), .kind = {}, .title = {}, .made = {}};
  const OpenedKind opened = open_for("verify", directory);
  const auto& manifest = opened.manifest;
  try {
    verification.kind = opened.row->kind.name;
    verification.title = manifest.at("title").get<std::string>();
    verification.made = manifest.at("made").get<std::string>();
    verification.is_private = manifest.at("is_private").get<bool>();
    verification.not_private_because = manifest.at("not_private_because").get<std::vector<std::string>>();
    // A generalised table has no guarantee of differential privacy.
    if (manifest.contains("guarantee")) verification.guarantee = guarantee_from(manifest.at("guarantee"));
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
