// A promise as JSON. Not installed: it shows a type of a library behind us.
#pragma once

#include <nlohmann/json.hpp>

#include "sourdine/publish/promise.h"

namespace sourdine {

// {"promise", "protects", "does_not_protect", "not_private_because", "beside"} in each language: for pages.
nlohmann::ordered_json words_json(const Promise& promise);
// The guarantee as manifests have it, with the promise and what is not protected in English.
nlohmann::ordered_json stated_json(const Promise& promise);

}  // namespace sourdine
