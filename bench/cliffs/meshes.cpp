// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "rows.h"

namespace cliffs {

void add_mesh_rows(const IsWanted&, std::vector<Row>&) {}

}  // namespace cliffs
