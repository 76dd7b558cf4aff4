// What `sourdine demo` does, also for the program of `make demo`, which has nothing else (demo_main.cc).
#pragma once

#include <cstddef>
#include <string>

namespace sourdine::cli {

struct Context;

struct DemoArguments {
  std::string out = "sourdine-demo";
  std::string language = "en";
  std::size_t draws = 3;
  bool json = false;
};

void demonstrate(const DemoArguments& arguments, Context& context);

}  // namespace sourdine::cli
