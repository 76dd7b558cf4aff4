// fmt::print to a stream. The library of fmt leaves its formatting engine to be compiled again in every file that
// prints to a std::ostream, three seconds each; with this header it is compiled once, in print.cc.
#pragma once

#include <fmt/ostream.h>

extern template void fmt::vprint<char>(std::basic_ostream<char>&, fmt::string_view, fmt::format_args);
