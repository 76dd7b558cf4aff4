// What a configuration must fulfil beyond the form of its keys. Internal to counts/: parse_config() calls it.
#pragma once

#include "sourdine/counts/config.h"

namespace sourdine {

// Which of the keys that need another key are there.
struct GivenKeys {
  bool max_events = false;
  bool noise = false;
  bool smooth = false;
};

// Throws Error(bad_input), one sentence with the file's name, for what cannot be published so.
void check_config(const ReleaseConfig& config, const GivenKeys& given);

// In the central model "auto" is a fixed format. Guessed from the rows it would depend on who comes first: one person's
// row could decide how, and whether, everybody's are read, and no noise is made for that.
void fix_central_time_format(ReleaseConfig& config);

}  // namespace sourdine
