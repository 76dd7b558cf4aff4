// A protocol whose report is the first words it draws, as they are: to see which words a row gets. It hides nothing.
#pragma once

#include <fmt/format.h>

#include <cstring>

#include "sourdine/base/error.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine::testing {

class WordsProtocol final : public Protocol {
 public:
  static constexpr std::size_t words = 5;

  explicit WordsProtocol(std::size_t width, int version = 1)
      : Protocol(std::make_shared<const ProtocolSpec>("words",
                                                      fmt::format(R"({{"version":{},"width":{}}})", version, width))),
        width_(width) {}

  std::string title() const override { return "the words"; }
  std::size_t width() const override { return width_; }
  Value domain_size(std::size_t) const override { return Value{1} << 31; }
  std::size_t report_bytes() const override { return words * sizeof(std::uint64_t); }
  std::size_t cells() const override { return 0; }
  double epsilon() const override { return 0; }
  Guarantee guarantee() const override { return local_report_guarantee(0, 0); }
  bool is_possible(std::span<const std::uint8_t>) const override { return true; }
  void enumerate(std::span<const Value>, Branches&, std::span<std::uint8_t>) const override {
    fail_internal("the words have no law to enumerate");
  }

 protected:
  void randomize_valid(RecordsView records, Random& random, std::span<std::uint8_t> reports) const override {
    for (std::size_t i = 0; i < records.size() * words; ++i) {
      const std::uint64_t word = random.next();
      std::memcpy(&reports[i * sizeof word], &word, sizeof word);
    }
  }
  void tally_possible(ReportsView, std::span<std::uint64_t>) const override {}

 private:
  std::size_t width_;
};

}  // namespace sourdine::testing
