# sourdine_embed(TARGET NAME FILE): the bytes of FILE as `std::string_view sourdine::embedded::NAME()`, declared by the
# user. The assembler includes the file, so a large page costs no compile time.
function(sourdine_embed target name file)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
#include <string_view>
asm(R"(
  .pushsection .rodata
  .balign 16
sourdine_embedded_@name@:
  .incbin "@file@"
sourdine_embedded_@name@_end:
  .byte 0
  .popsection
)");
extern "C" {
extern const char sourdine_begin_@name@[] __asm__("sourdine_embedded_@name@");
extern const char sourdine_end_@name@[] __asm__("sourdine_embedded_@name@_end");
}
namespace sourdine::embedded {
std::string_view @name@();
std::string_view @name@() {
  return {sourdine_begin_@name@, static_cast<std::size_t>(sourdine_end_@name@ - sourdine_begin_@name@)};
}
}  // namespace sourdine::embedded
]])
  # The assembler reads the file, which a compiler cache does not see: it would hand out the bytes of an earlier one. And
  # optimisation at link time does not see names that only the assembler knows.
  add_library(sourdine_embedded_${name} OBJECT ${source})
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${file})
  set_target_properties(sourdine_embedded_${name} PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_compile_options(sourdine_embedded_${name} PRIVATE -fno-lto)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:sourdine_embedded_${name}>)
endfunction()
