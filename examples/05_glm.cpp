// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Model matrices from glm and back by graze/glm.h, as a renderer keeps them.

#include <graze/glm.h>
#include <graze/graze.h>

#include <cstdio>
#include <glm/gtc/matrix_transform.hpp>

using namespace graze;

int main() {
  // A cylinder on its side, pushed into the top of a table by a tenth: how far up must it go?
  const glm::mat4 table_model = glm::translate(glm::mat4(1), {0, 1, 0});
  glm::mat4 roll_model = glm::translate(glm::mat4(1), {0.5f, 1.6f, 0});
  roll_model = glm::rotate(roll_model, glm::radians(90.0f), {0, 0, 1});
  const Shape table = Box{{2, Real(0.2), 1}}, roll = Cylinder{Real(0.5), Real(0.8)};

  const Result<Affine> world_from_table = from_glm(table_model), world_from_roll = from_glm(roll_model);
  if (!world_from_table || !world_from_roll) {
    std::fprintf(stderr, "05_glm: a model matrix was refused\n");
    return 1;
  }
  const Penetration r = penetration({table, *world_from_table}, {roll, *world_from_roll});
  std::printf("%s, depth in [%.7f, %.7f], normal (%.3f, %.3f, %.3f)\n", to_string(r.contact), double(r.lower),
              double(r.upper), double(r.normal.x), double(r.normal.y), double(r.normal.z));

  // The answer as a glm matrix: the roll, moved out of the table.
  const glm::vec3 out = to_glm<float>(r.normal) * float(r.upper);
  const glm::mat4 moved = glm::translate(glm::mat4(1), out) * roll_model;
  const Separation after = separation({table, *world_from_table}, {roll, from_glm(moved).value()});
  std::printf("moved by (%.4f, %.4f, %.4f): separation in [%.1e, %.1e]\n", double(out.x), double(out.y),
              double(out.z), double(after.lower), double(after.upper));

  const bool is_right = r.contact == Contact::overlapping && std::abs(r.upper - Real(0.1)) < Real(1e-5) &&
                        std::abs(after.upper) < Real(1e-5) && r.normal.y > Real(0.999);
  const bool comes_back = to_glm<float>(*world_from_roll) == roll_model;
  std::printf("as expected: %s; matrix comes back: %s\n", is_right ? "yes" : "NO", comes_back ? "yes" : "NO");
  return is_right && comes_back ? 0 : 1;
}
