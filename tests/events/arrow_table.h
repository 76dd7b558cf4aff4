// Arrow streams made by hand, for tests: every array and the stream itself count how often they are released.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/base/arrow_abi.h"

namespace sourdine::testing {

using Buffer = std::optional<std::string>;  // nothing: a null pointer

template <class... Numbers>
Buffer buffer_of(Numbers... numbers) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers), ...);
  return bytes;
}
template <class Number>
Buffer buffer_of(const std::vector<Number>& numbers) {
  return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number));
}
// A bit per element, the first one in the least significant bit of the first byte.
inline Buffer bits_of(std::string_view zeros_and_ones) {
  std::string bytes((zeros_and_ones.size() + 7) / 8, '\0');
  for (std::size_t i = 0; i < zeros_and_ones.size(); ++i) {
    if (zeros_and_ones[i] == '1') bytes[i / 8] = static_cast<char>(bytes[i / 8] | 1 << (i % 8));
  }
  return bytes;
}

// A column with its elements; of a batch, `children` are the columns.
struct TestArray {
  std::string format;
  std::int64_t length = 0;
  std::vector<Buffer> buffers = {};
  std::int64_t offset = 0;
  std::int64_t null_count = -1;
  std::string name = {};
  std::vector<TestArray> children = {};
  std::shared_ptr<TestArray> dictionary = {};
};

inline TestArray named(std::string name, TestArray array) {
  array.name = std::move(name);
  return array;
}

// "" for a null, as its second part says.
inline TestArray text_array(const std::vector<std::optional<std::string>>& texts) {
  std::vector<std::int32_t> offsets{0};
  std::string bytes, validity;
  for (const auto& text : texts) {
    bytes += text.value_or("");
    validity += text ? '1' : '0';
    offsets.push_back(static_cast<std::int32_t>(bytes.size()));
  }
  return {.format = "u",
          .length = static_cast<std::int64_t>(texts.size()),
          .buffers = {bits_of(validity), buffer_of(offsets), bytes}};
}

inline TestArray table_of(std::vector<TestArray> columns) {
  const std::int64_t rows = columns.empty() ? 0 : columns.front().length;
  return {.format = "+s",
          .length = rows,
          .buffers = {std::nullopt},
          .offset = 0,
          .null_count = 0,
          .name = {},
          .children = std::move(columns)};
}

// A stream of batches; the schema is that of `table`, whose elements are not looked at.
class TestStream {
 public:
  explicit TestStream(TestArray table) : TestStream(table, {table}) {}
  TestStream(TestArray table, std::vector<TestArray> batches)
      : state_(std::make_shared<State>(State{std::move(table), std::move(batches)})) {}

  // After so many batches get_next() fails with this message.
  void fail_after(std::size_t batches, std::optional<std::string> message) {
    state_->fails_at = batches;
    state_->message = std::move(message);
  }

  // What a consumer takes; only once.
  ArrowArrayStream stream() {
    return {.get_schema = get_schema,
            .get_next = get_next,
            .get_last_error = [](ArrowArrayStream* self) { return state_of(self).last_error; },
            .release =
                [](ArrowArrayStream* self) {
                  ++state_of(self).stream_releases;
                  delete static_cast<std::shared_ptr<State>*>(self->private_data);
                  self->release = nullptr;
                },
            .private_data = new std::shared_ptr<State>(state_)};
  }

  int stream_releases() const { return state_->stream_releases; }
  // Schemas and arrays that were handed over at the top, and those that were released there.
  int handed() const { return state_->handed; }
  int released() const { return state_->released; }

