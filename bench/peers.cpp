// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "peer.h"

// The build defines GRAZE_HAVE_<PEER> for each peer whose development package it found.

namespace bench {

Libraries all_libraries() {
  Libraries all;
  const auto add = [&](std::vector<Library> more) {
    for (Library& library : more) all.found.push_back(std::move(library));
  };
  add(graze_libraries());
#if defined(GRAZE_HAVE_BULLET)
  add(bullet_libraries());
#else
  all.missing.emplace_back("Bullet (libbullet-dev)");
#endif
#if defined(GRAZE_HAVE_FCL)
  add(fcl_libraries());
#else
  all.missing.emplace_back("FCL (libfcl-dev)");
#endif
#if defined(GRAZE_HAVE_CCD)
  add(ccd_libraries());
#else
  all.missing.emplace_back("libccd (libccd-dev)");
#endif
#if defined(GRAZE_HAVE_ODE)
  add(ode_libraries());
#else
  all.missing.emplace_back("ODE (libode-dev)");
#endif
#if !defined(GRAZE_HAVE_EMBREE)  // asked about meshes only
  all.missing.emplace_back("Embree (libembree-dev)");
#endif
  return all;
}

}  // namespace bench
