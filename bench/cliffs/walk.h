// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "kinds.h"
#include "meter.h"

// A walk over every kind of shape, every query and every placement: which call costs far more than its
// neighbours?

namespace cliffs {

/// Each appends the jobs of its subject. The kinds must outlive the jobs.
void add_pair_jobs(const std::vector<Kind>& kinds, std::vector<Job>& jobs);
void add_ray_jobs(const std::vector<Kind>& kinds, std::vector<Job>& jobs);
void add_growth_jobs(std::vector<Job>& jobs);
void add_broad_jobs(std::vector<Job>& jobs);
void add_scene_jobs(std::vector<Job>& jobs);

/// Runs the walk and prints what it found beside the reasons of the file `accepted`. Returns how many
/// findings have none. `wanted`: a part of the names of cells; empty: all. `csv`: a file for all cells, or
/// null.
int walk(const std::string& wanted, const char* accepted, const char* csv);

}  // namespace cliffs
