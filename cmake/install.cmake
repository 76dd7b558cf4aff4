# Install the libraries so that find_package(sourdine [COMPONENTS release forecast collector]) works; tests/install proves it.
# Every part has an export of its own: who asks for the core alone needs neither SQLite nor XGBoost.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/sourdine)
# sourdine_install(PART FOLDERS FOLDER... TARGETS TARGET...)
function(sourdine_install part)
  cmake_parse_arguments(PARSE_ARGV 1 install "" "" "FOLDERS;TARGETS")
  install(TARGETS ${install_TARGETS} EXPORT sourdine-${part} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT sourdine-${part} NAMESPACE sourdine:: DESTINATION ${package})
  foreach(folder ${install_FOLDERS})
    if(NOT IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/sourdine/${folder})
      continue()
    endif()
    # Headers that show a type of a library behind us, or serve one file of ours, stay here.
    install(DIRECTORY src/sourdine/${folder} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sourdine
            FILES_MATCHING PATTERN "*.h"
            PATTERN "aes_blocks.h" EXCLUDE PATTERN "valid_records.h" EXCLUDE
            PATTERN "aes_stream.h" EXCLUDE PATTERN "exact.h" EXCLUDE PATTERN "real_bernoulli.h" EXCLUDE
            PATTERN "log_factorial.h" EXCLUDE PATTERN "bounded_json.h" EXCLUDE PATTERN "fair_binomial.h" EXCLUDE
            PATTERN "kalman.h" EXCLUDE PATTERN "smooth_*.h" EXCLUDE PATTERN "design_inverse.h" EXCLUDE
            PATTERN "rappor_inverse.h" EXCLUDE PATTERN "sketch_estimator.h" EXCLUDE
            PATTERN "haar_oracle.h" EXCLUDE PATTERN "keep_oracle.h" EXCLUDE PATTERN "group_reports.h" EXCLUDE
            PATTERN "walsh_hadamard.h" EXCLUDE PATTERN "database_rows.h" EXCLUDE
            PATTERN "fourier.h" EXCLUDE PATTERN "discretize.h" EXCLUDE PATTERN "loss_law.h" EXCLUDE
            PATTERN "loss_sum.h" EXCLUDE PATTERN "rounding.h" EXCLUDE PATTERN "weighed_branches.h" EXCLUDE
            PATTERN "cases.h" EXCLUDE PATTERN "losses.h" EXCLUDE PATTERN "class_check.h" EXCLUDE PATTERN "*_json.h" EXCLUDE
            PATTERN "survey/memory.h" EXCLUDE PATTERN "survey/told.h" EXCLUDE
            PATTERN "reports_publication.h" EXCLUDE PATTERN "answers_publication.h" EXCLUDE PATTERN "kinds/table.h" EXCLUDE PATTERN "kinds/rows.h" EXCLUDE
            PATTERN "publish/publish.h" EXCLUDE PATTERN "publish/received.h" EXCLUDE PATTERN "publish/manifest.h" EXCLUDE
            PATTERN "survey/statement.h" EXCLUDE PATTERN "counts/page.h" EXCLUDE PATTERN "ranges/page.h" EXCLUDE PATTERN "publication.h" EXCLUDE
            PATTERN "database_ledger.h" EXCLUDE PATTERN "release/check.h" EXCLUDE
            PATTERN "config_section.h" EXCLUDE PATTERN "proj_library.h" EXCLUDE
            PATTERN "clp_library.h" EXCLUDE PATTERN "day_text.h" EXCLUDE
            PATTERN "kind.h" EXCLUDE PATTERN "row_macs.h" EXCLUDE PATTERN "place_check.h" EXCLUDE
            PATTERN "connection.h" EXCLUDE PATTERN "body_places.h" EXCLUDE PATTERN "service_core.h" EXCLUDE
            PATTERN "client_state.h" EXCLUDE PATTERN "screening_part.h" EXCLUDE PATTERN "sqlite_session.h" EXCLUDE PATTERN "postgresql_session.h" EXCLUDE)
  endforeach()
endfunction()

sourdine_install(core TARGETS sourdine sourdine_seeded sourdine_planted
                 FOLDERS base random privacy mechanism protocol oracle estimate longitudinal audit range tuple geo anonymity
                         mobility)
if(SOURDINE_RELEASE)
  sourdine_install(release TARGETS sourdine_release FOLDERS ledger_store events simulate publish counts local central release init
                            blur anonymize survey ranges kinds)
endif()
if(SOURDINE_FORECAST)
  sourdine_install(forecast TARGETS sourdine_forecast FOLDERS forecast reproduce)
endif()
if(SOURDINE_COLLECTOR)
  sourdine_install(collector TARGETS sourdine_collector FOLDERS collector)
endif()
if(SOURDINE_CLI)
  install(TARGETS sourdine_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  include(cmake/package.cmake)
endif()

configure_package_config_file(cmake/sourdineConfig.cmake.in ${PROJECT_BINARY_DIR}/sourdineConfig.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sourdineConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sourdineConfig.cmake ${PROJECT_BINARY_DIR}/sourdineConfigVersion.cmake
        DESTINATION ${package})
