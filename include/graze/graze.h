// SPDX-FileCopyrightText: 2026 The Graze authors
// SPDX-License-Identifier: MIT
#pragma once

// Everything but stream output (math/stream.h).

#include "graze/base/executor.h"
#include "graze/base/handle.h"
#include "graze/base/result.h"
#include "graze/base/status.h"
#include "graze/base/version.h"
#include "graze/math/aabb.h"
#include "graze/math/affine.h"
#include "graze/math/interval.h"
#include "graze/math/obb.h"
#include "graze/math/plane.h"
#include "graze/math/ray.h"
#include "graze/query/batch.h"
#include "graze/query/common_point.h"
#include "graze/query/distance.h"
#include "graze/query/intersects.h"
#include "graze/query/method.h"
#include "graze/query/penetration.h"
#include "graze/query/separation.h"
#include "graze/shape/bounds.h"
#include "graze/shape/instance.h"
#include "graze/shape/shape.h"
#include "graze/shape/support.h"
