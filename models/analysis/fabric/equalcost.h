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

/// Share of the paths that is effectively unused: 1 - effectivePaths / n. 0 if all carry the same; 0.75 if a quarter of
/// them carries everything. Over a minute's mean load it separates polarisation, which stays on the same paths, from
/// load, which moves between paths.
[[nodiscard]] float unusedPaths(std::span<const float> meanLoads);

} // namespace lockstep
