#include "sourdine/collector/http/response_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <iterator>

namespace sourdine {
namespace {

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 204:
      return "No Content";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 422:
      return "Unprocessable Content";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Status";
  }
}

// "Tue, 17 Nov 2026 21:45:03 GMT", made once a second by each thread.
const std::string& date_now() {
  thread_local std::time_t made = 0;
  thread_local std::string text;
  const std::time_t now = std::time(nullptr);
  if (now != made) {
    static constexpr const char* days[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr const char* months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                             "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    std::tm parts{};
    gmtime_r(&now, &parts);
    text = fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", days[parts.tm_wday], parts.tm_mday,
                       months[parts.tm_mon], parts.tm_year + 1900, parts.tm_hour, parts.tm_min, parts.tm_sec);
    made = now;
  }
  return text;
}

}  // namespace

std::string response_header_text(const HttpResponse& response, ResponseFraming framing, bool keeps_alive) {
  std::string text;
  text.reserve(384);
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status, reason_of(response.status), date_now());
  if (!response.content_type.empty()) fmt::format_to(out, "Content-Type: {}\r\n", response.content_type);
  if (framing == ResponseFraming::chunked) {
    text += "Transfer-Encoding: chunked\r\n";
  } else if (framing == ResponseFraming::length && response.status != 204) {
    fmt::format_to(out, "Content-Length: {}\r\n", response.body.size());
  }
  text += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n";
  if (!keeps_alive) text += "Connection: close\r\n";
  bool has_policy = false;
  for (const auto& [name, value] : response.headers) {
    has_policy = has_policy || name == "Content-Security-Policy";
    fmt::format_to(out, "{}: {}\r\n", name, value);
  }
  if (!has_policy) text += "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n";
  text += "\r\n";
  return text;
}

}  // namespace sourdine
