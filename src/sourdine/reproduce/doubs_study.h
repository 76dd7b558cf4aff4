// The bundled Doubs events as a study needs them: true counts by day, and the files of a data officer.
#pragma once

#include <string>

#include "sourdine/counts/event_source.h"

namespace sourdine {

// By day and region, of the default seed: what `sourdine simulate doubs` writes.
TrueCounts simulated_doubs();

// Writes events.csv, towns.csv, regions.csv and doubs.toml (f = 0.6) into an existing directory.
void write_doubs_example(const std::string& directory, Language language);

}  // namespace sourdine
