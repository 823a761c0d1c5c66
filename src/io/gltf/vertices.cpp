// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/vertices.h"

#include <algorithm>

#include "io/text.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

constexpr const char* kDraco = "KHR_draco_mesh_compression";
constexpr int kMostSets = 16;  // of four influences each; files in use have up to three

}  // namespace

Primitive::Primitive(Context& context, const Object& json)
    : context_(context), json_(json), attributes_(json.child("attributes")) {
  position_ = attributes_.index("POSITION", context.accessors.size());
  find_mode();
  if (position_ != kNone) decode();
}

void Primitive::find_mode() {
  const std::size_t mode = json_.whole("mode").value_or(4);
  if (mode <= 6) {
    mode_ = static_cast<Mode>(mode);
  } else {
    json_.wrong("mode", "is " + std::to_string(mode) + ", which is no mode");
    is_damaged_ = true;
  }
}

void Primitive::decode() {
  const Object packed = json_.extension(kDraco);
  if (!packed) return;
  if (!has_draco()) {
    context_.messages.note(std::string(kDraco) + " is not built in: plain data is read where there is some");
    return;
  }
  const std::uint32_t index = packed.index("bufferView", context_.buffers.view_count());
  const View* view = index == kNone ? nullptr : context_.buffers.view(index);
  if (view != nullptr) draco_ = decode_draco(view->bytes);
  if (!draco_ && context_.root.at("accessors", position_).find("bufferView") != nullptr)
    return context_.messages.note(packed.path() + " cannot be decoded: plain data is read");
  is_damaged_ = is_damaged_ || !draco_;
  if (!draco_) return context_.messages.loss(packed.path() + " cannot be decoded");
  context_.budget.take(draco_->vertices());
  if (mode_ == Mode::triangle_strip) mode_ = Mode::triangles;  // Draco holds separate triangles
}

std::string Primitive::key() const {
  std::string key;
  const auto add = [&](const Json* json) { key += (json == nullptr ? "-" : json->dump()) + ' '; };
  add(json_.extension(kDraco).find("bufferView"));
  add(attributes_.find("POSITION"));
  for (int i = 0; attributes_.find(("JOINTS_" + std::to_string(i)).c_str()) != nullptr; ++i) {
    add(attributes_.find(("JOINTS_" + std::to_string(i)).c_str()));
    add(attributes_.find(("WEIGHTS_" + std::to_string(i)).c_str()));
  }
  add(json_.find("targets"));
  return key;
}

std::optional<std::vector<double>> Primitive::attribute(const std::string& name, std::uint32_t components) {
  const std::uint32_t index = attributes_.index(name.c_str(), context_.accessors.size());
  if (index == kNone) return std::nullopt;
  const Object packed = json_.extension(kDraco).child("attributes");
  if (!draco_ || packed.find(name.c_str()) == nullptr) return context_.accessors.numbers(index, components);
  const auto id = packed.whole(name.c_str()).value_or(kNone);
  context_.budget.take(draco_->vertices());
  auto numbers = draco_->numbers(static_cast<std::uint32_t>(std::min<std::size_t>(id, kNone)), components,
                                 context_.accessors.is_normalized(index));
  if (!numbers) context_.messages.loss(packed.path() + "." + name + " is not in the compressed data");
  return numbers;
}

std::optional<std::vector<Vec3>> Primitive::displacement(const Object& target, std::size_t points) {
  const std::uint32_t index = target.index("POSITION", context_.accessors.size());
  if (index == kNone) return std::vector<Vec3>(points);  // the target moves normals or colours only
  auto read = context_.accessors.points(index);
  if (!read) return std::nullopt;
  if (read->size() != points) {
    context_.messages.loss(target.path() + " has another number of vertices than its primitive");
    return std::nullopt;
  }
  bool is_lost = false;
  for (Vec3& v : *read)
    if (!is_usable(v.x) || !is_usable(v.y) || !is_usable(v.z)) v = {}, is_lost = true;
  if (is_lost) context_.messages.loss(target.path() + " has numbers that are not finite");
  return read;
}

