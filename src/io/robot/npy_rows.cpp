// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "io/robot/rows.h"

namespace graze::inline GRAZE_ABI::io::robot {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::string_view kMagic = "\x93NUMPY";
// Writers pad headers to a multiple of 64 bytes; those of plain arrays are one or two of these.
constexpr std::size_t kMostHeader = 1 << 16;
constexpr std::size_t kBlock = 1 << 16;  // bytes that are converted at once

struct Header {
  std::string type;
  bool is_fortran = false;
  std::vector<std::uint64_t> shape;
};

// The dictionary at the front of a file, which is a literal of Python.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Header parse() {
    Header out;
    bool has_type = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = string();
      expect(':');
      if (key == "descr") {
        if (peek() == '[') fail(ReadCode::unsupported, "it has named fields: save a plain array");
        out.type = string();
        has_type = true;
      } else if (key == "fortran_order") {
        out.is_fortran = boolean();
        has_order = true;
      } else if (key == "shape") {
        out.shape = tuple();
        has_shape = true;
      } else {
        damaged();
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_type || !has_order || !has_shape) damaged();
    return out;
  }

  [[noreturn]] void fail(ReadCode code, const std::string& why) const {
    throw ReadFailure(code, "the numpy array is not read: " + why, {file_});
  }

 private:
  [[noreturn]] void damaged() const { fail(ReadCode::damaged, "its header is damaged"); }

  char peek() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\t'))
      text_.remove_prefix(1);
    return text_.empty() ? '\0' : text_[0];
  }
  bool accept(char c) {
    if (peek() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) {
    if (!accept(c)) damaged();
  }
  std::string string() {
    const char quote = peek();
    const std::size_t end = quote == '\'' || quote == '"' ? text_.find(quote, 1) : text_.npos;
    if (end == text_.npos) damaged();
    std::string out(text_.substr(1, end - 1));
    text_.remove_prefix(end + 1);
    return out;
  }
  bool boolean() {
    const bool is_true = peek() == 'T';
    const std::string_view word = is_true ? "True" : "False";
    if (!text_.starts_with(word)) damaged();
    text_.remove_prefix(word.size());
    return is_true;
  }
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> out;
    expect('(');
    while (!accept(')')) {
      std::uint64_t n = 0;
      (void)peek();
      const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), n);
      if (error != std::errc() || out.size() >= 64) damaged();
      text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
      accept('L');  // Python 2 wrote long integers so
      out.push_back(n);
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
    return out;
  }

  std::string_view text_;
  std::string_view file_;
};

class NpyRows final : public StateReader::Rows {
 public:
  NpyRows(std::unique_ptr<std::istream> in, std::string name, const Robot& robot, Report& report)
      : in_(std::move(in)), name_(std::move(name)), check_(robot), width_(robot.variables.size()) {
    const std::string text = read_header();
    HeaderParser parser(text, name_);
    const Header header = parser.parse();
    if (header.type != "<f8" && header.type != "<f4")
      parser.fail(ReadCode::unsupported, "its type is \"" + printable(header.type) +
                                             "\": save little-endian float64 or float32 (\"<f8\", \"<f4\")");
    size_ = header.type == "<f8" ? 8 : 4;
    take_shape(header, parser);
    check_length(parser, report);
  }

  std::optional<std::uint64_t> count() const override { return count_; }

  void read(Real* out, std::size_t rows, std::size_t& done) override {
    rows = static_cast<std::size_t>(std::min<std::uint64_t>(rows, count_ - next_));
    char block[kBlock];
    Real* to = out;
    for (std::size_t numbers = rows * width_; numbers > 0;) {
      const std::size_t n = std::min(numbers, kBlock / size_);
      if (!in_->read(block, static_cast<std::streamsize>(n * size_)))
        throw ReadFailure(ReadCode::damaged, "the file cannot be read on", {name_});
      for (std::size_t i = 0; i < n; ++i) to[i] = number(block + i * size_);
      to += n;
      numbers -= n;
    }
    for (done = 0; done < rows; ++done, ++next_) {
      std::size_t variable = 0;
      const std::string why = check_.objection(out + done * width_, variable);
      if (!why.empty())
        throw ReadFailure(
            ReadCode::damaged,
            "row " + std::to_string(next_) + ", column " + std::to_string(variable) + " (from 0): " + why,
            {name_});
    }
  }

