// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "check/objects/names.h"

namespace graze::inline GRAZE_ABI::check {
namespace {

// Length of the character that begins at text[i] in UTF-8; 0 where none does.
std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  const unsigned head = byte(i), next = byte(i + 1);
  if (head < 0x80) return 1;
  const std::size_t length = head >= 0xf0 ? 4 : head >= 0xe0 ? 3 : 2;
  if (head < 0xc2 || head > 0xf4) return 0;
  for (std::size_t k = 1; k < length; ++k)
    if ((byte(i + k) & 0xc0) != 0x80) return 0;
  // Too long for what they say, halves of UTF-16 pairs, beyond U+10FFFF.
  if ((head == 0xe0 && next < 0xa0) || (head == 0xed && next > 0x9f)) return 0;
  if ((head == 0xf0 && next < 0x90) || (head == 0xf4 && next > 0x8f)) return 0;
  return length;
}

bool is_control(std::string_view text, std::size_t i) {
  const auto c = static_cast<unsigned char>(text[i]);
  const bool is_c1 = c == 0xc2 && static_cast<unsigned char>(text[i + 1]) < 0xa0;
  return c < 0x20 || c == 0x7f || is_c1;
}

constexpr std::size_t kLongest = 200;  // of one node's name, in bytes: what a line can show

// Names of nodes on the way to the groups, each with those above it; empty for nodes without a name.
class NodeNames {
 public:
  NodeNames(const io::SceneData& scene, const std::string& prefix, std::span<const Group> groups,
            UniqueNames& names)
      : scene_(scene),
        prefix_(prefix),
        names_(names),
        named_above_(scene.nodes.size(), kNone),
        path_(scene.nodes.size()) {
    std::vector<bool> is_needed(scene.nodes.size());
    for (const Group& group : groups)
      for (std::uint32_t i = group.node; i != kNone && !is_needed[i]; i = scene.nodes[i].parent)
        is_needed[i] = true;
    for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
      const io::Node& node = scene.nodes[i];
      if (node.parent != kNone)
        named_above_[i] = scene.nodes[node.parent].name.empty() ? named_above_[node.parent] : node.parent;
      if (is_needed[i] && !node.name.empty())
        path_[i] = names_.take(under(named_above_[i], readable(node.name)));
    }
  }

  // The node itself where it is named.
  [[nodiscard]] std::uint32_t named(std::uint32_t node) const {
    return scene_.nodes[node].name.empty() ? named_above_[node] : node;
  }
  [[nodiscard]] const std::string& path(std::uint32_t node) const { return path_[node]; }
  [[nodiscard]] std::string take(std::uint32_t above, const std::string& name) {
    return names_.take(under(above, name));
  }

 private:
  [[nodiscard]] std::string under(std::uint32_t above, const std::string& name) const {
    if (above != kNone) return path_[above] + '/' + name;
    return prefix_.empty() ? name : prefix_ + '/' + name;
  }

  const io::SceneData& scene_;
  const std::string& prefix_;
  UniqueNames& names_;
  std::vector<std::uint32_t> named_above_;
  std::vector<std::string> path_;
};

std::string own_name(const io::SceneData& scene, const Group& group) {
  const io::Node& node = scene.nodes[group.node];
  if (group.parts.size() == 1) {
    const std::uint32_t geometry = scene.nodes[group.parts[0]].geometry;
    if (!scene.geometries[geometry].name.empty()) return readable(scene.geometries[geometry].name);
  }
  return node.type.empty() ? "object" : readable(node.type);
}

}  // namespace

std::string readable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size() && out.size() < kLongest;) {
    const std::size_t length = utf8_length(text, i);
    if (length == 0 || is_control(text, i))
      out += '?';
    else
      out += text.substr(i, length);
    i += length == 0 ? 1 : length;
  }
  return out;
}

std::string UniqueNames::take(const std::string& name) {
  std::uint32_t& count = used_[name];
  if (++count == 1) return name;
  for (;; ++count) {
    std::string numbered = name + '[' + std::to_string(count) + ']';
    if (used_.try_emplace(numbered, 1u).second) return numbered;
  }
}

void name_groups(const io::SceneData& scene, const std::string& prefix, std::span<Group> groups,
                 UniqueNames& names) {
  const std::string clean = readable(prefix);
  NodeNames nodes(scene, clean, groups, names);
  std::unordered_map<std::uint32_t, std::size_t> groups_under;
  for (const Group& group : groups) ++groups_under[nodes.named(group.node)];
  for (Group& group : groups) {
    const std::uint32_t named = nodes.named(group.node);
    if (named != kNone && (named == group.node || groups_under[named] == 1))
      group.name = nodes.path(named);
    else
      group.name = nodes.take(named, own_name(scene, group));
  }
}

}  // namespace graze::inline GRAZE_ABI::check
