// Two processes that spend at once: the last tenth of a budget goes to one of them.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>

#include "ledger_entries.h"
#include "sourdine/base/error.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::event_policy;
using testing::file_ledger;
using testing::pure_entry;

constexpr int got_it = 0;
constexpr int was_refused = 3;

// Waits until the pipe is closed, so that all begin at once, then asks for a tenth.
pid_t start_spender(const std::string& path, const std::array<int, 2>& gate) {
  const pid_t child = fork();
  if (child != 0) return child;
  ::close(gate[1]);
  char nothing = 0;
  if (::read(gate[0], &nothing, 1) != 0) _exit(1);
  try {
    Reservation reservation = file_ledger(path, {event_policy(1)}).reserve(pure_entry(0.1));
    reservation.commit();
    _exit(got_it);
  } catch (const Error& error) {
    _exit(error.code() == ErrorCode::budget_refused ? was_refused : 1);
  }
}

int exit_code_of(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

TEST(LedgerRace, TheLastTenthGoesToOneOfTwo) {
  constexpr int races = 1000;
  const testing::TemporaryDirectory folder;
  const std::string begun = folder.file("begun.ledger.jsonl");
  for (int i = 0; i < 9; ++i) testing::spend(file_ledger(begun), pure_entry(0.1));
  int first = 0;
  for (int race = 0; race < races; ++race) {
    const std::string path = folder.file("race.ledger.jsonl");
    for (const auto& [from, to] : {std::pair(begun, path), std::pair(head_path(begun), head_path(path))}) {
      std::filesystem::copy_file(from, to, std::filesystem::copy_options::overwrite_existing);
    }
    std::array<int, 2> gate{};
    ASSERT_EQ(::pipe(gate.data()), 0);
    const pid_t one = start_spender(path, gate);
    const pid_t other = start_spender(path, gate);
    ::close(gate[0]);
    ::close(gate[1]);
    const int code = exit_code_of(one);
    const int other_code = exit_code_of(other);
    ASSERT_EQ(std::min(code, other_code), got_it) << race;
    ASSERT_EQ(std::max(code, other_code), was_refused) << race;
    first += code == got_it ? 1 : 0;
    ASSERT_EQ(total_of(file_ledger(path).read(), "doubs").epsilon.text(), "1.000000000");
  }
  RecordProperty("won_by_the_first", first);
}

}  // namespace
}  // namespace sourdine
