// A postgresql:// URL, taken apart as far as is needed never to show its password. Internal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

class PostgresqlUrl {
 public:
  // Throws Error(bad_input), without repeating the URL, when the password could be taken for another part of it: a
  // second @, an @ behind a slash or question mark, a port that is not a number.
  explicit PostgresqlUrl(const std::string& url);

  // What to connect to; a server that does not answer is given up after ten seconds unless the URL says otherwise.
  const std::string& connection() const { return connection_; }
  // The URL without its password and options.
  const std::string& shown() const { return shown_; }
  // The message with *** for the password, should it occur there.
  std::string without_secrets(std::string message) const;

 private:
  std::string connection_;
  std::string shown_;
  std::vector<std::string> secrets_;  // as written and decoded
};

}  // namespace sourdine
