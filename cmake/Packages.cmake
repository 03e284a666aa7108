# Debian packages: cmake --preset packages && cmake --build --preset packages && cpack --preset packages
# One package per component of Installation.cmake, below /usr. Their maintainer is who builds them: DEBFULLNAME and
# DEBEMAIL of the environment, as for the tools of Debian. A host without a domain gets one that is reserved for
# examples, because lintian reports an address without a domain as an error.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME slideway)
set(CPACK_PACKAGE_VENDOR Slideway)
set(builder "$ENV{DEBFULLNAME}")
set(address "$ENV{DEBEMAIL}")
if(NOT builder)
  set(builder "The builder of Slideway")
endif()
if(NOT address)
  cmake_host_system_information(RESULT host QUERY FQDN)
  if(NOT host MATCHES "[.]")
    string(APPEND host .example.org)
  endif()
  set(address slideway@${host})
endif()
set(CPACK_PACKAGE_CONTACT "${builder} <${address}>")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program meshes python development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/cmake/debian_files.cmake)

# slideway_deb(component package section depends recommends text): one package; the first line of `text` is its summary
function(slideway_deb component package section depends recommends text)
  string(TOUPPER ${component} id)
  set(CPACK_DEBIAN_${id}_PACKAGE_NAME ${package} PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_PACKAGE_SECTION ${section} PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_PACKAGE_RECOMMENDS "${recommends}" PARENT_SCOPE)
  set(CPACK_DEBIAN_${id}_DESCRIPTION "${text}" PARENT_SCOPE)
endfunction()
set(same "(= ${PROJECT_VERSION})")
slideway_deb(program slideway science "" "slideway-gmsh ${same}, python3-slideway ${same}"
"dynamics of bodies that slide on each other
The program reads case files and computes transients, modes, frequency
responses, harmonic balance, periodic orbits and basins of attraction of
structures in sliding contact. The package contains the shipped cases and
the documents.")
slideway_deb(meshes slideway-gmsh science "" ""
"mesh reader of the program slideway
This helper of slideway reads meshes with Gmsh. Cases without meshes do not
need it.")
slideway_deb(python python3-slideway python
  "slideway ${same}, python3 (>= ${SLIDEWAY_PYTHON_VERSION}), python3-numpy, python3-scipy, python3-h5py, python3-matplotlib"
  "slideway-gmsh ${same}"
"Python module and figures of the program slideway
The module builds and computes models, reads results and draws figures.
The command 'slideway plot' uses it.")
slideway_deb(development libslideway-dev libdevel libeigen3-dev cmake
"library of the program slideway for programs in C++
The package contains the shared library, its headers, and the files with
which find_package(Slideway) of CMake defines the target
Slideway::slideway.")
# Debian's tools want these two where a package has a shared library.
file(WRITE ${CMAKE_BINARY_DIR}/debian_control/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/debian_control/triggers)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
if(SLIDEWAY_MPI)
  list(APPEND CPACK_COMPONENTS_ALL processes)
  slideway_deb(processes slideway-mpi science "slideway ${same}" ""
"modules of the program slideway for several processes
With them, processes of mpirun share the points of a map, levels, starts of
motions, or the reduction of one large body.")
endif()
include(CPack)
