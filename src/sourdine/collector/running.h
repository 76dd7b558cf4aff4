// RunningCollector: store, service and server of a configuration, brought up together and down in order.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "sourdine/base/stop.h"
#include "sourdine/collector/config.h"

namespace sourdine {

class RunningCollector {
 public:
  // Opens the store and binds the port; answers nobody yet. Throws Error.
  explicit RunningCollector(CollectorConfig config);
  // stop(), if it was started.
  ~RunningCollector();

  Store& store();
  CollectorService& service();
  std::string url() const;
  std::uint16_t port() const;
  // A copy of the store (copy_store), while everything goes on.
  void backup(const std::string& path) const;
  // Whether the store holds neither a collection nor a token.
  bool is_new();

  void start();
  // Returns when stop is asked, after stop().
  void run_until(const StopToken& stop);
  // No more connections, answers to what was asked, a commit of what waits.
  void stop();

 private:
  class Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace sourdine
