// The protocol table: every kind of protocol there is. Reading a file means: header → kind → table → Protocol. The
// audit and the benchmarks loop over it, so a kind that is in it is audited and measured, and one that is not cannot be
// read.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/protocol/protocol.h"

namespace sourdine {

// A channel small enough to enumerate: the protocol and all its records.
struct AuditCase {
  std::string name;
  double epsilon = 0;       // asked
  std::string spends_less;  // why the exact ε may lie below the asked one; empty: it does not (to 0.1 %)
  std::shared_ptr<const Protocol> protocol;
  std::vector<std::vector<Value>> records;
};

// Something to be timed: randomising and tallying.
struct BenchCase {
  std::string name;  // "grr/k=17"
  std::shared_ptr<const Protocol> protocol;
};

struct ProtocolKind {
  std::string_view kind;   // the word in specs and files
  std::string_view title;  // what it is, in a few words
  // The protocol of a spec's JSON, as a file records it. Throws Error(bad_input). Its spec() may differ from the JSON
  // where that leaves something to be chosen; who reads a file refuses it then (make_recorded).
  std::shared_ptr<const Protocol> (*make)(std::string_view json);
  std::vector<AuditCase> (*audit_cases)();
  std::vector<BenchCase> (*bench_cases)();
};

class ProtocolTable {
 public:
  explicit ProtocolTable(std::vector<ProtocolKind> rows) : rows_(std::move(rows)) {}

  std::span<const ProtocolKind> rows() const { return rows_; }
  // The same with another row.
  ProtocolTable with(const ProtocolKind& row) const;
  // Throws Error(bad_input) naming the kinds there are.
  const ProtocolKind& find(std::string_view kind) const;
  // The protocol of a spec that was recorded. Throws Error(bad_input) when the kind is unknown, or the spec is not
  // valid, not canonical, or leaves something to be chosen: another version might choose differently, and the reports
  // would mean something else.
  std::shared_ptr<const Protocol> make_recorded(std::string_view kind, std::string_view json) const;

 private:
  std::vector<ProtocolKind> rows_;
};

// Every kind of the library. Declared here, where files are read, and defined in catalogue/, above all that it lists.
const ProtocolTable& protocol_table();

// All records of a protocol whose attributes have these sizes, in order.
std::vector<std::vector<Value>> all_records(const Protocol& protocol);

}  // namespace sourdine
