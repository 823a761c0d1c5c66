// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

// Group "batch": many pairs in one call. "graze" is the batch; "graze-single" asks the same pairs one by one,
// and so do the peers.

#include <benchmark/benchmark.h>

#include <array>
#include <memory>

#include "error_count.h"
#include "graze/query/batch.h"
#include "groups.h"
#include "support/checker.h"

namespace bench {
namespace {

using graze::Real;
constexpr Precision kPrecision = sizeof(Real) == 4 ? Precision::f32 : Precision::f64;
constexpr int kMany = 100000;

struct Row {
  const char* name;
  Question question;
  ConvexSpec spec;
};

constexpr Row kRows[] = {
    {"batch intersects, boxes sep", Question::intersects, {Kind::box, Kind::box, 0, Spacing::sep}},
    {"batch intersects, boxes near", Question::intersects, {Kind::box, Kind::box, 0, Spacing::near}},
    {"batch distance, boxes sep", Question::distance, {Kind::box, Kind::box, 0, Spacing::sep}},
    {"batch distance, boxes near", Question::distance, {Kind::box, Kind::box, 0, Spacing::near}},
    {"batch distance, capsules sep", Question::distance, {Kind::capsule, Kind::capsule, 0, Spacing::sep}},
    {"batch distance, hull 32 sep", Question::distance, {Kind::hull, Kind::hull, 32, Spacing::sep}},
};
constexpr const char* kSpheres = "batch contacts, spheres";
constexpr ConvexSpec kSphereSpec{Kind::sphere, Kind::sphere, 0, Spacing::near};

graze::Vec3 vector(const Vec& v) { return {Real(v[0]), Real(v[1]), Real(v[2])}; }
Vec vec(const graze::Vec3& v) { return {v.x, v.y, v.z}; }

graze::Shape make_shape(const ShapeSpec& spec) {
  const Real r = Real(spec.size[0]), h = Real(spec.size[1]);
  if (spec.kind == Kind::sphere) return graze::Sphere{r};
  if (spec.kind == Kind::capsule) return graze::Capsule{r, h};
  if (spec.kind == Kind::box) return graze::Box{vector(spec.size)};
  std::vector<graze::Vec3> vertices;
  for (const Vec& v : spec.vertices) vertices.push_back(vector(v));
  return graze::Polytope{vertices};
}

graze::Affine make_placement(const Placement& placement) {
  const auto& [x, y, z, w] = placement.rotation;
  return graze::Pose{graze::Quat{Real(x), Real(y), Real(z), Real(w)}, vector(placement.position)};
}

/// A workload as arrays, with room for the results.
class Batch final : public Prepared {
 public:
  Batch(const Workload& workload, Question question) : workload_(workload), question_(question) {
    for (const ShapeSpec& spec : workload.shapes) shapes_.push_back(make_shape(spec));
    for (const Pair& pair : workload.pairs) {
      shape_a_.push_back(std::uint32_t(pair.shape_a));
      shape_b_.push_back(std::uint32_t(pair.shape_b));
      world_from_a_.push_back(make_placement(pair.a));
      world_from_b_.push_back(make_placement(pair.b));
    }
    intersections_.resize(question == Question::intersects ? workload.pairs.size() : 0);
    distances_.resize(question == Question::distance ? workload.pairs.size() : 0);
  }

  graze::BatchStatistics run() {
    const graze::PairBatch batch{shapes_, shape_a_, shape_b_, world_from_a_, world_from_b_};
    return question_ == Question::intersects ? *intersects(batch, intersections_)
                                             : *distance(batch, distances_);
  }

  double ask() override {
    (void)run();
    return check();
  }
  [[nodiscard]] double check() const {
    double sum = 0;
    for (const graze::Intersection& i : intersections_) sum += i ? 1 : 0;
    for (const graze::Distance& d : distances_) sum += double(d.upper);
    return sum;
  }