  bool seek(std::uint64_t row) override {
    next_ = std::min(row, count_);
    in_->clear();
    in_->seekg(begin_ + static_cast<std::streamoff>(next_ * width_ * size_));
    return row <= count_ && static_cast<bool>(*in_);
  }

 private:
  Real number(const char* from) const {
    if (size_ == 8) {
      double x = 0;
      std::memcpy(&x, from, sizeof x);
      return x;
    }
    float x = 0;
    std::memcpy(&x, from, sizeof x);
    return static_cast<Real>(x);
  }

  std::string read_header() {
    unsigned char head[12] = {};
    const auto cut_short = [&] {
      return ReadFailure(ReadCode::damaged, "the numpy array is cut short", {name_});
    };
    if (!in_->read(reinterpret_cast<char*>(head), 10)) throw cut_short();
    const int version = head[6];
    if (version < 1 || version > 3)
      throw ReadFailure(ReadCode::unsupported,
                        "the numpy array is of format " + std::to_string(version) + "; 1 to 3 are read",
                        {name_});
    if (version > 1 && !in_->read(reinterpret_cast<char*>(head) + 10, 2)) throw cut_short();
    std::size_t length = head[8] + (std::size_t{head[9]} << 8);
    if (version > 1) length += (std::size_t{head[10]} << 16) + (std::size_t{head[11]} << 24);
    if (length > kMostHeader)
      throw ReadFailure(ReadCode::damaged, "the header of the numpy array is too long", {name_});
    std::string text(length, '\0');
    if (!in_->read(text.data(), static_cast<std::streamsize>(length))) throw cut_short();
    begin_ = in_->tellg();
    return text;
  }

  void take_shape(const Header& header, const HeaderParser& parser) {
    std::string shape;
    for (const std::uint64_t n : header.shape) shape += (shape.empty() ? "" : ", ") + std::to_string(n);
    const std::size_t dimensions = header.shape.size();
    const bool is_row = dimensions == 1 && header.shape[0] == width_;
    const bool is_column = dimensions == 1 && width_ == 1;
    if (!is_row && !is_column && (dimensions != 2 || header.shape[1] != width_))
      parser.fail(ReadCode::damaged, "its shape is (" + shape + "), the robot has " + std::to_string(width_) +
                                         " variables: (rows, " + std::to_string(width_) + ") is needed");
    if (header.is_fortran && dimensions == 2 && width_ > 1)
      parser.fail(ReadCode::unsupported, "it is in Fortran order: save numpy.ascontiguousarray() of it");
    count_ = is_row && !is_column ? 1 : header.shape[0];
  }

  void check_length(const HeaderParser& parser, Report& report) {
    in_->seekg(0, std::ios::end);
    const auto length = static_cast<std::uint64_t>(in_->tellg() - begin_);
    const std::uint64_t row = width_ * size_;
    if (!*in_ || count_ > length / row)
      parser.fail(ReadCode::damaged, "it is cut short: " + std::to_string(length / row) + " of " +
                                         std::to_string(count_) + " rows are there");
    if (length > count_ * row) report.note("bytes follow the numpy array and are ignored", {name_});
    in_->seekg(begin_);
  }

  std::unique_ptr<std::istream> in_;
  std::string name_;
  RowCheck check_;
  std::size_t width_;
  std::size_t size_ = 8;
  std::streamoff begin_ = 0;
  std::uint64_t count_ = 0, next_ = 0;
};

}  // namespace

bool is_npy(std::string_view head) { return head.starts_with(kMagic); }

std::unique_ptr<StateReader::Rows> open_npy(std::unique_ptr<std::istream> in, std::string name,
                                            const Robot& robot, Report& report) {
  return std::make_unique<NpyRows>(std::move(in), std::move(name), robot, report);
}

}  // namespace graze::inline GRAZE_ABI::io::robot
