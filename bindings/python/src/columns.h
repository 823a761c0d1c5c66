// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include "results.h"

namespace graze_python {

#define GRAZE_DECLARED(Type)               \
  template <>                              \
  const char* const Described<Type>::name; \
  template <>                              \
  const char* const Described<Type>::doc;  \
  template <>                              \
  std::span<const Column> Described<Type>::columns()

GRAZE_DECLARED(graze::Intersection);
GRAZE_DECLARED(graze::Distance);
GRAZE_DECLARED(graze::Penetration);
GRAZE_DECLARED(graze::Separation);
GRAZE_DECLARED(graze::CommonPoint);
GRAZE_DECLARED(graze::Containment);
GRAZE_DECLARED(graze::RayCast);
GRAZE_DECLARED(graze::ShapeCast);
GRAZE_DECLARED(graze::TimeOfImpact);
GRAZE_DECLARED(graze::ContactSet);
GRAZE_DECLARED(Clashing);
#undef GRAZE_DECLARED

/// Calls visit.template operator()<T>() for every result type that is described by columns.
template <class Visit>
void for_each_result(Visit visit) {
  visit.template operator()<graze::Intersection>();
  visit.template operator()<graze::Distance>();
  visit.template operator()<graze::Penetration>();
  visit.template operator()<graze::Separation>();
  visit.template operator()<graze::CommonPoint>();
  visit.template operator()<graze::Containment>();
  visit.template operator()<graze::RayCast>();
  visit.template operator()<graze::ShapeCast>();
  visit.template operator()<graze::TimeOfImpact>();
  visit.template operator()<graze::ContactSet>();
  visit.template operator()<Clashing>();
}

}  // namespace graze_python
