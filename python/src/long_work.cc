#include "long_work.h"

#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>

#include "sourdine/base/stop.h"

namespace sourdine::python {
namespace {

// Of the main thread alone, but for the handler, which reads `previous` after it was set.
struct sigaction previous = {};
int depth = 0;  // a progress callback may call us again

void ask_to_stop(int signal, siginfo_t* info, void* context) {
  process_stop().ask();
  if ((previous.sa_flags & SA_SIGINFO) != 0) {
    previous.sa_sigaction(signal, info, context);
  } else {
    previous.sa_handler(signal);
  }
}

std::atomic<std::uint64_t> forks = 0;

// The kernel is asked once per thread, and again in a child, whose only thread is its main one: short calls would feel
// two system calls.
bool is_main_thread() {
  static const int watched = pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  struct Known {
    std::uint64_t forks = 0;
    bool is_known = false, is_main = false;
  };
  thread_local Known known;
  const std::uint64_t now = forks.load(std::memory_order_relaxed);
  if (!known.is_known || known.forks != now || watched != 0) known = {now, true, gettid() == getpid()};
  return known.is_main;
}

bool install() {
  if (!is_main_thread()) return false;
  if (depth > 0) {
    ++depth;
    return true;
  }
  if (sigaction(SIGINT, nullptr, &previous) != 0) return false;
  const bool is_handled =
      (previous.sa_flags & SA_SIGINFO) != 0 || (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN);
  if (!is_handled) return false;
  process_stop();  // exists before the handler asks it
  struct sigaction ours = {};
  ours.sa_sigaction = ask_to_stop;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&ours.sa_mask);
  if (sigaction(SIGINT, &ours, nullptr) != 0) return false;
  depth = 1;
  return true;
}

void give_back() {
  if (--depth > 0) return;
  struct sigaction now = {};
  sigaction(SIGINT, &previous, &now);
  // Whoever set another one meanwhile keeps it.
  if ((now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != ask_to_stop) sigaction(SIGINT, &now, nullptr);
  process_stop().renew();
}

}  // namespace

LongWork::LongWork(bool is_brief) : has_handler_(!is_brief && install()) { release_.emplace(); }

LongWork::~LongWork() { finish(); }

void LongWork::finish() {
  release_.reset();
  if (has_handler_) give_back();
  has_handler_ = false;
}

void LongWork::end() {
  finish();
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace sourdine::python
