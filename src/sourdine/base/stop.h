// Stopping long work. A StopSource is asked to stop; every StopToken made from it sees that; work that checks its token
// ends by Error(cancelled), so that destructors remove what was half written.
//
// Whatever may take long or may block takes a `StopToken stop = {}`. A token made from nothing watches the source of
// the process, process_stop(), which the command line asks when SIGINT or SIGTERM arrives; where nobody asks it,
// nothing stops. A check costs one load of a flag, so it may stand in loops of some microseconds a turn.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

namespace sourdine {

class StopSource;

namespace detail {
struct StopState {
  std::atomic<bool> is_asked = false;
  int descriptor = -1;  // readable when stop is asked; -1 where the system gave none

  StopState();
  ~StopState();
  StopState(const StopState&) = delete;
  StopState& operator=(const StopState&) = delete;
};
}  // namespace detail

// Cheap to copy; any thread may use it.
class StopToken {
 public:
  // Watches process_stop().
  StopToken();
  // Is never asked to stop: for the short work that must not end half-way.
  static StopToken never();

  bool is_asked() const noexcept { return state_->is_asked.load(std::memory_order_relaxed); }
  // Throws Error(cancelled) when stop was asked.
  void check() const {
    if (is_asked()) fail();
  }
  // Returns when a read (a write of at most PIPE_BUF bytes) would not block; throws Error(cancelled) when stop is asked
  // first. Nothing is missed between a check and the wait.
  void wait_to_read(int descriptor) const;
  void wait_to_write(int descriptor) const;

 private:
  friend class StopSource;
  explicit StopToken(std::shared_ptr<const detail::StopState> state) : state_(std::move(state)) {}
  void wait_for(int descriptor, short events) const;
  [[noreturn]] static void fail();

  std::shared_ptr<const detail::StopState> state_;
};

class StopSource {
 public:
  StopSource();
  ~StopSource();
  StopSource(const StopSource&) = delete;
  StopSource& operator=(const StopSource&) = delete;

  StopToken token() const;
  // Once asked, always asked, for every token made before. Any thread may call it, and so may a signal handler.
  void ask() noexcept;
  // For a process that goes on living after it was stopped (a notebook and its Ctrl-C): if stop was asked, tokens made
  // from now on are not, until it is asked again; those made before stay asked. Otherwise nothing changes: work that
  // is under way still sees the next ask. Any thread may call it; a signal handler may not.
  void renew();

 private:
  mutable std::mutex mutex_;  // of state_ and replaced_; ask() must not wait for it
  std::shared_ptr<detail::StopState> state_;
  std::atomic<detail::StopState*> current_;                   // state_, for ask()
  std::atomic<int> askers_ = 0;                               // in ask() now
  std::vector<std::shared_ptr<detail::StopState>> replaced_;  // that an asker may still hold
};

// The source that tokens watch by default. Lives as long as the process; call it once before a signal handler does.
StopSource& process_stop();

}  // namespace sourdine
