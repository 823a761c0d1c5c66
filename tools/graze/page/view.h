// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include "page/blob.h"
#include "page/motion.h"

namespace command {

/// Drawing of a page: a JSON document that refers to arrays of a blob (docs/view.schema.json).
class PageView {
 public:
  explicit PageView(const Checked& checked);
  void write_json(Output& out, const std::string& command_line) const;
  [[nodiscard]] const Blob& blob() const { return blob_; }
  /// Findings that the page lists: the first ones.
  [[nodiscard]] std::size_t finding_count() const { return finding_count_; }

 private:
  static constexpr std::size_t kNoBuffer = ~std::size_t{0};
  /// A geometry whose numbers are in the blob.
  struct Drawn {
    check::ViewGeometry geometry;  // without its numbers, where these are in buffers
    std::size_t positions = kNoBuffer, indices = kNoBuffer, edges = kNoBuffer;
    std::size_t vertices = 0;
    check::ViewUse use;                  // of what deforms
    std::uint32_t shape = check::kNone;  // likewise: the place of its positions
    [[nodiscard]] bool is_deforming() const { return !geometry.points.empty(); }
  };
  struct Curve {
    std::size_t finding = 0, points = 0;
    Vec3 origin;
  };

  void add_geometries();
  [[nodiscard]] static Drawn keep_numbers(check::ViewGeometry geometry, Blob& blob);
  [[nodiscard]] const Drawn& drawn_of(const check::ViewPart& part) const {
    return drawn_[drawn_of_use_[part.use]];
  }
  void keep_still_what_is_too_large();
  void add_tracks();
  void add_shapes();
  void add_matrices();
  void add_bounds();
  void add_curves();
  [[nodiscard]] bool is_far() const;
  void write_geometry(JsonWriter& json, const Drawn& drawn) const;
  void write_objects(JsonWriter& json) const;
  void write_parts(JsonWriter& json) const;
  void write_motion(JsonWriter& json) const;

  const Checked& checked_;
  check::ViewParts parts_;
  Motion motion_;
  Blob blob_;
  std::vector<Drawn> drawn_;
  std::vector<std::uint32_t> drawn_of_use_;  // of parts_.uses: exact shapes of equal sizes are one
  std::vector<std::uint32_t> track_of_object_;
  std::size_t times_ = kNoBuffer, matrices_ = 0, bounds_ = 0;
  std::vector<std::size_t> tracks_, shapes_;
  std::vector<Curve> curves_;
  std::vector<std::string> omitted_;
  std::size_t finding_count_ = 0;
};

}  // namespace command
