// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include <cstring>
#include <random>

#include "check/support.h"
#include "graze/base/thread_pool.h"

namespace graze::check_tests {
namespace {

// Five balls in one place, by the names a, b, c/x, c/y, d.
const std::string kBalls =
    "DEF a Shape { geometry Sphere { radius 1.1 } }\nDEF b Shape { geometry Sphere { radius 1.2 } }\n"
    "DEF c Group { children [ DEF x Shape { geometry Sphere { radius 1.3 } } DEF y Shape { geometry Sphere { "
    "radius 1.4 } } "
    "] }\nDEF d Shape { geometry Sphere { radius 1.5 } }";

std::vector<std::string> pairs_of(const Scene& scene, const check::Job& job) {
  std::vector<std::string> out;
  const check::Report report = run(scene, job);
  for (const check::Finding& f : report.findings)
    out.push_back(scene.objects.list[f.a].name + ' ' + scene.objects.list[f.b].name);
  std::sort(out.begin(), out.end());
  EXPECT_EQ(report.near_pairs, out.size());
  EXPECT_EQ(report.pairs, out.size() + report.ruled_out);  // everything meets everything
  return out;
}

TEST(CheckRules, WithoutSetsEveryPairIsAsked) {
  const Scene scene = make_scene(kBalls);
  EXPECT_EQ(pairs_of(scene, {}).size(), 10u);
}

TEST(CheckRules, OneSetIsCheckedAgainstTheOthers) {
  const Scene scene = make_scene(kBalls);
  check::Job job;
  job.sets = {{"moving", {"c/*"}}};
  EXPECT_EQ(pairs_of(scene, job), (Texts{"a c/x", "a c/y", "b c/x", "b c/y", "c/x d", "c/y d"}));
}

TEST(CheckRules, SetsAreCheckedAgainstEachOtherOrAsNamed) {
  const Scene scene = make_scene(kBalls);
  check::Job job;
  job.sets = {{"one", {"a", "b"}}, {"two", {"c/*"}}, {"three", {"d"}}};
  EXPECT_EQ(pairs_of(scene, job),
            (Texts{"a c/x", "a c/y", "a d", "b c/x", "b c/y", "b d", "c/x d", "c/y d"}));
  job.between = {{"one", "one"}, {"two", "three"}};
  EXPECT_EQ(pairs_of(scene, job), (Texts{"a b", "c/x d", "c/y d"}));
  job.between = {{"one", "four"}};
  const Result<check::Report> refused = check::run(scene.objects, job);
  ASSERT_FALSE(refused);
  EXPECT_STREQ(refused.error().message, "job.between: there is no set of that name");
}

TEST(CheckRules, AllowedPairsAreLeftOut) {
  const Scene scene = make_scene(kBalls);
  check::Job job;
  job.rules.allowed = {{"*", "d"}, {"b", "a"}, {"c/x", "nobody"}};
  EXPECT_EQ(pairs_of(scene, job), (Texts{"a c/x", "a c/y", "b c/x", "b c/y", "c/x c/y"}));
}

TEST(CheckRules, ParentsAndChildrenAreLeftOutOnRequest) {
  const std::string ball = "Shape { geometry Sphere { } } ";
  const Scene scene =
      make_scene("DEF base Transform { children [ " + ball + "DEF upper Transform { children [ " + ball +
                 "DEF lower Transform { children " + ball + "} ] } ] }");
  check::Job job;
  EXPECT_EQ(pairs_of(scene, job).size(), 3u);
  job.rules.parent_child = true;
  EXPECT_EQ(pairs_of(scene, job), (Texts{"base base/upper/lower"}));
}

TEST(CheckRules, BodiesJointsAndFiltersOfFilesCount) {
  Scene scene = make_scene(kBalls);
  for (io::Node& node : scene.data->nodes) {
    if (node.name == "a" || node.name == "b" || node.name == "c") node.is_body = true;
  }
  std::uint32_t a = 0, b = 0;
  for (std::uint32_t i = 0; i < scene.data->nodes.size(); ++i) {
    if (scene.data->nodes[i].name == "a") a = i;
    if (scene.data->nodes[i].name == "b") b = i;
    if (scene.data->nodes[i].name == "d") scene.data->nodes[i].filter = 0;
  }
  scene.data->allowed_pairs.push_back({b, a, "joint"});
  scene.data->filters.push_back({{}, io::CollisionFilter::Mode::only, {"nobody"}});
  const check::SceneUse use{scene.data.get(), "", "", {}, 0, {}};
  scene.objects = *check::make_objects({&use, 1});
  // The body c is one object; a and b are jointed; d collides with nobody.
  check::Job job;
  EXPECT_EQ(pairs_of(scene, job), (Texts{"a c", "b c"}));
  job.rules.from_files = false;
  EXPECT_EQ(pairs_of(scene, job), (Texts{"a b", "a c", "a d", "b c", "b d", "c d"}));
}

TEST(CheckRules, BadNumbersAreRefusedByName) {
  const Scene scene = make_scene(kBalls);
  const auto message = [&](const check::Job& job) {
    const Result<check::Report> report = check::run(scene.objects, job);
    return report ? std::string() : std::string(report.error().message);
  };
  check::Job job;
  job.clearance = -1;
  EXPECT_EQ(message(job), "job.clearance is negative or not finite");
  job = {};
  job.tolerance = kInfinity;
  EXPECT_EQ(message(job), "job.tolerance is negative or not finite");
  job = {};
  job.fps = 0;
  EXPECT_EQ(message(job), "job.fps is not above zero, or not finite");
  job = {};
  job.time = {0, kInfinity};
  EXPECT_EQ(message(job), "job.time is not finite");
  job = {};
  job.time = {0, 1e12};
  job.between_frames = false;
  EXPECT_EQ(message(job), "job.time has more frames or keys than job.limits.moments");
  job = {};
  job.rules.adjacent = true;
  EXPECT_EQ(message(job), "job.rules.adjacent needs a range of time");
  job = {};
  job.limits.objects = 4;
  EXPECT_EQ(message(job), "there are more objects than job.limits.objects");
}

// Boxes and balls at random, some of them flush by design.
std::string random_scene(unsigned seed, int count) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> place(0, 20), size(1, 4), shape(0, 2);
  std::string body;
  for (int i = 0; i < count; ++i) {
    body += "DEF o" + std::to_string(i) + " Transform { translation " + std::to_string(place(random)) + ' ' +
            std::to_string(place(random)) + ' ' + std::to_string(place(random)) +
            " children Shape { geometry ";
    if (shape(random) == 0)
      body += "Sphere { radius " + std::to_string(size(random)) + " }";
    else
      body += "Box { size " + std::to_string(size(random)) + ' ' + std::to_string(size(random)) + ' ' +
              std::to_string(size(random)) + " }";
    body += " } }\n";
  }
  return body;
}

std::string bytes_of(const check::Report& report) {
  std::string out;
  const auto add = [&](const auto& x) { out.append(reinterpret_cast<const char*>(&x), sizeof(x)); };
  for (const check::Finding& f : report.findings) {
    add(f.kind), add(f.is_certain), add(f.b_is_outer), add(f.a), add(f.b), add(f.lower), add(f.upper);
    add(f.normal), add(f.point_a), add(f.point_b), add(f.tolerance), add(f.intersecting), add(f.bounds),
        add(f.time);
    for (const check::TimeSpan& span : f.times)
      add(span.begin), add(span.end), add(span.worst), add(span.is_certain);
  }
  return out;
}

TEST(CheckRun, AnyNumberOfThreadsGivesTheSameBytes) {
  const Scene scene = make_scene(random_scene(5, 300));
  check::Job job;
  job.clearance = 0.5;
  const check::Report one = run(scene, job);
  for (const check::Kind kind : {check::Kind::clearance, check::Kind::touching, check::Kind::penetration})
    EXPECT_GT(one.counts[int(kind)], 10u) << to_string(kind);
  for (const unsigned threads : {2u, 4u}) {
    ThreadPool pool(threads);
    job.executor = pool.executor();
    EXPECT_EQ(bytes_of(run(scene, job)), bytes_of(one)) << threads;
  }
}

// Of integers all is decided by hand: balls and boxes by their distance along the axes.
TEST(CheckRun, KindsOfRandomBoxesAreThoseOfTheirIntervals) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> place(0, 9), size(1, 3);
  struct Cuboid {
    int lower[3], upper[3];
  };
  std::vector<Cuboid> boxes;
  std::string body;
  for (int i = 0; i < 60; ++i) {
    Cuboid box{};
    std::string centre, extent;
    for (int k = 0; k < 3; ++k) {
      box.lower[k] = place(random);
      box.upper[k] = box.lower[k] + size(random);
      centre += std::to_string(0.5 * (box.lower[k] + box.upper[k])) + ' ';
      extent += std::to_string(box.upper[k] - box.lower[k]) + ' ';
    }
    boxes.push_back(box);
    body += "DEF o" + std::to_string(i) + " Transform { translation " + centre +
            "children Shape { geometry Box { size " + extent + "} } }\n";
  }
  const Scene scene = make_scene(body);
  const check::Report report = run(scene);
  std::size_t next[check::kKindCount] = {};
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      int depth = 100;
      bool i_in_j = true, j_in_i = true;
      for (int k = 0; k < 3; ++k) {
        const Cuboid &a = boxes[i], &b = boxes[j];
        depth = std::min({depth, a.upper[k] - b.lower[k], b.upper[k] - a.lower[k]});
        i_in_j = i_in_j && b.lower[k] <= a.lower[k] && a.upper[k] <= b.upper[k];
        j_in_i = j_in_i && a.lower[k] <= b.lower[k] && b.upper[k] <= a.upper[k];
      }
      if (depth < 0) continue;
      const check::Kind kind = i_in_j && j_in_i   ? check::Kind::duplicate
                               : depth == 0       ? check::Kind::touching
                               : i_in_j || j_in_i ? check::Kind::containment
                                                  : check::Kind::penetration;
      ++next[int(kind)];
      const auto at = std::find_if(report.findings.begin(), report.findings.end(),
                                   [&](const check::Finding& f) { return f.a == i && f.b == j; });
      ASSERT_NE(at, report.findings.end()) << i << ' ' << j;
      EXPECT_EQ(at->kind, kind) << i << ' ' << j;
      EXPECT_NEAR(at->depth(), depth, 1e-9);
    }
  std::size_t all = 0;
  for (int k = 0; k < check::kKindCount; ++k) {
    EXPECT_EQ(report.counts[k], next[k]) << to_string(check::Kind(k));
    all += next[k];
  }
  EXPECT_EQ(report.findings.size(), all);
  EXPECT_GT(next[int(check::Kind::touching)], 5u);
  EXPECT_GT(next[int(check::Kind::containment)], 2u);
}

