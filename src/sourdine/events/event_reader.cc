#include "sourdine/events/event_reader.h"

#include <fmt/format.h>

#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/base/text.h"
#include "sourdine/events/time_column.h"

namespace sourdine {

EventReader::EventReader(std::unique_ptr<RowSource> source, EventOptions options, Places places)
    : source_(std::move(source)),
      options_(std::move(options)),
      columns_{.time = find_column(*source_, options_.time_column),
               .place = find_column(*source_, options_.place_column),
               .clock = options_.clock_column.empty() ? no_column : find_column(*source_, options_.clock_column)},
      places_(std::make_shared<const Places>(std::move(places))) {
  const bool is_guessed = options_.time_format == "auto";
  std::shared_ptr<const TimeZone> zone;
  if (!options_.time_zone.empty()) zone = std::make_shared<const TimeZone>(TimeZone::load(options_.time_zone));
  parser_.emplace(options_, columns_,
                  is_guessed ? guess_time_format(source_, columns_.time, columns_.clock, zone)
                             : TimeFormat(options_.time_format, zone),
                  places_);
}

bool EventReader::next(Event& event) { return parser_->next(*source_, event); }

void EventReader::read_all(std::span<const std::size_t> columns, const std::function<void(const EventBatch&)>& use,
                           std::size_t threads) {
  constexpr std::size_t rows_at_once = 4096;
  struct Part {
    EventParser parser;
    bool is_block = false;
    TextBlock block = {};
    std::shared_ptr<BlockRows> rows = {};
    std::uint64_t skipped = 0;  // of the block
    EventBatch batch = {};
  };
  const auto read = [&](Part& part, RowSource& source, std::size_t max_events) {
    Event event;
    while (part.batch.events().size() < max_events && part.parser.next(source, event)) {
      part.batch.add(event, source.row(), columns);
    }
  };
  // Rows that do not come in blocks are read where they are taken from the source: by one thread at a time.
  const auto cut = [&](Part& part) {
    part.batch.clear();
    part.is_block = source_->next_block(part.block);
    if (part.is_block && !part.rows) part.rows = source_->block_rows();
    if (part.is_block) return true;
    read(part, *source_, rows_at_once);
    return !part.batch.events().empty() || part.parser.counts().read > 0;
  };
  const auto parse = [&](Part& part) {
    if (!part.is_block) return;
    const std::uint64_t before = part.rows->skipped();
    part.rows->open(part.block);
    read(part, *part.rows, SIZE_MAX);
    part.skipped = part.rows->skipped() - before;
  };
  const auto pass_on = [&](Part& part) {
    parser_->take_counts(part.parser);
    skipped_ += std::exchange(part.skipped, 0);
    use(part.batch);
  };
  ordered_pipeline<Part>(threads, {{options_, columns_, time_format(), places_}}, cut, parse, pass_on);
}

void EventReader::require_some() const {
  const EventCounts all = counts();
  if (all.used > 0) return;
  if (all.read == 0) fail_input(fmt::format("there are no rows in {}", source_->name()), "Is it the right source?");
  fail_input(fmt::format("{} in {} and no event: {} left out by place, {} skipped as bad", counted(all.read, "row"),
                         source_->name(), all.dropped, all.skipped),
             "Is it the right source? 'sourdine release --check' shows the first bad row and all unknown places.");
}

EventCounts EventReader::counts() const {
  EventCounts result = parser_->counts();
  result.read += skipped_ + source_->skipped();
  result.skipped += skipped_ + source_->skipped();
  return result;
}

}  // namespace sourdine
