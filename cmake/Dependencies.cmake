# Everything comes from Debian 12 packages; tools/debian-packages.txt lists them.
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(Spectra 1.0 REQUIRED CONFIG)
find_package(tomlplusplus 3 REQUIRED CONFIG)
find_package(nlohmann_json 3.11 REQUIRED CONFIG)
find_package(Boost 1.74 REQUIRED COMPONENTS program_options)
find_package(VTK 9.1 REQUIRED COMPONENTS CommonCore CommonDataModel CommonMisc IOXML)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(Threads REQUIRED)

# Packages without a CMake config: a header and a library.
function(slideway_find target header library)
  cmake_parse_arguments(arg "" "" "SUFFIXES" ${ARGN})
  string(MAKE_C_IDENTIFIER ${target} id)
  find_path(${id}_INCLUDE ${header} PATH_SUFFIXES ${arg_SUFFIXES} REQUIRED)
  find_library(${id}_LIBRARY ${library} REQUIRED)
  mark_as_advanced(${id}_INCLUDE ${id}_LIBRARY)
  add_library(${target} UNKNOWN IMPORTED)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION ${${id}_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${${id}_INCLUDE})
endfunction()
slideway_find(Gmsh::Gmsh gmsh.h gmsh)
slideway_find(SuiteSparse::cholmod cholmod.h cholmod SUFFIXES suitesparse)
slideway_find(FFTW::fftw3 fftw3.h fftw3)
slideway_find(FFTW::fftw3_threads fftw3.h fftw3_threads) # for a planner that threads may share
target_link_libraries(FFTW::fftw3 INTERFACE FFTW::fftw3_threads)

if(SLIDEWAY_TESTS)
  find_package(Catch2 2.13 REQUIRED CONFIG)
  include(Catch)
endif()
if(SLIDEWAY_BENCH)
  find_package(benchmark REQUIRED CONFIG)
endif()
