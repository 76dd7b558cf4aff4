// A server in front of the service of a fixture, and a client that sends bytes as they are.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "collector/service_fixture.h"
#include "sourdine/collector/http/server.h"

namespace sourdine::testing {

// How long to wait for what must come. Only a test that fails waits so long: the machine may have other work.
inline constexpr int patience_milliseconds = 60'000;

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  }
  ~RawClient() { ::close(socket_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // False when the other side has closed.
  bool send(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  // Until the text has come, the connection is closed, or the time is over.
  const std::string& read_until(std::string_view text, int milliseconds = patience_milliseconds) {
    while (got.find(text) == std::string::npos && read_some(milliseconds)) {
    }
    return got;
  }
  const std::string& read_to_end(int milliseconds = patience_milliseconds) {
    while (read_some(milliseconds)) {
    }
    return got;
  }
  bool is_closed(int milliseconds = patience_milliseconds) {
    read_to_end(milliseconds);
    return has_ended_;
  }

  std::string got;

 private:
  bool read_some(int milliseconds) {
    pollfd wait{socket_, POLLIN, 0};
    if (::poll(&wait, 1, milliseconds) <= 0) return false;
    char bytes[4096];
    const ssize_t size = ::recv(socket_, bytes, sizeof bytes, 0);
    if (size <= 0) {
      has_ended_ = true;
      return false;
    }
    got.append(bytes, static_cast<std::size_t>(size));
    return true;
  }

  int socket_;
  bool has_ended_ = false;
};

class ServedFixture : public ServiceFixture {
 public:
  explicit ServedFixture(HttpServerOptions options = {}, ServiceOptions service_options = {})
      : ServiceFixture(std::move(service_options)) {
    options.port = 0;
    options.threads = options.threads == 0 ? 2 : options.threads;
    server = std::make_unique<HttpServer>(
        options,
        HttpHandlers{.handle = [this](HttpRequest request,
                                      Respond respond) { service->handle(std::move(request), std::move(respond)); },
                     .answer_early = [this](const HttpRequest& head) { return service->answer_early(head); },
                     .problem =
                         [this](std::string_view slug, const std::string& detail, const HttpRequest& head) {
                           HttpResponse response = service->refused(slug, detail, head);
                           remember("", "", response);
                           return response;
                         },
                     .connections =
                         [this](int change) {
                           if (change == 0) service->metrics().connections_refused.fetch_add(1);
                           service->metrics().connections.fetch_add(change);
                         }});
    server->start();
  }
  ~ServedFixture() {
    server->stop();
    service.reset();
  }

  // The answer to bytes, after which the connection must be closed.
  std::string answer_to(std::string_view bytes) {
    RawClient client(server->port());
    client.send(bytes);
    return client.read_to_end();
  }
  // Soon, as when others have just left; false when it never is.
  bool becomes_healthy() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience_milliseconds);
    while (!is_healthy()) {
      if (std::chrono::steady_clock::now() > end) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
  }
  bool is_healthy() {
    RawClient client(server->port());
    client.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return client.read_to_end().ends_with("\r\n\r\nok");
  }
  std::string post_text(const std::string& body, const std::string& more = {}) {
    return "POST /v1/collections/fires/reports?period=2026-11-17 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " +
           client +
           "\r\nContent-Type: application/vnd.sourdine.reports\r\nIdempotency-Key: " + to_text(make_batch_key(now())) +
           "\r\n" + more + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

  std::unique_ptr<HttpServer> server;
};

}  // namespace sourdine::testing
