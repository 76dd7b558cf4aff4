// What a program says of a failure, and the code it ends with.
#pragma once

#include <functional>
#include <ostream>

namespace sourdine::cli {

// What `work` returns; of what it throws, one sentence and a hint on `err`, and the code that app.h's run() promises.
int exit_code_of(const std::function<int()>& work, std::ostream& err);

}  // namespace sourdine::cli
