// Tokens: who may do what. 32 random bytes, shown once; stores keep only their SHA-256.
//   sdc_… a client: a collection's parameters, and sending reports to it
//   sdr_… a reader: estimates, tallies, screening, the dashboard
//   sda_… an administrator: everything, kept reports and tokens included
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sourdine/base/sha256.h"
#include "sourdine/collector/collection.h"

namespace sourdine {

enum class Scope { client, reader, admin };
std::string_view scope_name(Scope scope);
// Throws Error(bad_input) listing the names.
Scope find_scope(std::string_view name);

struct Token {
  std::string id;  // 12 letters and digits, for lists and revocation; tells nothing about the secret
  Sha256 hash{};
  Scope scope = Scope::client;
  std::string collection;  // empty: all
  std::string note;
  UnixTime created{};
  std::optional<UnixTime> expires = {};
  std::optional<UnixTime> revoked = {};
};

struct NewToken {
  Token token;
  std::string secret;  // "sdc_" and 43 letters of base64url
};
NewToken make_token(Scope scope, std::string collection, std::string note, UnixTime now,
                    std::optional<UnixTime> expires = {});
Sha256 token_hash(std::string_view secret);

}  // namespace sourdine
