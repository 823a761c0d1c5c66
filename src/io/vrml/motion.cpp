// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <limits>
#include <set>

#include "io/vrml/build.h"
#include "io/vrml/tracks.h"
#include "io/vrml/wires.h"

namespace graze::inline GRAZE_ABI::io::vrml {
namespace {

/// A field that can move, and how many numbers its values have (0: any).
struct Movable {
  NodeKind kind;
  std::string_view field;
  Target target;
  std::uint32_t components;
};
constexpr Movable kMovable[] = {
    {NodeKind::transform, "translation", Target::translation, 3},
    {NodeKind::transform, "rotation", Target::rotation, 4},
    {NodeKind::transform, "scale", Target::scale, 3},
    {NodeKind::transform, "center", Target::centre, 3},
    {NodeKind::transform, "scaleOrientation", Target::scale_orientation, 4},
    {NodeKind::coordinate, "point", Target::points, 0},
    {NodeKind::extrusion, "spine", Target::spine, 0},
};

const Movable* find_movable(NodeKind kind, std::string_view field) {
  for (const Movable& m : kMovable)
    if (m.kind == kind && m.field == field) return &m;
  return nullptr;
}

bool is_interpolator(NodeKind kind) { return kind >= NodeKind::position; }

class Motion {
 public:
  Motion(const Graph& graph, const Places& places, const VrmlOptions& options, Budget& budget, Report& report,
         SceneData& scene)
      : graph_(graph),
        places_(places),
        options_(options),
        budget_(budget),
        report_(report),
        scene_(scene),
        wires_(graph, budget) {}

  void run() {
    report_scripts();
    for (LiveId id = 0; id < graph_.nodes.size(); ++id)
      if (graph_.nodes[id].kind == NodeKind::clock) add_clock(id);
    set_origin();
  }

 private:
  // Events on their way: the field that sends them, and the tracks behind them.
  struct Event {
    Port from;
    std::vector<std::uint32_t> tracks;
  };

  // Fields that scripts move stay as they are: a loss.
  void report_scripts() {
    for (const LiveRoute& route : graph_.routes) {
      const LiveId from = graph_.resolved(route.from), to = graph_.resolved(route.to);
      if (from == kNone || to == kNone || graph_.nodes[from].kind != NodeKind::script) continue;
      const NodeKind kind = graph_.nodes[to].kind;
      const std::string_view field = field_of_event(route.to_event);
      if (find_movable(kind, field) != nullptr || is_interpolator(kind) || kind == NodeKind::clock ||
          (kind == NodeKind::switch_ && field == "whichChoice"))
        report_.loss("not animated: a Script sets " + printable(graph_.nodes[to].type, 40) + "." +
                         printable(field, 40),
                     route.place);
    }
  }

  [[nodiscard]] bool is_triggered(const LiveNode& node) const {
    const auto& names = options_.triggers;
    return options_.trigger_all || std::find(names.begin(), names.end(), node.name) != names.end();
  }

  void add_clock(LiveId id) {
    const LiveNode& node = graph_.nodes[id];
    const Fields f(node, report_);
    Clock clock;
    clock.name = printable(node.name, 200);
    clock.place = {node.document->index, node.place.line, node.place.column};
    clock.cycle = f.number("cycleInterval", 1);
    clock.is_loop = f.boolean("loop", false);
    clock.start = f.number("startTime", 0);
    // A file is read long after 1970, so that start and stop lie in the past: only loops without an end still
    // run.
    clock.is_running = f.boolean("enabled", true) && clock.is_loop && f.number("stopTime", 0) <= clock.start;
    if (!(clock.cycle > 0))
      return report_.loss("TimeSensor.cycleInterval is not above zero", f.place("cycleInterval"));
    const bool is_waiting = !clock.is_running;
    if (is_waiting && is_triggered(node)) {
      clock.is_running = true;
      triggered_.push_back(static_cast<std::uint32_t>(scene_.clocks.size()));
    }
    const auto index = static_cast<std::uint32_t>(scene_.clocks.size());
    scene_.clocks.push_back(clock);
    const std::size_t before = scene_.channels.size();
    follow(id, index);
    if (scene_.channels.size() == before) {
      scene_.clocks.pop_back();
      if (!triggered_.empty() && triggered_.back() == index) triggered_.pop_back();
    } else if (!clock.is_running && !scene_.clocks[index].is_running) {
      report_.note("a TimeSensor waits for an event: what it moves rests unless it is triggered",
                   node.where());
    }
  }

