# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# The Python package: bindings/python/graze with its compiled part _graze, put together in <build>/python, which tests and
# PYTHONPATH use. Built for Debian's own python3, wherever another one is in PATH, because that one has numpy; another
# with -DGRAZE_PYTHON=/path/to/python3.
if(NOT GRAZE_PYTHON)
  foreach(candidate /usr/bin/python3 python3)
    execute_process(COMMAND ${candidate} -c "import numpy, sysconfig; print(sysconfig.get_path('include'))"
                    RESULT_VARIABLE failed OUTPUT_VARIABLE include ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(NOT failed AND EXISTS ${include}/Python.h)
      find_program(GRAZE_PYTHON ${candidate})
      break()
    endif()
  endforeach()
endif()
find_path(GRAZE_PYBIND11_INCLUDE pybind11/pybind11.h)
if(NOT GRAZE_PYTHON OR NOT GRAZE_PYBIND11_INCLUDE)
  message(STATUS "graze: no Python package (install python3-dev, python3-numpy and pybind11-dev)")
  return()
endif()
execute_process(
  COMMAND ${GRAZE_PYTHON} -c "import sysconfig as s; print(s.get_path('include')); print(s.get_config_var('EXT_SUFFIX'))"
  OUTPUT_VARIABLE facts OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" facts "${facts}")
list(GET facts 0 graze_python_include)
list(GET facts 1 graze_python_suffix)

set(graze_python_package ${CMAKE_BINARY_DIR}/python/graze)
file(GLOB graze_python_sources CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/bindings/python/src/*.cpp)
add_library(graze_python MODULE ${graze_python_sources})
graze_compile_options(graze_python)
target_include_directories(graze_python SYSTEM PRIVATE ${graze_python_include} ${GRAZE_PYBIND11_INCLUDE})
target_link_libraries(graze_python PRIVATE graze::graze_check graze::graze_io graze::graze_d_static Threads::Threads)
set_target_properties(
  graze_python
  PROPERTIES PREFIX "" OUTPUT_NAME _graze SUFFIX "${graze_python_suffix}" CXX_VISIBILITY_PRESET hidden
             VISIBILITY_INLINES_HIDDEN ON LIBRARY_OUTPUT_DIRECTORY ${graze_python_package}
             BUILD_RPATH "$ORIGIN")
if(GRAZE_UNITY)
  set_target_properties(graze_python PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 4)
endif()
# What the archives export is nobody's business but the module's.
target_link_options(graze_python PRIVATE "LINKER:--exclude-libs,ALL")

file(GLOB graze_python_files CONFIGURE_DEPENDS ${graze_SOURCE_DIR}/bindings/python/graze/*)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/python/copied
  COMMAND ${CMAKE_COMMAND} -E copy ${graze_python_files} ${graze_python_package}
  COMMAND ${CMAKE_COMMAND} -E touch ${CMAKE_BINARY_DIR}/python/copied
  DEPENDS ${graze_python_files}
  VERBATIM)
add_custom_target(graze_python_package ALL DEPENDS ${CMAKE_BINARY_DIR}/python/copied graze_python)

# make bench GROUP=python: the C++ side of its batches.
add_executable(graze_python_batch EXCLUDE_FROM_ALL ${graze_SOURCE_DIR}/bench/python/batch.cpp)
graze_compile_options(graze_python_batch)
target_link_libraries(graze_python_batch PRIVATE graze::graze_d_static)

# Tests: pytest of Debian, beside answers of the C++ library to the truth sample.
if(GRAZE_BUILD_TESTS)
  execute_process(COMMAND ${GRAZE_PYTHON} -c "import pytest" RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  if(failed)
    message(STATUS "graze: no tests of the Python package (install python3-pytest)")
    return()
  endif()
  add_executable(graze_python_reference ${graze_SOURCE_DIR}/bindings/python/tests/reference.cpp
                                        ${graze_SOURCE_DIR}/tests/truth/case_reader.cpp
                                        ${graze_SOURCE_DIR}/tests/truth/build.cpp
                                        ${graze_SOURCE_DIR}/tests/truth/reference.cpp)
  graze_compile_options(graze_python_reference)
  target_include_directories(graze_python_reference PRIVATE ${graze_SOURCE_DIR}/tests)
  target_link_libraries(graze_python_reference PRIVATE graze::graze_d_static)
  add_test(NAME python.package COMMAND ${GRAZE_PYTHON} -m pytest -q -p no:cacheprovider ${graze_SOURCE_DIR}/bindings/python/tests)
  # The interpreter is not sanitized: the runtime is loaded before it. What it keeps to its end is no leak of ours.
  set(graze_python_environment)
  if(GRAZE_SANITIZE MATCHES "address")
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libclang_rt.asan-x86_64.so
                    OUTPUT_VARIABLE runtime OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(graze_python_environment "LD_PRELOAD=${runtime};ASAN_OPTIONS=detect_leaks=0:malloc_context_size=4:quarantine_size_mb=16;")
  endif()
  set_tests_properties(
    python.package
    PROPERTIES LABELS python
               ENVIRONMENT
               "${graze_python_environment}PYTHONPATH=${CMAKE_BINARY_DIR}/python;PYTHONDONTWRITEBYTECODE=1;GRAZE_REFERENCE=$<TARGET_FILE:graze_python_reference>;GRAZE_TRUTH=${graze_SOURCE_DIR}/tests/data/truth_sample.txt")
endif()
