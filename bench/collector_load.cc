// Load on a running collector, bounded: so many connections, for so many seconds, from one thread (sockets that do not
// block, epoll). Every batch has a key of its own; one without an answer, or with 408, 429 or 5xx, is sent again under
// the same key, as clients do, until the time to drain is up. What was acknowledged can be written down key by key, for
// tests that kill the server and compare. SIGTERM ends the time to send, not the time to drain.
//
//   collector_load --to 127.0.0.1:8470 --token sdc_… --collection load --connections 32 --reports 1000 --seconds 10
#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/batch_key.h"
#include "sourdine/collector/client/client_parameters.h"
#include "sourdine/protocol/report_file.h"
#include "sourdine/random/secure_bits.h"

namespace {

using namespace std::chrono_literals;
using namespace sourdine;
using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t was_asked_to_end = 0;

struct Options {
  std::string host = "127.0.0.1";
  std::string port = "8470";
  std::string token;
  std::string collection;
  std::string period;
  std::string record;  // file of acknowledged keys
  std::string out;     // file of the JSON; empty: standard output
  std::size_t connections = 16;
  std::size_t idle = 0;  // connections that say nothing
  std::size_t reports = 1000;
  std::size_t bodies = 8;  // different ones
  std::uint64_t requests = UINT64_MAX;
  std::chrono::milliseconds seconds{10'000};
  std::chrono::milliseconds drain{15'000};
};

[[noreturn]] void usage() {
  std::fputs(
      "collector_load --to HOST:PORT --token TOKEN --collection ID [--connections 16] [--reports 1000] [--seconds 10]\n"
      "  [--requests N] [--idle N] [--bodies 8] [--period LABEL] [--record FILE] [--drain 15] [--out FILE]\n",
      stderr);
  std::exit(2);
}

std::uint64_t number(const std::string& text, std::uint64_t largest) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end != '\0' || value > largest) usage();
  return value;
}

Options parse(int count, char** words) {
  Options options;
  for (int i = 1; i < count; i += 2) {
    const std::string name = words[i];
    if (i + 1 == count) usage();
    const std::string value = words[i + 1];
    if (name == "--to") {
      const std::size_t colon = value.rfind(':');
      if (colon == std::string::npos) usage();
      options.host = value.substr(0, colon);
      options.port = value.substr(colon + 1);
    } else if (name == "--token") {
      options.token = value;
    } else if (name == "--collection") {
      options.collection = value;
    } else if (name == "--period") {
      options.period = value;
    } else if (name == "--record") {
      options.record = value;
    } else if (name == "--out") {
      options.out = value;
    } else if (name == "--connections") {
      options.connections = number(value, 20'000);
    } else if (name == "--idle") {
      options.idle = number(value, 50'000);
    } else if (name == "--reports") {
      options.reports = number(value, 10'000'000);
    } else if (name == "--bodies") {
      options.bodies = std::max<std::uint64_t>(number(value, 10'000), 1);
    } else if (name == "--requests") {
      options.requests = number(value, UINT64_MAX - 1);
    } else if (name == "--seconds") {
      options.seconds = std::chrono::seconds(number(value, 86'400));
    } else if (name == "--drain") {
      options.drain = std::chrono::seconds(number(value, 3'600));
    } else {
      usage();
    }
  }
  if (options.token.empty() || options.collection.empty()) usage();
  return options;
}

struct Address {
  sockaddr_storage bytes = {};
  socklen_t size = 0;
};

Address find_address(const Options& options) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(options.host.c_str(), options.port.c_str(), &hints, &found) != 0 || found == nullptr) {
    fail_input(fmt::format("cannot find {}:{}", options.host, options.port));
  }
  Address address;
  std::copy_n(reinterpret_cast<const char*>(found->ai_addr), found->ai_addrlen,
              reinterpret_cast<char*>(&address.bytes));
  address.size = found->ai_addrlen;
  ::freeaddrinfo(found);
  return address;
}

int open_socket(const Address& address, bool blocks) {
  const int socket = ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | (blocks ? 0 : SOCK_NONBLOCK), 0);
  if (socket < 0) fail_io(fmt::format("no more sockets (errno {})", errno));
  const int yes = 1;
  ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address.bytes), address.size) == 0) return socket;
  if (!blocks && errno == EINPROGRESS) return socket;
  ::close(socket);
  return -1;
}

// What has come of an answer: whole when status != 0.
struct Answer {
  unsigned status = 0;
  std::size_t bytes = 0;  // of the whole answer
  bool closes = false;
};

Answer parse_answer(std::string_view text) {
  const std::size_t end = text.find("\r\n\r\n");
  if (end == text.npos || text.size() < 12) return {};
  std::string head(text.substr(0, end));
  std::transform(head.begin(), head.end(), head.begin(),
                 [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter; });
  std::size_t length = 0;
  if (const std::size_t at = head.find("\r\ncontent-length:"); at != head.npos) {
    length = std::strtoull(head.c_str() + at + 17, nullptr, 10);
  }
  if (text.size() < end + 4 + length) return {};
  return {static_cast<unsigned>(std::strtoul(head.c_str() + 9, nullptr, 10)), end + 4 + length,
          head.find("\r\nconnection: close") != head.npos};
}

ClientParameters ask_parameters(const Options& options, const Address& address) {
  const int socket = open_socket(address, true);
  if (socket < 0) fail_io(fmt::format("cannot connect to {}:{}", options.host, options.port));
  const std::string request = fmt::format(
      "GET /v1/collections/{} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
      options.collection, options.host, options.token);
  if (::send(socket, request.data(), request.size(), MSG_NOSIGNAL) < 0) fail_io("cannot ask for the collection");
  std::string text;
  char bytes[65536];
  Answer answer;
  while (answer.status == 0) {
    const ssize_t got = ::recv(socket, bytes, sizeof bytes, 0);
    if (got <= 0) fail_io("no answer about the collection");
    text.append(bytes, static_cast<std::size_t>(got));
    answer = parse_answer(text);
  }
  ::close(socket);
  const std::string body = text.substr(text.find("\r\n\r\n") + 4);
  if (answer.status != 200) fail_input(fmt::format("status {} for the collection: {}", answer.status, body));
  return parse_client_parameters(body, options.collection);
}

std::vector<std::string> make_bodies(const Options& options, const Protocol& protocol) {
  std::vector<std::string> bodies;
  std::vector<Value> values(options.reports * protocol.width());
  SecureBits& random = SecureBits::this_thread();
  for (std::size_t i = 0; i < options.bodies; ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      values[j] = static_cast<Value>(random.below(protocol.domain_size(j % protocol.width())));
    }
    Reports reports(protocol.report_bytes());
    protocol.randomize(values, random, reports);
    std::string& body = bodies.emplace_back();
    ReportWriter writer(std::make_unique<OutputBytes>(body), protocol, options.collection, true);
    writer.write(reports);
    writer.close();
  }
  return bodies;
}

struct Connection {
  int socket = -1;
  bool is_connecting = false;
  bool has_request = false;  // one that is not acknowledged, on its way or to be sent again
  bool is_writing = false;
  std::string head;
  std::string key;
  std::size_t body = 0;
  std::size_t sent = 0;
  std::string received;
  Clock::time_point begun = {};  // of the first attempt
  Clock::time_point again = {};  // not before
};

class Load {
 public:
  Load(Options options, const Address& address, std::vector<std::string> bodies, std::string target)
      : options_(std::move(options)),
        address_(address),
        bodies_(std::move(bodies)),
        target_(std::move(target)),
        epoll_(::epoll_create1(EPOLL_CLOEXEC)),
        connections_(options_.connections) {
    if (!options_.record.empty()) record_.open(options_.record, std::ios::app);
  }

  void run() {
    open_idle();
    begin_ = Clock::now();
    auto end = begin_ + options_.seconds;
    last_acknowledged_ = begin_;
    for (std::size_t i = 0; i < connections_.size(); ++i) reconnect(i);
    std::vector<epoll_event> events(1024);
    while (Clock::now() < end + options_.drain) {
      if (was_asked_to_end != 0) end = std::min(end, Clock::now());
      accepts_new_ = Clock::now() < end && started_ < options_.requests;
      const bool is_idle_only = connections_.empty();
      if (!accepts_new_ && !is_idle_only && nothing_under_way()) break;
      if (is_idle_only && Clock::now() >= end) break;
      wake();
      const int count = ::epoll_wait(epoll_, events.data(), static_cast<int>(events.size()), 10);
      for (int i = 0; i < count; ++i) {
        const auto index = static_cast<std::size_t>(events[static_cast<std::size_t>(i)].data.u64);
        if (index >= connections_.size()) {
          drop_idle(index - connections_.size());
        } else {
          step(index);
        }
      }
    }
    record_.flush();
  }

  nlohmann::json result() {
    std::sort(latencies_.begin(), latencies_.end());
    const auto at = [this](double share) {
      if (latencies_.empty()) return 0.0;
      return latencies_[static_cast<std::size_t>(share * static_cast<double>(latencies_.size() - 1))] / 1000.0;
    };
    const double seconds = std::chrono::duration<double>(last_acknowledged_ - begin_).count();
    const auto rate = [seconds](std::uint64_t count) { return seconds > 0 ? static_cast<double>(count) / seconds : 0; };
    nlohmann::json statuses = nlohmann::json::object();
    for (const auto& [status, count] : statuses_) statuses[std::to_string(status)] = count;
    std::uint64_t left = 0;
    for (const Connection& connection : connections_) left += connection.has_request ? 1 : 0;
    const double sum = std::accumulate(latencies_.begin(), latencies_.end(), 0.0);
    return {{"connections", options_.connections},
            {"idle_connections", options_.idle},
            {"idle_closed", idle_closed_},
            {"reports_per_batch", options_.reports},
            {"body_bytes", bodies_.empty() ? 0 : bodies_.front().size()},
            {"seconds", seconds},
            {"acknowledged_requests", acknowledged_},
            {"acknowledged_reports", acknowledged_ * options_.reports},
            {"repeated_requests", repeated_},
            {"requests_per_second", rate(acknowledged_)},
            {"reports_per_second", rate(acknowledged_ * options_.reports)},
            {"latency_ms",
             {{"mean", latencies_.empty() ? 0 : sum / 1000 / static_cast<double>(latencies_.size())},
              {"p50", at(0.5)},
              {"p99", at(0.99)},
              {"max", at(1)}}},
            {"statuses", statuses},
            {"retries", retries_},
            {"broken_connections", broken_},
            {"refused_requests", refused_},
            {"unacknowledged", left}};
  }

 private:
  bool nothing_under_way() const {
    return std::none_of(connections_.begin(), connections_.end(),
                        [](const Connection& one) { return one.has_request; });
  }

  void watch(std::size_t index, int socket, std::uint32_t events, int how) const {
    epoll_event event{};
    event.events = events;
    event.data.u64 = index;
    ::epoll_ctl(epoll_, how, socket, &event);
  }

  void open_idle() {
    for (std::size_t i = 0; i < options_.idle; ++i) {
      const int socket = open_socket(address_, true);
      if (socket < 0) {
        ++idle_closed_;
      } else {
        watch(connections_.size() + idle_.size(), socket, EPOLLIN | EPOLLRDHUP, EPOLL_CTL_ADD);
      }
      idle_.push_back(socket);
    }
  }

  void drop_idle(std::size_t index) {
    if (idle_[index] < 0) return;
    ::close(idle_[index]);
    idle_[index] = -1;
    ++idle_closed_;
  }

  void reconnect(std::size_t index) {
    Connection& one = connections_[index];
    one.received.clear();
    one.is_writing = false;
    one.socket = open_socket(address_, false);
    if (one.socket < 0) {
      one.again = Clock::now() + 50ms;
      return;
    }
    one.is_connecting = true;
    watch(index, one.socket, EPOLLIN | EPOLLOUT, EPOLL_CTL_ADD);
  }

  void broke(std::size_t index, std::chrono::milliseconds wait = 20ms) {
    Connection& one = connections_[index];
    if (one.socket >= 0) ::close(one.socket);
    one.socket = -1;
    one.again = Clock::now() + wait;
  }

  // Those whose time to try again has come.
  void wake() {
    const auto now = Clock::now();
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      Connection& one = connections_[i];
      if (one.again == Clock::time_point() || now < one.again) continue;
      one.again = {};
      if (one.socket < 0) {
        if (one.has_request || accepts_new_) reconnect(i);
      } else {
        begin_writing(i);
      }
    }
  }

  void begin_writing(std::size_t index) {
    Connection& one = connections_[index];
    if (!one.has_request) {
      if (!accepts_new_) return;
      one.has_request = true;
      one.begun = Clock::now();
      one.body = started_++ % bodies_.size();
      one.key = to_text(
          make_batch_key(std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now())));
      one.head = fmt::format(
          "POST {} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: "
          "application/vnd.sourdine.reports\r\nIdempotency-Key: {}\r\nContent-Length: {}\r\n\r\n",
          target_, options_.host, options_.token, one.key, bodies_[one.body].size());
    } else {
      ++retries_;
    }
    one.sent = 0;
    one.is_writing = true;
    write_some(index);
  }

