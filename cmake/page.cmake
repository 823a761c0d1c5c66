# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# The page of `graze check --html`: npm builds web/ to one file of HTML, which becomes a source of the command. Where npm
# is missing, or cannot fetch its packages, the command is built without it and says so.
set(graze_page_dir ${graze_BINARY_DIR}/page)
set(graze_page ${graze_page_dir}/report.html)
set(page_reason)
if(NOT GRAZE_REPORT_PAGE MATCHES "^(AUTO|ON|OFF)$")
  file(REAL_PATH "${GRAZE_REPORT_PAGE}" graze_page BASE_DIRECTORY ${CMAKE_SOURCE_DIR})
  if(NOT EXISTS ${graze_page})
    message(FATAL_ERROR "GRAZE_REPORT_PAGE: ${graze_page} is not there; ON, OFF, AUTO, or the path of a page")
  endif()
elseif(GRAZE_REPORT_PAGE STREQUAL "OFF")
  set(page_reason "GRAZE_REPORT_PAGE is OFF")
else()
  find_program(GRAZE_NODE node)
  find_program(GRAZE_NPM npm)
  mark_as_advanced(GRAZE_NODE GRAZE_NPM)
  if(NOT EXISTS ${graze_SOURCE_DIR}/web/package.json)
    set(page_reason "web/ is not there")
  elseif(NOT GRAZE_NODE OR NOT GRAZE_NPM)
    set(page_reason "npm not found (install nodejs and npm)")
  endif()
  if(page_reason AND GRAZE_REPORT_PAGE STREQUAL "ON")
    message(FATAL_ERROR "GRAZE_REPORT_PAGE is ON: ${page_reason}")
  endif()
endif()

if(page_reason)
  message(STATUS "graze check has no --html: ${page_reason}")
  set(graze_page ${graze_page_dir}/none.html)
  if(NOT EXISTS ${graze_page})
    file(WRITE ${graze_page} "")
  endif()
elseif(graze_page STREQUAL ${graze_page_dir}/report.html)
  # A build that failed left an empty file; whoever configures again has perhaps done something about it.
  if(EXISTS ${graze_page})
    file(SIZE ${graze_page} page_size)
    if(page_size EQUAL 0)
      file(REMOVE ${graze_page})
    endif()
  endif()
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/web/*)
  list(FILTER page_sources EXCLUDE REGEX "/web/(node_modules|dist)/")
  set(page_packages --omit=dev)
  if(GRAZE_BUILD_TESTS)
    set(page_packages --include=dev)  # those that its tests need
  endif()
  add_custom_command(OUTPUT ${graze_page}
                     COMMAND sh ${graze_SOURCE_DIR}/scripts/build_page.sh ${graze_SOURCE_DIR}/web ${graze_page_dir}
                             ${GRAZE_REPORT_PAGE} ${page_packages} ${GRAZE_NODE} ${GRAZE_NPM}
                     DEPENDS ${page_sources} ${graze_SOURCE_DIR}/scripts/build_page.sh
                     COMMENT "Building the page of graze check --html" VERBATIM)
endif()

set(graze_page_source ${graze_page_dir}/template.cpp)
add_custom_command(OUTPUT ${graze_page_source}
                   COMMAND ${CMAKE_COMMAND} -DPAGE=${graze_page} -DOUT=${graze_page_source} -P ${graze_SOURCE_DIR}/cmake/embed_page.cmake
                   DEPENDS ${graze_page} ${graze_SOURCE_DIR}/cmake/embed_page.cmake
                   COMMENT "Embedding the page of graze check --html" VERBATIM)
# A target of its own, so that the page does not wait for the libraries that the command waits for.
add_custom_target(graze_page DEPENDS ${graze_page_source})
