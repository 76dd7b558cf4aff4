// RequestReader: bytes of a connection in, requests out, one after the other. No socket: the server and the fuzzer feed
// the same one.
//
// What two readers of HTTP could take for different requests is refused: both Content-Length and Transfer-Encoding,
// several of either, folded lines, lines that do not end in CRLF, spaces before a colon, fields twice that mean
// something here, unknown transfer codings, versions other than 1.0 and 1.1.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "sourdine/collector/http/message.h"

namespace sourdine {

struct ReaderLimits {
  std::size_t header_bytes = std::size_t{16} << 10;
  std::size_t body_bytes = std::size_t{16} << 20;
};

class RequestReader {
 public:
  explicit RequestReader(const ReaderLimits& limits);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  enum class State {
    idle,    // nothing of a request has arrived
    header,  // some of its header
    body,    // the header, and some of the body
    whole,
  };
  State state() const;

  // Adds bytes behind those that are left.
  void add(std::string_view bytes);
  // Goes on with what was added, to the end of the header (once) or to the end of the request; returns the state.
  // Throws Problem: malformed-request, too-large, headers-too-large; the connection is of no more use then.
  State step();

  // Of the request whose header is whole.
  const HttpRequest& head() const;
  bool wants_continue() const;
  bool keeps_alive() const;
  bool is_http_1_0() const;
  // How many bytes of body are announced: the limit when it comes in chunks.
  std::size_t announced_bytes() const;

  // The whole request; the next one begins with what is left.
  HttpRequest take();
  bool has_rest() const;

 private:
  class Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace sourdine
