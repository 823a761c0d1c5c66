// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "case_reader.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <string_view>

namespace truth {
namespace {

constexpr int kMaxNesting = 64;  // sums of sums; deeper ones are a broken file, not a case

struct ShapeWord {
  std::string_view word;
  ShapeType type;
  int numbers;
};
constexpr ShapeWord kShapeWords[] = {
    {"box", ShapeType::box, 3},      {"cone", ShapeType::cone, 2},     {"cyl", ShapeType::cylinder, 2},
    {"sph", ShapeType::sphere, 1},   {"pt", ShapeType::point, 3},      {"seg", ShapeType::segment, 6},
    {"tri", ShapeType::triangle, 9}, {"poly", ShapeType::polytope, 0}, {"sum", ShapeType::sum, 0},
    {"hull", ShapeType::hull, 0},
};

/// The words of one line; every complaint carries the line's address.
class Words {
 public:
  Words(std::string_view line, std::string address) : rest_(line), address_(std::move(address)) {}

  [[noreturn]] void fail(const std::string& reason) const { throw ReadError(address_ + ": " + reason); }

  std::string_view next() {
    const std::size_t begin = rest_.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) fail("the line ends too early");
    rest_.remove_prefix(begin);
    const std::string_view word = rest_.substr(0, rest_.find_first_of(" \t\r"));
    rest_.remove_prefix(word.size());
    return word;
  }

  template <class T>
  T number() {
    const std::string_view word = next();
    T value = 0;
    const auto [end, code] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (code != std::errc{} || end != word.data() + word.size()) {
      fail("'" + std::string(word) + "' is not a number that fits here");
    }
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(value)) fail("'" + std::string(word) + "' is not finite");
    }
    return value;
  }

  void end() const {
    if (rest_.find_first_not_of(" \t\r") != std::string_view::npos) fail("more words than the record has");
  }

 private:
  std::string_view rest_;
  std::string address_;
};

using ShapePointer = std::shared_ptr<const ShapeSpec>;