bool Primitive::add_influences(const std::string& set, std::size_t joints, Vertices& to) {
  const auto of = attribute("JOINTS_" + set, 4), weights = attribute("WEIGHTS_" + set, 4);
  if (!of || !weights || of->size() != to.points.size() * 4 || weights->size() != of->size()) return false;
  const std::size_t before = to.influences_of_point;
  std::vector<Deformation::Influence> all;
  all.reserve(to.points.size() * (before + 4));
  bool is_lost = false;
  for (std::size_t p = 0; p < to.points.size(); ++p) {
    const auto old = to.influences.begin() + static_cast<std::ptrdiff_t>(p * before);
    all.insert(all.end(), old, old + static_cast<std::ptrdiff_t>(before));
    for (std::size_t i = 4 * p; i < 4 * p + 4; ++i) {
      const double joint = (*of)[i], weight = (*weights)[i];
      const bool is_good = joint >= 0 && joint < double(joints) && is_usable(weight);
      is_lost = is_lost || (!is_good && weight != 0);
      all.push_back(is_good ? Deformation::Influence{static_cast<std::uint32_t>(joint), weight}
                            : Deformation::Influence{});
    }
  }
  if (is_lost)
    context_.messages.loss(attributes_.path() + ".JOINTS_" + set + " names joints that are not there");
  to.influences = std::move(all);
  to.influences_of_point += 4;
  return true;
}

// All sets count: exporters write more than four influences of a vertex as several.
void Primitive::read_influences(std::size_t joints, Vertices& to) {
  const auto has_set = [&](int i) {
    return attributes_.find(("JOINTS_" + std::to_string(i)).c_str()) != nullptr;
  };
  if (has_set(kMostSets))
    context_.messages.loss(attributes_.path() + " has more sets of joints than are read");
  for (int i = 0; i < kMostSets && has_set(i); ++i)
    if (!add_influences(std::to_string(i), joints, to))
      context_.messages.loss(attributes_.path() + ".JOINTS_" + std::to_string(i) +
                             " and its weights cannot be read");
  if (to.influences.empty() && !to.points.empty())
    context_.messages.loss(json_.path() + " has a skin, but no influences of joints: it is not deformed");
}

std::optional<Vertices> Primitive::vertices(std::size_t targets, std::size_t joints) {
  const auto positions = attribute("POSITION", 3);
  if (!positions) return std::nullopt;
  Vertices out;
  out.points.reserve(positions->size() / 3);
  for (std::size_t i = 0; i + 2 < positions->size(); i += 3)
    out.points.push_back({(*positions)[i], (*positions)[i + 1], (*positions)[i + 2]});
  for (std::size_t t = 0; t < targets; ++t) {
    context_.budget.take(out.points.size());
    const bool is_there = t < json_.size("targets");
    auto moved = is_there ? displacement(json_.at("targets", t), out.points.size()) : std::nullopt;
    out.displacements.push_back(moved ? std::move(*moved) : std::vector<Vec3>(out.points.size()));
  }
  if (joints > 0) read_influences(joints, out);
  return out;
}

std::optional<std::vector<std::uint32_t>> Primitive::corners(std::size_t vertices) {
  if (draco_) {
    auto corners = draco_->corners();
    context_.budget.take(corners.size());
    return corners;
  }
  const std::uint32_t index = json_.index("indices", context_.accessors.size());
  if (index != kNone) return context_.accessors.integers(index, 1);
  if (json_.find("indices") != nullptr) return std::nullopt;
  context_.budget.take(vertices);
  std::vector<std::uint32_t> all(vertices);
  for (std::size_t i = 0; i < vertices; ++i) all[i] = static_cast<std::uint32_t>(i);
  return all;
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
