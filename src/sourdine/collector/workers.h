// Workers: threads for answers that take longer than a connection's thread should be held for.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sourdine {

class Workers {
 public:
  explicit Workers(std::size_t threads, std::size_t max_waiting = 1024);
  ~Workers();  // finishes what was submitted

  // False when too much is waiting. Jobs do not throw.
  bool submit(std::function<void()> job);
  std::size_t waiting() const;

 private:
  void work();

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> jobs_;
  std::size_t max_waiting_;
  bool has_ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace sourdine
