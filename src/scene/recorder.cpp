// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "graze/scene/recorder.h"

#include "motion/moving.h"
#include "scene/call_log.h"
#include "scene/scene_state.h"

namespace graze::inline GRAZE_ABI {
namespace {

// FNV-1a [Fowler, Noll and Vo].
struct Checksum {
  std::uint64_t value = 0xcbf29ce484222325u;

  template <class T>
  void add_one(const T& x) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &x, sizeof(T));
    for (const unsigned char byte : bytes) value = (value ^ byte) * 0x100000001b3u;
  }
  void add_one(const Vec3& v) { add(v.x, v.y, v.z); }
  // Member by member: between them there may be bytes that nobody has written.
  void add_one(const Feature& f) { add(f.kind, f.first, f.second); }
  void add_contacts(std::span<const ContactManifold> contacts) {
    for (const ContactManifold& m : contacts) {
      add(m.piece_a, m.piece_b, m.leaf_a, m.leaf_b, m.set.lower, m.set.upper, m.set.normal);
      add(m.set.iterations, m.set.contact, m.set.status, m.set.count);
      for (const ContactPoint& p : m.set.span())
        add(p.point_a, p.point_b, p.local_a, p.local_b, p.gap, p.feature_a, p.feature_b);
    }
  }
  template <class... T>
  void add(const T&... values) {
    (add_one(values), ...);
  }
};

// Makes the calls of a log.
class Player {
 public:
  explicit Player(LogReader& log, std::uint32_t number) : log_(log), world_({.number = number}) {}

  void play(Call call, ReplayVisitor after_update) {
    if (call == Call::define_shape) return shapes_.push_back(read_shape(log_));
    if (call == Call::create) return create();
    if (call == Call::destroy) return require(world_.destroy(object()));
    if (call == Call::set_placement) return change(&World::set_placement, [&] { return log_.get_affine(); });
    if (call == Call::set_shape) return change(&World::set_shape, [&] { return shape(); });
    if (call == Call::set_margin) return change(&World::set_margin, [&] { return log_.get<Real>(); });
    if (call == Call::set_filter) return change(&World::set_filter, [&] { return log_.get<ProxyFilter>(); });
    play_scene(call, after_update);
  }

  ReplayReport report;

 private:
  void require(bool holds) { log_.is_good = log_.is_good && holds; }
  void require(const std::optional<Error>& error) { require(!error.has_value()); }
  // The handle comes first in the log, then the argument.
  template <class Setter, class Read>
  void change(Setter setter, Read read) {
    const ObjectHandle h = object();
    require((world_.*setter)(h, read()));
  }
  ObjectHandle object() { return {log_.get<std::uint64_t>()}; }
  Shape shape() {
    const auto number = log_.get<std::uint32_t>();
    require(number < shapes_.size());
    return log_.is_good ? shapes_[number] : Shape();
  }

  void create() {
    Object object;
    object.instance.shape = shape();
    object.instance.placement = log_.get_affine();
    object.instance.margin = log_.get<Real>();
    object.filter = log_.get<ProxyFilter>();
    object.mobility = log_.get<std::uint8_t>() != 0 ? ProxyMobility::fixed : ProxyMobility::moving;
    object.is_sensor = log_.get<std::uint8_t>() != 0;
    if (log_.is_good) require(world_.create(object).has_value());
  }

  void make_scene() {
    SceneSettings settings;
    settings.with_contacts = log_.get<std::uint8_t>() != 0;
    settings.prediction = log_.get<Real>();
    settings.with_distances = log_.get<std::uint8_t>() != 0;
    settings.threshold = log_.get<Real>();
    settings.relative_error = log_.get<Real>();
    settings.max_iterations = log_.get<int>();
    scenes_.push_back(std::make_unique<Scene>(world_, settings));
  }

  void play_scene(Call call, ReplayVisitor after_update) {
    if (call == Call::make_scene) return make_scene();
    const auto number = log_.get<std::uint32_t>();
    require(number < scenes_.size() && scenes_[number] != nullptr);
    if (!log_.is_good) return;
    Scene& scene = *scenes_[number];
    if (call == Call::drop_scene) return scenes_[number].reset();
    if (call == Call::refresh) return require(scene.refresh());
    if (call == Call::update) return update(scene, after_update);
    if (call == Call::advance) return advance(scene);
    if (call == Call::speculate) return speculate(scene);
    const ObjectHandle a = object();
    if (call == Call::add) return require(scene.add(a));
    if (call == Call::remove) return require(scene.remove(a));
    if (call == Call::set_motion) return require(scene.set_motion(a, log_.get_path()));
    const ObjectHandle b = object();
    require(call == Call::ignore ? scene.ignore(a, b) : scene.unignore(a, b));
  }

  void update(Scene& scene, ReplayVisitor after_update) {
    require(scene.update());
    compare(checksum(scene.pairs()));
    if (log_.is_good) after_update(world_, scene, report.updates++);
  }

