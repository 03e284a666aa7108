# What makes the build quick and keeps it within the memory: docs/performance.md, "Building". Messages begin with a
# space, so that CMake leaves them on one line.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR " g++ ${CMAKE_CXX_COMPILER_VERSION} is too old; Slideway needs g++ 12 or later: "
    "apt-get install g++-12, and CXX=g++-12 before make or cmake, in an empty build folder")
endif()

# As many compilers at a time as fit in the memory: units take up to 0.9 GB.
set(SLIDEWAY_JOBS 0 CACHE STRING "Compilers at a time; 0: as many as cores and memory allow")
set(megabytes_per_job 1000)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
cmake_host_system_information(RESULT megabytes QUERY AVAILABLE_PHYSICAL_MEMORY)
math(EXPR jobs "${megabytes} / ${megabytes_per_job}")
if(jobs GREATER cores)
  set(jobs ${cores})
endif()
if(jobs LESS 1)
  message(WARNING " ${megabytes} MB of memory are free, and compiling a unit may take "
    "${megabytes_per_job} MB: the build may swap or fail; close other programs")
  set(jobs 1)
endif()
if(SLIDEWAY_JOBS GREATER 0)
  if(SLIDEWAY_JOBS GREATER jobs)
    message(WARNING " SLIDEWAY_JOBS=${SLIDEWAY_JOBS} are more compilers at a time than ${cores} cores and ${megabytes} MB "
      "of free memory carry: the build may swap or fail; cmake -DSLIDEWAY_JOBS=${jobs}")
  endif()
  set(jobs ${SLIDEWAY_JOBS})
endif()
set_property(GLOBAL PROPERTY JOB_POOLS compile=${jobs} link=1)
set(CMAKE_JOB_POOL_COMPILE compile)
set(CMAKE_JOB_POOL_LINK link)

# g++ looks for memory that it need not keep when it has 128 MB, and each time that has doubled; most units are
# done with 256 MB. Objects are the same bytes.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=262144>)
endif()

# A cache of object files, if there is one; it must be told that precompiled headers are what they
# were made from.
find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()

# The linker lld takes a fraction of the time of the usual one.
find_program(LLD ld.lld)
mark_as_advanced(LLD)
if(LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_link_options(-fuse-ld=lld)
endif()
