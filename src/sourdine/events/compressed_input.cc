#include "sourdine/events/compressed_input.h"

#include <fmt/format.h>
#define ZLIB_CONST  // input is not written to
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/shared_library.h"
#include "sourdine/events/peeked_input.h"

namespace sourdine {
namespace {

// What one step of a decoder did.
struct DecodedBytes {
  std::size_t read = 0;
  std::size_t written = 0;
  bool is_whole = false;  // the input may end here
};

class DecompressedInput : public Input {
 public:
  DecompressedInput(std::unique_ptr<Input> input, const char* format, const char* test)
      : Input(input->name()), input_(std::move(input)), format_(format), test_(test), buffer_(buffer_bytes) {}

  std::size_t read(std::span<std::uint8_t> into) override {
    std::size_t filled = 0;
    while (filled < into.size()) {
      if (left_.empty()) refill();
      if (left_.empty() && is_whole_) break;
      const DecodedBytes step = decode(left_, into.subspan(filled));
      if (step.read == 0 && step.written == 0) {
        // Nothing is left to read, and nothing more comes of what was read.
        if (!left_.empty()) fail_damaged("it does not go on");
        fail_input(fmt::format("{} is cut short: its {} data have no end", name(), format_), advice());
      }
      left_ = left_.subspan(step.read);
      filled += step.written;
      is_whole_ = step.is_whole;
    }
    return filled;
  }

 protected:
  // Takes what it can from `from`, which is empty at the end of the input, and gives what it can.
  virtual DecodedBytes decode(std::span<const std::uint8_t> from, std::span<std::uint8_t> into) = 0;

  [[noreturn]] void fail_damaged(const char* why) const {
    fail_input(fmt::format("{} is damaged: its {} data cannot be read ({})", name(), format_, why), advice());
  }

 private:
  static constexpr std::size_t buffer_bytes = std::size_t{1} << 17;

  std::string advice() const { return fmt::format("Fetch or make it again; '{}' checks such a file.", test_); }

  void refill() {
    if (is_at_end_) return;
    const std::size_t got = input_->read(buffer_);
    left_ = std::span<const std::uint8_t>(buffer_).first(got);
    is_at_end_ = got < buffer_.size();
  }

  std::unique_ptr<Input> input_;
  const char* format_;
  const char* test_;
  std::vector<std::uint8_t> buffer_;
  std::span<const std::uint8_t> left_;
  bool is_at_end_ = false;
  bool is_whole_ = false;
};

// What is used of zlib, loaded by the first use, and kept.
struct Zlib {
  SharedLibrary library{"libz.so.1", "a file compressed by gzip", "zlib1g"};
  decltype(&inflateInit2_) init = library["inflateInit2_"];
  decltype(&inflateReset) reset = library["inflateReset"];
  decltype(&inflate) step = library["inflate"];
  decltype(&inflateEnd) end = library["inflateEnd"];
};

const Zlib& zlib() {
  static const Zlib loaded;
  return loaded;
}

class GzipInput final : public DecompressedInput {
 public:
  explicit GzipInput(std::unique_ptr<Input> input) : DecompressedInput(std::move(input), "gzip", "gzip -t") {
    constexpr int gzip_with_largest_window = 15 + 16;
    if (zlib().init(&stream_, gzip_with_largest_window, ZLIB_VERSION, sizeof stream_) != Z_OK) throw std::bad_alloc();
  }
  ~GzipInput() override { zlib().end(&stream_); }

 private:
  DecodedBytes decode(std::span<const std::uint8_t> from, std::span<std::uint8_t> into) override {
    if (is_between_members_) {
      // Zeros may fill a file up to the end of its last block; anything else is another member.
      const auto zeros = std::find_if(from.begin(), from.end(), [](std::uint8_t byte) { return byte != 0; });
      if (zeros != from.begin()) return {static_cast<std::size_t>(zeros - from.begin()), 0, true};
      zlib().reset(&stream_);
      is_between_members_ = false;
    }
    constexpr std::size_t at_once = std::size_t{1} << 30;
    const auto room = static_cast<uInt>(std::min(into.size(), at_once));
    stream_.next_in = from.data();
    stream_.avail_in = static_cast<uInt>(from.size());
    stream_.next_out = into.data();
    stream_.avail_out = room;
    const int result = zlib().step(&stream_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR) {
      fail_damaged(stream_.msg != nullptr ? stream_.msg : "the reason is not known");
    }
    is_between_members_ = result == Z_STREAM_END;
    return {from.size() - stream_.avail_in, room - stream_.avail_out, is_between_members_};
  }

  z_stream stream_{};
  bool is_between_members_ = false;
};

// The same of libzstd.
struct Zstd {
  SharedLibrary library{"libzstd.so.1", "a file compressed by zstd", "libzstd1"};
  decltype(&ZSTD_createDStream) create = library["ZSTD_createDStream"];
  decltype(&ZSTD_freeDStream) free = library["ZSTD_freeDStream"];
  decltype(&ZSTD_decompressStream) step = library["ZSTD_decompressStream"];
  decltype(&ZSTD_isError) is_error = library["ZSTD_isError"];
  decltype(&ZSTD_getErrorName) error_name = library["ZSTD_getErrorName"];
};

const Zstd& zstd() {
  static const Zstd loaded;
  return loaded;
}

class ZstdInput final : public DecompressedInput {
 public:
  explicit ZstdInput(std::unique_ptr<Input> input)
      : DecompressedInput(std::move(input), "zstd", "zstd -t"), stream_(zstd().create()) {
    if (stream_ == nullptr) throw std::bad_alloc();
  }
  ~ZstdInput() override { zstd().free(stream_); }

 private:
  DecodedBytes decode(std::span<const std::uint8_t> from, std::span<std::uint8_t> into) override {
    ZSTD_inBuffer input{from.data(), from.size(), 0};
    ZSTD_outBuffer output{into.data(), into.size(), 0};
    const std::size_t result = zstd().step(stream_, &output, &input);
    if (zstd().is_error(result) != 0) fail_damaged(zstd().error_name(result));
    return {input.pos, output.pos, result == 0};
  }

  ZSTD_DStream* stream_;
};

}  // namespace

Compression find_compression(std::string_view head) {
  if (head.starts_with("\x1F\x8B")) return Compression::gzip;
  const bool is_frame = head.starts_with("\x28\xB5\x2F\xFD");
  // Frames to be skipped, of which some programs write one first: 0x184D2A50 … 0x184D2A5F.
  const bool is_skippable =
      head.size() >= 4 && (static_cast<unsigned char>(head[0]) & 0xF0U) == 0x50U && head.substr(1, 3) == "\x2A\x4D\x18";
  return is_frame || is_skippable ? Compression::zstd : Compression::none;
}

std::unique_ptr<Input> decompressed(std::unique_ptr<Input> input) {
  auto peeked = std::make_unique<PeekedInput>(std::move(input));
  switch (find_compression(peeked->head())) {
    case Compression::gzip:
      return std::make_unique<GzipInput>(std::move(peeked));
    case Compression::zstd:
      return std::make_unique<ZstdInput>(std::move(peeked));
    case Compression::none:
      break;
  }
  return peeked;
}

}  // namespace sourdine
