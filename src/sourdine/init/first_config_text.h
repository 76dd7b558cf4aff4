// The TOML of a first configuration, with its comments. Internal to first_config.cc, which says what is in it.
#pragma once

#include <string>

#include "sourdine/init/first_config.h"

namespace sourdine {

// `first` has everything but its texts. Nothing in it but names of columns and files, and numbers of rows and places.
std::string first_config_text(const TableProfile& profile, const FirstConfigOptions& options, const FirstConfig& first);

}  // namespace sourdine
