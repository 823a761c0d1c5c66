// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "contact": contact sets of pairs that overlap, cold and from frame to frame.

#include "error_count.h"
#include "graze/query/contact.h"
#include "graze_shapes.h"
#include "groups.h"
#include "peer_contact.h"

namespace bench {
namespace {

class Asker {
 public:
  explicit Asker(const Workload& workload) {
    for (const ShapeSpec& spec : workload.shapes) shapes_.push_back(make_shape(spec));
    if (std::size_t(workload.slots) < workload.pairs.size()) caches_.resize(std::size_t(workload.slots));
    for (const Pair& pair : workload.pairs) {
      Input input{{shapes_[std::size_t(pair.shape_a)], make_placement(pair.a)},
                  {shapes_[std::size_t(pair.shape_b)], make_placement(pair.b)},
                  {}};
      if (!caches_.empty()) input.settings.cache = &caches_[inputs_.size() % caches_.size()];
      inputs_.push_back(input);
    }
  }

  void begin() {
    for (graze::ContactCache& cache : caches_) cache = {};
  }
  double ask(std::size_t i) {
    const graze::ContactSet set = contacts(inputs_[i].a, inputs_[i].b, inputs_[i].settings);
    double deepest = 0;
    for (const graze::ContactPoint& p : set.span()) deepest = std::min(deepest, double(p.gap));
    return -deepest;
  }
  Answer answer(std::size_t i) {
    const graze::ContactSet set = contacts(inputs_[i].a, inputs_[i].b, inputs_[i].settings);
    Answer answer;
    answer.hit = set.count > 0;
    answer.answered = set.status == graze::Status::converged || set.status == graze::Status::bound_loose;
    for (const graze::ContactPoint& p : set.span()) answer.value = std::max(answer.value, -double(p.gap));
    answer.normal = {set.normal.x, set.normal.y, set.normal.z};
    return answer;
  }

 private:
  struct Input {
    graze::Instance a, b;
    graze::ContactSettings settings;
  };
  std::vector<graze::Shape> shapes_;
  std::vector<Input> inputs_;
  std::vector<graze::ContactCache> caches_;
};

struct Row {
  const char* name;
  ConvexSpec spec;
};
constexpr Row kRows[] = {
    {"manifold, boxes deep", {Kind::box, Kind::box, 0, Spacing::deep}},
    {"manifold coherent, boxes deep", {Kind::box, Kind::box, 0, Spacing::coherent_deep}},
    {"manifold, hull 16 deep", {Kind::hull, Kind::hull, 16, Spacing::deep}},
    {"manifold coherent, hull 16 deep", {Kind::hull, Kind::hull, 16, Spacing::coherent_deep}},
};

std::unique_ptr<Prepared> prepare(const Library& library, const Workload& workload) {
  if (library.name == "graze" || library.name == "graze_d") return graze_contacts(workload);
  if (library.name == "Bullet") return bullet_contacts(workload);
  if (library.name == "ODE") return ode_contacts(workload);
  return nullptr;
}

void add(const Selection& selection, TimedRows& rows) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const Workload workload = make_convex(row.spec);
    for (const Library& library : selection.libraries) {
      std::shared_ptr<Prepared> prepared = prepare(library, workload);
      const std::string name = std::string("contact/") + row.name + "/" + library.name;
      if (prepared) rows.push_back(prepared_row(name, double(workload.pairs.size()), std::move(prepared)));
    }
  }
}

void check(const Selection& selection, std::FILE* out) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const Workload workload = make_convex(row.spec);
    const std::vector<Truth> truths = truths_of(workload, selection.sample);
    for (const Library& library : selection.libraries) {
      const std::unique_ptr<Prepared> prepared = prepare(library, workload);
      if (!prepared) continue;
      std::vector<Answer> answers(workload.pairs.size());
      prepared->answer(answers, selection.sample);
      write_errors(out, "contact", row.name, library.name,
                   count_errors(workload, truths, library, Question::depth, answers, selection.sample));
    }
    std::fprintf(stderr, "checked: %s\n", row.name);
  }
}

}  // namespace

std::unique_ptr<Prepared> graze_contacts(const Workload& workload) {
  return std::make_unique<PreparedLoop<Asker>>(workload.pairs.size(), workload);
}

Group contact_group() { return {"contact", &add, &check}; }

}  // namespace bench
