#include "print.h"

template void fmt::vprint<char>(std::basic_ostream<char>&, fmt::string_view, fmt::format_args);
