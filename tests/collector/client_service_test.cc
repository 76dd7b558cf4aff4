// The client against the collector itself: through a way that loses answers, and by TLS.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "collector/killed_client.h"
#include "sourdine/base/error.h"
#include "sourdine/collector/client/client.h"
#include "sourdine/collector/running.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/secure_bits.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using namespace std::chrono_literals;
using testing::error_message;
using testing::TemporaryDirectory;

// Passes bytes to and from the collector; of every three answers to a post, one is never heard of.
class LossyWay {
 public:
  explicit LossyWay(std::uint16_t port) : target_(port), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0) std::abort();
    ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    ::listen(listener_, 16);
    thread_ = std::thread([this] { run(); });
  }
  ~LossyWay() {
    is_stopping_ = true;
    thread_.join();
    ::close(listener_);
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }
  int lost() const { return lost_; }

 private:
  static sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
  }
  void run() {
    std::vector<std::thread> threads;
    while (!is_stopping_) {
      pollfd one{listener_, POLLIN, 0};
      if (::poll(&one, 1, 10) <= 0) continue;
      const int near = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (near >= 0) threads.emplace_back([this, near] { pass(near); });
    }
    for (std::thread& thread : threads) thread.join();
  }
  void pass(int near) {
    const int far = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(target_);
    bool is_post = false;
    bool goes_on = ::connect(far, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
    while (goes_on && !is_stopping_) {
      pollfd both[2] = {{near, POLLIN, 0}, {far, POLLIN, 0}};
      if (::poll(both, 2, 10) <= 0) continue;
      for (const auto& [from, to] : {std::pair(near, far), std::pair(far, near)}) {
        if ((both[from == near ? 0 : 1].revents & (POLLIN | POLLHUP)) == 0) continue;
        char bytes[65536];
        const ssize_t got = ::recv(from, bytes, sizeof bytes, 0);
        if (got <= 0) {
          goes_on = false;
          break;
        }
        if (from == near && got > 4 && std::string_view(bytes, 4) == "POST") is_post = true;
        if (from == far && is_post && answers_++ % 3 != 2) {
          ++lost_;
          goes_on = false;
          break;
        }
        if (::send(to, bytes, static_cast<std::size_t>(got), MSG_NOSIGNAL) != got) goes_on = false;
      }
    }
    ::close(near);
    ::close(far);
  }

  std::uint16_t target_;
  std::uint16_t port_ = 0;
  int listener_;
  std::atomic<bool> is_stopping_ = false;
  std::atomic<int> lost_ = 0, answers_ = 0;
  std::thread thread_;
};

struct Collector {
  explicit Collector(const TemporaryDirectory& directory, const std::string& certificate = {},
                     const std::string& key = {})
      : running([&] {
          CollectorConfig config;
          config.server.port = 0;
          config.server.threads = 2;
          config.server.certificate = certificate;
          config.server.key = key;
          config.store = "sqlite:" + directory.file("store.sqlite");
          config.ledger = directory.file("ledger.jsonl");
          config.log_level = LogLevel::error;
          config.log_file = directory.file("log");
          return config;
        }()) {
    const auto protocol = make_oracle({.oracle = "grr", .domain = Domain(9), .epsilon = 1, .parameters = {}});
    const nlohmann::json asked = {{"id", "fires"}, {"spec", nlohmann::json::parse(protocol->spec()->json())}};
    running.service().create_collection(asked.dump());
    client = running.service().create_token(Scope::client, "fires", "").secret;
    reader = running.service().create_token(Scope::reader, "", "").secret;
    running.start();
  }
  std::uint64_t reports(const HttpClientOptions& options = {}) {
    HttpClient http(running.url(), options);
    const HttpAnswer answer = http.get("/v1/collections/fires", {{"Authorization", "Bearer " + reader}});
    return nlohmann::json::parse(answer.body).at("reports").get<std::uint64_t>();
  }
  ClientOptions options(const std::string& url, const TemporaryDirectory& directory) const {
    ClientOptions options{
        .url = url, .token = client, .collection = "fires", .queue = directory.file("queue"), .max_epsilon = 1};
    options.first_backoff = 1ms;
    options.max_backoff = 5ms;
    return options;
  }

  RunningCollector running;
  std::string client, reader;
};

