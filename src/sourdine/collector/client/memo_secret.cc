#include "sourdine/collector/client/memo_secret.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "sourdine/base/descriptor.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/sha256.h"
#include "sourdine/base/stream.h"
#include "sourdine/random/secure_bits.h"

namespace sourdine {
namespace {

constexpr std::size_t secret_digits = 64;

int secret_digit(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  return -1;
}

// Under another name first: a file that is half written must never be taken for the secret, nor one that may be lost.
void write_new_secret(const std::string& path) {
  SecureBits& random = SecureBits::this_thread();
  Sha256 bytes{};  // 32 bytes, as a digest is
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random.next() & 0xFF);
  const std::string temporary = fmt::format("{}.{:016x}", path, random.next());
  const std::string text = hexadecimal(bytes) + "\n";
  const Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR));
  if (!file.is_open()) fail_system(fmt::format("cannot make the secret '{}'", path), errno);
  const bool is_there = file.write_all(as_bytes(text)) && ::fsync(file.number()) == 0 &&
                        (::link(temporary.c_str(), path.c_str()) == 0 || errno == EEXIST);
  const int why = errno;
  ::unlink(temporary.c_str());
  if (!is_there) fail_system(fmt::format("cannot write the secret '{}'", path), why);
  const std::string above = std::filesystem::path(path).parent_path().string();
  const Descriptor folder(::open(above.empty() ? "." : above.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || ::fsync(folder.number()) != 0) fail_write("'" + path + "'", errno);
}

}  // namespace

MemoClient::Secret open_memo_secret(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) {
    if (errno != ENOENT) fail_system(fmt::format("cannot read the secret '{}'", path), errno);
    write_new_secret(path);
    if (::stat(path.c_str(), &about) != 0) fail_system(fmt::format("cannot read the secret '{}'", path), errno);
  }
  if ((about.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    fail_input(fmt::format("others can read the secret '{}'", path),
               "Whoever has it can undo the permanent responses: chmod 600, and use another if it was seen.");
  }
  std::string text(secret_digits + 2, '\0');
  InputFile input(path);
  text.resize(input.read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  if (text.ends_with('\n')) text.pop_back();
  MemoClient::Secret secret{};
  bool is_secret = text.size() == secret_digits;
  for (std::size_t i = 0; is_secret && i < secret.size(); ++i) {
    const int high = secret_digit(text[2 * i]);
    const int low = secret_digit(text[2 * i + 1]);
    is_secret = high >= 0 && low >= 0;
    secret[i] = static_cast<std::uint8_t>((high << 4) | low);
  }
  if (is_secret) return secret;
  fail_input(fmt::format("'{}' is no secret of a client: 64 hexadecimal digits", path),
             "Restore it from a copy. A new one means other permanent responses, which spend again.");
}

}  // namespace sourdine
