#include "sourdine/database/postgresql_url.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr auto npos = std::string_view::npos;

[[noreturn]] void fail_form() {
  fail_input("the postgresql:// URL cannot be understood",
             "Write postgresql://user:password@host:port/database, with % codes for special characters in the password "
             "(%40 for @, %3A for :, %2F for /, %3F for ?).");
}

std::string percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    const std::string_view digits = text.substr(i).substr(0, 3).substr(1);
    const bool is_code = text[i] == '%' && digits.size() == 2 &&
                         std::from_chars(digits.data(), digits.data() + 2, code, 16).ptr == digits.data() + 2;
    result += is_code ? static_cast<char>(code) : text[i];
    if (is_code) i += 2;
  }
  return result;
}

// host, host:port, [address]:port, or several with commas between.
bool has_sound_ports(std::string_view hosts) {
  while (!hosts.empty()) {
    std::string_view host = hosts.substr(0, hosts.find(','));
    hosts.remove_prefix(std::min(host.size() + 1, hosts.size()));
    if (host.starts_with('[')) host.remove_prefix(std::min(host.find(']'), host.size()));
    const std::size_t colon = host.find(':');
    if (colon != npos && host.find_first_not_of("0123456789", colon + 1) != npos) return false;
  }
  return true;
}

}  // namespace

PostgresqlUrl::PostgresqlUrl(const std::string& url) {
  const std::string_view text = url;
  const std::size_t scheme = text.find("://") + 3;
  const std::string_view main = text.substr(scheme, text.find('?', scheme) - scheme);
  const std::string_view options = text.substr(std::min(scheme + main.size() + 1, text.size()));
  const std::string_view authority = main.substr(0, main.find('/'));
  const std::size_t at = authority.find('@');
  if (text.find('@', at == npos ? 0 : scheme + at + 1) != npos) fail_form();
  const std::string_view user = at == npos ? "" : authority.substr(0, at);
  const std::string_view hosts = authority.substr(at == npos ? 0 : at + 1);
  if (!has_sound_ports(hosts)) fail_form();

  const auto hide = [this](std::string_view secret) {
    if (secret.empty()) return;
    secrets_.emplace_back(secret);
    secrets_.push_back(percent_decoded(secret));
  };
  if (const std::size_t colon = user.find(':'); colon != npos) hide(user.substr(colon + 1));
  for (std::string_view rest = options; !rest.empty();) {
    const std::string_view option = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(option.size() + 1, rest.size()));
    if (option.substr(0, option.find('=')).ends_with("password")) hide(option.substr(option.find('=') + 1));
  }
  shown_ = fmt::format("{}{}{}{}{}", text.substr(0, scheme), user.substr(0, user.find(':')), at == npos ? "" : "@",
                       hosts, main.substr(authority.size()));
  connection_ = url;
  // A server whose machine is gone says nothing any more: without these, whoever waits for it waits for hours.
  for (const std::string_view otherwise : {"connect_timeout=10", "keepalives_idle=15", "keepalives_interval=5",
                                           "keepalives_count=3", "tcp_user_timeout=30000"}) {
    if (options.find(otherwise.substr(0, otherwise.find('=') + 1)) != npos) continue;
    const char last = connection_.back();
    connection_ += fmt::format("{}{}",
                               connection_.find('?') == npos ? "?"
                               : last == '?' || last == '&'  ? ""
                                                             : "&",
                               otherwise);
  }
}

std::string PostgresqlUrl::without_secrets(std::string message) const {
  for (const std::string& secret : secrets_) {
    constexpr std::string_view stars = "***";
    for (std::size_t found = message.find(secret); found != npos; found = message.find(secret, found + stars.size())) {
      message.replace(found, secret.size(), stars);
    }
  }
  return message;
}

}  // namespace sourdine