class Reader {
 public:
  void read(const std::string& path) {
    std::ifstream file(path);
    if (!file) throw ReadError(path + ": cannot be opened");
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      if (line.find_first_not_of(" \t\r") == std::string::npos || line.front() == '#') continue;
      read_record(Words(line, path + ":" + std::to_string(number)));
    }
    if (file.bad()) throw ReadError(path + ": cannot be read");
    finish_case(Words({}, path + ": at the end"));
  }

  std::vector<TruthCase> cases;

 private:
  void read_record(Words words) {
    const std::string_view tag = words.next();
    if (tag == "V") return read_vertices(words);
    if (tag == "C") return start_case(words);
    if (cases.empty()) words.fail("'" + std::string(tag) + "' before the first case");
    if (seen_.find(tag) != std::string::npos) words.fail("a second '" + std::string(tag) + "' in this case");
    TruthCase& current = cases.back();
    const bool is_pair = current.kind == TruthCase::Kind::pair;
    if (tag == "A") {
      current.a = read_object(words);
    } else if (tag == "B" && is_pair) {
      current.b = read_object(words);
    } else if (tag == "T" && is_pair) {
      read_truth(words, current);
    } else if (tag == "R" && !is_pair) {
      read_ray(words, current.ray);
    } else if (tag == "H" && !is_pair) {
      read_hit(words, current);
    } else {
      words.fail("'" + std::string(tag) + "' is no record of this kind of case");
    }
    seen_ += tag;
  }

  void read_vertices(Words& words) {
    const int id = words.number<int>();
    const int count = words.number<int>();
    if (count < 1) words.fail("a polytope needs vertices");
    auto polytope = std::make_shared<ShapeSpec>();
    polytope->type = ShapeType::polytope;
    for (int i = 0; i < 3 * count; ++i) polytope->numbers.push_back(words.number<float>());
    words.end();
    polytopes_[id] = std::move(polytope);
  }

  void start_case(Words& words) {
    finish_case(words);
    TruthCase next;
    next.id = words.number<int>();
    next.category = words.next();
    const std::string_view kind = words.next();
    if (kind != "pair" && kind != "ray") words.fail("'" + std::string(kind) + "' is neither pair nor ray");
    next.kind = kind == "ray" ? TruthCase::Kind::ray : TruthCase::Kind::pair;
    words.end();
    cases.push_back(std::move(next));
    seen_.clear();
  }

  /// Every case has all of its records before the next one starts.
  void finish_case(const Words& words) const {
    if (cases.empty()) return;
    const bool is_pair = cases.back().kind == TruthCase::Kind::pair;
    for (const char tag : std::string_view(is_pair ? "ABT" : "ARH")) {
      if (seen_.find(tag) == std::string::npos) {
        words.fail("case " + std::to_string(cases.back().id) + " has no record '" + tag + "'");
      }
    }
  }

  ObjectSpec read_object(Words& words) {
    ObjectSpec object;
    object.shape = read_shape(words, 0);
    const std::string_view form = words.next();
    if (form != "q" && form != "m") words.fail("'" + std::string(form) + "' is neither placement q nor m");
    object.placement.form = form == "m" ? PlacementSpec::Form::matrix : PlacementSpec::Form::parts;
    const std::size_t count = form == "m" ? 12 : 10;
    for (std::size_t i = 0; i < count; ++i) object.placement.numbers[i] = words.number<float>();
    object.margin = words.number<float>();
    words.end();
    return object;
  }

  ShapePointer read_shape(Words& words, int depth) {
    if (depth > kMaxNesting) words.fail("shapes are nested too deeply");
    const std::string_view word = words.next();
    for (const ShapeWord& known : kShapeWords) {
      if (known.word != word) continue;
      if (known.type == ShapeType::polytope) return find_polytope(words);
      auto shape = std::make_shared<ShapeSpec>();
      shape->type = known.type;
      for (int i = 0; i < known.numbers; ++i) shape->numbers.push_back(words.number<float>());
      if (known.type == ShapeType::sum || known.type == ShapeType::hull) {
        shape->first = read_shape(words, depth + 1);
        shape->second = read_shape(words, depth + 1);
      }
      return shape;
    }
    words.fail("unknown shape '" + std::string(word) + "'");
  }

  ShapePointer find_polytope(Words& words) {
    const int id = words.number<int>();
    const auto found = polytopes_.find(id);
    if (found == polytopes_.end()) words.fail("no polytope " + std::to_string(id) + " so far");
    return found->second;
  }

  static void read_truth(Words& words, TruthCase& current) {
    current.separation = words.number<double>();
    current.error = std::abs(words.number<double>());
    for (double& x : current.direction) x = words.number<double>();
    current.size = words.number<double>();
    current.scale = words.number<double>();
    if (!(current.size > 0) || !(current.scale > 0)) words.fail("size and scale are positive");
    words.next();  // how the truth was found
    words.end();
  }

  static void read_ray(Words& words, RaySpec& ray) {
    for (float& x : ray.source) x = words.number<float>();
    for (float& x : ray.target) x = words.number<float>();
    ray.max_parameter = words.number<float>();
    if (ray.max_parameter < 0) words.fail("a ray's parameter is not negative");
    words.end();
  }

  static void read_hit(Words& words, TruthCase& current) {
    RaySpec& ray = current.ray;
    ray.hits = words.number<int>() != 0;
    ray.parameter = words.number<double>();
    for (double& x : ray.normal) x = words.number<double>();
    ray.has_normal = words.number<int>() != 0;
    ray.clearance = words.number<double>();
    current.size = words.number<double>();
    current.scale = words.number<double>();
    if (!(current.size > 0) || !(current.scale > 0)) words.fail("size and scale are positive");
    words.end();
  }

  std::map<int, ShapePointer> polytopes_;
  std::string seen_;  // tags of the current case
};

}  // namespace

bool is_same(const ShapeSpec& a, const ShapeSpec& b) {
  if (a.type != b.type || a.numbers != b.numbers) return false;
  if (!a.first) return true;  // the type says that b has no operands either
  return is_same(*a.first, *b.first) && is_same(*a.second, *b.second);
}

std::vector<TruthCase> read_cases(const std::string& path) {
  Reader reader;
  reader.read(path);
  return std::move(reader.cases);
}

}  // namespace truth