struct Counter {
  int calls = 0, stop_at = 1000000000;
  Real last = 0;
  static bool report(void* context, Real fraction) {
    auto& counter = *static_cast<Counter*>(context);
    EXPECT_GE(fraction, counter.last);
    EXPECT_LE(fraction, 1);
    counter.last = fraction;
    return ++counter.calls < counter.stop_at;
  }
};

TEST(CheckRun, ProgressRisesToOneAndMayStop) {
  const Scene scene = make_scene(random_scene(5, 300));
  check::Job job;
  Counter counter;
  job.progress = {Counter::report, &counter};
  const check::Report all = run(scene, job);
  EXPECT_EQ(counter.last, 1);
  EXPECT_EQ(all.outcome, check::Outcome::complete);
  EXPECT_EQ(all.done, all.near_pairs);

  Counter stopped;
  stopped.stop_at = 1;
  job.progress = {Counter::report, &stopped};
  const check::Report some = run(scene, job);
  EXPECT_EQ(some.outcome, check::Outcome::cancelled);
  EXPECT_EQ(some.done, 1u);  // one thread, asked after the first pair
  EXPECT_LE(some.findings.size(), 1u);
}

TEST(CheckRun, TheLimitKeepsTheFirstFindingsOfTheList) {
  const Scene scene = make_scene(random_scene(5, 300));
  const check::Report all = run(scene);
  check::Job job;
  job.limits.findings = 7;
  const check::Report some = run(scene, job);
  EXPECT_EQ(some.outcome, check::Outcome::limit);
  ASSERT_EQ(some.findings.size(), 7u);
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(some.findings[i].a, all.findings[i].a);
    EXPECT_EQ(some.findings[i].b, all.findings[i].b);
  }
  for (int k = 0; k < check::kKindCount; ++k) EXPECT_EQ(some.counts[k], all.counts[k]);
}

}  // namespace
}  // namespace graze::check_tests
