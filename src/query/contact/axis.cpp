// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "query/contact/axis.h"

#include "query/contact/cache.h"
#include "query/contact/find.h"
#include "query/pair/depth_proof.h"
#include "query/pair/steps.h"

namespace graze::inline GRAZE_ABI {

bool are_usable(const ContactSettings& s) {
  return s.prediction >= 0 && is_finite(s.prediction) && s.relative_error >= 0 &&
         is_finite(s.relative_error) && s.max_iterations > 0 && s.persistence >= 0 &&
         is_finite(s.persistence);
}

bool is_quickly_apart(const Operand& a, const Operand& b, const ContactSettings& settings) {
  Operand grown = a;
  grown.margin += settings.prediction;
  PairCache last;
  const ContactMemory* const memory = ContactMemory::of(settings.cache);
  if (memory != nullptr && memory->is_apart) last.axis = memory->axis;
  Vec3 axis;
  return find_quick_axis(grown, b, &last, axis);
}

void set_far(const ContactSettings& settings, Answer& answer) {
  answer.contact = Contact::apart;
  answer.lower = double(settings.prediction);
  answer.upper = double(kInfinity);
}

namespace {

// Whether they had contacts the last time: then it is not worth it to try a plane between them.
bool had_contacts(const ContactMemory* memory) {
  return memory != nullptr && !memory->is_apart && memory->axis != Vec3{};
}

bool find_proved_depth(const ContactSettings& settings, ContactAxis& axis) {
  if (settings.cache == nullptr) return find_depth(axis.pair, axis.answer);
  ContactMemory& memory = ContactMemory::of(*settings.cache);
  return !memory.is_apart && prove_depth(axis.pair, memory.proof, axis.answer);
}

// Closed forms and proofs of the depth first, then the search.
bool search_axis(const Operand& a, const Operand& b, const ContactSettings& settings, ContactAxis& axis) {
  if (!make_pair(a, b, axis.pair)) {
    axis.answer.status = Status::invalid_argument;
    return false;
  }
  switch (find_triangle_depth(axis.pair, axis.answer)) {
    case depth::TriangleOverlap::deep:
      return true;
    case depth::TriangleOverlap::shallow:
      break;
    case depth::TriangleOverlap::unknown:
      if (find_proved_depth(settings, axis)) return true;
  }
  PairCache* cache = settings.cache != nullptr ? &ContactMemory::of(*settings.cache).pair : nullptr;
  const QuerySettings query{.relative_error = settings.relative_error,
                            .max_iterations = settings.max_iterations,
                            .cache = cache,
                            .workspace = settings.workspace};
  solve(axis.pair, Goal::separation, query, axis.answer);
  return axis.answer.status != Status::unbounded && axis.answer.normal != Vec3d{};
}

// Lengths times `factor`, a power of two: between the units of the world and of a pair.
void scale_lengths(double factor, Answer& answer) {
  answer.lower *= factor;
  answer.upper *= factor;
  answer.a *= factor;
  answer.b *= factor;
}

}  // namespace

bool find_axis(const Operand& a, const Operand& b, const ContactSettings& settings, const Answer* known,
               ContactAxis& axis) {
  axis.pair.unit = 1;
  if (!are_usable(settings) || !is_usable(a) || !is_usable(b)) {
    axis.answer.status = Status::invalid_argument;
    return false;
  }
  if (known != nullptr) {
    axis.answer = *known;
    (void)make_pair(a, b, axis.pair);
    scale_lengths(axis.pair.unit, axis.answer);
  } else if (!had_contacts(ContactMemory::of(settings.cache)) && is_quickly_apart(a, b, settings)) {
    set_far(settings, axis.answer);
    return false;
  } else if (!search_axis(a, b, settings, axis)) {
    return false;
  }
  return !(axis.answer.lower > double(settings.prediction) * axis.pair.unit);
}

Answer in_world(const ContactAxis& axis) {
  Answer answer = axis.answer;
  scale_lengths(1 / axis.pair.unit, answer);
  return answer;
}

bool find_triangle_axis(const Operand& a, const Operand& b, const ContactSettings& settings,
                        ContactSummary& out, Answer& answer) {
  Pair pair;
  if (!are_usable(settings) || !make_pair(a, b, pair)) return false;
  if (find_triangle_depth(pair, answer) != depth::TriangleOverlap::deep) return false;
  summarize(answer, pair.unit, out);
  out.normal = Vec3(pair.is_swapped() ? -answer.normal : answer.normal);
  scale_lengths(1 / pair.unit, answer);
  return true;
}

}  // namespace graze::inline GRAZE_ABI
