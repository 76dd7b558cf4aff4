#include "sourdine/collector/token.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine {
namespace {

struct ScopeRow {
  Scope scope;
  std::string_view name;
  std::string_view prefix;
};
constexpr std::array<ScopeRow, 3> scopes{
    {{Scope::client, "client", "sdc_"}, {Scope::reader, "reader", "sdr_"}, {Scope::admin, "admin", "sda_"}}};

constexpr std::string_view id_letters = "abcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::size_t id_size = 12;
constexpr std::string_view secret_letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const ScopeRow& scope_row(Scope scope) { return scopes.at(static_cast<std::size_t>(scope)); }

// base64url of 32 random bytes, without padding: 42 letters of six bits, and one of the last four.
std::string random_secret() {
  SecureBits& bits = SecureBits::this_thread();
  std::string text;
  for (int i = 0; i < 42; ++i) text.push_back(secret_letters[bits.below(64)]);
  text.push_back(secret_letters[bits.below(16) * 4]);
  return text;
}

}  // namespace

std::string_view scope_name(Scope scope) { return scope_row(scope).name; }

Scope find_scope(std::string_view name) {
  for (const ScopeRow& row : scopes) {
    if (row.name == name) return row.scope;
  }
  fail_input(fmt::format("unknown scope '{}'; known: client, reader, admin", shown(name)));
}

NewToken make_token(Scope scope, std::string collection, std::string note, UnixTime now,
                    std::optional<UnixTime> expires) {
  NewToken made;
  made.secret = std::string(scope_row(scope).prefix) + random_secret();
  SecureBits& bits = SecureBits::this_thread();
  for (std::size_t i = 0; i < id_size; ++i) made.token.id.push_back(id_letters[bits.below(id_letters.size())]);
  made.token.hash = token_hash(made.secret);
  made.token.scope = scope;
  made.token.collection = std::move(collection);
  made.token.note = std::move(note);
  made.token.created = now;
  made.token.expires = expires;
  return made;
}

Sha256 token_hash(std::string_view secret) {
  return sha256({reinterpret_cast<const std::uint8_t*>(secret.data()), secret.size()});
}

}  // namespace sourdine
