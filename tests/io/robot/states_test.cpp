// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT

#include <cstring>
#include <filesystem>
#include <fstream>

#include "graze/io/robot_states.h"
#include "io/robot/support.h"

namespace graze::io::test {
namespace {

// Variables a and b; m mimics a, f is fixed.
Robot two_variables() {
  return robot_of(link("0") + link("1") + link("2") + link("3") + link("4") +
                  joint("a", "continuous", "0", "1") + joint("b", "continuous", "0", "2") +
                  joint("m", "continuous", "0", "3", "<mimic joint='a'/>") + joint("f", "fixed", "0", "4"));
}

// All rows in blocks of `block` rows, then the error.
std::pair<std::vector<Real>, std::string> all_rows(StatesRead read, std::size_t block = 2) {
  EXPECT_TRUE(read) << messages_of(read);
  std::vector<Real> out;
  if (!read) return {out, "not opened"};
  std::vector<Real> rows(block * read.states->width());
  while (const std::size_t n = read.states->read(rows))
    out.insert(out.end(), rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(n * read.states->width()));
  return {out, read.states->failed() ? to_string(read.states->error()) : ""};
}

using Rows = std::vector<Real>;

TEST(States, MovedFromHaveNoRowsAndFailed) {
  StatesRead read = read_states("1,2\n3,4\n", "q.csv", two_variables());
  ASSERT_TRUE(read);
  StateReader from = std::move(*read.states), to = std::move(from);
  EXPECT_EQ(to.width(), 2u);
  // NOLINTBEGIN(bugprone-use-after-move)
  EXPECT_EQ(from.width(), 0u);
  EXPECT_EQ(from.row_count(), 0u);
  EXPECT_EQ(from.next_row(), 0u);
  Real row[2];
  EXPECT_EQ(from.read(row), 0u);
  EXPECT_FALSE(from.seek(0));
  EXPECT_TRUE(from.failed());
  EXPECT_EQ(from.error().text, "moved from");
  from = std::move(to);
  EXPECT_EQ(from.read(row), 1u);
  // NOLINTEND(bugprone-use-after-move)
}

Rows rows_of(const std::string& text) {
  const StatesRead probe = read_states(text, "q.csv", two_variables());
  EXPECT_EQ(messages_of(probe), "");
  const auto [rows, error] = all_rows(read_states(text, "q.csv", two_variables()));
  EXPECT_EQ(error, "");
  return rows;
}

TEST(StatesText, RowsOfNumbers) {
  const Rows wanted = {1, 2, -0.5, 1e-3, 5, 6};
  EXPECT_EQ(rows_of("1,2\n-0.5,1e-3\n5,6\n"), wanted);
  EXPECT_EQ(rows_of("1 2\r\n-.5\t0.001\r\n\r\n  5   +6"), wanted);
  EXPECT_EQ(rows_of("# made by x\n1;2;\n-0.5 ; 1e-3;\n# more\n5;6;"), wanted);
  EXPECT_EQ(rows_of("\xEF\xBB\xBF"
                    "1,2\n-0.5,1e-3\n5,6"),
            wanted);
  EXPECT_EQ(rows_of(""), Rows());
  EXPECT_EQ(rows_of("# nothing\n\n"), Rows());
}

TEST(StatesText, NamesGiveTheOrder) {
  const Rows wanted = {1, 2, 3, 4};
  EXPECT_EQ(rows_of("a,b\n1,2\n3,4\n"), wanted);
  EXPECT_EQ(rows_of("\"b\", 'a'\n2,1\n4,3\n"), wanted);
  EXPECT_EQ(rows_of("# b a\n2 1\n4 3\n"), wanted);  // as numpy.savetxt writes it
  EXPECT_EQ(rows_of("b\ta\n2\t1\n4\t3\n"), wanted);
}

TEST(StatesText, ColumnsThatAreNoVariables) {
  const StatesRead read = read_states("time,b,m,a,f\n0,2,9,1,0\n", "q.csv", two_variables());
  EXPECT_EQ(messages_of(read),
            "q.csv:1:1: column \"time\" is ignored: it is no variable of the robot\n"
            "q.csv:1:8: column \"m\" is ignored: it is no variable of the robot\n"
            "q.csv:1:12: column \"f\" is ignored: it is no variable of the robot\n");
  EXPECT_EQ(all_rows(read_states("time,b,m,a,f\n0,2,9,1,0\n", "q.csv", two_variables())).first, (Rows{1, 2}));
}

TEST(StatesText, HeadersThatAreWrongAreRefused) {
  const auto error = [](const std::string& text) {
    return messages_of(read_states(text, "q.csv", two_variables()));
  };
  EXPECT_EQ(error("a,c\n1,2"), "error: q.csv:1:3: no variable of the robot is called \"c\"\n");
  EXPECT_EQ(error("a,b,a\n"), "error: q.csv:1:5: variable \"a\" has two columns\n");
  EXPECT_EQ(error("\nb\n"), "error: q.csv:2:1: variable \"a\" has no column\n");
}

TEST(StatesText, BadRowsEndTheReadingWithTheirPlace) {
  const auto read = [](const std::string& text) {
    return all_rows(read_states(text, "q.csv", two_variables()), 10);
  };
  auto [rows, error] = read("1,2\n3,nan\n5,6\n");
  EXPECT_EQ(rows, (Rows{1, 2}));
  EXPECT_EQ(error, "q.csv:2:3: variable \"b\" is not a finite number");
  EXPECT_EQ(read("b,a\n 1, -inf\n").second, "q.csv:2:5: variable \"a\" is not a finite number");
  EXPECT_EQ(read("1,2\n1e400,2\n").second, "q.csv:2:1: variable \"a\" is not a finite number");
  EXPECT_EQ(read("1,2\n1e16,2\n").second, "q.csv:2:1: variable \"a\" is beyond 1e15");
  EXPECT_EQ(read("1,2\n3\n").second, "q.csv:2:1: the line has 1 columns, 2 are needed");
  EXPECT_EQ(read("1,2,3\n").second, "q.csv:1:1: the line has 3 columns, 2 are needed");
  EXPECT_EQ(read("1,2\n3,x4\n").second, "q.csv:2:3: \"x4\" is not a number");
  EXPECT_EQ(read("1,2\n3,\n").second, "q.csv:2:1: the line has 1 columns, 2 are needed");
  EXPECT_EQ(read("1,2\n,3\n").second, "q.csv:2:1: \"\" is not a number");
  EXPECT_EQ(read("1,2\n1.5.5,3\n").second, "q.csv:2:1: \"1.5.5\" is not a number");
}

TEST(StatesText, RowsCanBeSought) {
  StatesRead read = read_states("# head\nb,a\n0,1\n\n2,3\n4,5\n", "q.csv", two_variables());
  ASSERT_TRUE(read);
  EXPECT_FALSE(read.states->row_count());
  Real row[2];
  EXPECT_TRUE(read.states->seek(2));
  EXPECT_EQ(read.states->read(row), 1u);
  EXPECT_EQ(row[0], 5);
  EXPECT_EQ(read.states->next_row(), 3u);
  EXPECT_TRUE(read.states->seek(1));
  EXPECT_EQ(read.states->read(row), 1u);
  EXPECT_EQ(row[0], 3);
  EXPECT_TRUE(read.states->seek(3));
  EXPECT_EQ(read.states->read(row), 0u);
  EXPECT_FALSE(read.states->failed());
  EXPECT_FALSE(read.states->seek(4));
}

TEST(States, NeedARobotWithVariables) {
  const Robot r = robot_of(link("a"));
  EXPECT_EQ(messages_of(read_states("1", "q.csv", r)),
            "error: q.csv: the robot has no variables: there are no states of it\n");
  EXPECT_EQ(open_states("no/such/file", two_variables()).code, ReadCode::unreadable);
  EXPECT_EQ(open_states(testing::TempDir(), two_variables()).code, ReadCode::unreadable);
}

TEST(States, QuaternionsNeedALength) {
  const Robot r = robot_of(link("a") + link("b") + joint("j", "floating", "a", "b"));
  EXPECT_EQ(all_rows(read_states("1 2 3 0 0 0 1\n1 2 3 0 0 0 0", "q", r)).second,
            "q:2:7: variable \"j/qx\": its quaternion has no length");
}

// A numpy array with a header of format `version`.
std::string npy(const std::string& dictionary, const std::string& data, int version = 1) {
  std::string header = dictionary;
  const std::size_t before = version == 1 ? 10 : 12;
  while ((before + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  for (std::size_t i = 0; i < before - 8; ++i) out += static_cast<char>((header.size() >> (8 * i)) & 0xff);
  return out + header + data;
}

std::string dictionary(const std::string& type, const std::string& shape,
                       const std::string& order = "False") {
  return "{'descr': '" + type + "', 'fortran_order': " + order + ", 'shape': " + shape + ", }";
}

template <class T>
std::string raw(const std::vector<T>& numbers) {
  std::string out(numbers.size() * sizeof(T), '\0');
  std::memcpy(out.data(), numbers.data(), out.size());
  return out;
}

const std::string kSix = raw<double>({1, 2, 3, 4, 5, 6});

TEST(StatesNpy, AllFormatsAndBothTypes) {
  const Robot r = two_variables();
  for (const int version : {1, 2, 3}) {
    StatesRead read = read_states(npy(dictionary("<f8", "(3, 2)"), kSix, version), "q.npy", r);
    EXPECT_EQ(messages_of(read), "");
    EXPECT_EQ(read.states->row_count(), 3u);
    EXPECT_EQ(all_rows(std::move(read)).first, (Rows{1, 2, 3, 4, 5, 6}));
  }
  const std::string floats = npy(dictionary("<f4", "(1L, 2L)"), raw<float>({0.5f, 0.1f}));
  EXPECT_EQ(all_rows(read_states(floats, "q.npy", r)).first, (Rows{0.5, double(0.1f)}));
  EXPECT_EQ(all_rows(read_states(npy(dictionary("<f8", "(2,)"), kSix.substr(0, 16)), "q", r)).first,
            (Rows{1, 2}));
  EXPECT_EQ(all_rows(read_states(npy(dictionary("<f8", "(0, 2)"), ""), "q", r)).first, Rows());
  const Robot one = robot_of(link("0") + link("1") + joint("a", "continuous", "0", "1"));
  EXPECT_EQ(all_rows(read_states(npy(dictionary("<f8", "(6,)"), kSix), "q", one)).first.size(), 6u);
}

TEST(StatesNpy, BlocksAreAsLargeAsTheirBuffer) {
  // More than a block of the reader, which converts 64 KiB at once.
  std::vector<double> numbers(2 * 10'001);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>(i);
  const std::string bytes = npy(dictionary("<f8", "(10001, 2)"), raw(numbers));
  for (const std::size_t block : {1u, 7u, 4096u, 20000u})
    EXPECT_EQ(all_rows(read_states(bytes, "q.npy", two_variables()), block).first, numbers);
  StatesRead read = read_states(bytes, "q.npy", two_variables());
  Real row[2];
  EXPECT_TRUE(read.states->seek(10'000));
  EXPECT_EQ(read.states->read(row), 1u);
  EXPECT_EQ(row[1], 20'001);
  EXPECT_TRUE(read.states->seek(0));
  EXPECT_EQ(read.states->read(row), 1u);
  EXPECT_EQ(row[1], 1);
  EXPECT_FALSE(read.states->seek(10'002));
}

TEST(StatesNpy, OtherArraysAreRefused) {
  const auto error = [](const std::string& bytes) {
    const StatesRead read = read_states(bytes, "q.npy", two_variables());
    EXPECT_GT(read.code, ReadCode::partial);
    return messages_of(read);
  };
  const std::string begin = "error: q.npy: the numpy array is not read: ";
  EXPECT_EQ(error(npy(dictionary("<i8", "(3, 2)"), kSix)),
            begin + "its type is \"<i8\": save little-endian float64 or float32 (\"<f8\", \"<f4\")\n");
  EXPECT_EQ(error(npy(dictionary("<f8", "(2, 3)"), kSix)),
            begin + "its shape is (2, 3), the robot has 2 variables: (rows, 2) is needed\n");
  EXPECT_EQ(error(npy(dictionary("<f8", "(3, 2)", "True"), kSix)),
            begin + "it is in Fortran order: save numpy.ascontiguousarray() of it\n");
  EXPECT_EQ(error(npy(dictionary("<f8", "(4, 2)"), kSix)),
            begin + "it is cut short: 3 of 4 rows are there\n");
  EXPECT_EQ(error(npy(dictionary("<f8", "(18446744073709551615, 2)"), kSix)),
            begin + "it is cut short: 3 of 18446744073709551615 rows are there\n");
  EXPECT_EQ(error(npy("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }", kSix)),
            begin + "it has named fields: save a plain array\n");
  EXPECT_EQ(error(npy("{'descr': '<f8', 'shape': (3, 2)}", kSix)), begin + "its header is damaged\n");
  EXPECT_EQ(error(npy("{'descr': '<f8", kSix)), begin + "its header is damaged\n");
  EXPECT_EQ(error(npy(dictionary("<f8", "(-3, 2)"), kSix)), begin + "its header is damaged\n");
  EXPECT_EQ(error(npy(dictionary("<f8", "(3, 2)"), kSix, 4)),
            "error: q.npy: the numpy array is of format 4; 1 to 3 are read\n");
  EXPECT_EQ(error("\x93NUMPY"), "error: q.npy: the numpy array is cut short\n");
  const std::string longer = npy(dictionary("<f8", "(2, 2)"), kSix);
  EXPECT_EQ(messages_of(read_states(longer, "q.npy", two_variables())),
            "q.npy: bytes follow the numpy array and are ignored\n");
}

TEST(StatesNpy, NumbersThatAreNotFiniteAreRefusedByRowAndColumn) {
  const std::string bytes = npy(dictionary("<f8", "(2, 2)"), raw<double>({1, 2, 3, NAN}));
  const auto [rows, error] = all_rows(read_states(bytes, "q.npy", two_variables()), 10);
  EXPECT_EQ(rows, (Rows{1, 2}));
  EXPECT_EQ(error, "q.npy: row 1, column 1 (from 0): variable \"b\" is not a finite number");
}

TEST(StatesNpy, FilesAreStreamed) {
  // A hole of 8 GB costs no memory to make, and none to read: rows of zeros.
  const std::filesystem::path path = std::filesystem::path(testing::TempDir()) / "graze_robot_states.npy";
  const std::string head = npy(dictionary("<f8", "(500000000, 2)"), "");
  std::ofstream(path, std::ios::binary) << head;
  std::error_code error;
  std::filesystem::resize_file(path, head.size() + 8'000'000'000u, error);
  ASSERT_FALSE(error);
  StatesRead read = open_states(path.string(), two_variables());
  ASSERT_TRUE(read) << messages_of(read);
  EXPECT_EQ(read.states->row_count(), 500'000'000u);
  ASSERT_TRUE(read.states->seek(499'999'999));
  Real rows[8] = {1, 1};
  EXPECT_EQ(read.states->read(rows), 1u);
  EXPECT_EQ(rows[0], 0);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace graze::io::test
