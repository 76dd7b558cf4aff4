#include "sourdine/blur/memo_key.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/system_failure.h"

namespace sourdine {
namespace {

constexpr std::size_t key_digits = 2 * RowSecret::size;

void write_new_key(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (file < 0) {
    if (errno == EEXIST) return;  // another process was faster
    fail_system(fmt::format("cannot make the memo's key '{}'", path), errno, "Its folder must be there and writable.");
  }
  const RowSecret secret = RowSecret::draw();
  Sha256 bytes{};  // 32 bytes, as a digest is
  std::copy(secret.bytes().begin(), secret.bytes().end(), bytes.begin());
  const std::string text = hexadecimal(bytes) + "\n";
  const bool is_written =
      ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  const int why = errno;
  ::close(file);
  if (is_written) return;
  ::unlink(path.c_str());
  fail_system(fmt::format("cannot write the memo's key '{}'", path), why);
}

int digit_value(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

}  // namespace

RowSecret open_memo_key(const std::string& path) {
  if (auto secret = find_memo_key(path)) return *secret;
  write_new_key(path);
  if (auto secret = find_memo_key(path)) return *secret;
  fail_system(fmt::format("cannot read the memo's key '{}'", path), errno);
}

std::optional<RowSecret> find_memo_key(const std::string& path) {
  struct stat about = {};
  if (::stat(path.c_str(), &about) != 0) return std::nullopt;
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
  std::array<std::uint8_t, RowSecret::size> bytes{};
  bool is_key = text.size() == key_digits;
  for (std::size_t i = 0; is_key && i < bytes.size(); ++i) {
    const int high = digit_value(text[2 * i]), low = digit_value(text[2 * i + 1]);
    is_key = high >= 0 && low >= 0;
    bytes[i] = static_cast<std::uint8_t>((high << 4) | low);
  }
  if (!is_key) {
    fail_input(fmt::format("'{}' is no key of a memo: 64 hexadecimal digits", path),
               "Leave the file away, and a fresh key is drawn.");
  }
  return RowSecret(bytes);
}

}  // namespace sourdine
