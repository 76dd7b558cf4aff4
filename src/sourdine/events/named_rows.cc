#include "sourdine/events/named_rows.h"

#include <fmt/format.h>

#include <atomic>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/name_registry.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

struct RegisteredRows {
  NamedRows::Open open;
  NamedRows::Reading reading;
  std::atomic<bool> was_opened = false;
};

NameRegistry<RegisteredRows>& registered_rows() {
  static auto& registry = *new NameRegistry<RegisteredRows>("frame:");  // whatever the order of destruction
  return registry;
}

}  // namespace

NamedRows::NamedRows(Open open, Reading reading) {
  auto rows = std::make_shared<RegisteredRows>();
  rows->open = std::move(open);
  rows->reading = reading;
  name_ = registered_rows().add(std::move(rows));
}

NamedRows::~NamedRows() { registered_rows().remove(name_); }

std::unique_ptr<RowSource> open_named_rows(const std::string& name) {
  const auto rows = registered_rows().find(name);
  if (!rows) return nullptr;
  if (rows->was_opened.exchange(true) && rows->reading == NamedRows::Reading::once) {
    fail_input("the frame can be read only once, and was", "Give a table that stays, not a reader of one.");
  }
  return rows->open();
}

bool is_named_rows(const std::string& name) { return registered_rows().find(name) != nullptr; }

std::string shown_source(const std::string& source) {
  return is_named_rows(source) ? "the frame" : fmt::format("'{}'", shown(source));
}

bool can_be_read_again(const std::string& source) {
  const auto rows = registered_rows().find(source);
  return rows ? rows->reading == NamedRows::Reading::again : source != "-";
}

}  // namespace sourdine
