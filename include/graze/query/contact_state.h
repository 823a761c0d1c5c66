// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// The states of contact; they live in math so that closed forms, which do not see queries, speak of them too.

#include "graze/math/contact.h"