  void advance(Scene& scene) {
    const AdvanceSettings settings = log_.get_advance_settings();
    if (!log_.is_good) return;
    require(scene.advance(settings));
    compare(checksum(scene.impacts()));
    ++report.advances;
  }

  void speculate(Scene& scene) {
    require(scene.speculate(log_.get<Real>()));
    compare(checksum(scene.speculative_pairs()));
    ++report.advances;
  }

  void compare(std::uint64_t sum) {
    if (sum != log_.get<std::uint64_t>() && report.different++ == 0) report.first_different = report.updates;
  }

  LogReader& log_;
  World world_;
  std::vector<Shape> shapes_;
  std::vector<std::unique_ptr<Scene>> scenes_;
};

}  // namespace

std::uint64_t checksum(std::span<const ScenePair> pairs) {
  Checksum sum;
  for (const ScenePair& pair : pairs) {
    sum.add(pair.a.bits, pair.b.bits, pair.contact, pair.phase, pair.has_sensor);
    sum.add_contacts(pair.contacts);
    const Distance* d = pair.distance;
    if (d == nullptr) continue;
    sum.add(d->lower, d->upper, d->normal, d->point_a, d->point_b, d->local_a, d->local_b, d->iterations);
    sum.add(d->contact, d->status, d->piece_a, d->piece_b);
  }
  return sum.value;
}

std::uint64_t checksum(std::span<const SceneImpact> impacts) {
  Checksum sum;
  const auto add = [&](const Affine& m) {
    for (const Vec3& column : m.linear().columns) sum.add(column);
    sum.add(m.translation());
  };
  for (const SceneImpact& x : impacts) {
    const TimeOfImpact& r = x.impact;
    sum.add(x.a.bits, x.b.bits, x.has_sensor, r.hit, r.starts_in_contact, r.status, r.iterations);
    sum.add(r.lower, r.upper, r.normal, r.point, r.local_a, r.local_b, r.piece_a, r.piece_b, r.feature_a,
            r.feature_b);
    add(r.placement_a);
    add(r.placement_b);
  }
  return sum.value;
}

std::uint64_t checksum(std::span<const SpeculativePair> pairs) {
  Checksum sum;
  for (const SpeculativePair& pair : pairs) {
    sum.add(pair.a.bits, pair.b.bits, pair.prediction);
    sum.add_contacts(pair.contacts);
  }
  return sum.value;
}

void CallLog::put(const Path& path) {
  if (PathAccess::is_own(path) && !error)
    error = Error{ErrorCode::unsupported, "path: a motion of the caller cannot be recorded"};
  double numbers[PathAccess::kNumbers];
  PathAccess::get_numbers(path, numbers);
  put(PathAccess::from(path));
  for (const double x : numbers) put(x);
}

Path LogReader::get_path() {
  const Affine from = get_affine();
  double numbers[PathAccess::kNumbers];
  for (double& x : numbers) x = get<double>();
  return PathAccess::of_numbers(from, numbers);
}

std::optional<Error> start_recording(World& world) {
  WorldState& state = world.state();
  if (state.number == 0) return Error{ErrorCode::unsupported, "world: it was moved from"};
  if (!state.slots.empty() || !state.scenes.empty())
    return Error{ErrorCode::unsupported, "world: has objects or scenes already"};
  state.log = std::make_unique<CallLog>();
  state.log->write(kLogHead, state.number);
  return std::nullopt;
}

Result<std::span<const std::byte>> recording(const World& world) {
  const WorldState& state = world.state();
  if (state.log == nullptr) return Error{ErrorCode::unsupported, "world: is not being recorded"};
  if (state.log->error) return *state.log->error;
  return std::span<const std::byte>(state.log->bytes);
}

Result<ReplayReport> replay_calls(std::span<const std::byte> bytes, ReplayVisitor after_update) {
  LogReader log{bytes};
  for (const char expected : kLogHead)
    if (log.get<char>() != expected)
      return Error{ErrorCode::unsupported, "log: is not one, or of another version or precision"};
  Player player(log, log.get<std::uint32_t>());
  std::size_t start = log.position;
  while (log.is_good && log.position < bytes.size()) {
    start = log.position;
    const auto call = log.get<std::uint8_t>();
    if (call >= kCallCount) return Error{ErrorCode::index_out_of_range, "log: no such call", start};
    player.play(static_cast<Call>(call), after_update);
    ++player.report.calls;
  }
  if (!log.is_good) return Error{ErrorCode::unsupported, "log: is damaged, or ends within a call", start};
  return player.report;
}

Result<ReplayReport> replay_calls(std::span<const std::byte> log) {
  return replay_calls(log, [](const World&, const Scene&, std::size_t) {});
}

}  // namespace graze::inline GRAZE_ABI