TEST(ClientAndCollector, NothingIsLostAndNothingCountedTwiceWhenAnswersAreLost) {
  const TemporaryDirectory directory;
  Collector collector(directory);
  const LossyWay way(collector.running.port());
  Client client(collector.options(way.url(), directory));
  std::uint64_t reports = 0;
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j <= i % 3; ++j, ++reports) client.report(static_cast<Value>(j));
    const ClientStatus status = client.flush(60s);
    ASSERT_TRUE(status.is_all_sent()) << status.last_problem;
    ASSERT_EQ(status.acknowledged, reports);
  }
  EXPECT_EQ(collector.reports(), reports);
  EXPECT_GE(way.lost(), 30);
  EXPECT_EQ(client.status().queue.refused + client.status().queue.uncertain, 0U);
}

TEST(ClientAndCollector, AKilledClientLosesNothingThatItPromised) {
  const TemporaryDirectory directory;
  Collector collector(directory);
  const LossyWay way(collector.running.port());
  const ClientOptions options = collector.options(way.url(), directory);
  { (void)Client(options).parameters(); }
  std::uint64_t promised = 0;
  constexpr std::uint64_t kills = 30;
  for (std::uint64_t kill = 0; kill < kills; ++kill) promised += testing::reports_until_killed(options, 1, 0);
  Client client(options);
  ASSERT_TRUE(client.flush(60s).is_all_sent());
  EXPECT_GE(collector.reports(), promised);
  EXPECT_LE(collector.reports(), promised + kills);  // each may have died inside of report()
  EXPECT_GT(promised, kills / 2);
}

// A certificate for `name` that vouches for itself.
void make_certificate(const std::string& name, const std::string& certificate_path, const std::string& key_path) {
  EVP_PKEY* const key = EVP_EC_gen("P-256");
  X509* const certificate = X509_new();
  X509_set_version(certificate, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
  X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
  X509_set_pubkey(certificate, key);
  X509_NAME* const subject = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1,
                             0);
  X509_set_issuer_name(certificate, subject);
  X509V3_CTX context{};
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  for (const auto& [what, value] :
       {std::pair(NID_subject_alt_name, name), {NID_basic_constraints, "critical,CA:TRUE"}}) {
    X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
  X509_sign(certificate, key, EVP_sha256());
  std::FILE* file = std::fopen(certificate_path.c_str(), "w");
  PEM_write_X509(file, certificate);
  std::fclose(file);
  file = std::fopen(key_path.c_str(), "w");
  PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(certificate);
  EVP_PKEY_free(key);
}

TEST(ClientAndCollector, SpeakTlsAndTheCertificateIsChecked) {
  const TemporaryDirectory directory;
  make_certificate("IP:127.0.0.1", directory.file("cert.pem"), directory.file("key.pem"));
  make_certificate("IP:127.0.0.1", directory.file("other.pem"), directory.file("other_key.pem"));
  Collector collector(directory, directory.file("cert.pem"), directory.file("key.pem"));
  const std::string url = "https://127.0.0.1:" + std::to_string(collector.running.port());
  ClientOptions options = collector.options(url, directory);
  options.http.ca_file = directory.file("cert.pem");
  {
    Client client(options);
    client.report(Value{1});
    ASSERT_TRUE(client.flush(60s).is_all_sent());
    EXPECT_EQ(collector.reports(options.http), 1U);
  }
  options.http.ca_file = directory.file("other.pem");
  {
    Client client(options);
    client.report(Value{1});
    const ClientStatus status = client.flush(50ms);
    EXPECT_EQ(status.queue.waiting, 1U);
    EXPECT_NE(status.last_problem.find("not to be trusted"), std::string::npos) << status.last_problem;
  }
  options.http.ca_file.clear();  // the system's roots do not know it either
  EXPECT_NE(error_message(ErrorCode::io, [&] { HttpClient(url, options.http).connect(); }).find("not to be trusted"),
            std::string::npos);
  options.http.ca_file = directory.file("cert.pem");
  const std::string by_name = "https://localhost:" + std::to_string(collector.running.port());
  EXPECT_NE(
      error_message(ErrorCode::io, [&] { HttpClient(by_name, options.http).connect(); }).find("not to be trusted"),
      std::string::npos);
  options.http.ca_file = directory.file("key.pem");
  EXPECT_NE(testing::input_error([&] { HttpClient(url, options.http).connect(); }).find("cannot read the certificates"),
            std::string::npos);
  Client client(collector.options(url, directory));
  EXPECT_EQ(client.status().queue.waiting, 1U);
}

}  // namespace
}  // namespace sourdine
