// What a file of benchmarks that are made from a table defines; main.cc runs what it registers.
#pragma once

namespace sourdine::bench {

void register_all();

}  // namespace sourdine::bench
