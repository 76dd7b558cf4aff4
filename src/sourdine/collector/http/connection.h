// One connection of the server, TCP or TLS. Internal: it shows types of Asio.
#pragma once

#include <array>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/write.hpp>

#include "sourdine/collector/http/body_places.h"
#include "sourdine/collector/http/request_reader.h"
#include "sourdine/collector/http/response_text.h"
#include "sourdine/collector/http/server.h"
#include "sourdine/collector/problem.h"

namespace sourdine::front {

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Strand = asio::strand<asio::io_context::executor_type>;
using Socket = asio::basic_stream_socket<Tcp, Strand>;
using TlsStream = asio::ssl::stream<Socket>;
using Clock = std::chrono::steady_clock;
using boost::system::error_code;

inline constexpr std::chrono::milliseconds linger_time{2000};
// A body up to this size is read before the service is asked about its header.
inline constexpr std::size_t small_body = std::size_t{64} << 10;

// What the server does to any connection. Deadlines are looked at by the server now and then, not timers of each.
class AnyConnection {
 public:
  virtual ~AnyConnection() = default;
  virtual void start() = 0;
  virtual void post_timeout() = 0;  // its deadline has passed
  virtual void post_stop() = 0;     // the server wants to end
  virtual void post_close() = 0;    // at once

  bool is_late(Clock::time_point now) const { return now.time_since_epoch().count() > deadline_.load(); }

 protected:
  void expire_in(std::chrono::milliseconds time) { deadline_ = (Clock::now() + time).time_since_epoch().count(); }
  void expire_never() { deadline_ = INT64_MAX; }

 private:
  std::atomic<std::int64_t> deadline_ = INT64_MAX;
};

struct Shared {
  HttpServerOptions options;
  HttpHandlers handlers;
  mutable BodyPlaces places = BodyPlaces(options.bodies_bytes);
};

// Everything runs on the connection's strand; answers are posted to it.
template <class Stream>
class Connection final : public AnyConnection, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  static constexpr bool is_tls = std::is_same_v<Stream, TlsStream>;

  // `gone` is called when the connection is no more.
  Connection(Stream stream, const Shared& shared, std::string peer, std::function<void(AnyConnection*)> gone)
      : stream_(std::move(stream)),
        shared_(shared),
        peer_(std::move(peer)),
        gone_(std::move(gone)),
        timer_(tcp().get_executor()),
        reader_(ReaderLimits{shared.options.header_bytes, shared.options.body_bytes}) {}
  ~Connection() override { gone_(this); }

  void start() override {
    expire_in(shared_.options.header_time);
    if constexpr (is_tls) {
      stream_.async_handshake(asio::ssl::stream_base::server, [self = self()](error_code error) {
        if (error) return self->end_handshake(error);
        self->read();
      });
    } else {
      asio::post(tcp().get_executor(), [self = self()] { self->read(); });
    }
  }

  // Nobody can be told; it is counted and logged, but for those who only went away.
  void end_handshake(error_code error) {
    if (error.category() == asio::error::get_ssl_category()) {
      shared_.handlers.problem("malformed-request", "the TLS handshake failed", request_so_far());
    }
    close();
  }

  void post_timeout() override {
    asio::post(tcp().get_executor(), [self = self()] { self->on_timeout(); });
  }
  void post_stop() override {
    asio::post(tcp().get_executor(), [self = self()] { self->on_stop(); });
  }
  void post_close() override {
    asio::post(tcp().get_executor(), [self = self()] { self->close(); });
  }

 private:
  enum class Phase { reading, answering, writing, streaming, lingering, closed };

