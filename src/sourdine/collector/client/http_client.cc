#include "sourdine/collector/client/http_client.h"

#include <fmt/format.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <cerrno>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using SecureStream = asio::ssl::stream<beast::tcp_stream>;

bool is_port(std::string_view text) {
  if (text.empty() || text.size() > 5) return false;
  unsigned number = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return false;
    number = number * 10 + static_cast<unsigned>(digit - '0');
  }
  return number >= 1 && number <= 65535;
}

bool is_plain_host(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') ||
         letter == '.' || letter == '-' || letter == '_' || letter == ':';
}

bool is_plain_path(char letter) { return letter > ' ' && letter < 0x7F && letter != '?' && letter != '#'; }

[[noreturn]] void fail_url(std::string_view url, std::string_view why) {
  fail_input(fmt::format("'{}' is no address of a collector: {}", shown(url), why),
             "Write https://host, https://host:port or http://localhost:8470.");
}

// What the host header says.
std::string authority_of(const HttpUrl& url) {
  const std::string host = url.host.find(':') == std::string::npos ? url.host : "[" + url.host + "]";
  return url.port == (url.is_encrypted ? "443" : "80") ? host : host + ":" + url.port;
}

}  // namespace

HttpUrl parse_http_url(std::string_view text) {
  HttpUrl url;
  std::string_view rest = text;
  if (rest.starts_with("https://")) {
    url.is_encrypted = true;
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else {
    fail_url(text, "it begins neither with https:// nor with http://");
  }
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string_view authority = rest.substr(0, slash);
  url.path = rest.substr(slash);
  while (url.path.ends_with('/')) url.path.pop_back();
  if (!std::all_of(url.path.begin(), url.path.end(), is_plain_path)) fail_url(text, "its path is no plain path");
  if (authority.find('@') != authority.npos) fail_url(text, "names and passwords do not belong there");
  std::string_view port;
  bool has_port = false;
  if (authority.starts_with('[')) {
    const std::size_t end = authority.find(']');
    if (end == authority.npos) fail_url(text, "the bracket is not closed");
    url.host = authority.substr(1, end - 1);
    authority.remove_prefix(end + 1);
    has_port = authority.starts_with(':');
    if (!has_port && !authority.empty()) fail_url(text, "something stands behind the bracket");
    if (has_port) port = authority.substr(1);
  } else {
    const std::size_t colon = authority.find(':');
    has_port = colon != authority.npos;
    url.host = authority.substr(0, colon);
    if (has_port) port = authority.substr(colon + 1);
  }
  if (url.host.empty() || !std::all_of(url.host.begin(), url.host.end(), is_plain_host)) {
    fail_url(text, "it names no host");
  }
  if (has_port && !is_port(port)) fail_url(text, "its port is no number from 1 to 65535");
  url.port = has_port ? std::string(port) : url.is_encrypted ? "443" : "80";
  return url;
}

bool is_own_machine(const HttpUrl& url) {
  if (url.host == "localhost") return true;
  error_code not_an_address;
  const asio::ip::address address = asio::ip::make_address(url.host, not_an_address);
  return !not_an_address && address.is_loopback();
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char letter : text) {
    const bool is_plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                          (letter >= '0' && letter <= '9') ||
                          std::string_view("-._~").find(letter) != std::string::npos;
    if (is_plain) {
      encoded += letter;
    } else {
      encoded += fmt::format("%{:02X}", static_cast<unsigned char>(letter));
    }
  }
  return encoded;
}

