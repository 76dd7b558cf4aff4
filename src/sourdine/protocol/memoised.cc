#include "sourdine/protocol/memoised.h"

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/random/keyed_bits.h"

namespace sourdine {
namespace {

void append(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  for (unsigned shift = 0; shift < 64; shift += 8) bytes.push_back(static_cast<std::uint8_t>(number >> shift));
}

// With its length in front: ("a", "bc") and ("ab", "c") are different contexts.
void append(std::vector<std::uint8_t>& bytes, std::string_view text) {
  append(bytes, text.size());
  bytes.insert(bytes.end(), text.begin(), text.end());
}

}  // namespace

void Memoised::enumerate_reports(Value value, Branches& branches, std::span<std::uint8_t> reports) const {
  std::vector<std::uint8_t> permanent(memo_bytes());
  const std::uint64_t trait = draw_trait(branches);
  respond_permanently(symbol(value, trait), trait, branches, permanent);
  for (std::size_t at = 0; at < reports.size(); at += permanent.size()) {
    respond_now(permanent, branches, reports.subspan(at, permanent.size()));
  }
}

void Memoised::respond_now_to_all(std::span<const std::uint8_t> permanent, Random& random,
                                  std::span<std::uint8_t> reports) const {
  const std::size_t size = memo_bytes();
  for (std::size_t at = 0; at + size <= permanent.size(); at += size) {
    respond_now(permanent.subspan(at, size), random, reports.subspan(at, size));
  }
}

MemoClient::MemoClient(const Memoised& protocol, const Secret& secret, std::string_view attribute)
    : protocol_(protocol), secret_(secret), attribute_(attribute) {
  KeyedBits bits(secret_, context(protocol_.memo().trait, {}));
  trait_ = protocol_.draw_trait(bits);
}

std::vector<std::uint8_t> MemoClient::context(std::string_view purpose, std::string_view symbol) const {
  const Memoised::Memo memo = protocol_.memo();
  std::vector<std::uint8_t> bytes;
  append(bytes, memo.protocol);
  append(bytes, purpose);
  append(bytes, attribute_);
  for (const std::uint64_t number : memo.parameters) append(bytes, number);
  append(bytes, symbol);
  return bytes;
}

std::vector<std::uint8_t> MemoClient::permanent_response(std::string_view symbol) const {
  KeyedBits bits(secret_, context("permanent response", symbol));
  std::vector<std::uint8_t> response(protocol_.memo_bytes());
  protocol_.respond_permanently(symbol, trait_, bits, response);
  return response;
}

void MemoClient::report(std::string_view symbol, Random& random, std::span<std::uint8_t> report) const {
  if (report.size() != protocol_.memo_bytes()) fail_input("there is no room for one report");
  std::fill(report.begin(), report.end(), std::uint8_t{0});
  protocol_.respond_now(permanent_response(symbol), random, report);
}

void MemoClient::report(Value value, Random& random, std::span<std::uint8_t> into) const {
  report(protocol_.symbol(value, trait_), random, into);
}

}  // namespace sourdine
