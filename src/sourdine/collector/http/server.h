// HttpServer: HTTP/1.1 over TCP or TLS in front of a service. Connections are kept alive, and their requests answered
// in order, one at a time; whoever is slow, sends too much or opens too many connections is closed.
//
// What a connection may hold: `header_bytes` of header, and a body only after the service has seen the header of one
// that is large (answer_early), so that strangers cannot fill the memory; all connections together `bodies_bytes` of
// large bodies, so that those who are no strangers cannot either, and one sender a quarter of it, so that the others
// have a place. One large body is always taken.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "sourdine/collector/http/message.h"

namespace sourdine {

struct HttpServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8470;     // 0: any that is free
  std::size_t threads = 0;       // 0: as many as there are cores
  std::string certificate = {};  // PEM files; both or none
  std::string key = {};
  bool allow_plain = false;                 // without TLS at an address that others can reach
  std::size_t max_connections = 4096;       // fewer where the system lets the process have fewer descriptors
  std::size_t connections_per_address = 0;  // 0: no limit
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t body_bytes = std::size_t{16} << 20;
  std::size_t bodies_bytes = std::size_t{256} << 20;  // of all large bodies under way; one is always taken
  std::chrono::milliseconds header_time{10'000};
  std::chrono::milliseconds body_time{60'000};  // of a body to arrive, and of an answer to be taken
  std::chrono::milliseconds idle_time{120'000};
  std::chrono::milliseconds grace{10'000};     // of requests under way when the server stops
  std::chrono::milliseconds event_step{1000};  // how often event streams are asked for more
};

struct HttpHandlers {
  std::function<void(HttpRequest, Respond)> handle;
  // Of a request whose body is still to come. May be empty.
  std::function<EarlyAnswer(const HttpRequest&)> answer_early;
  // The answer to what cannot be read, by a problem's slug, its detail and as much of the request as was read: its
  // address at least.
  std::function<HttpResponse(std::string_view, const std::string&, const HttpRequest&)> problem;
  std::function<void(int change)> connections = {};  // +1, −1; 0: one was refused
};

// Throws Error(bad_input) for what HttpServer would refuse before it binds: an address that is none, half of a
// certificate and key, an address others can reach without TLS.
void require_sound_address(const HttpServerOptions& options);

class HttpServer {
 public:
  // Binds, so that port() is known; answers nobody yet. Throws Error: bad_input for an address that is none, files that
  // are no certificate and key, and an address others can reach without TLS; io for a port that is taken.
  HttpServer(HttpServerOptions options, HttpHandlers handlers);
  // After stop(), and after whatever `handle` still runs for this server has ended.
  ~HttpServer();

  std::uint16_t port() const;
  std::string url() const;  // "http://127.0.0.1:8470"

  void start();
  // Stops accepting, closes idle connections, answers what is under way for up to the grace, ends. Any thread but the
  // server's own.
  void stop();

 private:
  class Front;
  std::unique_ptr<Front> front_;
};

}  // namespace sourdine
