// TokenBook: the tokens of the store, in memory, for every request to be looked up in. What is revoked here counts at
// once; what another collector changed counts after the next refresh.
#pragma once

#include <cstdint>
#include <memory>
#include <shared_mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sourdine/collector/http/message.h"
#include "sourdine/collector/token.h"

namespace sourdine {

class TokenBook {
 public:
  void replace(const std::vector<Token>& tokens);
  void add(const Token& token);

  // The token of 'Authorization: Bearer …'. Throws Problem: token-missing, token-unknown, token-expired, token-revoked.
  // Takes the same time for every token that is not known: they are found by their SHA-256, compared as a whole.
  std::shared_ptr<const Token> require(const HttpRequest& request, UnixTime now) const;
  // Whether a token that was taken before would be taken now.
  bool is_valid(const Token& token, UnixTime now) const;

 private:
  using Map = std::unordered_multimap<std::uint64_t, std::shared_ptr<const Token>>;  // by the hash's first bytes

  std::shared_ptr<const Token> find(const Sha256& hash) const;  // nullptr: there is none

  mutable std::shared_mutex mutex_;
  Map tokens_;
};

}  // namespace sourdine
