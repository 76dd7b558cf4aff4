# What comes with the program: manual pages and completions, made by the program itself so that they cannot fall behind
# it; and the Debian package of all three (`make package`).
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(manual ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${manual}/stamp
  COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/manual.py $<TARGET_FILE:sourdine_cli> ${PROJECT_VERSION} ${manual}
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/stamp
  DEPENDS sourdine_cli ${PROJECT_SOURCE_DIR}/cmake/manual.py VERBATIM)
add_custom_target(manual ALL DEPENDS ${manual}/stamp)
# Whoever built the program alone installs the program alone.
install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program OPTIONAL)
install(FILES ${manual}/bash/sourdine DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT program OPTIONAL)
install(FILES ${manual}/zsh/_sourdine DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
        COMPONENT program OPTIONAL)
install(FILES ${manual}/fish/sourdine.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d
        COMPONENT program OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME sourdine)
set(CPACK_PACKAGE_VENDOR Sourdine)
set(CPACK_PACKAGE_CONTACT "The Sourdine authors <sourdine@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME sourdine)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# Its first line is the project's.
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Randomises each value before it is added up, estimates counts with honest
intervals, publishes releases with a privacy statement and a page, answers
ranges, forecasts, and audits its own promise.")
# Those that are linked are found by dpkg-shlibdeps; these are loaded when they are needed.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "libxgboost0, zlib1g, libzstd1")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "libsqlite3-0, libpq5, libproj25, proj-data, coinor-libclp1, tzdata")
include(CPack)
