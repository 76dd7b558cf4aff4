// NameRegistry: things in the memory of this process that are asked for by a name, where otherwise a file's would
// stand: "frame:1", "frame:2". Any thread may use it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace sourdine {

template <class Thing>
class NameRegistry {
 public:
  explicit NameRegistry(std::string prefix) : prefix_(std::move(prefix)) {}

  // The name is a new one, and is never given to another thing.
  std::string add(std::shared_ptr<Thing> thing) {
    const std::lock_guard lock(mutex_);
    std::string name = prefix_ + std::to_string(++last_);
    things_.emplace(name, std::move(thing));
    return name;
  }
  void remove(const std::string& name) {
    const std::lock_guard lock(mutex_);
    things_.erase(name);
  }
  // nullptr when there is none.
  std::shared_ptr<Thing> find(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = things_.find(name);
    return found != things_.end() ? found->second : nullptr;
  }

 private:
  std::string prefix_;
  mutable std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::map<std::string, std::shared_ptr<Thing>> things_;
};

}  // namespace sourdine
