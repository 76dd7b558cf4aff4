#include "sourdine/publish/publish.h"

#include <fmt/format.h>

#include <filesystem>
#include <future>
#include <memory>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/error.h"
#include "sourdine/base/nothing_stops.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/manifest.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/received.h"
#include "sourdine/publish/sums.h"

namespace sourdine {
namespace {

// What cannot be replaced (a pipe, /dev/stdout) is written into.
bool has_something(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::symlink_status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_other(std::filesystem::status(path, ignored));
}

// Where a publication goes: refused before any work, made before anything is paid, there when all is written.
class Place {
 public:
  Place(const Ground& ground, const Publishing& publishing)
      : ground_(ground), out_(publishing.out), replaces_(publishing.replaces) {
    refuse_what_is_there();
    if (ground.form() == Form::directory) require_replaceable();
  }
  // When the form is known.
  void require_replaceable() const {
    if (replaces_ && has_something(out_)) ground_.require_replaceable(out_);
  }
  void make() {
    if (is_directory()) {
      directory_ = std::make_unique<NewDirectory>(out_, replaces_);
    } else {
      refuse_what_is_there();
      const AtomicFile probe(out_);  // what cannot be written fails here
    }
  }
  bool is_directory() const { return ground_.form() == Form::directory || ground_.form() == Form::files; }
  std::string path() const { return directory_->path(); }
  std::string file(const std::string& name) const { return is_directory() ? directory_->file(name.c_str()) : out_; }
  void appear() {
    if (!is_directory()) return;
    refuse_what_is_there();
    directory_->appear();
  }

 private:
  void refuse_what_is_there() const {
    if (replaces_ || !has_something(out_)) return;
    if (std::filesystem::is_regular_file(out_)) ground_.require_replaceable(out_);  // --force is no advice otherwise
    fail_input(
        fmt::format("'{}' exists already", out_),
        fmt::format("Choose another name, or give --force, which replaces what 'sourdine {}' made there: what was "
                    "spent stays spent.",
                    ground_.kind().verb));
  }

  const Ground& ground_;
  std::string out_;
  bool replaces_;
  std::unique_ptr<NewDirectory> directory_;
};

// page.json; empty where there is no page.
std::string data_of_page(const Ground& ground, const Drawn& drawn,
                         const std::optional<nlohmann::ordered_json>& spending) {
  if (!drawn.page) return "";
  const NothingStops paid_for;
  std::vector<std::string> files;
  for (const Table& table : drawn.tables) files.push_back(table.name);
  for (const OwnFile& file : drawn.files) files.push_back(file.name);
  auto data = page_json(ground.kind(), ground.head(), drawn.promise, drawn.is_seeded, files, drawn.page());
  if (spending) data["spending"] = *spending;
  return page_text(data);
}

// Nothing stops here: it is paid for.
std::string write_all(const Ground& ground, const Drawn& drawn, const Payment& payment, const Place& place) {
  const StopToken stop = StopToken::never();
  for (const OwnFile& own : drawn.files) own.write(place.file(own.name));
  if (ground.form() != Form::directory) return "";
  const auto& receipt = payment.receipt();
  const auto spending = receipt ? page_spending(payment.spendings().front(), receipt->lines(), stop) : std::nullopt;
  // On another core while the rest is written.
  std::future<std::string> page = std::async([&] { return data_of_page(ground, drawn, spending); });
  for (const Table& table : drawn.tables) {
    AtomicFile file(place.file(table.name), stop);
    table.write(file, stop);
    file.commit();
  }
  write_text_file(place.file("PRIVACY.md"), privacy_document(ground.head(), drawn), stop);
  const auto manifest = manifest_json(ground, drawn, receipt);
  write_text_file(place.file(manifest_name),
                  manifest.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n", stop);
  if (const std::string data = page.get(); !data.empty()) {
    write_text_file(place.file("page.json"), data, stop);
    write_text_file(place.file("index.html"), page_of_bundle(ground.kind().page_bundle, data), stop);
  }
  return write_sums(place.path());
}

// The state is kept when it is paid for, and paid for no longer when it certainly was not kept.
void keep_state(KeptState& state, Payment& payment) {
  try {
    state.keep();
  } catch (...) {
    if (state.is_unchanged()) payment.cancel();
    throw;
  }
}

Reading reading_of(const Publishing& publishing, bool is_check) {
  Reading reading = publishing.reading;
  reading.replaces = publishing.replaces;
  reading.is_check = is_check;
  return reading;
}

Drawing drawing_of(const Ground& ground, const Publishing& publishing, const RandomSource& random) {
  return {.random = random,
          .secret = publishing.reading.secret,
          .purpose = publishing.out.empty() ? ground.head().title : publishing.out,
          .progress = publishing.reading.progress,
          .stop = publishing.reading.stop};
}

}  // namespace

void Ground::require_replaceable(const std::string& out) const { sourdine::require_replaceable(out, kind()); }

Published publish(Ground& ground, const Publishing& publishing, const RandomSource& random) {
  const Reading reading = reading_of(publishing, false);
  const Drawing drawing = drawing_of(ground, publishing, random);
  Place place(ground, publishing);
  ground.read(reading);
  place.require_replaceable();
  Payment(ground.spendings(drawing)).ask(reading.stop);
  Published published{.drawn = ground.draw(drawing), .payment = {}, .out = publishing.out};
  Payment& payment = published.payment = Payment(published.drawn.spendings);
  reading.progress("writing");
  place.make();
  KeptState* const state = ground.state();
  if (state != nullptr) state->prepare();
  reading.stop.check();
  payment.reserve(reading.stop);
  const NothingStops paid_for;
  try {
    if (state != nullptr) keep_state(*state, payment);
    published.fingerprint = write_all(ground, published.drawn, payment, place);
    place.appear();
  } catch (const Error& error) {
    if (!payment.receipt()) throw;
    throw Error(error.code(), error.what(),
                fmt::format("Nothing was published, but {}: what was drawn is lost.", payment.charge_text()));
  }
  payment.commit();
  return published;
}

Checked check(Ground& ground, const Publishing& publishing, const RandomSource& random) {
  const Reading reading = reading_of(publishing, true);
  const Drawing drawing = drawing_of(ground, publishing, random);
  Checked checked;
  const auto holds = [&](const std::function<void()>& step) {
    try {
      step();
      return true;
    } catch (const Error& error) {
      if (error.code() != ErrorCode::bad_input && error.code() != ErrorCode::budget_refused) throw;
      checked.problems.push_back(error);
      return false;
    }
  };
  const bool is_free = publishing.out.empty() || holds([&] { Place(ground, publishing); });
  if (!holds([&] { ground.read(reading); })) return checked;
  // What is there is looked at once: of a directory before reading, of files when their number is known.
  if (is_free && !publishing.out.empty() && ground.kind().form != Form::directory) {
    holds([&] { Place(ground, publishing).require_replaceable(); });
  }
  holds([&] {
    checked.spendings = ground.spendings(drawing);
    Payment(checked.spendings).ask(reading.stop);
  });
  holds([&] { checked.outlook = ground.outlook(drawing); });
  const std::vector<Error>& found = checked.outlook.problems;
  checked.problems.insert(checked.problems.end(), found.begin(), found.end());
  return checked;
}

}  // namespace sourdine