  void answer(std::span<Answer> out) override {
    (void)run();
    for (std::size_t i = 0; i < out.size(); ++i) {
      const graze::test::CheckPair pair = check_pair(workload_, workload_.pairs[i], kPrecision);
      graze::test::Checker checker(pair);
      const auto judge = [&](const auto& result) {
        const graze::test::CheckReport report = checker.check(result);
        out[i].hit = result.contact != graze::Contact::apart;
        out[i].answered = result.status == graze::Status::converged;
        out[i].rejection = report.ok ? "" : report.message;
      };
      if (question_ == Question::intersects) {
        judge(intersections_[i]);
      } else {
        const graze::Distance& d = distances_[i];
        judge(d);
        out[i].value = d.upper;
        out[i].has_points = true;
        out[i].point_a = vec(d.point_a);
        out[i].point_b = vec(d.point_b);
      }
    }
  }

 private:
  const Workload& workload_;
  Question question_;
  std::vector<graze::Shape> shapes_;
  std::vector<std::uint32_t> shape_a_, shape_b_;
  std::vector<graze::Affine> world_from_a_, world_from_b_;
  std::vector<graze::Intersection> intersections_;
  std::vector<graze::Distance> distances_;
};

class Spheres {
 public:
  explicit Spheres(const Workload& workload) {
    for (auto& v : out_) v.resize(workload.pairs.size());
    for (const Pair& pair : workload.pairs) {
      add(pair.a, workload.shapes[std::size_t(pair.shape_a)], 0);
      add(pair.b, workload.shapes[std::size_t(pair.shape_b)], 4);
    }
  }
  graze::BatchStatistics run() {
    return *graze::sphere_contacts(
        {in_[0], in_[1], in_[2], in_[3]}, {in_[4], in_[5], in_[6], in_[7]},
        {out_[0], out_[1], out_[2], out_[3], out_[4], out_[5], out_[6], out_[7], {}});
  }
  [[nodiscard]] double check() const {
    double sum = 0;
    for (const Real x : out_[1]) sum += double(x);
    return sum;
  }
  /// Against separation(), which the convex group has judged.
  [[nodiscard]] int wrong() const {
    int count = 0;
    for (std::size_t i = 0; i < in_[0].size(); ++i) {
      const auto sphere = [&](std::size_t s) {
        return graze::Instance{graze::Sphere{in_[s + 3][i]},
                               graze::Affine(graze::Vec3{in_[s][i], in_[s + 1][i], in_[s + 2][i]})};
      };
      const graze::Distance d = distance(sphere(0), sphere(4));
      const bool is_apart = out_[0][i] > 0;
      count += is_apart != (d.contact == graze::Contact::apart) ||
               (is_apart && (out_[0][i] > d.upper || d.lower > out_[1][i]));
    }
    return count;
  }

