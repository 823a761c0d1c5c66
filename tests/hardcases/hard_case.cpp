// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "hard_case.h"

#include <algorithm>
#include <fstream>

namespace hardcases {
namespace {

using nlohmann::json;

/// Asks what is made of the shapes, not how two of them lie.
bool is_built(const std::string& query) { return query == "convex_hull" || query == "intersect_segment"; }

/// Questions of later issues, and what they wait for.
const char* waits_for_query(const std::string& query) {
  for (const char* known :
       {"signed_distance", "distance", "intersect", "shape_cast", "ray_cast", "contact", "margin_collide"})
    if (query == known) return nullptr;
  return is_built(query) ? nullptr : "other queries";
}

std::string waits_for(const json& c, const std::string& query) {
  if (const char* missing = waits_for_query(query)) return missing;
  if (is_built(query)) return {};
  for (const char* shape : {"shapeA", "shapeB"}) {
    if (const char* missing = waits_for_shape(c.at(shape))) return missing;
  }
  return {};
}

json read_list(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw FormatError(path + ": cannot be opened");
  try {
    json list = json::parse(file);
    if (!list.is_array()) throw FormatError(path + ": not a list");
    return list;
  } catch (const json::exception& error) {
    throw FormatError(path + ": " + error.what());
  }
}

/// Cases that expect one answer of solids and another of surfaces are two.
std::vector<json> readings_of(const json& c) {
  const json expected = c.at("expected");
  if (!expected.contains("solid") || !expected.contains("surface")) return {c};
  std::vector<json> readings;
  for (const char* reading : {"solid", "surface"}) {
    json one = c;
    one["id"] = c.at("id").get<std::string>() + "-" + reading;
    one["expected"] = expected[reading];
    if (expected.contains("tol")) one["expected"]["tol"] = expected["tol"];
    for (const char* shape : {"shapeA", "shapeB"}) one[shape]["surface"] = reading == std::string("surface");
    readings.push_back(std::move(one));
  }
  return readings;
}

HardCase read_case(const json& c) {
  HardCase result;
  result.query = c.at("query").get<std::string>();
  result.expected = c.at("expected");
  if (!result.expected.is_object()) throw FormatError("'expected' is not an object");
  result.waits_for = waits_for(c, result.query);
  if (!result.waits_for.empty()) return result;
  if (is_built(result.query)) {
    result.shape_a = c.at("shapeA");
    result.shape_b = c.at("shapeB");
    return result;
  }
  try {
    const Placed a = place(c.at("shapeA"), c.value("poseA", json()));
    result.a = a.instance;
    result.scale = a.reach;
    if (result.query == "ray_cast") {
      result.ray = place_ray(c.at("shapeB"), c.value("poseB", json()));
      result.scale = std::max(a.reach, double(max_abs(result.ray.origin)));
      return result;
    }
    const Placed b = place(c.at("shapeB"), c.value("poseB", json()));
    result.b = b.instance;
    result.scale = std::max(a.reach, b.reach);
  } catch (const Refusal& refusal) {
    result.refusal = refusal.what();
  }
  return result;
}

}  // namespace

std::vector<HardCase> read_cases(const std::string& path) {
  const json list = read_list(path);
  std::string where = path;
  try {
    std::vector<HardCase> cases;
    for (const json& c : list) {
      where = path + ": case " + std::to_string(cases.size());
      const std::string id = c.at("id").get<std::string>();
      where = path + ": " + id;
      for (const json& reading : readings_of(c)) {
        cases.push_back(read_case(reading));
        cases.back().id = reading.at("id").get<std::string>();
      }
    }
    return cases;
  } catch (const json::exception& error) {
    throw FormatError(where + ": " + error.what());
  } catch (const FormatError& error) {
    throw FormatError(where + ": " + error.what());
  }
}

void apply_errata(const std::string& path, std::vector<HardCase>& cases, std::FILE* out) {
  try {
    for (const json& erratum : read_list(path)) {
      const std::string id = erratum.at("id"), field = erratum.at("field"), why = erratum.at("why");
      const double stated = erratum.at("stated"), corrected = erratum.at("corrected");
      for (HardCase& c : cases) {
        if (c.id != id || c.expected.value(field, json()) != stated) continue;
        c.expected[field] = corrected;
        std::fprintf(out, "erratum %s: %s is %.17g, not %.17g (%s)\n", id.c_str(), field.c_str(), corrected,
                     stated, why.c_str());
      }
    }
  } catch (const json::exception& error) {
    throw FormatError(path + ": " + error.what());
  }
}

}  // namespace hardcases
