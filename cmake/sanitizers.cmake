# SPDX-FileCopyrightText: 2026 The Graze authors
# SPDX-License-Identifier: MIT

# For the whole build, libraries and tests alike; the first finding ends the program, and says the line (-g1).
if(GRAZE_SANITIZE)
  add_compile_options(-fsanitize=${GRAZE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${GRAZE_SANITIZE})
endif()
