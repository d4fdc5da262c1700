// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace lockstep {

/// How evenly paths of equal cost share their load. NaN entries (a path that is down, or not measured) are ignored.

/// Busiest / mean - 1: 0 if all have the same load, n - 1 if one has everything. NaN with fewer than two.
[[nodiscard]] float loadImbalance(std::span<const float> loads);

/// Number of evenly used paths with the same concentration: (sum x)^2 / sum x^2, the inverse of Simpson's index (Nature
/// 163, 1949). n if all have the same load. NaN with fewer than two, or without load.
[[nodiscard]] float effectivePaths(std::span<const float> loads);

/// Share of the paths that is effectively unused: 1 - effectivePaths / n. 0 if all have the same load; 0.75 if a
/// quarter of them has everything. The mean load of a minute separates polarisation, which stays on the same paths,
/// from load that moves between paths.
[[nodiscard]] float unusedPaths(std::span<const float> meanLoads);

} // namespace lockstep
