#include <iostream>

#include "app.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  return sourdine::cli::run({argv + 1, argv + argc}, std::cout, std::cerr);
}
