# find_package(Slideway) defines the library Slideway::slideway. Headers: #include <slideway/fem/beam.hpp>
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
include(${CMAKE_CURRENT_LIST_DIR}/SlidewayTargets.cmake)
