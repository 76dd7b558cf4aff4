// Counts of regions by period as a publication, in one of three ways: randomised event by event (local), counted behind
// noise (central), or from reports that were randomised where they were made. The directory has the tables of
// counts/release.h.
#pragma once

#include "sourdine/counts/page.h"
#include "sourdine/counts/release.h"
#include "sourdine/local/release.h"
#include "sourdine/publish/publish.h"
#include "sourdine/release/check.h"

namespace sourdine {

// What is public of a release of events, before they are read. `source`: of the events; empty: the configuration's.
PreparedRelease prepare_release(const ReleaseConfig& config, const std::string& source = {});
// Both, and the events read and drawn.
Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options = {});

// Of events: the configuration's model says whether local or central.
class CountsPublication final : public Ground {
 public:
  explicit CountsPublication(ReleaseConfig config, BuildOptions options = {})
      : config_(std::move(config)), options_(std::move(options)) {}

  const Kind& kind() const override { return counts_kind(); }
  const Head& head() const override { return config_.head; }
  void read(const Reading& reading) override;
  std::vector<Spending> spendings(const Drawing& drawing) const override;
  Drawn draw(const Drawing& drawing) override;
  Outlook outlook(const Drawing& drawing) override;

  const Guarantee& asked() const { return prepared_.asked; }  // after read()
  const Release& release() const { return release_; }         // after draw()
  const ReleaseCheck& checked() const { return check_; }      // after outlook()
  // Places that are in no table, with their numbers of events: after draw() some of them, after outlook() all that can
  // be listed. Raw data: for the officer's eyes only.
  const std::vector<std::pair<std::string, std::uint64_t>>& unknown_places() const;

 private:
  Spending spending_of(const Drawing& drawing, const Guarantee& guarantee) const;

  ReleaseConfig config_;
  PreparedRelease prepared_;
  BuildOptions options_;
  Release release_;
  ReleaseCheck check_;
};

// Of collected reports: it spends nothing, and no ledger is asked.
class ReportedPublication final : public Ground {
 public:
  ReportedPublication(ReleaseConfig config, ReportedCollection collection)
      : config_(std::move(config)), collection_(std::move(collection)) {}

  const Kind& kind() const override { return counts_kind(); }
  const Head& head() const override { return config_.head; }
  void read(const Reading&) override {}
  std::vector<Spending> spendings(const Drawing&) const override { return {}; }
  Drawn draw(const Drawing& drawing) override;
  Outlook outlook(const Drawing& drawing) override;

  const Release& release() const { return release_; }

 private:
  ReleaseConfig config_;
  ReportedCollection collection_;
  Release release_;
};

// "left out: 3 by their place, …"; empty when nothing was.
std::string left_out_text(const EventCounts& rows, std::uint64_t outside, std::uint64_t missing);

}  // namespace sourdine
