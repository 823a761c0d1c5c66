// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include "io/gltf/data/buffers.h"

#include "io/gltf/data/meshopt.h"

namespace graze::inline GRAZE_ABI::io::gltf {
namespace {

// 64: not of the alphabet.
unsigned digit_of(char c) {
  if (c >= 'A' && c <= 'Z') return static_cast<unsigned>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<unsigned>(c - 'a') + 26;
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0') + 52;
  return c == '+' || c == '-' ? 62u : c == '/' || c == '_' ? 63u : 64u;  // and the alphabet for urls
}

std::span<const unsigned char> to_bytes(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3 + 3);
  while (text.ends_with('=')) text.remove_suffix(1);
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    const unsigned digit = digit_of(c);
    if (digit == 64) return std::nullopt;
    bits = (bits << 6 | digit) & 0xffffff;
    // Four digits are three bytes: none is complete after the first digit.
    const unsigned place = ++count % 4, spare = place == 0 ? 0 : 8 - 2 * place;
    if (place != 1) out += static_cast<char>(bits >> spare & 0xff);
  }
  if (count % 4 == 1) return std::nullopt;
  return out;
}

Buffers::Buffers(const Object& root, std::optional<std::string_view> binary, FileAccess* files,
                 Budget& budget, const Messages& messages)
    : root_(root),
      binary_(binary),
      files_(files),
      budget_(budget),
      messages_(messages),
      buffers_(root.size("buffers")),
      views_(root.size("bufferViews")) {}

std::optional<std::string_view> Buffers::open(const Object& buffer, const std::string& uri) {
  std::string refusal = "no access to other files was given";
  if (files_ != nullptr) {
    FileAnswer answer = files_->open(uri, messages_.file, budget_.bytes_left());
    if (!answer.name.empty()) {
      budget_.add_bytes(answer.bytes.size());
      file_names_.push_back(printable(answer.name, 4096));
      return *owned_.emplace_back(std::make_unique<std::string>(std::move(answer.bytes)));
    }
    if (answer.is_too_large) messages_.fail(ReadCode::limit, "the files are too large together");
    refusal = answer.refusal;
  }
  messages_.loss(buffer.path() + " not read: " + printable(uri) + ": " + printable(refusal, 200));
  return std::nullopt;
}

std::optional<std::string_view> Buffers::load(std::uint32_t index) {
  const Object buffer = root_.at("buffers", index);
  const std::string uri = buffer.text("uri");
  if (uri.empty()) {
    if (index == 0 && binary_) return binary_;
    messages_.loss(buffer.path() + " has no bytes");
    return std::nullopt;
  }
  if (!uri.starts_with("data:")) return open(buffer, uri);
  const std::size_t comma = uri.find(',');
  const std::string_view head = std::string_view(uri).substr(0, comma);
  std::optional<std::string> bytes;
  if (comma != uri.npos && head.ends_with(";base64"))
    bytes = from_base64(std::string_view(uri).substr(comma + 1));
  if (!bytes) {
    messages_.loss(buffer.path() + ".uri is not base64");
    return std::nullopt;
  }
  budget_.add_bytes(bytes->size());
  return *owned_.emplace_back(std::make_unique<std::string>(std::move(*bytes)));
}

std::optional<std::string_view> Buffers::buffer(std::uint32_t index) {
  auto& slot = buffers_[index];
  if (slot.is_known) return slot.value;
  slot.is_known = true;
  slot.value = load(index);
  const auto length = root_.at("buffers", index).whole("byteLength");
  if (slot.value && length && *length > slot.value->size())
    messages_.note("buffers[" + std::to_string(index) + "] has fewer bytes than its byteLength says: " +
                   std::to_string(slot.value->size()) + " instead of " + std::to_string(*length));
  return slot.value;
}

std::optional<std::span<const unsigned char>> Buffers::range(const Object& object) {
  const std::uint32_t index = object.index("buffer", buffers_.size());
  if (index == kNone) {
    messages_.loss(object.path() + " has no buffer");
    return std::nullopt;
  }
  const auto bytes = buffer(index);
  if (!bytes) return std::nullopt;
  const std::size_t offset = object.whole("byteOffset").value_or(0);
  const std::size_t length = object.whole("byteLength").value_or(0);
  const std::string text =
      object.path() + " reaches beyond its buffer of " + std::to_string(bytes->size()) + " bytes";
  if (offset > bytes->size()) return messages_.loss(text), std::nullopt;
  // Accessors say whether what they need is there.
  if (length > bytes->size() - offset) messages_.note(text);
  return to_bytes(bytes->substr(offset, length));
}

std::optional<View> Buffers::unpack(const Object& view, const Object& packed) {
  const auto bytes = range(packed);
  if (!bytes) return std::nullopt;
  const std::size_t count = packed.whole("count").value_or(0),
                    stride = packed.whole("byteStride").value_or(0);
  if (stride > 256 || count > budget_.bytes_left()) {
    messages_.loss(packed.path() + " has sizes that it cannot have");
    return std::nullopt;
  }
  budget_.add_bytes(count * stride);
  auto out = std::make_unique<std::string>();
  if (!decode_meshopt({*bytes, count, stride, packed.text("mode"), packed.text("filter")}, *out)) {
    messages_.loss(packed.path() + " cannot be decoded");
    return std::nullopt;
  }
  return View{to_bytes(*owned_.emplace_back(std::move(out))), view.whole("byteStride").value_or(0)};
}

std::optional<View> Buffers::read_view(std::uint32_t index) {
  const Object view = root_.at("bufferViews", index);
  for (const char* name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const Object packed = view.extension(name);
    if (packed && has_meshopt()) return unpack(view, packed);
    if (packed)
      messages_.note(std::string(name) + " is not built in: plain data is read where there is some");
  }
  const auto bytes = range(view);
  if (!bytes) return std::nullopt;
  return View{*bytes, view.whole("byteStride").value_or(0)};
}

const View* Buffers::view(std::uint32_t index) {
  auto& slot = views_[index];
  if (!slot.is_known) {
    slot.is_known = true;
    slot.value = read_view(index);
  }
  return slot.value ? &*slot.value : nullptr;
}

}  // namespace graze::inline GRAZE_ABI::io::gltf
