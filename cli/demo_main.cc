// The program of `make demo`: it is linked without what the demonstration does not run, and is there in half the time.
// Whoever wants more builds `sourdine`, of which this is the verb `demo`.
#include <iostream>

#include "app.h"
#include "demo_run.h"
#include "failure.h"
#include "signals.h"

int main(int argc, char** argv) {
  using namespace sourdine::cli;
  stop_on_signals();
  if (argc != 2) {
    std::cerr << "usage: sourdine-demo DIRECTORY\n";
    return 2;
  }
  DemoArguments arguments;
  arguments.out = argv[1];
  return exit_code_of(
      [&] {
        Context context{.out = std::cout, .err = std::cerr};
        demonstrate(arguments, context);
        return context.exit_code;
      },
      std::cerr);
}
