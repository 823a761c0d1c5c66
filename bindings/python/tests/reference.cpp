// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Answers of the C++ library about the cases of a truth file, in hexadecimal digits, for test_truth.py, which
// compares those of Python to the bit. For each pair: "id placement margin placement margin", then a line per
// query.

#include <cstdio>

#include "truth/run.h"

namespace {

using namespace graze;

void print(const Vec3& v) { std::printf(" %a %a %a", v.x, v.y, v.z); }

void print(const Instance& instance) {
  for (const Vec3& column : instance.placement.linear().columns) print(column);
  print(instance.placement.translation());
  std::printf(" %a", instance.margin);
}

template <class Answer>
void print_answer(const char* query, const Answer& answer) {
  std::printf("%s %a %a", query, answer.lower, answer.upper);
  print(answer.normal);
  print(answer.point_a);
  print(answer.point_b);
  std::printf(" %d %d %d\n", answer.iterations, int(answer.contact), int(answer.status));
}

}  // namespace

int main(int, char** arguments) {
  for (const truth::TruthCase& c : truth::read_cases(arguments[1])) {
    if (c.kind != truth::TruthCase::Kind::pair) continue;
    const auto a = truth::build_instance(c.a), b = truth::build_instance(c.b);
    if (!a || !b) return 1;
    std::printf("pair %d", c.id);
    print(*a);
    print(*b);
    std::printf("\n");
    print_answer("distance", distance(*a, *b));
    print_answer("penetration", penetration(*a, *b));
    print_answer("separation", separation(*a, *b));
    const Intersection meet = intersects(*a, *b);
    std::printf("intersects");
    print(meet.witness);
    std::printf(" %d %d %d\n", meet.iterations, int(meet.contact), int(meet.status));
  }
}