std::string_view HttpAnswer::header(std::string_view name) const {
  const auto found =
      std::find_if(headers.begin(), headers.end(), [name](const auto& one) { return one.first == name; });
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

// Beast's time limits hold for asynchronous operations only: every operation here is one, run to its end at once.
struct HttpClient::State {
  HttpUrl url;
  HttpClientOptions options;
  StopToken stop;
  asio::io_context context{1};
  std::optional<asio::ssl::context> tls = {};
  std::optional<beast::tcp_stream> plain = {};
  std::optional<SecureStream> secure = {};
  beast::flat_buffer buffer = {};

  State(const std::string& address, HttpClientOptions asked, StopToken token)
      : url(parse_http_url(address)), options(std::move(asked)), stop(std::move(token)) {
    if (!url.is_encrypted) {
      if (options.allows_plain || is_own_machine(url)) return;
      fail_input(fmt::format("'{}' is another machine, and http:// would show it the token in the clear", url.host),
                 "Use https://; or say that the way there is safe (--allow-plain).");
    }
    tls.emplace(asio::ssl::context::tls_client);
    tls->set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
    tls->set_verify_mode(asio::ssl::verify_peer);
    error_code failed;
    if (options.ca_file.empty()) {
      tls->set_default_verify_paths(failed);
    } else {
      tls->load_verify_file(options.ca_file, failed);
    }
    if (failed) {
      fail_input(fmt::format("cannot read the certificates in '{}': {}", options.ca_file, failed.message()),
                 "Give a file of PEM certificates.");
    }
  }

  bool is_connected() const { return plain.has_value() || secure.has_value(); }
  beast::tcp_stream& socket() { return secure ? secure->next_layer() : *plain; }

  // Closed without TLS's own farewell: whatever was to be said was acknowledged, or will be sent again.
  void close() {
    if (is_connected()) {
      error_code ignored;
      socket().socket().close(ignored);
    }
    secure.reset();
    plain.reset();
    buffer.clear();
  }

  [[noreturn]] void fail(std::string_view what, const error_code& why) {
    close();
    const std::string host = fmt::format("{}:{}", url.host, url.port);
    if (why == beast::error::timeout) fail_io(fmt::format("{} {}: no answer in time", what, host));
    fail_io(fmt::format("{} {}: {}", what, host, why.message()));
  }

  // Runs what was started until it has ended; stops it when somebody asks.
  void run() {
    context.restart();
    while (!context.stopped()) {
      context.run_for(std::chrono::milliseconds(100));
      if (!context.stopped() && stop.is_asked()) {
        if (is_connected()) socket().cancel();
        context.run();
        close();
        stop.check();
      }
    }
  }

  // Whether the server has hung up, or (without TLS, which has messages of its own) said something nobody asked for.
  bool is_stale() {
    char byte = 0;
    const ssize_t got = ::recv(socket().socket().native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got > 0 && !secure) || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
  }

  void connect() {
    if (is_connected() && is_stale()) close();
    if (is_connected()) return;
    stop.check();
    asio::ip::tcp::resolver resolver(context);
    asio::ip::tcp::resolver::results_type found;
    error_code failed;
    resolver.async_resolve(url.host, url.port, [&](const error_code& why, auto results) {
      failed = why;
      found = std::move(results);
    });
    run();
    if (failed) fail("cannot find", failed);
    if (tls) {
      secure.emplace(context, *tls);
    } else {
      plain.emplace(context);
    }
    socket().expires_after(options.connect_timeout);
    socket().async_connect(found, [&](const error_code& why, const auto&) { failed = why; });
    run();
    if (failed) fail("cannot connect to", failed);
    socket().socket().set_option(asio::ip::tcp::no_delay(true), failed);
    if (secure) shake_hands();
  }

  void shake_hands() {
    error_code failed;
    // An address is no name that could be asked for. (The macro of OpenSSL for this call has an old cast.)
    asio::ip::make_address(url.host, failed);
    if (failed && SSL_ctrl(secure->native_handle(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
                           url.host.data()) != 1) {
      fail("cannot name the host to", asio::error::invalid_argument);
    }
    secure->set_verify_callback(asio::ssl::host_name_verification(url.host), failed);
    if (failed) fail("cannot check the certificate of", failed);
    secure->async_handshake(asio::ssl::stream_base::client, [&](const error_code& why) { failed = why; });
    run();
    if (!failed) return;
    const long verdict = SSL_get_verify_result(secure->native_handle());
    if (verdict == X509_V_OK) fail("cannot speak TLS with", failed);
    close();
    fail_io(fmt::format("the certificate of {}:{} is not to be trusted: {}", url.host, url.port,
                        X509_verify_cert_error_string(verdict)),
            "Give the file of its authority (--ca), or the name that the certificate is for.");
  }

  template <class Stream>
  HttpAnswer exchange(Stream& stream, const http::request<http::span_body<const char>>& request) {
    error_code failed;
    socket().expires_after(options.timeout);
    http::async_write(stream, request, [&](const error_code& why, std::size_t) { failed = why; });
    run();
    // A server that refuses early answers before it has read all: the answer may be there nevertheless.
    const error_code unsent = failed;
    http::response_parser<http::string_body> parser;
    parser.body_limit(options.max_body);
    parser.header_limit(64 * 1024);
    http::async_read(stream, buffer, parser, [&](const error_code& why, std::size_t) { failed = why; });
    run();
    if (failed) fail("no answer from", unsent ? unsent : failed);
    HttpAnswer answer{.status = parser.get().result_int()};
    for (const auto& field : parser.get()) {
      std::string name(field.name_string());
      std::transform(name.begin(), name.end(), name.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
      });
      answer.headers.emplace_back(std::move(name), std::string(field.value()));
    }
    if (unsent || parser.get().need_eof() || !parser.get().keep_alive()) close();
    answer.body = std::move(parser.get().body());
    return answer;
  }

  HttpAnswer ask(http::verb verb, const std::string& target, const HttpHeaders& headers, std::string_view body) {
    connect();
    http::request<http::span_body<const char>> request(verb, url.path + target, 11);
    request.set(http::field::host, authority_of(url));
    request.set(http::field::user_agent, "sourdine");
    for (const auto& [name, value] : headers) request.set(name, value);
    request.body() = {body.data(), body.size()};
    if (verb != http::verb::get) request.content_length(body.size());
    return secure ? exchange(*secure, request) : exchange(*plain, request);
  }
};

HttpClient::HttpClient(const std::string& url, HttpClientOptions options, StopToken stop)
    : state_(std::make_unique<State>(url, std::move(options), std::move(stop))) {}
HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;

void HttpClient::connect() { state_->connect(); }
bool HttpClient::is_connected() const { return state_->is_connected(); }
void HttpClient::close() { state_->close(); }

HttpAnswer HttpClient::get(const std::string& target, const HttpHeaders& headers) {
  return state_->ask(http::verb::get, target, headers, {});
}
HttpAnswer HttpClient::post(const std::string& target, const HttpHeaders& headers, std::string_view body) {
  return state_->ask(http::verb::post, target, headers, body);
}

}  // namespace sourdine
