// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "graze/math/vec3.h"

/// The program `graze`: options in, tables out. What it computes is in the library check.
namespace command {

using graze::Real;
using graze::Vec3;

/// A mistake of the user, or of a file: printed after "graze: ", and the program ends with exit code 2.
struct UserError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A number with so many significant digits, without regard to the locale; "inf" and "nan" where it is one.
[[nodiscard]] std::string to_text(Real value, int digits = 4);
/// Shortest text that reads back as the number.
[[nodiscard]] std::string to_exact_text(Real value);
/// A length: with a unit of its own, such as "50 um", where a world unit is known in metres, else bare.
[[nodiscard]] std::string to_length(Real value, Real metres_per_unit);
/// "(x, y, z)"; what is below 1e-7 of the largest is 0: for people.
[[nodiscard]] std::string to_text(const Vec3& v, int digits = 4);
/// "1 object", "2 objects"; names that end in an s are left alone: give the singular.
[[nodiscard]] std::string counted(std::size_t count, std::string_view singular);
/// Version of the library that runs, as "0.1.0".
[[nodiscard]] std::string version_text();
/// Bytes, as "12.3 MB".
[[nodiscard]] std::string to_bytes(Real bytes);
/// Seconds of work, as "3.2 ms".
[[nodiscard]] std::string to_duration(Real seconds);
/// Name of a unit of so many metres: "m", "mm", "in", ...; empty where it has none.
[[nodiscard]] std::string_view unit_name(Real metres);

/// Valid UTF-8 without control characters: those are shown as U+FFFD, so that no name of a file can steer a
/// terminal.
[[nodiscard]] std::string printable(std::string_view text);
/// Printable text in which nothing is markup of HTML, XML or SVG; for elements, not for attributes.
[[nodiscard]] std::string markup_text(std::string_view text);
/// How many columns of a terminal printable text takes, counting every character as one.
[[nodiscard]] std::size_t width_of(std::string_view text);

/// The whole text as a number; false where it is none, or not finite.
[[nodiscard]] bool parse_number(std::string_view text, Real& out);
/// Parts between separators; of an empty text one empty part.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);
/// Text without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// The candidate with the fewest edits from a word, or none that is near; for "did you mean".
[[nodiscard]] std::string_view nearest_word(std::string_view word,
                                            const std::vector<std::string_view>& candidates);

}  // namespace command
