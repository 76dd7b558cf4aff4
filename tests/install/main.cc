// What the README shows a C++ user: collect, estimate, read the guarantee.
#include <sourdine/estimate/estimate.h>
#include <sourdine/oracle/table.h>
#include <sourdine/random/secure_bits.h>

#include <cstdio>

int main() {
  const std::vector<sourdine::Value> values(1000, 3);

  const auto oracle = sourdine::make_oracle({"oue", sourdine::Domain(17), 1.0, {}});
  sourdine::Reports reports(oracle->report_bytes());
  oracle->randomize(values, sourdine::SecureBits::this_thread(), reports);
  sourdine::Tally tally = oracle->empty_tally();
  oracle->tally(reports, tally);
  const sourdine::Estimates estimates = sourdine::estimate(*oracle, tally);  // and intervals

  std::printf("value 3: %.0f, between %.0f and %.0f; epsilon %.3f\n", estimates.values[3].value,
              estimates.values[3].lower, estimates.values[3].upper, oracle->guarantee().epsilon);
  return estimates.values.size() == 17 ? 0 : 1;
}
