// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numbers>

#include "request.h"

namespace command {
namespace {

using Json = nlohmann::json;

/// A value of the job file and the way to it, such as /files/0/units, for messages.
struct Place {
  const Json& json;
  std::string path;

  [[nodiscard]] Place operator[](const std::string& key) const { return {json.at(key), path + "/" + key}; }
  [[nodiscard]] Place operator[](std::size_t i) const { return {json[i], path + "/" + std::to_string(i)}; }
  [[nodiscard]] bool has(const char* key) const { return json.contains(key); }
  [[noreturn]] void refuse(const std::string& wanted) const {
    throw UserError(printable(path) + (path.back() == ' ' ? "is not " : " is not ") + wanted);
  }
  [[nodiscard]] std::string text() const {
    if (!json.is_string()) refuse("a text");
    return json.get<std::string>();
  }
  [[nodiscard]] bool truth() const {
    if (!json.is_boolean()) refuse("true or false");
    return json.get<bool>();
  }
  [[nodiscard]] Real number(Real least, Real most) const {
    const Real value = json.is_number() ? json.get<Real>() : least - 1;
    if (!(value >= least && value <= most))
      refuse("a number from " + to_text(least) + " to " + to_text(most, 9));
    return value;
  }
  [[nodiscard]] Vec3 vector() const {
    if (!json.is_array() || json.size() != 3) refuse("an array of three numbers");
    Vec3 v;
    for (int k = 0; k < 3; ++k) v[k] = (*this)[static_cast<std::size_t>(k)].number(-1e15, 1e15);
    return v;
  }
  template <class Visit>
  void each(Visit visit) const {
    if (!json.is_array()) refuse("an array");
    for (std::size_t i = 0; i < json.size(); ++i) visit((*this)[i]);
  }
  /// Refuses keys that are not in the list, with the nearest right one.
  void check_keys(const std::vector<std::string_view>& keys) const {
    if (!json.is_object()) refuse("an object");
    for (const auto& [key, value] : json.items()) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      const std::string_view nearest = nearest_word(key, keys);
      throw UserError(printable(path) + (path.back() == ' ' ? "no key" : ": no key") + " '" + printable(key) +
                      "'" + (nearest.empty() ? "" : "; did you mean '" + std::string(nearest) + "'?"));
    }
  }
};

Length to_length(const Place& place) {
  if (place.json.is_string()) return parse_length(place.text(), place.path);
  return {place.number(0, 1e15), 0};
}

Real to_unit(const Place& place) {
  if (place.json.is_string()) return parse_unit(place.text(), place.path);
  return place.number(1e-15, 1e15);
}

check::NamePair to_pair(const Place& place) {
  if (!place.json.is_array() || place.json.size() != 2) place.refuse("an array of two texts");
  return {place[std::size_t{0}].text(), place[std::size_t{1}].text()};
}

graze::Quat to_rotation(const Place& rotation) {
  rotation.check_keys({"axis", "degrees"});
  if (!rotation.has("axis") || !rotation.has("degrees")) rotation.refuse("an axis and degrees");
  const Vec3 axis = rotation["axis"].vector();
  if (!(length(axis) > 0)) rotation["axis"].refuse("an axis: its length is zero");
  return graze::rotation_about(axis, rotation["degrees"].number(-1e6, 1e6) * std::numbers::pi / 180);
}

/// translation * rotation * scale.
io::Placement to_placement(const Place& file) {
  io::LocalTransform local;
  if (file.has("translation")) local.translation = file["translation"].vector();
  if (file.has("rotation")) local.rotation = to_rotation(file["rotation"]);
  if (file.has("scale")) {
    const Real factor = file["scale"].number(1e-15, 1e15);
    local.scale = {factor, factor, factor};
  }
  return io::to_placement(local);
}

std::vector<io::MotionKey> to_motion(const Place& motion) {
  std::vector<io::MotionKey> keys;
  motion.each([&](const Place& entry) {
    entry.check_keys({"time", "translation", "rotation"});
    if (!entry.has("time")) entry.refuse("a key: it has no time");
    io::MotionKey key;
    key.time = entry["time"].number(-1e9, 1e9);
    if (entry.has("translation")) key.translation = entry["translation"].vector();
    if (entry.has("rotation")) key.rotation = to_rotation(entry["rotation"]);
    if (!keys.empty() && !(keys.back().time < key.time)) entry["time"].refuse("later than the one before it");
    keys.push_back(key);
  });
  if (keys.empty()) motion.refuse("a motion: it has no keys");
  return keys;
}

std::string path_from(const std::string& job_path, const std::string& path) {
  return (std::filesystem::path(job_path).parent_path() / path).string();
}

void add_files(const Place& job, const std::string& job_path, Request& request) {
  job["files"].each([&](const Place& file) {
    FileRequest entry;
    if (file.json.is_string()) {
      entry.path = path_from(job_path, file.text());
    } else {
      file.check_keys({"path", "prefix", "units", "up", "translation", "rotation", "scale", "motion"});
      if (!file.has("path")) file.refuse("a file: it has no path");
      entry.path = path_from(job_path, file["path"].text());
      if (file.has("prefix")) entry.prefix = file["prefix"].text();
      if (file.has("units")) entry.metres_per_unit = to_unit(file["units"]);
      if (file.has("up")) entry.up = parse_up(file["up"].text(), file.path + "/up");
      entry.placement = to_placement(file);
      if (file.has("motion")) entry.motion = to_motion(file["motion"]);
    }
    request.files.push_back(std::move(entry));
  });
}

void add_pairs(const Place& job, const std::string& job_path, Request& request) {
  if (job.has("sets")) {
    const Place sets = job["sets"];
    if (!sets.json.is_object()) sets.refuse("an object of sets");
    for (const auto& item : sets.json.items()) {
      check::ObjectSet set{item.key(), {}};
      sets[item.key()].each([&](const Place& pattern) { set.patterns.push_back(pattern.text()); });
      request.job.sets.push_back(std::move(set));
    }
  }
  auto& rules = request.job.rules;
  if (job.has("between"))
    job["between"].each([&](const Place& p) { request.job.between.push_back(to_pair(p)); });
  if (job.has("exclude")) job["exclude"].each([&](const Place& p) { rules.allowed.push_back(to_pair(p)); });
  if (job.has("rules"))
    for (check::NamePair& pair : read_rules(path_from(job_path, job["rules"].text())))
      rules.allowed.push_back(std::move(pair));
  if (job.has("exclude_parent_child")) rules.parent_child = job["exclude_parent_child"].truth();
  if (job.has("exclude_adjacent")) rules.adjacent = job["exclude_adjacent"].truth();
}

void add_settings(const Place& job, const std::string& job_path, Request& request) {
  if (job.has("clearance")) request.clearance = to_length(job["clearance"]);
  if (job.has("tolerance")) request.tolerance = to_length(job["tolerance"]);
  if (job.has("touching")) request.job.want_touching = job["touching"].truth();
  if (job.has("max_findings"))
    request.job.limits.findings = static_cast<std::size_t>(job["max_findings"].number(1, 1e9));
  if (job.has("baseline")) request.baseline = path_from(job_path, job["baseline"].text());
  if (job.has("surface")) request.objects.closed_are_solid = !job["surface"].truth();
  if (job.has("include_excluded")) request.objects.include_excluded = job["include_excluded"].truth();
  if (job.has("grouping"))
    request.objects.grouping = parse_grouping(job["grouping"].text(), job.path + "/grouping");
  if (job.has("root")) request.reading.root = path_from(job_path, job["root"].text());
  if (job.has("triggers"))
    job["triggers"].each([&](const Place& p) { request.reading.triggers.push_back(p.text()); });
  if (job.has("trigger_all")) request.reading.trigger_all = job["trigger_all"].truth();
  if (job.has("states")) request.states = path_from(job_path, job["states"].text());
  if (job.has("srdf")) request.srdf = path_from(job_path, job["srdf"].text());
}

void add_time(const Place& job, Request& request) {
  if (job.has("fps")) request.job.fps = job["fps"].number(1e-3, 1e6);
  if (job.has("frames_only")) request.job.between_frames = !job["frames_only"].truth();
  if (!job.has("time")) return;
  const Place time = job["time"];
  if (time.json.is_number()) {
    const Real moment = time.number(-1e15, 1e15);
    request.time = graze::Interval{moment, moment};
    return;
  }
  if (!time.json.is_array() || time.json.size() != 2) time.refuse("a number, or an array of two");
  request.time =
      graze::Interval{time[std::size_t{0}].number(-1e15, 1e15), time[std::size_t{1}].number(-1e15, 1e15)};
  if (request.time->is_empty()) time.refuse("a range: it ends before it begins");
}

}  // namespace

