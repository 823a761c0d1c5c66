// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <array>

#include "kinds.h"
#include "placements.h"
#include "walk.h"

// Every query of a pair of kinds, at every placement.

namespace cliffs {
namespace {

using namespace graze;

class PairWalk {
 public:
  PairWalk(const Kind& a, const Kind& b, Meter& meter)
      : subject_(" " + a.name + " " + b.name),
        a_kind_(a),
        b_kind_(b),
        is_whole_(a.is_whole || b.is_whole),
        is_nested_(a.is_nested || b.is_nested),
        meter_(meter) {}

  void run() {
    const Placed places(a_kind_, b_kind_);
    for (const char* placement : kPlacements) {
      placement_ = placement;
      const std::pair<Instance, Instance> pair = places.at(placement);
      a_ = pair.first;
      b_ = pair.second;
      // A twentieth of the smaller one, or every piece of a small mesh is within.
      prediction_ = placement_ == std::string("tiny") ? Real(5e-6) : Real(0.05);
      add_decisions();
      add_depths();
      add_contacts();
      add_casts();
      if (is_whole_) {
        add_pieces();
      } else {
        add_axes();
        add_batches();
      }
    }
  }

 private:
  // The call returns a result that lists nothing.
  template <class Call>
  void add(const char* query, Call call) {
    meter_.measure(query + subject_, placement_, [&] {
      (void)call();
      return 1;
    });
  }
  // The cost for each of so many items.
  template <class Call>
  void add_each(const char* query, std::size_t items, Call call) {
    meter_.measure(query + subject_, placement_, [&] {
      (void)call();
      return items;
    });
  }

  void add_decisions() {
    add("intersects", [&] { return intersects(a_, b_); });
    add("common_point", [&] { return common_point(a_, b_); });
    add("distance", [&] { return distance(a_, b_); });
    QuerySettings within;
    within.threshold = prediction_;
    add("distance_within", [&] { return distance(a_, b_, within); });
    add("distance_again", [&, cache = PairCache{}]() mutable {
      QuerySettings settings;
      settings.cache = &cache;
      return distance(a_, b_, settings);
    });
  }

  void add_depths() {
    add("penetration", [&] { return penetration(a_, b_); });
    add("separation", [&] { return separation(a_, b_); });
    if (is_whole_) return;  // nothing of which uses a workspace
    QuerySettings with_space;
    with_space.workspace = &workspace_;
    add("penetration_workspace", [&] { return penetration(a_, b_, with_space); });
  }

  // Of wholes: for each pair of pieces that meet, or are as close as the prediction.
  void add_contacts() {
    ContactSettings predicted;
    predicted.prediction = prediction_;
    count_pairs();
    add_each("contacts", meeting_, [&] { return contacts(a_, b_); });
    add_each("contacts_predicted", close_, [&] { return contacts(a_, b_, predicted); });
    if (is_whole_) return;  // of which these two are contacts() again
    add("contacts_again", [&, cache = ContactCache{}]() mutable {
      ContactSettings settings;
      settings.cache = &cache;
      return contacts(a_, b_, settings);
    });
    add("all_contacts", [&] { return all_contacts(a_, b_, points_); });
  }
  void count_pairs() {
    meeting_ = close_ = 1;
    if (!is_whole_) return;
    if (is_nested_) return count_leaves();
    Instance grown = a_;
    grown.margin += prediction_;
    (void)visit_intersecting_pieces(a_, b_, [&](const PiecePair&) { return ++meeting_ > 0; });
    (void)visit_intersecting_pieces(grown, b_, [&](const PiecePair&) { return ++close_ > 0; });
  }

  // Of compounds that have meshes as pieces: pairs of triangles and other convex parts that have contacts.
  void count_leaves() {
    ContactSettings predicted;
    predicted.prediction = prediction_;
    const auto count = [&](const ContactSettings& settings, std::size_t& pairs) {
      (void)visit_piece_contacts(
          a_, b_, [&](const PieceNumbers&, const ContactSet&) { return ++pairs > 0; }, settings);
    };
    count({}, meeting_);
    count(predicted, close_);
  }

  void add_casts() {
    add("shape_cast", [&] { return shape_cast(b_, Vec3{-5, Real(0.3), Real(0.2)}, a_); });
    add("shape_cast_past", [&] { return shape_cast(b_, Vec3{Real(0.1), 5, Real(0.2)}, a_); });
    add("shape_cast_long", [&] { return shape_cast(b_, Vec3{-5000, 300, 200}, a_); });
    const Path path =
        Path::turning(b_.placement, Vec3{-5, Real(0.3), Real(0.2)}, Vec3{Real(0.5), Real(0.25), 1});
    add("time_of_impact",
        [&] { return time_of_impact(a_.shape, a_.placement, a_.margin, b_.shape, path, b_.margin); });
  }

