#include "sourdine/collector/http/request_reader.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <optional>

#include "sourdine/base/text.h"
#include "sourdine/collector/http/target.h"
#include "sourdine/collector/problem.h"

namespace sourdine {
namespace {

constexpr std::size_t last_chunk_bytes = 5;  // "0\r\n\r\n"

namespace http = boost::beast::http;
using BeastParser = http::request_parser<http::string_body>;

// Two of these would let two readers choose differently.
constexpr std::array<std::string_view, 9> fields_once = {
    "host",         "content-length",  "transfer-encoding", "authorization",
    "content-type", "idempotency-key", "content-encoding",  "expect",
    "connection"};

[[noreturn]] void fail_request(const std::string& why) { throw Problem("malformed-request", why); }

bool is_token_letter(char letter) {
  const bool is_plain =
      (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
  return is_plain || std::string_view("!#$%&'*+-.^_`|~").find(letter) != std::string_view::npos;
}

char small_letter(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + ('a' - 'A')) : letter;
}

std::pair<std::string, std::string> parse_field_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) fail_request("a line of the header is no field");
  std::string name(line.substr(0, colon));
  if (!std::all_of(name.begin(), name.end(), is_token_letter)) fail_request("a field of the header has a wrong name");
  std::transform(name.begin(), name.end(), name.begin(), small_letter);
  const std::string_view value = trimmed(line.substr(colon + 1));
  const bool has_control = std::any_of(value.begin(), value.end(), [](char letter) {
    return (static_cast<unsigned char>(letter) < 0x20 && letter != '\t') || letter == 0x7F;
  });
  if (has_control) fail_request("a field of the header holds a control character");
  return {std::move(name), std::string(value)};
}

bool is_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() &&
         std::equal(text.begin(), text.end(), word.begin(), [](char a, char b) { return small_letter(a) == b; });
}

// The lines behind the request line, all of them ended by CRLF.
void parse_header_fields(std::string_view block, HttpRequest& into) {
  while (!block.empty()) {
    const std::size_t end = block.find("\r\n");
    const std::string_view line = block.substr(0, end);
    block = block.substr(end + 2);
    if (line.empty()) break;
    if (line.front() == ' ' || line.front() == '\t') fail_request("a line of the header is folded");
    auto field = parse_field_line(line);
    const bool is_once = std::find(fields_once.begin(), fields_once.end(), field.first) != fields_once.end();
    if (is_once && std::any_of(into.headers.begin(), into.headers.end(),
                               [&](const auto& before) { return before.first == field.first; })) {
      fail_request("the field '" + field.first + "' is there twice");
    }
    into.headers.push_back(std::move(field));
  }
}

bool has_field(const HttpRequest& request, std::string_view name) {
  return std::any_of(request.headers.begin(), request.headers.end(),
                     [&](const auto& field) { return field.first == name; });
}

}  // namespace

class RequestReader::Parser {
 public:
  explicit Parser(const ReaderLimits& limits) : limits_(limits) {}

  void add(std::string_view bytes) {
    if (used_ == buffer_.size()) {
      buffer_.clear();
      used_ = scanned_ = 0;
    }
    buffer_.append(bytes);
  }

  State step() {
    if (state_ == State::idle || state_ == State::header) {
      read_header();
      if (state_ == State::body && beast_->is_done()) state_ = State::whole;
      return state_;
    }
    if (state_ == State::body) read_body();
    return state_;
  }

  HttpRequest take() {
    HttpRequest request = std::move(head_);
    request.body = std::move(beast_->get().body());
    head_ = {};
    beast_.reset();
    state_ = State::idle;
    has_empty_line_ = false;
    buffer_.erase(0, used_);
    used_ = scanned_ = 0;
    return request;
  }

  const ReaderLimits limits_;
  std::string buffer_;
  std::size_t used_ = 0;     // bytes of the buffer that were read
  std::size_t scanned_ = 0;  // bytes of the header that were looked at
  State state_ = State::idle;
  std::optional<BeastParser> beast_;
  HttpRequest head_;
  bool wants_continue_ = false;
  bool has_empty_line_ = false;  // before this request: its one

 private:
  void read_header() {
    // An empty line before a request is allowed, and one is enough.
    if (state_ == State::idle && !has_empty_line_ && std::string_view(buffer_).substr(used_).starts_with("\r\n")) {
      used_ += 2;
      has_empty_line_ = true;
    }
    const std::string_view left = std::string_view(buffer_).substr(used_);
    if (left.empty() || (state_ == State::idle && left == "\r")) return;
    if (state_ == State::idle) {
      state_ = State::header;
      scanned_ = 0;
    }
    const std::size_t end = header_end(left);
    if (end == std::string_view::npos) {
      if (left.size() > limits_.header_bytes) fail_large_header();
      return;
    }
    if (end > limits_.header_bytes) fail_large_header();
    parse_head(left.substr(0, end));
    used_ += end;
    state_ = State::body;
  }

