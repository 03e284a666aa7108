# Converts the table of folders (folders.txt) to link lines.

set(SLIDEWAY_FOLDERS "") # in the order of the table
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/folders.txt lines)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/folders.txt)
foreach(line IN LISTS lines)
  if(line MATCHES "^([a-z_/]+): *(.*)$")
    list(APPEND SLIDEWAY_FOLDERS ${CMAKE_MATCH_1})
    string(REGEX MATCHALL "[^ ]+" SLIDEWAY_MAY_INCLUDE_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  elseif(line MATCHES "^<.*>: *([^ ]+)[^=]*= *(.+)$")
    get_filename_component(folder ${CMAKE_MATCH_1} DIRECTORY)
    string(REGEX MATCHALL "[^ ]+" libraries "${CMAKE_MATCH_2}")
    list(APPEND SLIDEWAY_THIRD_PARTIES_${folder} ${libraries})
  endif()
endforeach()

# Returns the target of a folder: dynamics/modal is the library dynamics_modal.
function(slideway_target variable folder)
  string(REPLACE "/" "_" target ${folder})
  set(${variable} ${target} PARENT_SCOPE)
endfunction()

# Folders that read meshes and cases and pass on results; other folders do the computation in loops. Folders with
# templates of Eigen that other libraries use are excluded, because the linker might take the slower copy.
set(SLIDEWAY_QUICK_FOLDERS "^(io|fem/readers|app/(bodies|case|results|maps|computation|program|motions|analyses))")
set(SLIDEWAY_NOT_QUICK_FOLDERS "^app/(analyses/periodic_orbits|motions/over_parameter)$")

# slideway_links(target folder PUBLIC): links the libraries of the folder in the table.
function(slideway_links target folder visibility)
  set(others base ${SLIDEWAY_MAY_INCLUDE_${folder}})
  list(REMOVE_ITEM others ${folder})
  list(TRANSFORM others REPLACE "/" "_")
  target_link_libraries(${target} ${visibility} slideway_options ${others}
    PRIVATE ${SLIDEWAY_THIRD_PARTIES_${folder}})
endfunction()

# slideway_folder(SOURCES a.cpp b.cpp PRIVATE some::lib): creates the library of the current folder and links it
# according to the table.
function(slideway_folder)
  cmake_parse_arguments(arg "" "" "SOURCES;PRIVATE" ${ARGN})
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT folder IN_LIST SLIDEWAY_FOLDERS)
    message(FATAL_ERROR "${folder} is not in cmake/folders.txt")
  endif()
  slideway_target(target ${folder})
  add_library(${target} STATIC ${arg_SOURCES})
  slideway_links(${target} ${folder} PUBLIC)
  target_link_libraries(${target} PRIVATE ${arg_PRIVATE})
  if(folder MATCHES ${SLIDEWAY_QUICK_FOLDERS} AND NOT folder MATCHES ${SLIDEWAY_NOT_QUICK_FOLDERS})
    slideway_quick_to_compile(${target})
    target_precompile_headers(${target} REUSE_FROM slideway_quick_headers)
    if(SLIDEWAY_UNITY AND folder MATCHES "^app/") # units with the headers of most folders
      set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
    endif()
  else()
    target_precompile_headers(${target} REUSE_FROM slideway_headers)
  endif()
endfunction()
