#include "sourdine/base/stop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "sourdine/base/error.h"
#include "sourdine/base/nothing_stops.h"

namespace sourdine {

// A signal handler may only touch atomics without locks.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
              std::atomic<detail::StopState*>::is_always_lock_free);

detail::StopState::StopState() : descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}
detail::StopState::~StopState() {
  if (descriptor >= 0) ::close(descriptor);
}

namespace {
thread_local int scopes_that_nothing_stops = 0;
}  // namespace

NothingStops::NothingStops() noexcept { ++scopes_that_nothing_stops; }
NothingStops::~NothingStops() { --scopes_that_nothing_stops; }

StopToken::StopToken() : StopToken(scopes_that_nothing_stops > 0 ? never() : process_stop().token()) {}

StopToken StopToken::never() {
  static const StopSource& nobody = *new StopSource;  // outlives every token, whatever the order of destruction
  return nobody.token();
}

void StopToken::wait_to_read(int descriptor) const { wait_for(descriptor, POLLIN); }
void StopToken::wait_to_write(int descriptor) const { wait_for(descriptor, POLLOUT); }

void StopToken::wait_for(int descriptor, short events) const {
  pollfd watched[2] = {{descriptor, events, 0}, {state_->descriptor, POLLIN, 0}};  // poll() passes over −1
  for (;;) {
    check();
    const int ready = ::poll(watched, 2, -1);
    if (ready < 0 && errno != EINTR) return;  // the read or write itself will name the reason
    if (ready > 0 && watched[0].revents != 0) return check();
  }
}

void StopToken::fail() { throw Error(ErrorCode::cancelled, "stopped before the work was done"); }

StopSource::StopSource() : state_(std::make_shared<detail::StopState>()), current_(state_.get()) {}
StopSource::~StopSource() = default;

StopToken StopSource::token() const {
  const std::lock_guard lock(mutex_);
  return StopToken(state_);
}

void StopSource::ask() noexcept {
  const int errno_before = errno;  // a handler must leave it as it was
  ++askers_;                       // before the state is looked up: renew() keeps what an asker may hold
  detail::StopState& state = *current_.load();
  state.is_asked.store(true, std::memory_order_relaxed);
  const std::uint64_t one = 1;
  if (state.descriptor >= 0 && ::write(state.descriptor, &one, sizeof one) < 0) {
    // Only a counter that is full refuses, and a full counter is readable.
  }
  --askers_;
  errno = errno_before;
}

void StopSource::renew() {
  const std::lock_guard lock(mutex_);
  if (!state_->is_asked.load()) return;
  auto fresh = std::make_shared<detail::StopState>();
  replaced_.push_back(state_);
  current_.store(fresh.get());
  state_ = std::move(fresh);
  if (askers_.load() == 0) replaced_.clear();  // who asks from now on finds the fresh one
}

StopSource& process_stop() {
  static StopSource& source = *new StopSource;  // outlives every token, whatever the order of destruction
  return source;
}

}  // namespace sourdine