 private:
  struct State {
    TestArray table;
    std::vector<TestArray> batches;
    std::optional<std::size_t> fails_at = {};
    std::optional<std::string> message = {};
    const char* last_error = nullptr;
    std::size_t next = 0;
    int stream_releases = 0, handed = 0, released = 0;
  };
  // What an exported schema or array points to.
  template <class Exported>
  struct Owned {
    std::shared_ptr<State> state;  // of the top only
    TestArray array;
    std::deque<Exported> children;
    std::vector<Exported*> child_pointers;
    std::vector<std::unique_ptr<char[]>> bytes;  // of just their size, so that a sanitizer sees who reads beyond
    std::vector<const void*> buffer_pointers;
    Exported dictionary = {};
  };

  static State& state_of(ArrowArrayStream* self) { return **static_cast<std::shared_ptr<State>*>(self->private_data); }

  template <class Exported>
  static void release(Exported* self) {
    auto* const owned = static_cast<Owned<Exported>*>(self->private_data);
    if (owned->state) ++owned->state->released;
    for (Exported& child : owned->children) child.release(&child);
    if (owned->dictionary.release != nullptr) owned->dictionary.release(&owned->dictionary);
    self->release = nullptr;
    delete owned;
  }

  template <class Exported>
  static Owned<Exported>* own(const TestArray& array, Exported (*export_one)(const TestArray&)) {
    auto* const owned = new Owned<Exported>;
    owned->array = array;
    for (const TestArray& child : owned->array.children) owned->children.push_back(export_one(child));
    for (Exported& child : owned->children) owned->child_pointers.push_back(&child);
    if (array.dictionary) owned->dictionary = export_one(*array.dictionary);
    return owned;
  }

  static ArrowSchema export_schema(const TestArray& array) {
    auto* const owned = own<ArrowSchema>(array, export_schema);
    return {.format = owned->array.format.c_str(),
            .name = owned->array.name.c_str(),
            .metadata = nullptr,
            .flags = ARROW_FLAG_NULLABLE,
            .n_children = static_cast<std::int64_t>(owned->children.size()),
            .children = owned->child_pointers.data(),
            .dictionary = array.dictionary ? &owned->dictionary : nullptr,
            .release = release<ArrowSchema>,
            .private_data = owned};
  }

  static ArrowArray export_array(const TestArray& array) {
    auto* const owned = own<ArrowArray>(array, export_array);
    for (const Buffer& buffer : owned->array.buffers) {
      if (buffer) {
        owned->bytes.push_back(std::make_unique<char[]>(buffer->size()));
        std::memcpy(owned->bytes.back().get(), buffer->data(), buffer->size());
      }
      owned->buffer_pointers.push_back(buffer ? owned->bytes.back().get() : nullptr);
    }
    return {.length = array.length,
            .null_count = array.null_count,
            .offset = array.offset,
            .n_buffers = static_cast<std::int64_t>(owned->buffer_pointers.size()),
            .n_children = static_cast<std::int64_t>(owned->children.size()),
            .buffers = owned->buffer_pointers.data(),
            .children = owned->child_pointers.data(),
            .dictionary = array.dictionary ? &owned->dictionary : nullptr,
            .release = release<ArrowArray>,
            .private_data = owned};
  }

  template <class Exported>
  static int hand_over(ArrowArrayStream* self, Exported exported, Exported* out) {
    const auto& state = *static_cast<std::shared_ptr<State>*>(self->private_data);
    static_cast<Owned<Exported>*>(exported.private_data)->state = state;
    ++state->handed;
    *out = exported;
    return 0;
  }

  static int get_schema(ArrowArrayStream* self, ArrowSchema* out) {
    return hand_over(self, export_schema(state_of(self).table), out);
  }

  static int get_next(ArrowArrayStream* self, ArrowArray* out) {
    State& state = state_of(self);
    if (state.fails_at == state.next) {
      state.last_error = state.message ? state.message->c_str() : nullptr;
      return EIO;
    }
    *out = {};
    if (state.next == state.batches.size()) return 0;
    return hand_over(self, export_array(state.batches[state.next++]), out);
  }

  std::shared_ptr<State> state_;
};

}  // namespace sourdine::testing
