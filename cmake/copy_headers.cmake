# Copies the headers of `folders` below `source`, and the generated ones, to `staging`. Includes of other headers begin
# with slideway/ in the copies.
file(REMOVE_RECURSE ${staging})
foreach(folder IN LISTS folders)
  file(GLOB headers RELATIVE ${source} ${source}/${folder}/*.hpp)
  list(TRANSFORM headers PREPEND ${source}/ OUTPUT_VARIABLE files)
  foreach(header IN LISTS headers)
    file(READ ${source}/${header} text)
    string(REGEX REPLACE "#include \"" "#include \"slideway/" text "${text}")
    file(WRITE ${staging}/${header} "${text}")
  endforeach()
endforeach()
file(COPY ${generated}/ DESTINATION ${staging})
