#include "sourdine/random/memo_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/system_failure.h"

namespace sourdine {
namespace {

constexpr std::size_t key_digits = 2 * RowSecret::size;

int digit_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

std::optional<RowSecret> secret_of_digits(std::string_view text) {
  std::array<std::uint8_t, RowSecret::size> bytes{};
  if (text.size() != key_digits) return std::nullopt;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = digit_value(text[2 * i]), low = digit_value(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<std::uint8_t>((high << 4) | low);
  }
  return RowSecret(bytes);
}

}  // namespace

// Whole or not at all: a key that was cut short would have to be told from one that collections were made with.
bool keep_memo_key(const std::string& path, const RowSecret& secret) {
  std::string fresh = path + ".XXXXXX";
  const int file = ::mkostemp(fresh.data(), O_CLOEXEC);  // its owner's alone
  if (file < 0) {
    fail_system(fmt::format("cannot make the memo's key '{}'", path), errno, "Its folder must be there and writable.");
  }
  Sha256 bytes{};  // 32 bytes, as a digest is
  std::copy(secret.bytes().begin(), secret.bytes().end(), bytes.begin());
  const std::string text = hexadecimal(bytes) + "\n";
  const bool is_written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  // Where the file system has no links: a rename that replaces nothing.
  const bool is_named =
      is_written &&
      (::link(fresh.c_str(), path.c_str()) == 0 ||
       (errno == EPERM && ::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path.c_str(), RENAME_NOREPLACE) == 0));
  const int why = errno;
  ::close(file);
  ::unlink(fresh.c_str());
  if (is_named) return true;
  if (is_written && why == EEXIST) return false;
  fail_system(fmt::format("cannot write the memo's key '{}'", path), why);
}

FoundMemoKey look_for_memo_key(const std::string& path) {
  struct stat about = {};
  if (::stat(path.c_str(), &about) != 0) return {};
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    fail_input(
        fmt::format("others can read the memo's key '{}'", path),
        fmt::format("Whoever has it can undo all that was made with it: chmod 600 '{}', and use another key if it "
                    "was seen.",
                    path));
  }
  std::string text(key_digits + 2, '\0');
  InputFile input(path);
  text.resize(input.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  if (text.ends_with('\n')) text.pop_back();
  if (auto secret = secret_of_digits(text)) return {.what = FoundMemoKey::What::key, .secret = std::move(secret)};
  return {.what = FoundMemoKey::What::something_else, .is_short = text.size() < key_digits};
}

std::optional<RowSecret> find_memo_key(const std::string& path) {
  const FoundMemoKey found = look_for_memo_key(path);
  if (found.what == FoundMemoKey::What::something_else) {
    fail_input(fmt::format("'{}' is no key of a memo: 64 hexadecimal digits", path),
               "Leave the file away, and a fresh key is drawn.");
  }
  return found.secret;
}

RowSecret open_memo_key(const std::string& path) {
  if (auto secret = find_memo_key(path)) return *secret;
  keep_memo_key(path, RowSecret::draw());  // or another process was faster
  if (auto secret = find_memo_key(path)) return *secret;
  fail_system(fmt::format("cannot read the memo's key '{}'", path), errno);
}

}  // namespace sourdine