  void write_some(std::size_t index) {
    Connection& one = connections_[index];
    const std::string& body = bodies_[one.body];
    const std::size_t size = one.head.size() + body.size();
    while (one.sent < size) {
      iovec parts[2];
      int count = 0;
      if (one.sent < one.head.size()) parts[count++] = {one.head.data() + one.sent, one.head.size() - one.sent};
      const std::size_t from = one.sent < one.head.size() ? 0 : one.sent - one.head.size();
      parts[count++] = {const_cast<char*>(body.data()) + from, body.size() - from};
      msghdr message{};
      message.msg_iov = parts;
      message.msg_iovlen = static_cast<std::size_t>(count);
      const ssize_t wrote = ::sendmsg(one.socket, &message, MSG_NOSIGNAL);
      if (wrote < 0 && errno == EAGAIN) return watch(index, one.socket, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
      if (wrote < 0) {
        ++broken_;
        return broke(index);
      }
      one.sent += static_cast<std::size_t>(wrote);
    }
    one.is_writing = false;
    watch(index, one.socket, EPOLLIN, EPOLL_CTL_MOD);
  }

  void step(std::size_t index) {
    Connection& one = connections_[index];
    if (one.socket < 0) return;
    if (one.is_connecting) {
      int failed = 0;
      socklen_t size = sizeof failed;
      ::getsockopt(one.socket, SOL_SOCKET, SO_ERROR, &failed, &size);
      if (failed != 0) {
        ++broken_;
        return broke(index, 50ms);
      }
      one.is_connecting = false;
      watch(index, one.socket, EPOLLIN, EPOLL_CTL_MOD);
      return begin_writing(index);
    }
    read_some(index);
    if (one.socket >= 0 && one.is_writing) write_some(index);
  }

  void read_some(std::size_t index) {
    Connection& one = connections_[index];
    char bytes[16384];
    for (;;) {
      const ssize_t got = ::recv(one.socket, bytes, sizeof bytes, 0);
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) {
        if (one.has_request) ++broken_;
        return broke(index);
      }
      one.received.append(bytes, static_cast<std::size_t>(got));
      const Answer answer = parse_answer(one.received);
      if (answer.status != 0) return settle(index, answer);
    }
  }

