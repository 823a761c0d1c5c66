// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#include "pairs.h"

#include "pair_query.h"

namespace graze_python {

void read_options(const Call& call, Extra extra, Options& options) {
  using To = Keyword::To;
  const Keyword known[] = {{"relative_error", To::real, &options.settings.relative_error},
                           {"max_iterations", To::integer, &options.settings.max_iterations},
                           {"cache", To::object, &options.cache},
                           {"threads", To::count, &options.threads},
                           {"out", To::object, &options.out},
                           {"progress", To::object, &options.progress},
                           {"index_a", To::object, &options.index_a},
                           {"index_b", To::object, &options.index_b},
                           {"threshold", To::real, &options.settings.threshold},
                           {"max_directions", To::integer, &options.settings.max_directions},
                           {"prediction", To::real, &options.contacts.prediction},
                           {"tolerance", To::real, &options.clash.tolerance},
                           {"clearance", To::real, &options.clash.clearance}};
  constexpr std::size_t kCommon = 8;
  std::vector<Keyword> mine(known, known + kCommon);
  if (extra == Extra::threshold) mine.push_back(known[kCommon]);
  if (extra == Extra::directions) mine.push_back(known[kCommon + 1]);
  if (extra == Extra::prediction) mine.push_back(known[kCommon + 2]);
  if (extra == Extra::clash) mine.insert(mine.end(), known + kCommon + 3, known + kCommon + 5);
  read_keywords(call, mine);
  options.contacts.relative_error = options.settings.relative_error;
  options.contacts.max_iterations = options.settings.max_iterations;
  options.clash.query = options.settings;
  if (!options.cache || options.cache.is_none()) return;
  if (extra == Extra::prediction) {
    if (!py::isinstance<graze::ContactCache>(options.cache))
      raise_type("cache: expected a graze.ContactCache, got " + describe(options.cache));
    options.contacts.cache = &options.cache.cast<graze::ContactCache&>();
  } else {
    if (!py::isinstance<graze::PairCache>(options.cache))
      raise_type("cache: expected a graze.PairCache, got " + describe(options.cache));
    options.settings.cache = &options.cache.cast<graze::PairCache&>();
  }
}

namespace {

using namespace graze;

template <class T>
using Single = T (*)(const Instance&, const Instance&, const QuerySettings&);
template <class T>
using Many = Result<BatchStatistics> (*)(const PairBatch&, std::span<T>, const BatchSettings&);

template <class T, Single<T> Function>
T ask(const Instance& a, const Instance& b, const Options& options) {
  return Function(a, b, options.settings);
}

template <class T, Many<T> Function>
Result<BatchStatistics> ask_batch(const PairBatch& pairs, std::span<T> out, const Options& options) {
  return Function(
      pairs, out,
      {options.settings.relative_error, options.settings.max_iterations, options.settings.threshold, {}});
}

ContactSet ask_contacts(const Instance& a, const Instance& b, const Options& options) {
  return contacts(a, b, options.contacts);
}

Result<BatchStatistics> ask_contact_batch(const PairBatch& pairs, std::span<ContactSet> out,
                                          const Options& options) {
  return contacts(
      pairs, out,
      {options.contacts.prediction, options.contacts.relative_error, options.contacts.max_iterations, {}});
}

// A Classification with the status where other results have it.
Clashing ask_clash(const Instance& a, const Instance& b, const Options& options) {
  const Classification found = classify(a, b, options.clash);
  return {found.separation, found.clash, found.is_certain};
}

constexpr PairQuery<Intersection> kIntersects{"intersects", Extra::none, ask<Intersection, &intersects>,
                                              ask_batch<Intersection, &intersects>};
constexpr PairQuery<Distance> kDistance{"distance", Extra::threshold, ask<Distance, &distance>,
                                        ask_batch<Distance, &distance>};
constexpr PairQuery<Penetration> kPenetration{
    "penetration", Extra::directions, ask<Penetration, &penetration>, ask_batch<Penetration, &penetration>};
constexpr PairQuery<Separation> kSeparation{"separation", Extra::directions, ask<Separation, &separation>,
                                            nullptr};
constexpr PairQuery<CommonPoint> kCommonPoint{"common_point", Extra::none, ask<CommonPoint, &common_point>,
                                              nullptr};
constexpr PairQuery<Containment> kContains{"contains", Extra::none, ask<Containment, &contains>, nullptr};
constexpr PairQuery<ContactSet> kContacts{"contacts", Extra::prediction, ask_contacts, ask_contact_batch};
constexpr PairQuery<Clashing> kClassify{"classify", Extra::clash, ask_clash, nullptr};

}  // namespace

void define_pairs(py::module_& module) {
  py::class_<PairCache>(
      module, "PairCache",
      "Memory of the last query on a pair: pass it again with the next one on that pair, as "
      "cache=. A stale one costs time, never correctness.")
      .def(py::init<>());
  py::class_<ContactCache>(
      module, "ContactCache",
      "Memory of the last contacts() on a pair of convex shapes: with it names of points persist.")
      .def(py::init<>())
      .def("clear", &ContactCache::clear, "Forgets everything.");
  static PyMethodDef methods[] = {
      method<kIntersects>("Whether two objects meet (touching counts), with a witness."),
      method<kDistance>(
          "How far two objects are apart, with bounds and nearest points; zero where they meet."),
      method<kPenetration>(
          "How deep two objects overlap: the shortest way that parts them, with bounds; zero where "
          "they are apart."),
      method<kSeparation>(
          "Signed distance of two objects: positive apart, minus the depth where they overlap."),
      method<kCommonPoint>("A point of both objects, if there is one."),
      method<kContains>("Whether b lies wholly in a, and with how much room."),
      method<kContacts>(
          "At most four points at which two objects touch, overlap, or are closer than `prediction`."),
      method<kClassify>(
          "How two objects of a plan lie to each other: clear, near (closer than `clearance`), touching "
          "(within `tolerance`), overlapping, one in the other, duplicate."),
      {nullptr, nullptr, 0, nullptr}};
  if (PyModule_AddFunctions(module.ptr(), methods) != 0) throw py::error_already_set();
}

}  // namespace graze_python
