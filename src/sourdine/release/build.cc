#include "sourdine/release/build.h"

#include "sourdine/central/release.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/local/release.h"
#include "sourdine/local/report_oracle.h"

namespace sourdine {

PreparedRelease prepare_release(const ReleaseConfig& config, const std::string& source) {
  PreparedRelease prepared;
  prepared.reader = open_events(config, source);
  const Places& places = prepared.reader->places();
  Release& release = prepared.release;
  release.config = config;
  release.columns = synthetic_columns(*prepared.reader, config.events);
  release.regions = places.regions();
  place_regions(release, places);
  if (config.privacy.person) person_column(*prepared.reader, config);
  if (config.privacy.model == PrivacyModel::central) {
    prepared.asked = central_guarantee_asked(config, release.regions.size());
  } else {
    release.oracle = make_release_oracle(config, release.regions);
    prepared.asked = release_guarantee(*release.oracle, config);
  }
  return prepared;
}

Release draw_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options) {
  const bool is_central = prepared.release.config.privacy.model == PrivacyModel::central;
  return is_central ? draw_central_release(std::move(prepared), random, options)
                    : draw_local_release(std::move(prepared), random, options);
}

Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options) {
  PreparedRelease prepared = prepare_release(config, options.source);
  options.before_noise(prepared.asked);
  return draw_release(std::move(prepared), random, options);
}

}  // namespace sourdine