  void settle(std::size_t index, const Answer& answer) {
    Connection& one = connections_[index];
    const bool is_done = answer.status >= 200 && answer.status < 300;
    const bool is_later = answer.status == 408 || answer.status == 429 || answer.status >= 500;
    ++statuses_[answer.status];
    if (is_done) {
      last_acknowledged_ = Clock::now();
      latencies_.push_back(std::chrono::duration<double, std::micro>(last_acknowledged_ - one.begun).count());
      ++acknowledged_;
      if (one.received.find("\"repeated\":true") != std::string::npos) ++repeated_;
      if (record_.is_open()) record_ << one.key << ' ' << options_.reports << '\n' << std::flush;
    } else if (!is_later) {
      if (refused_++ == 0) fmt::print(stderr, "refused: {}\n", one.received);
    }
    one.received.erase(0, answer.bytes);
    if (!is_later) one.has_request = false;
    // A refusal is final, and a thousand of them in a row would be no load that anybody asked for.
    const bool waits = is_later || !is_done;
    if (answer.closes) return broke(index, waits ? 50ms : 0ms);
    if (waits) {
      one.again = Clock::now() + 50ms;
      return;
    }
    begin_writing(index);
  }

  Options options_;
  Address address_;
  std::vector<std::string> bodies_;
  std::string target_;
  int epoll_;
  std::vector<Connection> connections_;
  std::vector<int> idle_;
  std::ofstream record_;
  bool accepts_new_ = true;
  std::uint64_t started_ = 0, acknowledged_ = 0, repeated_ = 0, refused_ = 0, retries_ = 0, broken_ = 0;
  std::uint64_t idle_closed_ = 0;
  std::map<unsigned, std::uint64_t> statuses_;
  std::vector<double> latencies_;  // microseconds, of acknowledged requests from their first attempt
  Clock::time_point begin_ = {}, last_acknowledged_ = {};
};

void allow_sockets(std::size_t count) {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, std::max<rlim_t>(limit.rlim_cur, count + 64));
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

std::string target_of(const Options& options, const ClientParameters& parameters) {
  std::string target = fmt::format("/v1/collections/{}/reports", options.collection);
  if (!parameters.period) return target;
  if (!options.period.empty()) return target + "?period=" + options.period;
  const auto now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
  return target + "?period=" + period_label(*parameters.period, std::chrono::local_seconds(now.time_since_epoch()));
}

}  // namespace

int main(int count, char** words) {
  try {
    std::signal(SIGTERM, [](int) { was_asked_to_end = 1; });
    const Options options = parse(count, words);
    allow_sockets(options.connections + options.idle);
    const Address address = find_address(options);
    const ClientParameters parameters = ask_parameters(options, address);
    Load load(options, address, make_bodies(options, *parameters.protocol), target_of(options, parameters));
    load.run();
    const std::string text = load.result().dump(2) + "\n";
    if (options.out.empty()) {
      std::fputs(text.c_str(), stdout);
    } else {
      std::ofstream(options.out) << text;
    }
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "collector_load: {}\n", error.what());
    return 1;
  }
}
