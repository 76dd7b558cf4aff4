#include <iostream>

#include "app.h"
#include "signals.h"
#include "standard_output.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  sourdine::cli::stop_on_signals();
  sourdine::cli::StandardOutput out;
  return sourdine::cli::run({argv + 1, argv + argc}, out, std::cerr);
}
