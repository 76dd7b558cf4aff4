// HTTP/1.1 for those who talk to a collector: one connection, one request at a time, every step with a time limit.
//
// TLS 1.2 or later; the server's certificate must be valid for the host, by the system's roots or a given file of them.
// Without TLS a token would travel in the clear: http:// is taken to the own machine only, unless somebody says so.
// Redirects are not followed: an answer is what the host that was named says.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/base/stop.h"

namespace sourdine {

struct HttpUrl {
  bool is_encrypted = false;
  std::string host;  // without the brackets of an IPv6 address
  std::string port;
  std::string path;  // what comes before every target: "" or "/collector"
};
// "https://host[:port][/path]" or "http://…". Throws Error(bad_input) for anything else, a name or password, a query.
HttpUrl parse_http_url(std::string_view url);
// True for localhost, 127.0.0.0/8 and ::1.
bool is_own_machine(const HttpUrl& url);

// All but letters, digits and -._~ as %XX.
std::string percent_encoded(std::string_view text);

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpAnswer {
  unsigned status = 0;
  HttpHeaders headers = {};  // names in lower case
  std::string body = {};

  // Empty when there is none.
  std::string_view header(std::string_view name) const;
};

struct HttpClientOptions {
  std::string ca_file = {};   // PEM; empty: the system's roots
  bool allows_plain = false;  // http:// to other machines
  std::chrono::milliseconds connect_timeout{15'000};
  std::chrono::milliseconds timeout{60'000};  // of a request and its answer
  std::size_t max_body = std::size_t{256} << 20;
};

class HttpClient {
 public:
  // Throws Error(bad_input): no such URL, a file of roots that cannot be read, http:// to another machine.
  explicit HttpClient(const std::string& url, HttpClientOptions options = {}, StopToken stop = {});
  ~HttpClient();
  HttpClient(HttpClient&&) noexcept;

  // Connects, and checks who answers; nothing is sent of any request. No-op when there is a connection that
  // the server has not closed. Throws Error(io) saying why not.
  void connect();
  bool is_connected() const;
  void close();

  // `target` begins with a slash and comes behind the URL's path. Connects when there is no connection. Throws
  // Error(io) when no whole answer came: the request may have arrived or not. The connection is closed then.
  HttpAnswer get(const std::string& target, const HttpHeaders& headers = {});
  HttpAnswer post(const std::string& target, const HttpHeaders& headers, std::string_view body);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sourdine
