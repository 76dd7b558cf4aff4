# Install the library so that find_package(sourdine) works; tests/install proves it.
include(CMakePackageConfigHelpers)

install(TARGETS sourdine sourdine_seeded EXPORT sourdineTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(SOURDINE_CLI)
  install(TARGETS sourdine_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
# The core and its headers; what needs SQLite, PostgreSQL or XGBoost is in the command line only.
foreach(folder base random privacy oracle estimate audit range)
  install(DIRECTORY src/sourdine/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sourdine FILES_MATCHING PATTERN "*.h"
          PATTERN "aes_stream.h" EXCLUDE PATTERN "exact.h" EXCLUDE PATTERN "real_bernoulli.h" EXCLUDE
          PATTERN "log_factorial.h" EXCLUDE PATTERN "bounded_json.h" EXCLUDE PATTERN "fair_binomial.h" EXCLUDE
          PATTERN "kalman.h" EXCLUDE PATTERN "smooth_*.h" EXCLUDE PATTERN "design_inverse.h" EXCLUDE
          PATTERN "haar_oracle.h" EXCLUDE PATTERN "keep_oracle.h" EXCLUDE PATTERN "group_reports.h" EXCLUDE
          PATTERN "walsh_hadamard.h" EXCLUDE)
endforeach()
install(EXPORT sourdineTargets NAMESPACE sourdine:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sourdine)
configure_package_config_file(cmake/sourdineConfig.cmake.in ${PROJECT_BINARY_DIR}/sourdineConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sourdine)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sourdineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sourdineConfig.cmake ${PROJECT_BINARY_DIR}/sourdineConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/sourdine)