  std::shared_ptr<Connection> self() { return this->shared_from_this(); }
  Socket& tcp() {
    if constexpr (is_tls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  void read() {
    if (phase_ != Phase::reading || !tcp().is_open()) return;
    stream_.async_read_some(asio::buffer(input_), [self = self()](error_code error, std::size_t size) {
      if (self->phase_ != Phase::reading) return;
      if (error) return self->close();
      self->reader_.add({self->input_.data(), size});
      self->advance();
    });
  }

  // As far as the bytes that have arrived lead.
  void advance() {
    try {
      const auto before = reader_.state();
      auto state = reader_.step();
      if (before == RequestReader::State::idle && state == RequestReader::State::header) {
        expire_in(shared_.options.header_time);
      }
      const bool has_header = state == RequestReader::State::body || state == RequestReader::State::whole;
      if (has_header && (before == RequestReader::State::idle || before == RequestReader::State::header)) {
        keeps_alive_ = reader_.keeps_alive();
        is_head_ = reader_.head().method == "HEAD";
        is_old_ = reader_.is_http_1_0();
        expire_in(shared_.options.body_time);
        if (state == RequestReader::State::body && begins_badly()) return;
        if (state == RequestReader::State::body) state = reader_.step();
        if (state == RequestReader::State::body && reader_.wants_continue()) return write_continue();
      }
      if (state == RequestReader::State::whole) return ask();
      read();
    } catch (const Problem& problem) {
      refuse(problem.row().slug, problem.what());
    }
  }

  // Whether the service refuses a request whose body has still to come.
  bool begins_badly() {
    const bool is_large = reader_.announced_bytes() > small_body;
    if (!is_large && !reader_.wants_continue()) return false;
    EarlyAnswer early;
    if (shared_.handlers.answer_early) early = shared_.handlers.answer_early(request_so_far());
    if (!early.refusal && is_large) {
      place_ = shared_.places.take(early.sender, reader_.announced_bytes());
      if (!place_) {
        early.refusal = shared_.handlers.problem("busy", "too many large requests are under way", request_so_far());
      }
    }
    if (!early.refusal) return false;
    keeps_alive_ = false;
    write(std::move(*early.refusal));
    return true;
  }

  // Its header, where that was read, and whom it is from.
  HttpRequest request_so_far() const {
    const auto state = reader_.state();
    const bool has_header = state == RequestReader::State::body || state == RequestReader::State::whole;
    HttpRequest request = has_header ? reader_.head() : HttpRequest();
    request.peer = peer_;
    return request;
  }

  void write_continue() {
    output_ = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(stream_, asio::buffer(output_), [self = self()](error_code error, std::size_t) {
      if (error) return self->close();
      self->read();
    });
  }

  void ask() {
    phase_ = Phase::answering;
    expire_never();
    HttpRequest request = reader_.take();
    request.peer = peer_;
    request.is_encrypted = is_tls;
    shared_.handlers.handle(std::move(request), [self = self()](HttpResponse response) {
      asio::post(self->tcp().get_executor(), [self, response = std::move(response)]() mutable {
        if (self->phase_ == Phase::answering) self->write(std::move(response));
      });
    });
  }

  void refuse(std::string_view slug, const std::string& detail) {
    keeps_alive_ = false;
    is_head_ = false;
    write(shared_.handlers.problem(slug, detail, request_so_far()));
  }

  void write(HttpResponse response) {
    phase_ = Phase::writing;
    expire_in(shared_.options.body_time);
    if (response.events && !is_head_) return stream(std::move(response));
    keeps_alive_ = keeps_alive_ && !is_stopping_;
    output_ = response_header_text(response, ResponseFraming::length, keeps_alive_ && !is_old_);
    body_ = std::move(response.body);
    if (is_head_) body_.clear();
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(output_), asio::buffer(body_)};
    asio::async_write(stream_, parts, [self = self()](error_code error, std::size_t) {
      if (error || self->phase_ == Phase::closed) return self->close();
      self->on_written();
    });
  }

  void on_written() {
    body_ = {};
    place_.reset();
    if (!keeps_alive_ || is_old_ || is_stopping_) return linger();
    phase_ = Phase::reading;
    expire_in(shared_.options.idle_time);
    if (reader_.has_rest()) return advance();
    read();
  }

  // Server-sent events, until there are no more or the reader has gone.
  void stream(HttpResponse response) {
    events_ = std::move(response.events);
    output_ = response_header_text(response, is_old_ ? ResponseFraming::until_closed : ResponseFraming::chunked, false);
    watch();
    write_event();
  }

  // Nothing is expected of whoever listens: what arrives, or the end, ends the stream.
  void watch() {
    stream_.async_read_some(asio::buffer(input_), [self = self()](error_code, std::size_t) {
      if (self->phase_ == Phase::writing || self->phase_ == Phase::streaming) self->close();
    });
  }

  void write_event() {
    phase_ = Phase::writing;
    expire_in(shared_.options.body_time);
    asio::async_write(stream_, asio::buffer(output_), [self = self()](error_code error, std::size_t) {
      if (error || self->phase_ == Phase::closed) return self->close();
      if (!self->events_) return self->close();
      self->phase_ = Phase::streaming;
      self->expire_never();
      self->next_event(self->is_first_event_);
    });
  }

  void next_event(bool is_now) {
    is_first_event_ = false;
    timer_.expires_after(is_now ? std::chrono::milliseconds(0) : shared_.options.event_step);
    timer_.async_wait([self = self()](error_code error) {
      if (error || self->phase_ != Phase::streaming) return;
      self->on_event_time();
    });
  }

  void on_event_time() {
    std::string text;
    const bool goes_on = !is_stopping_ && events_(text);
    if (goes_on && text.empty()) return next_event(false);
    output_.clear();
    if (!text.empty()) output_ = is_old_ ? text : to_chunk(text);
    if (!goes_on) {
      events_ = nullptr;
      if (!is_old_) output_ += "0\r\n\r\n";
    }
    write_event();
  }

  static std::string to_chunk(const std::string& text) {
    std::array<char, 24> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", text.size());
    return size.data() + text + "\r\n";
  }

  void on_timeout() {
    if (phase_ != Phase::reading) {
      if (phase_ == Phase::answering || phase_ == Phase::streaming) return;
      return close();
    }
    if (!is_late(Clock::now())) return;
    if (reader_.state() == RequestReader::State::idle) return close();
    cancel();
    refuse("request-timeout", reader_.state() == RequestReader::State::header ? "the header took too long to arrive"
                                                                              : "the body took too long to arrive");
  }

  void on_stop() {
    is_stopping_ = true;
    if (phase_ == Phase::reading && reader_.state() == RequestReader::State::idle && !reader_.has_rest())
      return close();
    if (phase_ == Phase::streaming) {
      timer_.cancel();
      on_event_time();
    }
  }

  void cancel() {
    error_code ignored;
    tcp().cancel(ignored);
  }

  // What was sent is to be read by the other side: a connection that is closed with bytes unread is reset.
  void linger() {
    phase_ = Phase::lingering;
    expire_in(linger_time);
    if constexpr (is_tls) {
      stream_.async_shutdown([self = self()](error_code) { self->drain(); });
    } else {
      drain();
    }
  }

  void drain() {
    if (phase_ == Phase::closed) return;
    error_code ignored;
    tcp().shutdown(Tcp::socket::shutdown_send, ignored);
    discard();
  }

  void discard() {
    tcp().async_read_some(asio::buffer(input_), [self = self()](error_code error, std::size_t) {
      if (error || self->phase_ == Phase::closed) return self->close();
      self->discard();
    });
  }

  void close() {
    if (phase_ == Phase::closed) return;
    phase_ = Phase::closed;
    events_ = nullptr;
    timer_.cancel();
    error_code ignored;
    tcp().close(ignored);
  }

  Stream stream_;
  const Shared& shared_;
  std::string peer_;
  std::function<void(AnyConnection*)> gone_;
  asio::basic_waitable_timer<Clock, asio::wait_traits<Clock>, Strand> timer_;
  RequestReader reader_;
  Phase phase_ = Phase::reading;
  std::optional<BodyPlaces::Place> place_;
  bool keeps_alive_ = false, is_head_ = false, is_old_ = false, is_stopping_ = false, is_first_event_ = true;
  std::array<char, 8192> input_;
  std::string output_, body_;
  std::function<bool(std::string&)> events_;
};

}  // namespace sourdine::front
