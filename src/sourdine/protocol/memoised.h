// Memoised reporting: people who report again and again. A client answers in two steps: a permanent response to its
// value, drawn once and kept, and an instantaneous response to that one at every report. All reports about a value
// together tell at most the permanent response.
//
// A memoised protocol is a Protocol that also is Memoised. It writes each step once, against Chance:
//   draw_trait(chance)                                        what a client draws for life: a cohort, a hash function
//   respond_permanently(symbol, trait, chance, permanent)     into report_bytes() zero bytes
//   respond_now(permanent, chance, report)                    into report_bytes() zero bytes
// Fresh bits give the reports of clients that never come back (Protocol::randomize_into); keyed bits give the client
// whose memo needs no storage (MemoClient); Branches over the first step gives the ε of all reports
// (Protocol::enumerate and epsilon()), over both that of one (report_epsilon()), over several instantaneous steps that
// of as many reports.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/domain.h"
#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"

namespace sourdine {

class Memoised {
 public:
  virtual ~Memoised() = default;

  // Exact ε of one report alone; the protocol's epsilon() bounds any number of reports from one permanent response.
  virtual double report_epsilon() const = 0;

  // ε of all reports about one symbol against all reports about any other, of the domain or not. The protocol's
  // epsilon() may be less: it is exact over the domain's values.
  virtual double symbol_epsilon() const = 0;

  // What the permanent response depends on: equal symbols share one. The value's label; for a client with this trait,
  // its hash or its bucket. Throws Error(bad_input) for a value outside the domain.
  virtual std::string symbol(Value value, std::uint64_t trait) const = 0;
  // Everything else it depends on but the secret, the attribute and the client's trait. Two protocols with the same
  // memo share permanent responses, so that parameters that do not shape these may change during a collection.
  struct Memo {
    std::string_view protocol;  // "sourdine rappor client"
    std::string_view trait;     // "cohort"
    std::vector<std::uint64_t> parameters;
  };
  virtual Memo memo() const = 0;
  virtual std::size_t memo_bytes() const = 0;  // of a permanent response, and of a report

  // The steps, drawn and enumerated.
  virtual std::uint64_t draw_trait(Random& random) const = 0;
  virtual std::uint64_t draw_trait(Branches& branches) const = 0;
  virtual void respond_permanently(std::string_view symbol, std::uint64_t trait, Random& random,
                                   std::span<std::uint8_t> permanent) const = 0;
  virtual void respond_permanently(std::string_view symbol, std::uint64_t trait, Branches& branches,
                                   std::span<std::uint8_t> permanent) const = 0;
  virtual void respond_now(std::span<const std::uint8_t> permanent, Random& random,
                           std::span<std::uint8_t> report) const = 0;
  virtual void respond_now(std::span<const std::uint8_t> permanent, Branches& branches,
                           std::span<std::uint8_t> report) const = 0;

  // One report of a client that never comes back, by the code of randomize_into() with a batch of one: its ε is
  // report_epsilon().
  virtual void enumerate_report(Value value, Branches& branches, std::span<std::uint8_t> report) const = 0;
  // All of a client's first reports.size() / memo_bytes() reports about the value, by the code of MemoClient.
  void enumerate_reports(Value value, Branches& branches, std::span<std::uint8_t> reports) const;

  // Exact ε of all reports about one value of the domain when there are so many of them (≥ 1) from one permanent
  // response: report_epsilon() for one, then more, and never above epsilon(), which it comes to.
  virtual double epsilon_after(std::uint64_t reports) const = 0;
  // How many different symbols one client can have at most; the number of its permanent responses.
  virtual std::uint64_t max_symbols() const = 0;
  // Instantaneous responses to permanent ones that lie one behind the other, one each: what respond_now() does for one.
  // Protocols that draw for many at once override it.
  virtual void respond_now_to_all(std::span<const std::uint8_t> permanent, Random& random,
                                  std::span<std::uint8_t> reports) const;

  // What two reports of one client have in common, in the estimate of a value's count: their covariance when both are
  // about one symbol and the client holds the value, or another one; and what a client that moved between two other
  // values adds at most to the variance of their difference, because it kept its trait. Where the covariance is not
  // known it is given as 0, which is never too much.
  struct Shared {
    double held = 0, other = 0, moved = 0;
  };
  virtual Shared shared() const = 0;
  // The probability that the best guess at a value drawn evenly from the domain is right for whoever has the permanent
  // response: what no number of reports can exceed. Exact, or an upper bound where the response depends on hashes.
  virtual double best_guess() const = 0;
};

// MemoClient: one person's side of a repeated collection, for any memoised protocol. Trait and permanent responses are
// pseudo-random functions of the secret, so they are the same at every report, on every device that has the secret, and
// nothing need be stored; the instantaneous response is drawn anew each time.
//
// Privacy: all reports about one symbol together spend at most symbol_epsilon() (about a value of the domain, against
// other values of the domain: the protocol's epsilon()); each further different symbol spends it again, against
// histories in which the same reports have equal symbols. The secret is 32 bytes from a cryptographic generator, made
// for this person, kept for as long as the promise is to hold, and never sent.
class MemoClient {
 public:
  using Secret = std::array<std::uint8_t, 32>;

  // `protocol` must outlive the client. Questions asked of the same person differ in `attribute`, so that their
  // responses are independent.
  MemoClient(const Memoised& protocol, const Secret& secret, std::string_view attribute);

  std::uint64_t trait() const { return trait_; }
  // Writes one report about a value of the domain, or about any symbol the protocol knows, over memo_bytes() bytes.
  void report(Value value, Random& random, std::span<std::uint8_t> report) const;
  void report(std::string_view symbol, Random& random, std::span<std::uint8_t> report) const;
  // What arbitrarily many reports reveal. Not to be sent.
  std::vector<std::uint8_t> permanent_response(std::string_view symbol) const;

 private:
  std::vector<std::uint8_t> context(std::string_view purpose, std::string_view symbol) const;

  const Memoised& protocol_;
  Secret secret_;
  std::string attribute_;
  std::uint64_t trait_;
};

}  // namespace sourdine
