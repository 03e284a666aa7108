add_library(slideway_options INTERFACE)
target_include_directories(slideway_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(slideway_options INTERFACE -Wall -Wextra -Wpedantic
  -Wno-missing-field-initializers # omitted members of a braced list have their defaults
  # False alarms of g++ 12 on std::string concatenation; the last two occur with precompiled headers.
  -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
  # False alarms of g++ 13 and later on functions that return a part of their first argument.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_GREATER_EQUAL:$<CXX_COMPILER_VERSION>,13>>:-Wno-dangling-reference>)
if(SLIDEWAY_SANITIZE)
  # With checks for null and alignment at every access of Eigen's expressions, g++ 12 takes minutes for one unit. The
  # address sanitizer detects a null pointer too and shows its place.
  target_compile_options(slideway_options INTERFACE -fsanitize=address,undefined
    -fno-sanitize=null,alignment -fno-omit-frame-pointer)
  target_link_options(slideway_options INTERFACE -fsanitize=address,undefined)
endif()

# Precompiled headers for libraries and (with Catch2) for tests; cmake/precompiled.hpp.
function(slideway_precompiled name)
  file(WRITE ${CMAKE_BINARY_DIR}/${name}.cpp.in "// Carries the precompiled headers.\n")
  configure_file(${CMAKE_BINARY_DIR}/${name}.cpp.in ${CMAKE_BINARY_DIR}/${name}.cpp COPYONLY)
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE slideway_options Eigen3::Eigen)
  target_precompile_headers(${name} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.hpp ${ARGN})
endfunction()
slideway_precompiled(slideway_headers)

# Code that runs only briefly: in a release -O1 saves more than it costs (docs/performance.md, "Building").
function(slideway_quick_to_compile target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Like slideway_headers, for folders that are quick to compile; the options of headers and units must agree.
slideway_precompiled(slideway_quick_headers)
slideway_quick_to_compile(slideway_quick_headers)

# Tests are compiled with -Og in a release, which takes a fifth less time than -O1.
function(slideway_test_options target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
endfunction()

# Compiles the units of a target as tests, with their precompiled headers.
function(slideway_test_unit target)
  slideway_test_options(${target})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_precompile_headers(${target} REUSE_FROM test_headers)
  # False alarms of g++ 12 on temporaries with empty strings, as in models that tests write out.
  target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
endfunction()

# slideway_unity(test_fem a_test.cpp b_test.cpp): unity build of small sources of a target as one unit, which reads their
# headers once. Names in their anonymous namespaces must differ.
function(slideway_unity target first)
  if(SLIDEWAY_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    get_filename_component(group ${first} NAME_WE)
    set_source_files_properties(${first} ${ARGN} PROPERTIES UNITY_GROUP ${group})
  endif()
endfunction()

# slideway_test(fem SOURCES a_test.cpp LINK fem): executable test_fem with one ctest entry per source, fem:a_test, so that a
# process loads its libraries once for all test cases of one subject;
# EACH: one entry per TEST_CASE, started before all others, so that none of them runs alone at the end;
# PROGRAM: the target that tests/app/program.hpp starts
function(slideway_test name)
  cmake_parse_arguments(arg "EACH" "PROGRAM" "SOURCES;LINK" ${ARGN})
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${arg_LINK} test_source_dir Catch2::Catch2WithMain)
  slideway_test_unit(test_${name})
  if(arg_PROGRAM)
    set(path ${CMAKE_SOURCE_DIR}/tests/app/program_path.cpp)
    set(run run_started.cpp)
    if("app_program" IN_LIST arg_LINK)
      set(run run_forked.cpp as_program.cpp)
    endif()
    list(TRANSFORM run PREPEND ${CMAKE_SOURCE_DIR}/tests/app/)
    target_sources(test_${name} PRIVATE ${path} ${run})
    set_property(SOURCE ${path} PROPERTY COMPILE_DEFINITIONS
      SLIDEWAY_PROGRAM="$<TARGET_FILE:${arg_PROGRAM}>")
    target_link_libraries(test_${name} PRIVATE app_test_support)
    add_dependencies(test_${name} ${arg_PROGRAM})
  endif()
  set(options "")
  if(Catch2_VERSION VERSION_LESS 3)
    set(options -w NoTests) # a filter that matches nothing fails, as it always does with Catch2 3
  endif()
  set(environment ENVIRONMENT "OPENBLAS_NUM_THREADS=1")
  if(arg_EACH)
    catch_discover_tests(test_${name} TEST_PREFIX "${name}:" # a trailing space would be removed
      EXTRA_ARGS ${options} PROPERTIES ${environment} COST 100)
    return()
  endif()
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} NAME_WE)
    add_test(NAME ${name}:${source} COMMAND test_${name} --filenames-as-tags "[#${source}]" ${options})
    set_tests_properties(${name}:${source} PROPERTIES ${environment})
  endforeach()
endfunction()

# slideway_data_tests(reported "^\\[expected\\]" slideway run FILE): one ctest entry reported:NAME per file NAME.toml of the
# current folder that has a matching line; FILE and NAME in the command are replaced. The list is a glob, so a new file
# is a test without further changes.
function(slideway_data_tests prefix line)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.toml)
  foreach(file IN LISTS files)
    file(STRINGS ${file} found REGEX "${line}")
    if(found)
      get_filename_component(name ${file} NAME_WE)
      string(REPLACE NAME "${name}" command "${ARGN}")
      string(REPLACE FILE "${file}" command "${command}")
      add_test(NAME ${prefix}:${name} COMMAND ${command})
      set_tests_properties(${prefix}:${name} PROPERTIES ENVIRONMENT "OPENBLAS_NUM_THREADS=1")
    endif()
  endforeach()
endfunction()

# slideway_test_in_processes(app_distributed a_test): the test cases of slideway_test(app_distributed SOURCES
# a_test.cpp), also in two processes; reported as skipped, with the reason, if packages are missing.
function(slideway_test_in_processes name source)
  set_tests_properties(${name}:${source} PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped:")
  find_program(SLIDEWAY_MPIRUN mpirun)
  set(test "${name}:in two processes")
  if(SLIDEWAY_DISTRIBUTED AND SLIDEWAY_MPIRUN)
    add_test(NAME ${test}
      COMMAND ${SLIDEWAY_MPIRUN} --allow-run-as-root --oversubscribe -n 2 $<TARGET_FILE:test_${name}>)
  else()
    add_test(NAME ${test} COMMAND ${CMAKE_COMMAND} -E echo
      "skipped: without mpirun, PETSc or SLEPc (make packages-distributed)")
  endif()
  set_tests_properties(${test} PROPERTIES PROCESSORS 2 SKIP_REGULAR_EXPRESSION "skipped:"
    ENVIRONMENT "OPENBLAS_NUM_THREADS=1;OMPI_MCA_mpi_yield_when_idle=1;OMPI_MCA_pml=ob1") # ob1: no search for networks
endfunction()
