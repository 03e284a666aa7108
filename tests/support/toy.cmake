add_library(test_toy STATIC ${CMAKE_CURRENT_LIST_DIR}/toy_list.cpp)
target_link_libraries(test_toy PUBLIC test_source_dir PRIVATE Eigen3::Eigen Catch2::Catch2)
slideway_test_unit(test_toy)

# slideway_toy(law LIST contact/laws/joint_laws.hpp HEADER contact/laws/saturating.hpp NAME Saturating
#   SOURCES contact/laws/saturating.cpp REBUILT ${units that include the list} TESTS toy_law_test.cpp)
# Builds the program toy_law_program with one more entry in a list of types: its own SOURCES, and its name in a copy of
# the list. The units that include the list are compiled again and precede the libraries; no other unit is compiled
# again. It also builds the tests.
function(slideway_toy name)
  cmake_parse_arguments(arg "" "LIST;HEADER;NAME" "SOURCES;REBUILT;TESTS" ${ARGN})
  set(add_to_list ${CMAKE_SOURCE_DIR}/tests/support/add_to_list.py)
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/include/${arg_LIST})
  add_custom_command(OUTPUT ${copy}
    COMMAND ${SLIDEWAY_PYTHON} ${add_to_list} ${CMAKE_SOURCE_DIR}/${arg_LIST} ${copy}
      --header ${arg_HEADER} --name ${arg_NAME}
    DEPENDS ${CMAKE_SOURCE_DIR}/${arg_LIST} ${add_to_list} VERBATIM)

  list(TRANSFORM arg_REBUILT PREPEND ${CMAKE_SOURCE_DIR}/)
  set(program toy_${name}_program)
  add_executable(${program} ${copy} ${CMAKE_SOURCE_DIR}/app/program/main.cpp ${arg_REBUILT} ${arg_SOURCES})
  target_include_directories(${program} BEFORE PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/include ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${program} PRIVATE app_program)
  slideway_test_unit(${program})
  add_dependencies(${program} slideway) # it starts what lies beside the program
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

  slideway_test(toy_${name} SOURCES ${arg_TESTS} LINK io test_toy PROGRAM ${program})
  target_compile_definitions(test_toy_${name} PRIVATE SLIDEWAY_TOY_LIST="${copy}"
    SLIDEWAY_PYTHON="${SLIDEWAY_PYTHON}")
endfunction()
