# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# The command `graze` (tools/graze) on graze_check, with its manual and completions. nlohmann-json reads job files and
# baselines; it is headers only.
include(GNUInstallDirs)
find_package(nlohmann_json QUIET)
if(NOT nlohmann_json_FOUND)
  message(WARNING "the command graze is left out: nlohmann-json not found (install nlohmann-json3-dev, or set GRAZE_BUILD_TOOLS=OFF)")
  return()
endif()
include(${graze_SOURCE_DIR}/cmake/page.cmake)
file(GLOB graze_command_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/tools/graze/*.cpp ${graze_SOURCE_DIR}/tools/graze/page/*.cpp)
add_executable(graze_command ${graze_command_sources} ${graze_page_source})
target_include_directories(graze_command PRIVATE ${graze_SOURCE_DIR}/tools/graze)
set_target_properties(graze_command PROPERTIES OUTPUT_NAME graze)
graze_compile_options(graze_command)
add_dependencies(graze_command graze_page)
if(TARGET graze_import)
  add_dependencies(graze_command graze_import)  # the command starts it
endif()
target_compile_options(graze_command PRIVATE -O1)  # it reads options and prints: the work is in the libraries
target_link_libraries(graze_command PRIVATE graze::graze_check ZLIB::ZLIB nlohmann_json::nlohmann_json Threads::Threads)

if(NOT GRAZE_INSTALL)
  return()
endif()
# The rows of options that the program parses are those of its completions.
foreach(shell bash zsh)
  add_custom_command(OUTPUT ${graze_BINARY_DIR}/completion.${shell}
                     COMMAND graze_command --completion ${shell} > ${graze_BINARY_DIR}/completion.${shell}
                     DEPENDS graze_command VERBATIM)
endforeach()
add_custom_target(graze_completions ALL DEPENDS ${graze_BINARY_DIR}/completion.bash ${graze_BINARY_DIR}/completion.zsh)
add_dependencies(graze_libraries graze_completions)
install(TARGETS graze_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${graze_SOURCE_DIR}/tools/graze/graze.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${graze_BINARY_DIR}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME graze)
install(FILES ${graze_BINARY_DIR}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _graze)
