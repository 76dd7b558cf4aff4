#include "sourdine/collector/running.h"

#include <csignal>
#include <thread>

#include "sourdine/collector/http/server.h"

namespace sourdine {
namespace {

// A refused address leaves no new store behind.
std::unique_ptr<Store> open_its_store(const CollectorConfig& config) {
  require_sound_address(config.server);
  return open_store(config.store);
}

}  // namespace

class RunningCollector::Parts {
 public:
  explicit Parts(CollectorConfig its_config)
      : config(std::move(its_config)),
        log(config.log_level, CollectorLog::sink_of(config.log_file)),
        store(open_its_store(config)),
        service(std::make_unique<CollectorService>(*store, log, config.service_options())),
        server(config.server, handlers()) {}

  HttpHandlers handlers() {
    CollectorService& its = *service;
    return {
        .handle = [&its](HttpRequest request, Respond respond) { its.handle(std::move(request), std::move(respond)); },
        .answer_early = [&its](const HttpRequest& head) { return its.answer_early(head); },
        .problem = [&its](std::string_view slug, const std::string& detail,
                          const HttpRequest& head) { return its.refused(slug, detail, head); },
        .connections =
            [&its](int change) {
              if (change == 0) its.metrics().connections_refused.fetch_add(1);
              its.metrics().connections.fetch_add(change);
            }};
  }

  static UnixTime now() { return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now()); }

  CollectorConfig config;
  CollectorLog log;
  std::unique_ptr<Store> store;
  std::unique_ptr<CollectorService> service;
  HttpServer server;
  bool is_running = false;
};

RunningCollector::RunningCollector(CollectorConfig config) : parts_(std::make_unique<Parts>(std::move(config))) {}

RunningCollector::~RunningCollector() { stop(); }

Store& RunningCollector::store() { return *parts_->store; }
CollectorService& RunningCollector::service() { return *parts_->service; }
std::string RunningCollector::url() const { return parts_->server.url(); }
std::uint16_t RunningCollector::port() const { return parts_->server.port(); }

void RunningCollector::backup(const std::string& path) const { copy_store(parts_->config.store, path); }

bool RunningCollector::is_new() { return parts_->store->collections().empty() && parts_->store->tokens().empty(); }

void RunningCollector::start() {
  // Who closes a connection while it is written to must not end the process.
  std::signal(SIGPIPE, SIG_IGN);
  parts_->is_running = true;
  parts_->server.start();
  parts_->log.write(LogLevel::info, "started", {{"url", url()}}, Parts::now());
}

void RunningCollector::run_until(const StopToken& stop_token) {
  while (!stop_token.is_asked()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  stop();
}

void RunningCollector::stop() {
  if (!parts_->is_running) return;
  parts_->is_running = false;
  parts_->server.stop();
  parts_->service.reset();
  parts_->log.write(LogLevel::info, "stopped", {}, Parts::now());
}

}  // namespace sourdine
