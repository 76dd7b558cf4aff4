#include <iostream>

#include "app.h"
#include "signals.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  sourdine::cli::stop_on_signals();
  return sourdine::cli::run({argv + 1, argv + argc}, std::cout, std::cerr);
}