  // Time 0 is when the last of the sensors that run from the beginning has started; triggered ones start
  // then.
  void set_origin() {
    double origin = -std::numeric_limits<double>::infinity();
    const auto is_triggered_clock = [&](std::size_t i) {
      return std::binary_search(triggered_.begin(), triggered_.end(), static_cast<std::uint32_t>(i));
    };
    for (std::size_t i = 0; i < scene_.clocks.size(); ++i)
      if (scene_.clocks[i].is_running && !is_triggered_clock(i))
        origin = std::max(origin, scene_.clocks[i].start);
    for (std::size_t i = 0; i < scene_.clocks.size(); ++i) {
      Clock& clock = scene_.clocks[i];
      clock.start = clock.is_running && !is_triggered_clock(i) ? clock.start - origin : 0;
    }
  }

  // Follows the events of a sensor through interpolators and exposed fields, each field once.
  void follow(LiveId sensor, std::uint32_t clock) {
    std::set<std::pair<LiveId, std::string_view>> seen;
    std::vector<Event> open{{{sensor, "fraction"}, {}}};
    while (!open.empty()) {
      const Event event = std::move(open.back());
      open.pop_back();
      const std::span<const Port> targets = wires_.targets(event.from.node, event.from.field);
      budget_.take(targets.size() + event.tracks.size(), graph_.nodes[sensor].where());
      for (const Port& to : targets)
        if (seen.emplace(to.node, to.field).second) arrive(to, event, clock, open);
    }
  }

  void arrive(const Port& to, const Event& event, std::uint32_t clock, std::vector<Event>& open) {
    const LiveNode& node = graph_.nodes[to.node];
    std::vector<std::uint32_t> tracks = event.tracks;
    if (is_interpolator(node.kind) && to.field == "fraction") {
      const std::uint32_t track = track_of(to.node);
      // The number that an interpolator is given is that of a sensor or of a scalar one.
      if (track == kNone || (!tracks.empty() && scene_.tracks[tracks.back()].components != 1)) return;
      tracks.push_back(track);
      open.push_back({{to.node, "value"}, std::move(tracks)});
      return;
    }
    const Movable* movable = find_movable(node.kind, to.field);
    if (movable != nullptr) add_channel(*movable, to.node, clock, tracks);
    open.push_back({to, std::move(tracks)});
  }

  std::uint32_t track_of(LiveId id) {
    const auto [known, is_new] = tracks_.try_emplace(id, kNone);
    if (!is_new) return known->second;
    std::optional<Track> track = read_track(graph_.nodes[id], budget_, report_);
    if (!track) return kNone;
    scene_.tracks.push_back(std::move(*track));
    return known->second = static_cast<std::uint32_t>(scene_.tracks.size() - 1);
  }

  void add_channel(const Movable& m, LiveId id, std::uint32_t clock,
                   const std::vector<std::uint32_t>& tracks) {
    const LiveNode& node = graph_.nodes[id];
    const auto& map = m.target >= Target::points ? places_.geometries : places_.nodes;
    const auto places = map.find(id);
    if (places == map.end()) return;  // nowhere in the scene, such as in the branch of a Switch that is off
    const std::string what = printable(node.type, 40) + "." + std::string(m.field);
    const std::uint32_t width = tracks.empty() ? 1 : scene_.tracks[tracks.back()].components;
    const bool is_point_track =
        !tracks.empty() && scene_.tracks[tracks.back()].interpolation == Interpolation::linear;
    if (m.components != 0 ? width != m.components : !is_point_track || width % 3 != 0)
      return report_.loss("a ROUTE to " + what + " has another type", node.where());
    budget_.take(places->second.size(), node.where());
    Channel channel{clock, tracks, m.target, {}};
    for (const std::uint32_t place : places->second)
      if (m.components != 0 || width / 3 >= points_of(place, m.target)) channel.targets.push_back(place);
    if (channel.targets.size() != places->second.size())
      report_.loss("a CoordinateInterpolator has fewer points than " + what, node.where());
    if (!channel.targets.empty()) scene_.channels.push_back(std::move(channel));
  }

  [[nodiscard]] std::size_t points_of(std::uint32_t geometry, Target target) const {
    const auto& data = scene_.geometries[geometry].data;
    if (const auto* mesh = std::get_if<MeshData>(&data))
      return target == Target::spine ? scene_.extrusions[mesh->extrusion].spine.size() : mesh->points.size();
    if (const auto* lines = std::get_if<LineData>(&data)) return lines->points.size();
    return std::get<PointData>(data).points.size();
  }

  const Graph& graph_;
  const Places& places_;
  const VrmlOptions& options_;
  Budget& budget_;
  Report& report_;
  SceneData& scene_;
  Wires wires_;
  std::unordered_map<LiveId, std::uint32_t> tracks_;
  std::vector<std::uint32_t> triggered_;  // clocks that an option starts, ascending
};

}  // namespace

void build_animation(const Graph& graph, const Places& places, const VrmlOptions& options, Budget& budget,
                     Report& report, SceneData& scene) {
  Motion(graph, places, options, budget, report, scene).run();
}

}  // namespace graze::inline GRAZE_ABI::io::vrml
