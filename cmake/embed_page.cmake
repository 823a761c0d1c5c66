# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# cmake -DPAGE=report.html -DOUT=template.cpp -P embed_page.cmake: the page as a source of the command, in pieces that every
# compiler takes as a string. An empty page is none.
file(READ ${PAGE} page HEX)
if(page)
  file(READ ${PAGE} text)
  foreach(mark TITLE REPORT VIEW DATA)
    string(REGEX MATCHALL "@GRAZE_${mark}@" marks "${text}")
    list(LENGTH marks count)
    if(NOT count EQUAL 1)
      message(FATAL_ERROR "${PAGE}: @GRAZE_${mark}@ is there ${count} times, not once")
    endif()
  endforeach()
  string(REGEX MATCHALL "@GRAZE_" marks "${text}")
  list(LENGTH marks count)
  if(NOT count EQUAL 4)
    message(FATAL_ERROR "${PAGE}: there are ${count} places that begin with @GRAZE_, not 4")
  endif()
endif()

set(kPiece 100000)  # digits: 50,000 bytes, where 65,536 are the least that compilers take
set(pieces)
string(LENGTH "${page}" length)
set(first 0)
while(first LESS length)
  string(SUBSTRING "${page}" ${first} ${kPiece} piece)
  string(LENGTH "${piece}" size)
  math(EXPR size "${size} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" piece "${piece}")
  string(APPEND pieces "      {\"${piece}\", ${size}},\n")  # with its length, which compilers would count
  math(EXPR first "${first} + ${kPiece}")
endwhile()

set(source "// Written by cmake/embed_page.cmake.\n#include \"page/template.h\"\n\nnamespace command {\n\n")
string(APPEND source "std::span<const std::string_view> page_template() {\n")
if(pieces)
  string(APPEND source "  static constexpr std::string_view kPieces[] = {\n${pieces}  };\n  return kPieces;\n}\n")
else()
  string(APPEND source "  return {};\n}\n")
endif()
string(APPEND source "\n}  // namespace command\n")
file(WRITE ${OUT} "${source}")
