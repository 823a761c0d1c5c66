// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/meshopt.h"

#ifdef GRAZE_HAS_MESHOPT
#include <meshoptimizer.h>
#endif

namespace graze::inline GRAZE_ABI::io::gltf {

#ifdef GRAZE_HAS_MESHOPT
namespace {

// The decoders assert what the extension demands of these sizes.
bool is_valid(const PackedView& v) {
  if (v.count == 0 || v.stride == 0) return false;
  const bool has_filter = !v.filter.empty() && v.filter != "NONE";
  if (v.mode == "TRIANGLES" && v.count % 3 != 0) return false;
  if (v.mode != "ATTRIBUTES") return (v.stride == 2 || v.stride == 4) && !has_filter;
  if (v.stride % 4 != 0 || v.stride > 256) return false;
  if (v.filter == "OCTAHEDRAL") return v.stride == 4 || v.stride == 8;
  return v.filter == "QUATERNION" ? v.stride == 8 : !has_filter || v.filter == "EXPONENTIAL";
}

}  // namespace

bool has_meshopt() { return true; }

bool decode_meshopt(const PackedView& v, std::string& out) {
  if (!is_valid(v)) return false;
  out.resize(v.count * v.stride);
  const unsigned char* data = v.bytes.data();
  const std::size_t size = v.bytes.size();
  int error = -1;
  if (v.mode == "ATTRIBUTES") error = meshopt_decodeVertexBuffer(out.data(), v.count, v.stride, data, size);
  if (v.mode == "TRIANGLES") error = meshopt_decodeIndexBuffer(out.data(), v.count, v.stride, data, size);
  if (v.mode == "INDICES") error = meshopt_decodeIndexSequence(out.data(), v.count, v.stride, data, size);
  if (error != 0) return false;
  if (v.filter == "OCTAHEDRAL") meshopt_decodeFilterOct(out.data(), v.count, v.stride);
  if (v.filter == "QUATERNION") meshopt_decodeFilterQuat(out.data(), v.count, v.stride);
  if (v.filter == "EXPONENTIAL") meshopt_decodeFilterExp(out.data(), v.count, v.stride);
  return true;
}

#else

bool has_meshopt() { return false; }
bool decode_meshopt(const PackedView&, std::string&) { return false; }

#endif

}  // namespace graze::inline GRAZE_ABI::io::gltf
