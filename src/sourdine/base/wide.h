// A 128-bit unsigned integer, for products and quotients of 64-bit ones.
#pragma once

namespace sourdine {

__extension__ using Wide = unsigned __int128;

}  // namespace sourdine
