# The target `site`: Sphinx builds the documents in the folder `site` of the build, and its links are checked. A
# warning is an error. All pages are read each time, because Sphinx warns only about pages that it reads.

execute_process(COMMAND ${SLIDEWAY_PYTHON} -c "
from importlib.util import find_spec
print(*(name for name in ('sphinx', 'myst_parser', 'furo') if not find_spec(name)), end='')"
  OUTPUT_VARIABLE missing)
if(NOT EXISTS /usr/share/javascript/mathjax/MathJax.js)
  string(APPEND missing " MathJax")
endif()
string(STRIP "${missing}" missing)
if(missing)
  message(STATUS "Without the site of the documents: no ${missing} (make site installs the packages)")
  return()
endif()

set(configuration ${CMAKE_SOURCE_DIR}/docs/site)
add_custom_target(site
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${CMAKE_BINARY_DIR}/site
  COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${CMAKE_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1
    ${SLIDEWAY_PYTHON} -m sphinx -W --keep-going -q -E -D release=${PROJECT_VERSION} -c ${configuration}
    -d ${CMAKE_BINARY_DIR}/site_trees ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/site
  COMMAND ${SLIDEWAY_PYTHON} ${configuration}/links.py ${CMAKE_BINARY_DIR}/site
  COMMAND ${CMAKE_COMMAND} -E echo "The site is ${CMAKE_BINARY_DIR}/site/index.html"
  DEPENDS slideway_python VERBATIM USES_TERMINAL)

if(SLIDEWAY_TESTS)
  add_test(NAME "site:the documents build without warnings, and their links hold"
    COMMAND ${CMAKE_COMMAND} --build ${CMAKE_BINARY_DIR} --target site)
  set_tests_properties("site:the documents build without warnings, and their links hold" PROPERTIES LABELS long)
  add_test(NAME "site:docstrings become fields, code and examples"
    COMMAND ${SLIDEWAY_PYTHON} -m doctest ${configuration}/docstrings.py)
  set_tests_properties("site:docstrings become fields, code and examples" PROPERTIES
    ENVIRONMENT "PYTHONDONTWRITEBYTECODE=1")
endif()
