// Ledgers and budgets: any bytes are read without harm, or refused as bad input. What is read can be written and read
// again; a chain that is read has as many hashes as lines; sums are never below a part of them. The first byte chooses:
// a whole ledger with the head of its lines, one line, a budget, an exact decimal.
#include "sourdine/privacy/ledger/ledger.h"

#include <string>

#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/ledger_store/budget_file.h"

namespace {

using namespace sourdine;
using fuzz::check;

void read_line(const std::string& text) {
  const LedgerLine line = parse_ledger_line(text);
  const auto* entry = std::get_if<LedgerEntry>(&line.what);
  if (entry == nullptr) {
    const std::string again = line_text(std::get<ClosingLine>(line.what), line.before);
    check(line_text(std::get<ClosingLine>(parse_ledger_line(again).what), line.before) == again, "a closing is kept");
    return;
  }
  if (!entry->unit) return;  // an older line; it stays as it is
  // Text that is not UTF-8 cannot be here: the parser refused it.
  const std::string again = line_text(*entry, LedgerHead().hash);
  const LedgerLine back = parse_ledger_line(again);
  const auto& kept = std::get<LedgerEntry>(back.what);
  check(line_text(kept, LedgerHead().hash) == again, "an entry is read as it was written");
  for (const Unit unit : {Unit::event, Unit::person}) {
    const LedgerTarget target{.unit = unit, .max_units = 3};
    try {
      const LedgerLoss loss = loss_for(*entry, target);
      if (loss.kind == LossKind::pure) check(loss.epsilon >= entry->loss.epsilon, "no conversion makes a loss smaller");
    } catch (const Error& error) {
      check(error.code() == ErrorCode::bad_input, "what cannot be converted is refused");
    }
  }
}

void read_whole(const std::string& text) {
  StoredLines stored;
  std::size_t begin = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    stored.lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  stored.has_torn_end = begin < text.size();
  stored.head = LedgerHead();  // counts nothing, so that the lines are what is read
  const LedgerContents contents = read_chain(stored, "fuzz");
  check(contents.hashes.size() == stored.lines.size() && contents.head.count == stored.lines.size(),
        "every line counts");
  check(contents.records.size() <= stored.lines.size(), "a line has at most one entry");
  for (const std::string& dataset : datasets_of(contents)) {
    const LedgerTotal total = total_of(contents, dataset);
    for (const LedgerRecord& record : contents.records) {
      if (record.entry.dataset != dataset || record.state == RecordState::cancelled) continue;
      check(record.entry.loss.epsilon <= total.epsilon, "a sum is not below its parts");
    }
  }
}

void read_decimal(const std::string& text) {
  const ExactDecimal decimal = ExactDecimal::parse(text);
  check(ExactDecimal::parse(decimal.text()) == decimal, "a decimal is read as it was written");
  check(decimal.value_down() <= decimal.value_up(), "doubles are on their sides");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    switch (data[0] % 4) {
      case 0:
        read_whole(text);
        break;
      case 1:
        read_line(text);
        break;
      case 2:
        parse_budget(text, "fuzz");
        break;
      default:
        read_decimal(text);
    }
  } catch (const Error& error) {
    check(error.code() == ErrorCode::bad_input, "what is wrong is the input");
  }
  return 0;
}
