#include "sourdine/kinds/inspection.h"

#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/kinds/open.h"
#include "sourdine/publish/received.h"

namespace sourdine {

Inspection inspect(const std::string& path) {
  const OpenedKind opened = open_publication(path);
  Inspection inspection{
      .kind = std::string(opened.row->kind.name), .title = std::string(opened.row->what), .version = opened.version};
  try {
    opened.row->read(opened, inspection);
  } catch (const nlohmann::json::exception&) {
    fail_input(fmt::format("'{}' is damaged, or not one that 'sourdine {}' wrote",
                           (std::filesystem::path(path) / manifest_name).string(), opened.row->kind.verb));
  }
  return inspection;
}

}  // namespace sourdine
