// MemoisedOracle<Derived>: what the oracles of repeated collections share. Their reports are made in two rounds
// (protocol/memoised.h); randomize() draws both afresh, for clients that never come back, and enumerate() visits the
// permanent response, which is all that arbitrarily many reports can tell.
//
// A symbol is a number, written in decimals: the value, its hash, the sampled bucket it lies in. Beside what OracleWith
// asks for, a derived oracle writes
//   template <Chance C> std::uint64_t draw(C& chance) const;                                 the client's trait
//   std::uint64_t symbol_of(Value value, std::uint64_t trait) const;                         below symbol_count()
//   std::uint64_t symbol_count() const;
//   std::string_view symbol_words() const;                                                   "values"
//   template <Chance C> void respond_once(std::uint64_t symbol, std::uint64_t trait, C& chance,
//                                         std::span<std::uint8_t> permanent) const;          into zero bytes
//   template <Chance C> void respond_again(std::span<const std::uint8_t> permanent, C& chance,
//                                          std::span<std::uint8_t> reports) const;           1 to max_batch of them
// respond_once() decides by single words and memo_bits.h: a client must be able to repeat it for ever, whatever becomes
// of the samplers for many decisions. That is a promise (tests/oracle/longitudinal_memo_test.cc has responses that must
// stay).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "sourdine/oracle/base.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {

// The guarantee with what it does not say: `symbols` are "values", "hash values".
Guarantee memoised_guarantee(Guarantee guarantee, const Memoised& memoised, std::string_view symbols);
// The number that a symbol is, below `count`. Throws Error(bad_input) for anything else.
std::uint64_t symbol_number(std::string_view symbol, std::uint64_t count, std::string_view oracle);
// Throws Error(bad_input) unless value < k.
void require_in_domain(Value value, Value k);

template <class Derived>
class MemoisedOracle : public OracleWith<Derived>, public Memoised {
 public:
  using OracleWith<Derived>::OracleWith;

  // Of one report: a report is e^ε1 times as likely for the values it supports as for the others.
  void likelihood(std::span<const std::uint8_t> report, std::span<double> out) const override {
    const double other = std::exp(-report_epsilon());
    for (Value value = 0; value < this->k(); ++value) out[value] = self().supports_value(report, value) ? 1.0 : other;
  }

  Guarantee guarantee() const override { return memoised_guarantee(Oracle::guarantee(), *this, self().symbol_words()); }

  double report_epsilon() const override { return report_epsilon_; }
  double symbol_epsilon() const override { return this->epsilon(); }
  std::uint64_t max_symbols() const override { return std::min<std::uint64_t>(symbol_count(), this->k()); }
  std::size_t memo_bytes() const override { return this->report_bytes(); }
  std::string symbol(Value value, std::uint64_t trait) const override {
    require_in_domain(value, this->k());
    return std::to_string(self().symbol_of(value, trait));
  }

  std::uint64_t draw_trait(Random& random) const override { return self().draw(random); }
  std::uint64_t draw_trait(Branches& branches) const override { return self().draw(branches); }
  void respond_permanently(std::string_view symbol, std::uint64_t trait, Random& random,
                           std::span<std::uint8_t> permanent) const override {
    self().respond_once(number_of(symbol), trait, random, permanent);
  }
  void respond_permanently(std::string_view symbol, std::uint64_t trait, Branches& branches,
                           std::span<std::uint8_t> permanent) const override {
    self().respond_once(number_of(symbol), trait, branches, permanent);
  }
  void respond_now(std::span<const std::uint8_t> permanent, Random& random,
                   std::span<std::uint8_t> report) const override {
    self().respond_again(permanent, random, report);
  }
  void respond_now(std::span<const std::uint8_t> permanent, Branches& branches,
                   std::span<std::uint8_t> report) const override {
    self().respond_again(permanent, branches, report);
  }
  void respond_now_to_all(std::span<const std::uint8_t> permanent, Random& random,
                          std::span<std::uint8_t> reports) const override {
    const std::size_t batch = max_batch * this->report_bytes();
    for (std::size_t at = 0; at < permanent.size(); at += batch) {
      const std::size_t size = std::min(batch, permanent.size() - at);
      self().respond_again(permanent.subspan(at, size), random, reports.subspan(at, size));
    }
  }
  void enumerate_report(Value value, Branches& branches, std::span<std::uint8_t> report) const override {
    self().encode(std::span(&value, 1), branches, report);
  }

 protected:
  void enumerate_value(Value value, Branches& branches, std::span<std::uint8_t> report) const override {
    const std::uint64_t trait = self().draw(branches);
    self().respond_once(self().symbol_of(value, trait), trait, branches, report);
  }

  void set_report_epsilon(double epsilon) { report_epsilon_ = epsilon; }

 private:
  const Derived& self() const { return static_cast<const Derived&>(*this); }
  std::uint64_t symbol_count() const { return self().symbol_count(); }
  std::uint64_t number_of(std::string_view symbol) const { return symbol_number(symbol, symbol_count(), this->name()); }

  double report_epsilon_ = 0;
};

}  // namespace sourdine
