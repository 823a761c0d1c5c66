// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "peer.h"

namespace bench {

// Contact sets: the depth and the normal of each pair, with all the points that the library finds. Null: the
// library was not found, or has no contact sets of those shapes.
[[nodiscard]] std::unique_ptr<Prepared> graze_contacts(const Workload& workload);
[[nodiscard]] std::unique_ptr<Prepared> bullet_contacts(const Workload& workload);
[[nodiscard]] std::unique_ptr<Prepared> ode_contacts(const Workload& workload);

}  // namespace bench
