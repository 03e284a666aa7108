# Debian packages: cmake --preset packages && cmake --build --preset packages && cpack --preset packages
# One package per component of Installation.cmake, below /usr.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME slideway)
set(CPACK_PACKAGE_VENDOR Slideway)
set(CPACK_PACKAGE_CONTACT "The Slideway developers <slideway@localhost.localdomain>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "dynamics of bodies that slide on each other")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program meshes python development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian_files.cmake)

# slideway_deb(component package section recommends depends text)
function(slideway_deb component package section depends recommends text)
  string(TOUPPER ${component} id)
  set(CPACK_DEBIAN_${id}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_PACKAGE_RECOMMENDS "${recommends}" PARENT_SCOPE)
  set(CPACK_COMPONENT_${id}_DESCRIPTION "${text}" PARENT_SCOPE)
endfunction()
set(same "(= ${PROJECT_VERSION})")
slideway_deb(program slideway science "" "slideway-gmsh ${same}, python3-slideway ${same}"
  "dynamics of bodies that slide on each other\nThe program reads case files and computes transients, modes, frequency responses, harmonic balance, periodic orbits and basins of structures in sliding contact. It contains the shipped cases and the documents.")
slideway_deb(meshes slideway-gmsh science "" ""
  "mesh reader of slideway\nThis helper of slideway reads meshes with Gmsh. Cases without meshes do not need it.")
slideway_deb(python python3-slideway python
  "slideway ${same}, python3 (>= ${SLIDEWAY_PYTHON_VERSION}), python3-numpy, python3-scipy, python3-h5py, python3-matplotlib"
  "slideway-gmsh ${same}"
  "Python module and figures of slideway\nThe module builds and computes models, reads results and draws figures. The command 'slideway plot' uses it.")
slideway_deb(development libslideway-dev libdevel "libeigen3-dev" "cmake"
  "C++ library and headers of slideway\nfind_package(Slideway) defines the target Slideway::slideway.")
if(SLIDEWAY_MPI)
  list(APPEND CPACK_COMPONENTS_ALL processes)
  slideway_deb(processes slideway-mpi science "slideway ${same}" ""
    "modules of slideway for several processes\nWith them, processes of mpirun share the points of a map, levels, starts, or the reduction of one large body.")
endif()
include(CPack)
