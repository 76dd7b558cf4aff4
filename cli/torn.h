// What was left out of torn report files, said where a person sees it.
#pragma once

#include <ostream>
#include <vector>

#include "sourdine/protocol/pipeline.h"

namespace sourdine::cli {

void print_torn(std::ostream& err, const std::vector<TornTail>& torn);

}  // namespace sourdine::cli
