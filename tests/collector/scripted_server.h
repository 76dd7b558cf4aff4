// A collector in a few lines, for tests of clients: it commits batches in memory, and does to its connections what the
// test says.
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/protocol/protocol.h"
#include "sourdine/protocol/report_file.h"

namespace sourdine::testing {

// What GET /v1/collections/{id} answers.
inline nlohmann::json collection_json(const Protocol& protocol, const std::string& id = "fires") {
  return {{"id", id},
          {"title", ""},
          {"state", "open"},
          {"kind", protocol.spec()->kind()},
          {"spec", nlohmann::json::parse(protocol.spec()->json())},
          {"fingerprint", hexadecimal(protocol.spec()->fingerprint())},
          {"report_bytes", protocol.report_bytes()},
          {"period", nullptr},
          {"clock_window_seconds", 3600},
          {"clock_ahead_seconds", 300},
          {"late_window_seconds", 86400},
          {"jitter_seconds", 0},
          {"max_batch_reports", 1000},
          {"max_batch_bytes", 1 << 20}};
}

class ScriptedServer {
 public:
  struct Request {
    std::string method, target, body;
    std::map<std::string, std::string> headers;  // names in lower case
  };
  struct Reaction {
    bool commits = true;
    bool answers = true;  // false: the connection is closed in place of the answer
    unsigned status = 200;
    std::string headers = {};  // lines with their ends
    std::string body = {};     // empty: what a collector would say
    std::chrono::milliseconds delay{0};
    bool reads_body = true;  // false: closed after the header
    bool closes = false;     // after the answer
  };

  explicit ScriptedServer(nlohmann::json collection) : collection_(std::move(collection)) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) std::abort();
    socklen_t size = sizeof address;
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    ::listen(listener_, 64);
    thread_ = std::thread([this] { run(); });
  }
  ~ScriptedServer() {
    is_stopping_ = true;
    thread_.join();
    ::close(listener_);
  }

  std::string url() const { return fmt::format("http://127.0.0.1:{}", port_); }
  // Called for every posted batch, one at a time; `attempt` counts from 0. Empty: all is well.
  void on_post(std::function<Reaction(const Request&, int attempt)> react) {
    const std::lock_guard held(mutex_);
    react_ = std::move(react);
  }
  void set_collection(nlohmann::json collection) {
    const std::lock_guard held(mutex_);
    collection_ = std::move(collection);
  }
  // Of the answer to GET.
  void set_get_status(unsigned status) { get_status_ = status; }

  std::vector<Request> posts() const {
    const std::lock_guard held(mutex_);
    return posts_;
  }
  // Key → body, each once.
  std::map<std::string, std::string> committed() const {
    const std::lock_guard held(mutex_);
    return committed_;
  }
  // A key that came again with another body.
  bool has_contradiction() const { return has_contradiction_; }
  int gets() const { return gets_; }
  int connections() const { return connections_; }

 private:
  void run() {
    std::vector<std::thread> threads;
    while (!is_stopping_) {
      pollfd one{listener_, POLLIN, 0};
      if (::poll(&one, 1, 10) <= 0) continue;
      const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (socket < 0) continue;
      ++connections_;
      threads.emplace_back([this, socket] {
        while (serve(socket)) {
        }
        ::close(socket);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  // False when the other side went away, or the server stops.
  bool receive(int socket, std::string& into) const {
    while (!is_stopping_) {
      pollfd one{socket, POLLIN, 0};
      if (::poll(&one, 1, 10) <= 0) continue;
      char bytes[65536];
      const ssize_t got = ::recv(socket, bytes, sizeof bytes, 0);
      if (got <= 0) return false;
      into.append(bytes, static_cast<std::size_t>(got));
      return true;
    }
    return false;
  }

  static Request parse(std::string_view head) {
    Request request;
    const std::size_t line_end = head.find("\r\n");
    const std::string_view line = head.substr(0, line_end);
    request.method = line.substr(0, line.find(' '));
    const std::size_t from = line.find(' ') + 1;
    request.target = line.substr(from, line.rfind(' ') - from);
    for (std::size_t at = line_end + 2; at < head.size();) {
      const std::size_t end = std::min(head.find("\r\n", at), head.size());
      const std::string_view field = head.substr(at, end - at);
      std::string name(field.substr(0, field.find(':')));
      std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
      if (field.find(": ") != field.npos) request.headers[name] = field.substr(field.find(": ") + 2);
      at = end + 2;
    }
    return request;
  }

  static bool send(int socket, unsigned status, const std::string& headers, const std::string& body) {
    const std::string bytes =
        fmt::format("HTTP/1.1 {} x\r\nContent-Length: {}\r\n{}\r\n{}", status, body.size(), headers, body);
    return ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size());
  }

  bool serve(int socket) {
    std::string text;
    while (text.find("\r\n\r\n") == text.npos) {
      if (!receive(socket, text)) return false;
    }
    const std::size_t body_at = text.find("\r\n\r\n") + 4;
    Request request = parse(std::string_view(text).substr(0, body_at - 4));
    if (request.method == "GET") {
      ++gets_;
      const std::lock_guard held(mutex_);
      return send(socket, get_status_, "Content-Type: application/json\r\n", collection_.dump());
    }
    Reaction reaction;
    const std::size_t length = std::stoul(request.headers["content-length"]);
    const std::lock_guard one_at_a_time(posting_);
    std::function<Reaction(const Request&, int)> react;
    {
      const std::lock_guard held(mutex_);
      react = react_;
    }
    if (react) reaction = react(request, attempts_++);
    if (!reaction.reads_body) return false;
    while (text.size() < body_at + length) {
      if (!receive(socket, text)) return false;
    }
    request.body = text.substr(body_at);
    const bool is_repeated = settle(request, reaction.commits);
    std::this_thread::sleep_for(reaction.delay);
    if (!reaction.answers) return false;
    std::string body = reaction.body;
    if (body.empty() && reaction.status == 200) {
      body = fmt::format("{{\"accepted\":{},\"repeated\":{}}}", reports_in(request.body), is_repeated);
    }
    return send(socket, reaction.status, reaction.headers, body) && !reaction.closes;
  }

  static std::uint64_t reports_in(const std::string& body) {
    ReportReader reader(std::make_unique<InputBytes>("body", std::string_view(body)));
    Reports block(reader.protocol()->report_bytes());
    std::uint64_t count = 0;
    while (reader.next(block)) count += block.size();
    return count;
  }

  bool settle(const Request& request, bool commits) {
    const std::lock_guard held(mutex_);
    posts_.push_back(request);
    const std::string& key = request.headers.at("idempotency-key");
    const auto [seen, is_new] = bodies_.try_emplace(key, request.body);
    if (seen->second != request.body) has_contradiction_ = true;
    if (commits) return !committed_.try_emplace(key, request.body).second;
    return false;
  }

  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
  std::atomic<bool> is_stopping_ = false;
  std::atomic<bool> has_contradiction_ = false;
  std::atomic<int> gets_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<unsigned> get_status_ = 200;
  std::mutex posting_;
  int attempts_ = 0;
  mutable std::mutex mutex_;
  nlohmann::json collection_;
  std::function<Reaction(const Request&, int)> react_;
  std::vector<Request> posts_;
  std::map<std::string, std::string> bodies_;
  std::map<std::string, std::string> committed_;
};

}  // namespace sourdine::testing
