#include "signals.h"

#include <array>
#include <csignal>

#include "sourdine/base/stop.h"

namespace sourdine::cli {
namespace {

constexpr std::array stopping = {SIGINT, SIGTERM, SIGHUP};
volatile std::sig_atomic_t received = 0;

// Only what a signal handler may do: signal() for the handlers, an atomic flag and write() for the stop.
void ask_to_stop(int signal) {
  received = signal;
  for (const int other : stopping) {
    if (struct sigaction now = {}; sigaction(other, nullptr, &now) == 0 && now.sa_handler == ask_to_stop) {
      std::signal(other, SIG_DFL);
    }
  }
  process_stop().ask();
}

}  // namespace

void stop_on_signals() {
  process_stop();  // made here: a handler must not
  for (const int signal : stopping) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = ask_to_stop;
    sigemptyset(&action.sa_mask);
    action.sa_flags = 0;  // no SA_RESTART: opening a named pipe must return to see that stop was asked
    sigaction(signal, &action, nullptr);
  }
}

int stopping_signal() { return received; }

}  // namespace sourdine::cli
