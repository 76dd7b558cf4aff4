#include "sourdine/collector/token_book.h"

#include <openssl/crypto.h>

#include <mutex>

#include "sourdine/base/little_endian.h"
#include "sourdine/collector/problem.h"

namespace sourdine {
namespace {

constexpr std::size_t longest_secret = 256;

std::uint64_t first_bytes(const Sha256& hash) { return load_little_endian<std::uint64_t>(hash); }

bool is_bearer(std::string_view word) {
  constexpr std::string_view bearer = "bearer";
  if (word.size() != bearer.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if ((word[i] | 0x20) != bearer[i]) return false;
  }
  return true;
}

}  // namespace

void TokenBook::replace(const std::vector<Token>& tokens) {
  Map map;
  map.reserve(tokens.size());
  for (const Token& token : tokens) map.emplace(first_bytes(token.hash), std::make_shared<const Token>(token));
  const std::unique_lock lock(mutex_);
  tokens_ = std::move(map);
}

void TokenBook::add(const Token& token) {
  const std::unique_lock lock(mutex_);
  tokens_.emplace(first_bytes(token.hash), std::make_shared<const Token>(token));
}

std::shared_ptr<const Token> TokenBook::find(const Sha256& hash) const {
  const std::shared_lock lock(mutex_);
  std::shared_ptr<const Token> found;
  const auto [first, last] = tokens_.equal_range(first_bytes(hash));
  for (auto it = first; it != last; ++it) {
    if (CRYPTO_memcmp(it->second->hash.data(), hash.data(), hash.size()) == 0) found = it->second;
  }
  return found;
}

bool TokenBook::is_valid(const Token& token, UnixTime now) const {
  const std::shared_ptr<const Token> found = find(token.hash);
  return found && !found->revoked && (!found->expires || *found->expires > now);
}

std::shared_ptr<const Token> TokenBook::require(const HttpRequest& request, UnixTime now) const {
  const std::string_view field = request.header("authorization");
  const std::size_t space = field.find(' ');
  if (field.empty()) throw Problem("token-missing", "the request has no token");
  if (space == std::string_view::npos || !is_bearer(field.substr(0, space)) || field.size() > longest_secret) {
    throw Problem("token-unknown", "the field Authorization is not 'Bearer TOKEN'");
  }
  std::shared_ptr<const Token> found = find(token_hash(field.substr(space + 1)));
  if (!found) throw Problem("token-unknown", "nobody has this token");
  if (found->revoked) throw Problem("token-revoked", "the token was revoked");
  if (found->expires && *found->expires <= now) throw Problem("token-expired", "the token has expired");
  return found;
}

}  // namespace sourdine
