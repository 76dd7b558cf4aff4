// The text of a NamedConfig: whoever reads a configuration looks here first.
#pragma once

#include <memory>
#include <string>

namespace sourdine {

// nullptr when there is no configuration of that name.
std::shared_ptr<const std::string> find_config_text(const std::string& name);

}  // namespace sourdine
