# What `cmake --install` copies beside the programs and the Python module: the shared library of C++ programs with its
# headers, the documents, the manual page and the completion of bash. CPack makes Debian packages of the same
# components (cmake/Packages.cmake). All places are below the prefix, so an installation can be moved.
#
# component     content
# program       program, shipped cases, documents, manual page, completion
# meshes        slideway-gmsh, which reads meshes with Gmsh
# python        Python module
# processes     modules for several processes (MPI, PETSc)
# development   library, headers and SlidewayConfig.cmake for C++ programs

# A build folder has the layout of an installation, so that programs find their files in both in the same way.
foreach(folder cases meshes templates)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/share/slideway)
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${CMAKE_BINARY_DIR}/share/slideway/${folder} SYMBOLIC)
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/${SLIDEWAY_PYTHON_FOLDER})
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/python/slideway ${CMAKE_BINARY_DIR}/${SLIDEWAY_PYTHON_FOLDER}/slideway SYMBOLIC)

# ---- library for C++ programs: every folder except the command line and the Python module

add_library(slideway_library SHARED)
set(library_folders ${SLIDEWAY_FOLDERS})
list(REMOVE_ITEM library_folders app/program python)
foreach(folder IN LISTS library_folders)
  slideway_target(target ${folder})
  target_sources(slideway_library PRIVATE $<TARGET_OBJECTS:${target}>)
  target_link_libraries(slideway_library PRIVATE ${target})
endforeach()
target_compile_features(slideway_library INTERFACE cxx_std_20)
target_include_directories(slideway_library INTERFACE $<INSTALL_INTERFACE:include>)
target_link_libraries(slideway_library INTERFACE Eigen3::Eigen)
target_link_options(slideway_library PRIVATE -Wl,--no-undefined)
set_target_properties(slideway_library PROPERTIES OUTPUT_NAME slideway EXPORT_NAME slideway LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
install(TARGETS slideway_library EXPORT SlidewayTargets LIBRARY DESTINATION lib COMPONENT development)
install(EXPORT SlidewayTargets NAMESPACE Slideway:: DESTINATION lib/cmake/Slideway COMPONENT development)

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/SlidewayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/SlidewayConfig.cmake ${CMAKE_BINARY_DIR}/SlidewayConfigVersion.cmake
  DESTINATION lib/cmake/Slideway COMPONENT development)

# Headers are included as "slideway/fem/beam.hpp" by other programs, and as "fem/beam.hpp" in this tree. The copies
# include each other by the first form.
list(JOIN library_folders ";" joined)
install(CODE "set(source \"${CMAKE_SOURCE_DIR}\")
set(generated \"${CMAKE_BINARY_DIR}/app/case/include\")
set(staging \"${CMAKE_BINARY_DIR}/installed_headers\")
set(folders \"${joined}\")
include(\"${CMAKE_SOURCE_DIR}/cmake/copy_headers.cmake\")" COMPONENT development)
install(DIRECTORY ${CMAKE_BINARY_DIR}/installed_headers/ DESTINATION include/slideway COMPONENT development)

# ---- documents

install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION share/doc/slideway COMPONENT program)
install(DIRECTORY docs DESTINATION share/doc/slideway COMPONENT program PATTERN site EXCLUDE)
install(FILES tools/completion.bash DESTINATION share/bash-completion/completions RENAME slideway
  COMPONENT program)

find_program(HELP2MAN help2man)
if(HELP2MAN)
  set(page ${CMAKE_BINARY_DIR}/share/man/man1/slideway.1)
  add_custom_command(OUTPUT ${page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/share/man/man1
    COMMAND ${HELP2MAN} --no-info --include ${CMAKE_SOURCE_DIR}/docs/manual_page.txt --output ${page}
      $<TARGET_FILE:slideway>
    DEPENDS slideway ${CMAKE_SOURCE_DIR}/docs/manual_page.txt VERBATIM)
  add_custom_target(manual_page ALL DEPENDS ${page})
  install(FILES ${page} DESTINATION share/man/man1 COMPONENT program)
else()
  message(STATUS "Without the manual page slideway(1): help2man is missing (apt-get install help2man)")
endif()
