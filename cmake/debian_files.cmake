# Files that Debian requires in every package: copyright and change log. CPack runs this script after it has filled the
# folders of the packages.
file(GLOB folders ${CPACK_TEMPORARY_DIRECTORY}/*)
string(TIMESTAMP year %Y UTC)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
foreach(folder IN LISTS folders)
  get_filename_component(component ${folder} NAME)
  string(TOUPPER ${component} id)
  set(package ${CPACK_DEBIAN_${id}_PACKAGE_NAME})
  if(NOT package)
    continue()
  endif()
  set(documents ${folder}/usr/share/doc/${package})
  file(WRITE ${documents}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Slideway

Files: *
Copyright: (c) ${year} The Slideway developers
License: GPL-3.0+
 On Debian systems, the full text of the GNU General Public License version 3 is in the file
 /usr/share/common-licenses/GPL-3.
")
  file(WRITE ${documents}/changelog "slideway (${CPACK_PACKAGE_VERSION}) stable; urgency=medium

  * Release ${CPACK_PACKAGE_VERSION}: see CHANGELOG.md of the package slideway.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
  execute_process(COMMAND gzip -9n ${documents}/changelog)
  file(REMOVE ${documents}/LICENSE) # the copyright file names its place on Debian
  file(GLOB pages ${folder}/usr/share/man/*/*.1)
  foreach(page IN LISTS pages)
    execute_process(COMMAND gzip -9n ${page})
  endforeach()
endforeach()
