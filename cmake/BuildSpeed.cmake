# Options that make the build fast and limit its memory: docs/performance.md, "Building". Messages begin with a space,
# so that CMake leaves them on one line.

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR " g++ ${CMAKE_CXX_COMPILER_VERSION} is too old; Slideway needs g++ 12 or later: "
    "apt-get install g++-12, and CXX=g++-12 before make or cmake, in an empty build folder")
endif()

# Number of simultaneous compilers that fit in the memory; a unit takes up to 0.9 GB.
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
    message(WARNING " SLIDEWAY_JOBS=${SLIDEWAY_JOBS} compilers need more than the ${cores} cores or the ${megabytes} MB "
      "of free memory: the build may swap or fail; use cmake -DSLIDEWAY_JOBS=${jobs}")
  endif()
  set(jobs ${SLIDEWAY_JOBS})
endif()
set_property(GLOBAL PROPERTY JOB_POOLS compile=${jobs} link=1)
set(CMAKE_JOB_POOL_COMPILE compile)
set(CMAKE_JOB_POOL_LINK link)

# g++ collects garbage at 128 MB and whenever the memory has doubled. Most units need less than 256 MB. The objects
# do not change.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=262144>)
endif()

# Uses a cache of object files if available. It needs these settings for precompiled headers.
find_program(CCACHE ccache)
mark_as_advanced(CCACHE)
if(CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
endif()

# The linker lld takes a fraction of the time of the default linker.
find_program(LLD ld.lld)
mark_as_advanced(LLD)
if(LLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_link_options(-fuse-ld=lld)
endif()
