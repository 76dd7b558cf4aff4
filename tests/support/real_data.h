// Real data, for tests that skip without them.
#pragma once

#include <array>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace sourdine::testing {

// What the file, compressed by zstd, holds; nothing when it or zstd(1) is not there.
inline std::string zstd_text(const std::string& path) {
  std::string text;
  if (!std::filesystem::exists(path)) return text;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(("zstd -dqc '" + path + "'").c_str(), "r"), pclose);
  std::array<char, 1 << 16> buffer;
  for (std::size_t n = 0; pipe && (n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) > 0;) {
    text.append(buffer.data(), n);
  }
  return text;
}

}  // namespace sourdine::testing