void add_job_file(const std::string& path, Request& request) { add_job(read_text(path), path, request); }

void add_job(const std::string& text, const std::string& path, Request& request) {
  Json json;
  try {
    json = Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::string_view before = std::string_view(text).substr(0, error.byte == 0 ? 0 : error.byte - 1);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    const std::size_t begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    throw UserError(printable(path) + ":" + std::to_string(line) + ":" +
                    std::to_string(before.size() - begin + 1) + ": this is not JSON");
  } catch (const Json::exception&) {
    throw UserError(printable(path) + ": has a number that is too large");
  }
  const Place job{json, path + ": "};
  job.check_keys({"$schema",
                  "format",
                  "version",
                  "files",
                  "sets",
                  "between",
                  "exclude",
                  "exclude_parent_child",
                  "exclude_adjacent",
                  "rules",
                  "clearance",
                  "tolerance",
                  "touching",
                  "max_findings",
                  "baseline",
                  "surface",
                  "include_excluded",
                  "grouping",
                  "root",
                  "triggers",
                  "trigger_all",
                  "states",
                  "srdf",
                  "time",
                  "fps",
                  "frames_only"});
  if (!job.has("format") || json["format"] != "graze job")
    job.refuse("a job file: \"format\" is not \"graze job\"");
  if (!job.has("version") || json["version"] != 1)
    job.refuse("of a version that this program reads: \"version\" is not 1");
  if (job.has("files")) add_files(job, path, request);
  add_pairs(job, path, request);
  add_settings(job, path, request);
  add_time(job, request);
}

}  // namespace command