  // Where the empty line ends; looks at every byte once.
  std::size_t header_end(std::string_view left) {
    for (; scanned_ < left.size(); ++scanned_) {
      if (left[scanned_] == '\0') fail_request("the header holds a zero byte");
      if (left[scanned_] == '\r' && scanned_ + 1 < left.size() && left[scanned_ + 1] != '\n') {
        fail_request("a line of the header has a carriage return inside");
      }
      if (left[scanned_] != '\n') continue;
      if (scanned_ == 0 || left[scanned_ - 1] != '\r') fail_request("a line of the header does not end in CRLF");
      if (scanned_ >= 3 && left[scanned_ - 2] == '\n') return scanned_ + 1;
    }
    return std::string_view::npos;
  }

  [[noreturn]] void fail_large_header() const {
    throw Problem("headers-too-large", "the header has more than " + std::to_string(limits_.header_bytes) + " bytes");
  }

  void parse_head(std::string_view block) {
    const std::size_t line_end = block.find("\r\n");
    const std::string_view line = block.substr(0, line_end);
    if (std::count(line.begin(), line.end(), ' ') != 2) fail_request("the request line is not METHOD TARGET VERSION");
    head_ = {};
    parse_header_fields(block.substr(line_end + 2), head_);
    beast_.emplace();
    beast_->header_limit(static_cast<std::uint32_t>(limits_.header_bytes + 1024));
    beast_->body_limit(limits_.body_bytes);
    beast_->eager(true);
    boost::beast::error_code error;
    const std::size_t taken = beast_->put(boost::asio::buffer(block.data(), block.size()), error);
    if (error == http::error::body_limit) fail_large_body();
    if ((error && error != http::error::need_more) || !beast_->is_header_done() || taken != block.size()) {
      fail_request("the header cannot be read: " + error.message());
    }
    const auto& message = beast_->get();
    const auto target = parse_http_target({message.target().data(), message.target().size()});
    if (!target) fail_request("the target of the request is no plain path");
    head_.method = std::string(message.method_string().data(), message.method_string().size());
    head_.path = target->path;
    head_.query = target->query;
    require_sound_framing(message.version());
  }

  void require_sound_framing(unsigned version) {
    if (version != 10 && version != 11) fail_request("the version is not HTTP/1.0 or HTTP/1.1");
    if (version == 11 && !has_field(head_, "host")) fail_request("the field Host is missing");
    if (has_field(head_, "transfer-encoding")) {
      if (has_field(head_, "content-length")) fail_request("Content-Length and Transfer-Encoding are both there");
      if (version == 10 || !is_word(head_.header("transfer-encoding"), "chunked")) {
        fail_request("the transfer coding is not 'chunked'");
      }
    }
    const std::string_view length = head_.header("content-length");
    if (has_field(head_, "content-length") &&
        (length.empty() || length.size() > 15 ||
         !std::all_of(length.begin(), length.end(), [](char letter) { return letter >= '0' && letter <= '9'; }))) {
      fail_request("the field Content-Length is no number");
    }
    const std::string_view expect = head_.header("expect");
    wants_continue_ = version == 11 && is_word(expect, "100-continue");
    if (!expect.empty() && !wants_continue_) fail_request("only 100-continue may be expected");
  }

  void read_body() {
    while (used_ < buffer_.size() && !beast_->is_done()) {
      // Beast must not see the last chunk again with fewer bytes than it has at least; no body is over before them.
      if (beast_->chunked() && buffer_.size() - used_ < last_chunk_bytes) break;
      boost::beast::error_code error;
      const std::size_t taken = beast_->put(boost::asio::buffer(buffer_.data() + used_, buffer_.size() - used_), error);
      used_ += taken;
      if (error == http::error::body_limit) fail_large_body();
      if (error == http::error::need_more || (!error && taken == 0)) {
        if (buffer_.size() - used_ > limits_.header_bytes) fail_request("the size of a chunk is too long");
        break;
      }
      if (error) fail_request("the body cannot be read: " + error.message());
    }
    if (beast_->is_done()) {
      state_ = State::whole;
      return;
    }
    buffer_.erase(0, used_);
    used_ = 0;
  }

  [[noreturn]] void fail_large_body() const {
    throw Problem("too-large", "the body has more than " + std::to_string(limits_.body_bytes) + " bytes");
  }
};

RequestReader::RequestReader(const ReaderLimits& limits) : parser_(std::make_unique<Parser>(limits)) {}
RequestReader::~RequestReader() = default;

RequestReader::State RequestReader::state() const { return parser_->state_; }
void RequestReader::add(std::string_view bytes) { parser_->add(bytes); }
RequestReader::State RequestReader::step() { return parser_->step(); }
const HttpRequest& RequestReader::head() const { return parser_->head_; }
bool RequestReader::wants_continue() const { return parser_->wants_continue_; }
bool RequestReader::keeps_alive() const { return parser_->beast_ && parser_->beast_->get().keep_alive(); }
bool RequestReader::is_http_1_0() const { return parser_->beast_ && parser_->beast_->get().version() == 10; }
HttpRequest RequestReader::take() { return parser_->take(); }
bool RequestReader::has_rest() const { return parser_->used_ < parser_->buffer_.size(); }

std::size_t RequestReader::announced_bytes() const {
  const auto length = parser_->beast_->content_length();
  if (length) return static_cast<std::size_t>(*length);
  return parser_->beast_->chunked() ? parser_->limits_.body_bytes : 0;
}

}  // namespace sourdine
