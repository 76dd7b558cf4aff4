#include "sourdine/publish/named_config.h"

#include <utility>

#include "sourdine/base/name_registry.h"
#include "sourdine/publish/config_text.h"

namespace sourdine {
namespace {

NameRegistry<const std::string>& registered_configs() {
  static auto& registry = *new NameRegistry<const std::string>("config:");  // whatever the order of destruction
  return registry;
}

}  // namespace

NamedConfig::NamedConfig(std::string text)
    : name_(registered_configs().add(std::make_shared<const std::string>(std::move(text)))) {}

NamedConfig::~NamedConfig() { registered_configs().remove(name_); }

std::shared_ptr<const std::string> find_config_text(const std::string& name) { return registered_configs().find(name); }

}  // namespace sourdine
