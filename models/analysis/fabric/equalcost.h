// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lockstep {

/// How evenly paths of equal cost share their load. NaN entries (a path that is down, or not measured) do not count.

/// Busiest over mean, less one: 0 when all carry the same, n - 1 when one carries everything. NaN with fewer than two.
[[nodiscard]] float loadImbalance(std::span<const float> loads);

/// How many paths would carry this load if those that are used were used evenly: (sum x)^2 / sum x^2, the inverse of
/// Simpson's index (Nature 163, 1949). n when all carry the same. NaN with fewer than two, or without load.
[[nodiscard]] float effectivePaths(std::span<const float> loads);

/// Share of the paths that is in effect left unused: 1 - effectivePaths / n. 0 when all carry the same; 0.75 when a
/// quarter of them carries everything. Over a minute's mean load it tells polarisation, which stays with the same few
/// paths, from mere load, which moves from path to path and evens out.
[[nodiscard]] float unusedPaths(std::span<const float> meanLoads);

} // namespace lockstep