 private:
  void add(const Placement& placement, const ShapeSpec& shape, std::size_t first) {
    for (std::size_t k = 0; k < 3; ++k) in_[first + k].push_back(Real(placement.position[k]));
    in_[first + 3].push_back(Real(shape.size[0]));
  }
  std::array<std::vector<Real>, 8> in_, out_;
};

/// A workload is made once and shared by all rows and libraries that use it.
const Workload& workload_of(ConvexSpec spec, int pairs) {
  struct Made {
    ConvexSpec spec;
    Workload workload;
  };
  static std::vector<std::unique_ptr<Made>> made;
  spec.pairs = pairs;
  for (const auto& m : made)
    if (m->spec == spec) return m->workload;
  made.push_back(std::make_unique<Made>(Made{spec, make_convex(spec)}));
  return made.back()->workload;
}

bool is_ours(const Library& library) { return library.name.starts_with("graze"); }

/// The results of a batch stay where they are: looking at them is not part of the call, and not timed.
template <class B>
void add_batch(const std::string& name, const std::shared_ptr<B>& batch, std::size_t pairs) {
  benchmark::RegisterBenchmark(name.c_str(), [batch, pairs](benchmark::State& state) {
    for (auto _ : state) {
      benchmark::DoNotOptimize(batch->run());
      benchmark::ClobberMemory();
    }
    state.counters["check"] = batch->check();
    state.counters["queries"] = double(pairs);
  });
}

void add_benchmark(const std::string& name, const std::shared_ptr<Prepared>& prepared, std::size_t pairs) {
  benchmark::RegisterBenchmark(name.c_str(), [prepared, pairs](benchmark::State& state) {
    double check = 0;
    for (auto _ : state) benchmark::DoNotOptimize(check = prepared->ask());
    state.counters["check"] = check;
    state.counters["queries"] = double(pairs);
  });
}

void add(const Selection& selection) {
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    const Workload& workload = workload_of(row.spec, kMany);
    const std::string stem = std::string("batch/") + row.name + "/";
    for (const Library& library : selection.libraries) {
      const bool ours = is_ours(library);
      if (ours)
        add_batch(stem + library.name, std::make_shared<Batch>(workload, row.question),
                  workload.pairs.size());
      // Of the peers only those that a goal refers to: a hundred thousand single calls take their time.
      if (!ours && !(library.name == "FCL" && row.question == Question::intersects)) continue;
      if (const std::shared_ptr<Prepared> single = library.prepare(workload, row.question))
        add_benchmark(stem + library.name + (ours ? "-single" : ""), single, workload.pairs.size());
    }
  }
  if (!selection.has_row(kSpheres)) return;
  const auto spheres = std::make_shared<Spheres>(workload_of(kSphereSpec, kMany));
  for (const Library& library : selection.libraries)
    if (is_ours(library)) add_batch(std::string("batch/") + kSpheres + "/" + library.name, spheres, kMany);
}

// The first 3000 pairs of each workload.
void check(const Selection& selection, std::FILE* out) {
  for (const Library& library : selection.libraries) {
    if (!is_ours(library)) continue;
    for (const Row& row : kRows) {
      if (!selection.has_row(row.name)) continue;
      const Workload& workload = workload_of(row.spec, 0);
      std::vector<Answer> answers(workload.pairs.size());
      Batch(workload, row.question).answer(answers);
      const ErrorCount e = count_errors(workload, truths_of(workload), library, row.question, answers);
      std::fprintf(out, "batch,\"%s\",%s,%d,%d,%d,%d,%d,%d,%d,%d\n", row.name, library.name.c_str(), e.pairs,
                   e.unanswered, e.wrong_yes_no, e.off_coarse, e.off_fine, e.bad_witness, e.not_separated,
                   e.rejected);
      if (e.rejected > 0)
        std::fprintf(stderr, "%s, %s: rejected %d, first %s\n", library.name.c_str(), row.name, e.rejected,
                     e.first_rejection.c_str());
    }
    if (!selection.has_row(kSpheres)) continue;
    Spheres spheres(workload_of(kSphereSpec, 0));
    const graze::BatchStatistics statistics = spheres.run();
    std::fprintf(out, "batch,\"%s\",%s,%d,0,%d,0,0,0,0,0\n", kSpheres, library.name.c_str(),
                 int(statistics.pairs), spheres.wrong());
  }
}

/// What bench/batch_instructions.py counts inside of.
template <class B>
[[gnu::noinline]] graze::BatchStatistics run_counted(B& batch) {
  return batch.run();
}

void print(const char* name, const graze::BatchStatistics& s) {
  std::printf("%-30s %7zu pairs  %5.1f %% by lanes  occupancy %5.1f %%  %zu one by one\n", name, s.pairs,
              100.0 * double(s.by_lanes) / double(s.pairs), 100 * s.occupancy(), s.by_single);
}

}  // namespace

void print_occupancy(const std::string& row_text) {
  const Selection selection{{}, row_text};
  for (const Row& row : kRows) {
    if (!selection.has_row(row.name)) continue;
    Batch batch(workload_of(row.spec, 0), row.question);
    print(row.name, run_counted(batch));
  }
  if (!selection.has_row(kSpheres)) return;
  Spheres spheres(workload_of(kSphereSpec, 0));
  print(kSpheres, run_counted(spheres));
}

Group batch_group() { return {"batch", &add, &check}; }

}  // namespace bench
