#include "sourdine/collector/http/server.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/ssl/context.hpp>
#include <map>
#include <mutex>
#include <thread>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/system_failure.h"
#include "sourdine/base/text.h"
#include "sourdine/collector/http/connection.h"

namespace sourdine {
namespace {

using namespace front;

constexpr std::chrono::milliseconds sweep_step{100};
constexpr rlim_t other_descriptors = 128;  // what the process needs beside its connections: the store, logs, ledgers

// As many connections as were asked for, if the system lets the process have so many descriptors. The rest of it must
// not lack any because strangers hold connections.
std::size_t allowed_connections(std::size_t asked) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return asked;
  const rlim_t needed = static_cast<rlim_t>(asked) + other_descriptors;
  if (limit.rlim_cur < needed) {
    const rlimit raised{std::min(needed, limit.rlim_max), limit.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) limit = raised;
  }
  if (limit.rlim_cur >= needed) return asked;
  return limit.rlim_cur > other_descriptors ? static_cast<std::size_t>(limit.rlim_cur - other_descriptors) : 1;
}

asio::ip::address listened_address(const HttpServerOptions& options) {
  error_code error;
  auto address = asio::ip::make_address(options.address == "localhost" ? "127.0.0.1" : options.address, error);
  if (error) {
    fail_input(fmt::format("'{}' is no address to listen at", shown(options.address)),
               "Give an IP address of this machine: 127.0.0.1, ::1, 0.0.0.0 …");
  }
  const bool has_tls = !options.certificate.empty() || !options.key.empty();
  if (has_tls && (options.certificate.empty() || options.key.empty())) {
    fail_input("TLS needs both a certificate and its key", "Give both files, or none.");
  }
  if (!has_tls && !options.allow_plain && !address.is_loopback()) {
    fail_input(fmt::format("others can reach {}, and without TLS they could read tokens on their way", options.address),
               "Give a certificate and its key; or say that a proxy before it encrypts (allow_plain).");
  }
  return address;
}

std::unique_ptr<asio::ssl::context> tls_context(const HttpServerOptions& options) {
  if (options.certificate.empty()) return nullptr;
  auto context = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(context->native_handle(), SSL_MODE_RELEASE_BUFFERS);
  for (const std::string& file : {options.certificate, options.key}) {
    if (::access(file.c_str(), R_OK) != 0) {
      fail_input(fmt::format("cannot read '{}': {}", shown(file), system_reason(errno)));
    }
  }
  error_code error;
  context->use_certificate_chain_file(options.certificate, error);
  if (error) fail_input(fmt::format("'{}' is no certificate: {}", shown(options.certificate), error.message()));
  context->use_private_key_file(options.key, asio::ssl::context::pem, error);
  if (error) fail_input(fmt::format("'{}' is no key of the certificate: {}", shown(options.key), error.message()));
  return context;
}

}  // namespace

class HttpServer::Front {
 public:
  Front(HttpServerOptions options, HttpHandlers handlers)
      : shared_{std::move(options), std::move(handlers)},
        tls_(tls_context(shared_.options)),
        acceptor_(context_),
        sweeper_(context_) {
    shared_.options.max_connections = allowed_connections(shared_.options.max_connections);
    const Tcp::endpoint endpoint(listened_address(shared_.options), shared_.options.port);
    error_code error;
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(Tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      fail_io(fmt::format("cannot listen at {} port {}: {}", shared_.options.address, shared_.options.port,
                          error.message()),
              "Another program may have the port: choose another one.");
    }
    port_ = acceptor_.local_endpoint().port();
  }

  ~Front() { stop(); }

  std::uint16_t port() const { return port_; }
  std::string url() const {
    const std::string& host = shared_.options.address;
    return fmt::format("{}://{}:{}", tls_ ? "https" : "http",
                       host.find(':') == std::string::npos ? host : "[" + host + "]", port());
  }

