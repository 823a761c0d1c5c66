// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Every query about one pair whose state of contact is known: none may contradict it, or another.

#include "graze/graze.h"
#include "property.h"

namespace graze::test {

/// Contradictions, counted by kind; the first of a kind is shown as code.
struct Findings {
  std::map<std::string, int> kinds;
  int apart = 0, overlapping = 0, unclear = 0;

  void add(const CheckPair& pair, const std::string& kind) {
    if (++kinds[kind] == 1) ADD_FAILURE() << kind << "\n" << replay(pair);
  }
  void print() const {
    for (const auto& [kind, times] : kinds) std::printf("             %6d x %s\n", times, kind.c_str());
    std::printf("             %d apart, %d overlapping, %d too close to call\n", apart, overlapping, unclear);
  }
};

/// How an operand is made: depths of surfaces mean something else than those of solids.
enum class Sort : std::uint8_t { convex, solid, surface };

/// Asks everything about one pair whose state of contact is known.
class Asked {
 public:
  Asked(Referee& referee, Contact truth, Findings& findings)
      : referee_(referee), truth_(truth), findings_(findings) {}

  /// Precondition: a is of this sort, b is convex or of it.
  void ask_all(const Instance& a, const Instance& b, Sort sort, const std::string& how) {
    sort_ = sort;
    how_ = how;
    ask(a, b);
    ask(b, a);
    how_ = how + ", in lists and plans";
    ask_lists(a, b);
    ask_lists(b, a);
    ask_motion(a, b);
    ask_motion(b, a);
    if (sort != Sort::convex) expect(nearest_of(a, b), "nearest_pieces");
  }

 private:
  void ask(const Instance& a, const Instance& b) {
    const Distance d = distance(a, b);
    const Separation s = separation(a, b);
    const Penetration p = penetration(a, b);
    expect(d.contact, "distance");
    expect(s.contact, "separation");
    expect(p.contact, "penetration");
    expect(intersects(a, b).contact, "intersects");
    expect(common_point(a, b).contact, "common_point");
    expect(contacts(a, b).contact, "contacts");
    expect(contacts(a, b, {.prediction = Real(0.01)}).contact, "contacts within 0.01");
    if (shape_cast(a, Vec3{}, b).starts_in_contact != (truth_ == Contact::overlapping))
      wrong("a cast that goes nowhere says otherwise");
    PairCache cache;
    const QuerySettings cached{.cache = &cache};
    for (int i = 0; i < 2; ++i) expect(distance(a, b, cached).contact, "distance with a cache");
    ask_batches(a, b);
    if (truth_ == Contact::apart) {
      if (!(d.lower > 0 && s.lower > 0 && p.upper <= 0)) wrong("apart, and a bound says otherwise");
      enclose(d.lower, d.upper, "distance");
      enclose(s.lower, s.upper, "separation");
    } else {
      if (d.upper > 0) wrong("overlapping, and the distance is not zero");
      if (sort_ == Sort::surface) return;
      enclose(s.lower, s.upper, "separation");
      enclose(-p.upper, -p.lower, "penetration");
    }
  }
  void ask_batches(const Instance& a, const Instance& b) {
    const Shape shapes[] = {a.shape, b.shape};
    const std::uint32_t of_a[] = {0}, of_b[] = {1};
    const Affine at_a[] = {a.placement}, at_b[] = {b.placement};
    const Real margin_a[] = {a.margin}, margin_b[] = {b.margin};
    const PairBatch batch{shapes, of_a, of_b, at_a, at_b, margin_a, margin_b};
    const auto expect_of = [&](auto result, const char* query) { EXPECT_TRUE(result.has_value()) << query; };
    Intersection meeting[1];
    expect_of(intersects(batch, meeting), "intersects");
    expect(meeting[0].contact, "intersects of a batch");
    Distance near[1];
    expect_of(distance(batch, near), "distance");
    expect(near[0].contact, "distance of a batch");
    Penetration deep[1];
    expect_of(penetration(batch, deep), "penetration");
    expect(deep[0].contact, "penetration of a batch");
    ContactSet sets[1];
    expect_of(contacts(batch, sets), "contacts");
    expect(sets[0].contact, "contacts of a batch");
  }
  void ask_lists(const Instance& a, const Instance& b) {
    const bool is_apart = truth_ == Contact::apart;
    int pairs = 0;
    (void)visit_intersecting_pieces(a, b, [&](const PiecePair&) { return ++pairs > 0; });
    if ((pairs == 0) != is_apart) wrong("visit_intersecting_pieces says otherwise");
    int sets = 0;
    (void)visit_contact_manifolds(a, b, [&](const ContactManifold&) { return ++sets > 0; });
    if ((sets == 0) != is_apart) wrong("visit_contact_manifolds says otherwise");
    const Classification plan = classify(a, b);
    if ((plan.clash == Clash::clear) != is_apart || plan.clash == Clash::near)
      wrong(std::string("classify says ") + to_string(plan.clash));
    if (is_apart && !plan.is_certain) wrong("classify is not certain");
    const Containment inside = contains(a, b);
    const bool is_refused = inside.status == Status::unsupported || inside.status == Status::unbounded;
    if (is_apart && !is_refused && inside.inside != Inside::no) wrong("contains says otherwise");
    if (!(inside.lower <= inside.upper)) wrong("bounds of contains are crossed");
    if (sort_ != Sort::convex || is_unbounded(a) || is_unbounded(b)) return;
    const AxisSearch axis = find_separating_axis(a, b, AxisMethod::isa_gjk);
    if ((axis.contact == Contact::apart) != is_apart) wrong("find_separating_axis says otherwise");
  }
  // At rest. What is as close as the tolerance of motions may be uncertain.
  void ask_motion(const Instance& a, const Instance& b) {
    const TimeOfImpact r = time_of_impact(a.shape, Path::linear(a.placement, Vec3{}), a.margin, b.shape,
                                          Path::linear(b.placement, Vec3{}), b.margin);
    if (r.status == Status::unbounded) return;
    if (truth_ == Contact::apart ? r.hit == Hit::hit : !r)
      wrong("time_of_impact of what rests says otherwise");
  }
  static Contact nearest_of(const Instance& a, const Instance& b) {
    Distance near[4];
    const auto found = nearest_pieces(a, b, near);
    return found.written.empty() ? Contact::touching : found.written[0].contact;
  }
  static bool is_unbounded(const Instance& o) { return o.shape.kind() == ShapeKind::half_space; }
  void wrong(const std::string& what) { findings_.add(referee_.pair(), how_ + ": " + what); }
  void expect(Contact contact, const char* query) {
    if (contact != truth_)
      wrong(std::string(query) + " says " + to_string(contact) + " of a pair " + to_string(truth_));
  }
  void enclose(Real lower, Real upper, const char* query) {
    const V3d unknown(0, 0, 0);
    if (referee_.separation_at_least(double(lower), unknown) == Verdict::fails)
      wrong(std::string("lower bound of ") + query);
    if (referee_.separation_at_most(double(upper), unknown) == Verdict::fails)
      wrong(std::string("upper bound of ") + query);
  }

  Referee& referee_;
  Contact truth_;
  Findings& findings_;
  std::string how_;
  Sort sort_ = Sort::convex;
};

}  // namespace graze::test
