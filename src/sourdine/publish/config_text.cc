#include "sourdine/publish/config_text.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/name_registry.h"

namespace sourdine {
namespace {

NameRegistry<const std::string>& registered_configs() {
  static auto& registry = *new NameRegistry<const std::string>("config:");  // whatever the order of destruction
  return registry;
}

}  // namespace

ConfigText::ConfigText(const std::string& from) : path(from) {
  if (const auto named = registered_configs().find(from)) {
    text = *named;
    path = "configuration";
    has_file = false;
    return;
  }
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  InputFile file(path);
  text.resize(most_bytes);
  text.resize(file.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  if (text.size() == most_bytes) fail_input(fmt::format("'{}' is too long for a configuration", path));
}

NamedConfig::NamedConfig(std::string text)
    : name_(registered_configs().add(std::make_shared<const std::string>(std::move(text)))) {}

NamedConfig::~NamedConfig() { registered_configs().remove(name_); }

}  // namespace sourdine