  void start() {
    accept();
    sweep();
    std::size_t threads = shared_.options.threads;
    if (threads == 0) threads = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { context_.run(); });
    }
  }

  void stop() {
    if (has_stopped_.exchange(true)) return;
    asio::post(context_, [this] {
      error_code ignored;
      acceptor_.close(ignored);
    });
    for_all([](AnyConnection& connection) { connection.post_stop(); });
    wait_until_gone(shared_.options.grace);
    for_all([](AnyConnection& connection) { connection.post_close(); });
    wait_until_gone(std::chrono::milliseconds(500));
    context_.stop();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
    has_ended_ = true;
  }

 private:
  void wait_until_gone(std::chrono::milliseconds time) {
    const auto end = Clock::now() + time;
    while (!threads_.empty() && Clock::now() < end) {
      {
        const std::lock_guard lock(mutex_);
        if (connections_.empty()) return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }

  // Connections that are going remain in the set until they have left it, and are not woken up again.
  template <class Use>
  void for_all(Use use) {
    std::vector<std::shared_ptr<AnyConnection>> held;
    {
      const std::lock_guard lock(mutex_);
      for (const auto& [pointer, weak] : connections_) {
        if (auto connection = weak.lock()) held.push_back(std::move(connection));
      }
    }
    for (const auto& connection : held) use(*connection);
  }

  void accept() {
    acceptor_.async_accept(asio::make_strand(context_), [this](error_code error, Socket socket) {
      if (has_stopped_ || error == asio::error::operation_aborted) return;
      if (error) return accept_later();
      welcome(std::move(socket));
      accept();
    });
  }

  // No descriptors are left, or the like: connections that end will give some back.
  void accept_later() {
    auto timer = std::make_shared<asio::steady_timer>(context_, std::chrono::milliseconds(50));
    timer->async_wait([this, timer](error_code) {
      if (!has_stopped_) accept();
    });
  }

  void welcome(Socket socket) {
    error_code error;
    const auto endpoint = socket.remote_endpoint(error);
    if (error) return;
    const std::string peer = endpoint.address().to_string();
    socket.set_option(Tcp::no_delay(true), error);
    const std::size_t per_address = shared_.options.connections_per_address;
    bool is_refused = false;
    {
      const std::lock_guard lock(mutex_);
      const bool is_full = connections_.size() >= shared_.options.max_connections;
      is_refused = is_full || (per_address != 0 && by_address_[peer] >= per_address);
      if (!is_refused) ++by_address_[peer];
      if (by_address_[peer] == 0) by_address_.erase(peer);
    }
    if (is_refused) {
      if (shared_.handlers.connections) shared_.handlers.connections(0);
      // Nobody waits for the answer; that there is one is counted and logged.
      HttpRequest nothing_read;
      nothing_read.peer = peer;
      shared_.handlers.problem("busy", "there are too many connections", nothing_read);
      return;
    }
    if (shared_.handlers.connections) shared_.handlers.connections(1);
    const auto gone = [this, peer](AnyConnection* connection) { forget(connection, peer); };
    if (tls_) {
      keep(std::make_shared<Connection<TlsStream>>(TlsStream(std::move(socket), *tls_), shared_, peer, gone));
    } else {
      keep(std::make_shared<Connection<Socket>>(std::move(socket), shared_, peer, gone));
    }
  }

  void keep(const std::shared_ptr<AnyConnection>& connection) {
    {
      const std::lock_guard lock(mutex_);
      connections_[connection.get()] = connection;
    }
    connection->start();
    if (has_stopped_) connection->post_stop();
  }

  void forget(AnyConnection* connection, const std::string& peer) {
    // Answers that came too late go with the context, when there may be no service any more.
    if (shared_.handlers.connections && !has_ended_) shared_.handlers.connections(-1);
    const std::lock_guard lock(mutex_);
    connections_.erase(connection);
    const auto found = by_address_.find(peer);
    if (found != by_address_.end() && --found->second == 0) by_address_.erase(found);
  }

  void sweep() {
    sweeper_.expires_after(sweep_step);
    sweeper_.async_wait([this](error_code error) {
      if (error) return;
      const auto now = Clock::now();
      for_all([now](AnyConnection& connection) {
        if (connection.is_late(now)) connection.post_timeout();
      });
      sweep();
    });
  }

  Shared shared_;
  std::unique_ptr<asio::ssl::context> tls_;
  // Declared before the context: connections that it still holds leave them when it goes.
  std::mutex mutex_;
  std::map<AnyConnection*, std::weak_ptr<AnyConnection>> connections_;
  std::map<std::string, std::size_t> by_address_;
  std::atomic<bool> has_ended_ = false;
  asio::io_context context_;
  Tcp::acceptor acceptor_;
  asio::steady_timer sweeper_;
  std::uint16_t port_ = 0;
  std::atomic<bool> has_stopped_ = false;
  std::vector<std::thread> threads_;
};

void require_sound_address(const HttpServerOptions& options) { (void)listened_address(options); }

HttpServer::HttpServer(HttpServerOptions options, HttpHandlers handlers)
    : front_(std::make_unique<Front>(std::move(options), std::move(handlers))) {}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const { return front_->port(); }
std::string HttpServer::url() const { return front_->url(); }
void HttpServer::start() { front_->start(); }
void HttpServer::stop() { front_->stop(); }

}  // namespace sourdine
