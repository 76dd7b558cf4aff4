// The functions of PROJ that are used, loaded at the first call. Internal to geo/ (third-party types).
#pragma once

#include <geodesic.h>
#include <proj.h>

#include "sourdine/base/shared_library.h"

namespace sourdine {

struct Proj {
  SharedLibrary library{"libproj.so.25", "a projection", "libproj25"};

  decltype(&::proj_context_create) context_create = library["proj_context_create"];
  decltype(&::proj_context_destroy) context_destroy = library["proj_context_destroy"];
  decltype(&::proj_context_set_search_paths) set_search_paths = library["proj_context_set_search_paths"];
  decltype(&::proj_context_set_enable_network) set_enable_network = library["proj_context_set_enable_network"];
  decltype(&::proj_log_level) log_level = library["proj_log_level"];
  decltype(&::proj_create) create = library["proj_create"];
  decltype(&::proj_create_crs_to_crs_from_pj) create_crs_to_crs = library["proj_create_crs_to_crs_from_pj"];
  decltype(&::proj_normalize_for_visualization) normalize = library["proj_normalize_for_visualization"];
  decltype(&::proj_destroy) destroy = library["proj_destroy"];
  decltype(&::proj_clone) clone = library["proj_clone"];
  decltype(&::proj_get_type) get_type = library["proj_get_type"];
  decltype(&::proj_crs_get_coordinate_system) coordinate_system = library["proj_crs_get_coordinate_system"];
  decltype(&::proj_cs_get_axis_info) axis_info = library["proj_cs_get_axis_info"];
  decltype(&::proj_trans) trans = library["proj_trans"];
  decltype(&::geod_init) geodesic_init = library["geod_init"];
  decltype(&::geod_inverse) geodesic_inverse = library["geod_inverse"];
  decltype(&::proj_errno_reset) errno_reset = library["proj_errno_reset"];
  decltype(&::proj_angular_input) angular_input = library["proj_angular_input"];

  // With proj.db, where it was brought along with the library; else empty, and PROJ knows where to look.
  std::string database_folder = folder_with_database();

 private:
  std::string folder_with_database() const;
};

const Proj& proj();

}  // namespace sourdine