  void add_pieces() {
    ContactSettings predicted;
    predicted.prediction = prediction_;
    add_each("contact_manifolds", meeting_, [&] { return contact_manifolds(a_, b_, manifolds_); });
    add_each("manifolds_predicted", close_, [&] { return contact_manifolds(a_, b_, manifolds_, predicted); });
    add_each("intersecting_pieces", meeting_, [&] { return intersecting_pieces(a_, b_, pairs_); });
    const auto of_depth = [](const PieceNumbers&, const Penetration&) { return true; };
    add_each("piece_penetrations", meeting_, [&] { return visit_piece_penetrations(a_, b_, of_depth); });
    const auto of_contacts = [](const PieceNumbers&, const ContactSet&) { return true; };
    add_each("piece_contacts", meeting_, [&] { return visit_piece_contacts(a_, b_, of_contacts); });
    add("nearest_pieces", [&] {
      return a_kind_.is_whole ? nearest_pieces(a_, b_, nearest_) : nearest_pieces(b_, a_, nearest_);
    });
    add("front", [&, front = TreeFront{}, cache = PairCache{}]() mutable {
      QuerySettings settings;
      settings.front = &front;
      settings.cache = &cache;
      return distance(a_, b_, settings);
    });
  }

  void add_axes() {
    const std::pair<const char*, AxisMethod> methods[] = {{"axis_isa_gjk", AxisMethod::isa_gjk},
                                                          {"axis_chung_wang", AxisMethod::chung_wang},
                                                          {"axis_sat", AxisMethod::sat}};
    for (const auto& [name, method] : methods)
      add(name, [&, how = method] { return find_separating_axis(a_, b_, how); });
  }

  // The cost of one pair of a batch of equal ones. Pairs with a margin are asked one by one.
  void add_batches() {
    constexpr std::size_t kPairs = 16;
    const Shape shapes[] = {a_.shape, b_.shape};
    const std::array<std::uint32_t, kPairs> first{};
    std::array<std::uint32_t, kPairs> second;
    second.fill(1);
    const std::vector<Affine> at_a(kPairs, a_.placement), at_b(kPairs, b_.placement);
    const std::vector<Real> margin_a(kPairs, a_.margin), margin_b(kPairs, b_.margin);
    const PairBatch batch{shapes, first, second, at_a, at_b, margin_a, margin_b};
    std::array<Intersection, kPairs> yes_no;
    std::array<Distance, kPairs> distances;
    std::array<Penetration, kPairs> depths;
    std::array<ContactSet, kPairs> sets;
    add_each("batch_intersects", kPairs, [&] { return intersects(batch, yes_no); });
    add_each("batch_distance", kPairs, [&] { return distance(batch, distances); });
    add_each("batch_penetration", kPairs, [&] { return penetration(batch, depths); });
    add_each("batch_contacts", kPairs, [&] { return contacts(batch, sets); });
  }

  std::string subject_;
  const Kind& a_kind_;
  const Kind& b_kind_;
  bool is_whole_, is_nested_;  // either
  Meter& meter_;
  const char* placement_ = nullptr;
  Instance a_, b_;
  Real prediction_ = 0;
  std::size_t meeting_ = 1, close_ = 1;  // pairs of pieces
  Workspace workspace_;
  std::vector<ContactPoint> points_ = std::vector<ContactPoint>(1024);
  std::vector<ContactManifold> manifolds_ = std::vector<ContactManifold>(256);
  std::vector<PiecePair> pairs_ = std::vector<PiecePair>(1024);
  std::vector<Distance> nearest_ = std::vector<Distance>(8);
};

}  // namespace

void add_pair_jobs(const std::vector<Kind>& kinds, std::vector<Job>& jobs) {
  for (std::size_t i = 0; i < kinds.size(); ++i)
    for (std::size_t j = i == 0 ? 1 : i; j < kinds.size(); ++j)  // not two half-spaces
      jobs.push_back({kinds[i].name + " " + kinds[j].name,
                      [&a = kinds[i], &b = kinds[j]](Meter& meter) { PairWalk(a, b, meter).run(); }});
}

}  // namespace cliffs
