// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/import/program/convert.h"

#include <map>

#include "io/mesh/build.h"
#include "io/mesh/merge_points.h"

namespace graze::inline GRAZE_ABI::io::import {
namespace {

using mesh::is_usable_point;
using mesh::PointMerger;

Placement to_placement(const aiMatrix4x4& m) {
  const auto column = [](float x, float y, float z) {
    return Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  };
  return {Mat3(column(m.a1, m.b1, m.c1), column(m.a2, m.b2, m.c2), column(m.a3, m.b3, m.c3)),
          column(m.a4, m.b4, m.c4)};
}

bool is_usable(const Placement& p) {
  return is_usable_point(p.linear.columns[0]) && is_usable_point(p.linear.columns[1]) &&
         is_usable_point(p.linear.columns[2]) && is_usable_point(p.translation);
}

// Faces, lines and points of some meshes, as shapes.
struct Shapes {
  std::uint32_t faces = kNone;
  std::uint32_t lines = kNone;
  std::uint32_t points = kNone;
};

class Converter {
 public:
  explicit Converter(const aiScene& scene) : scene_(scene) {}

  Answer run() {
    if (scene_.mRootNode != nullptr) walk();
    convert_animation(scene_, nodes_, out_);
    if (lost_faces_ > 0)
      out_.remarks.push_back({"faces with an index or a vertex that is none left out", true});
    if (has_bones_)
      out_.remarks.push_back(
          {"skinned meshes stand as they are modelled: their joints do not move them", true});
    if (has_morphs_) out_.remarks.push_back({"morph targets do not move their meshes", true});
    return std::move(out_);
  }

 private:
  // Parents before their children, without recursion.
  void walk() {
    struct Place {
      const aiNode* node;
      std::uint32_t parent;
    };
    std::vector<Place> open{{scene_.mRootNode, kNone}};
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const std::uint32_t index = add_node(*node, parent);
      for (unsigned i = node->mNumChildren; i > 0; --i) open.push_back({node->mChildren[i - 1], index});
    }
  }

  std::uint32_t add_node(const aiNode& node, std::uint32_t parent) {
    const auto index = static_cast<std::uint32_t>(out_.scene.nodes.size());
    Node n;
    n.name.assign(node.mName.data, node.mName.length);
    n.type = "node";
    n.parent = parent;
    const Placement local = to_placement(node.mTransformation);
    if (is_usable(local))
      n.local.matrix = local;
    else
      out_.remarks.push_back({"a node whose placement is not finite stands at its parent", true});
    out_.scene.nodes.push_back(n);
    nodes_.push_back(&node);
    if (node.mNumMeshes == 0) return index;
    const Shapes shapes = shapes_of(node);
    out_.scene.nodes[index].geometry = shapes.faces;
    add_shape_node("lines", shapes.lines, index);
    add_shape_node("points", shapes.points, index);
    return index;
  }

  void add_shape_node(const char* type, std::uint32_t geometry, std::uint32_t parent) {
    if (geometry == kNone) return;
    Node n;
    n.type = type;
    n.parent = parent;
    n.geometry = geometry;
    out_.scene.nodes.push_back(std::move(n));
    nodes_.push_back(nullptr);
  }

  Shapes shapes_of(const aiNode& node) {
    const std::vector<unsigned> key(node.mMeshes, node.mMeshes + node.mNumMeshes);
    const auto [known, is_new] = shapes_.try_emplace(key);
    if (is_new) known->second = build(key);
    return known->second;
  }

  Shapes build(const std::vector<unsigned>& meshes) {
    MeshData faces;
    LineData lines;
    PointData points;
    PointMerger face_points, line_points, single_points;
    std::string name;
    for (const unsigned m : meshes) {
      if (m >= scene_.mNumMeshes) continue;
      const aiMesh& mesh = *scene_.mMeshes[m];
      if (name.empty()) name.assign(mesh.mName.data, mesh.mName.length);
      has_bones_ = has_bones_ || mesh.mNumBones > 0;
      has_morphs_ = has_morphs_ || mesh.mNumAnimMeshes > 0;
      for (unsigned f = 0; f < mesh.mNumFaces; ++f) {
        const aiFace& face = mesh.mFaces[f];
        if (face.mNumIndices == 1 && take(mesh, face, single_points))
          points.corners.push_back(run_[0]);
        else if (face.mNumIndices == 2 && take(mesh, face, line_points))
          add_line(lines);
        else if (face.mNumIndices > 2 && take(mesh, face, face_points))
          mesh::add_face(run_, faces, {}, report_);
      }
    }
    faces.points = face_points.take();
    lines.points = line_points.take();
    points.points = single_points.take();
    return {add_geometry(name, std::move(faces)), add_geometry(name, std::move(lines)),
            add_geometry(name, std::move(points))};
  }

  bool take(const aiMesh& mesh, const aiFace& face, PointMerger& points) {
    run_.clear();
    for (unsigned i = 0; i < face.mNumIndices; ++i) {
      const unsigned v = face.mIndices[i];
      const Vec3 p = v < mesh.mNumVertices ? to_vec3(mesh.mVertices[v]) : Vec3{kInfinity, 0, 0};
      if (!is_usable_point(p)) {
        ++lost_faces_;
        return false;
      }
      run_.push_back(points.index_of(p));
    }
    return true;
  }

  void add_line(LineData& lines) {
    if (run_[0] == run_[1]) return;
    lines.corners.insert(lines.corners.end(), run_.begin(), run_.end());
    lines.corners_of_line.push_back(2);
  }

  template <class Data>
  std::uint32_t add_geometry(const std::string& name, Data data) {
    if (data.corners.empty()) return kNone;
    out_.scene.geometries.push_back({name, std::move(data), {}, kNone});
    return static_cast<std::uint32_t>(out_.scene.geometries.size() - 1);
  }

  const aiScene& scene_;
  Answer out_;
  std::vector<const aiNode*> nodes_;
  std::map<std::vector<unsigned>, Shapes> shapes_;
  std::vector<std::uint32_t> run_;
  Report report_;
  std::size_t lost_faces_ = 0;
  bool has_bones_ = false;
  bool has_morphs_ = false;
};

}  // namespace

Answer to_answer(const aiScene& scene) { return Converter(scene).run(); }

}  // namespace graze::inline GRAZE_ABI::io::import
