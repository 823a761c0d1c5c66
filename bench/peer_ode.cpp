// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// ODE in double precision: its box-box separating-axis test, asked through dCollide for one contact.

#include <ode/ode.h>

#include "peer.h"

namespace bench {
namespace {

class Asker {
 public:
  explicit Asker(const Workload& workload) {
    dInitODE2(0);
    for (const Pair& pair : workload.pairs) {
      geoms_.push_back(make_box(workload.shapes[std::size_t(pair.shape_a)], pair.a));
      geoms_.push_back(make_box(workload.shapes[std::size_t(pair.shape_b)], pair.b));
    }
  }
  Asker(const Asker&) = delete;
  ~Asker() {
    for (const dGeomID geom : geoms_) dGeomDestroy(geom);
    dCloseODE();
  }

  void begin() {}
  double ask(std::size_t i) {
    dContactGeom contact;
    return query(i, contact) ? contact.depth : 0;
  }
  Answer answer(std::size_t i) {
    dContactGeom contact;
    Answer answer;
    answer.hit = query(i, contact);
    if (answer.hit) {
      answer.value = contact.depth;
      answer.normal = {-contact.normal[0], -contact.normal[1], -contact.normal[2]};  // ODE's points into a
    }
    return answer;
  }

 private:
  static dGeomID make_box(const ShapeSpec& spec, const Placement& placement) {
    const dGeomID box = dCreateBox(nullptr, 2 * spec.size[0], 2 * spec.size[1], 2 * spec.size[2]);
    const Matrix m = rotation_matrix(placement);
    dMatrix3 rotation;
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) rotation[4 * row + column] = m[column][row];
      rotation[4 * row + 3] = 0;
    }
    dGeomSetPosition(box, placement.position[0], placement.position[1], placement.position[2]);
    dGeomSetRotation(box, rotation);
    return box;
  }

  bool query(std::size_t i, dContactGeom& contact) {
    return dCollide(geoms_[2 * i], geoms_[2 * i + 1], 1, &contact, sizeof(contact)) > 0;
  }

  std::vector<dGeomID> geoms_;
};

std::unique_ptr<Prepared> prepare(const Workload& workload, Question question) {
  if (question != Question::depth) return nullptr;
  for (const ShapeSpec& spec : workload.shapes)
    if (spec.kind != Kind::box) return nullptr;
  return std::make_unique<PreparedLoop<Asker>>(workload.pairs.size(), workload);
}

}  // namespace

std::vector<Library> ode_libraries() {
  return {{"ODE", "dCollide of boxes, one contact", Precision::f64, &prepare}};
}

}  // namespace bench
