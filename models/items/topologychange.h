// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace lockstep {

class Topology;

/// True when @p next only adds to @p last, as each version of a running cluster does; false for another cluster.
[[nodiscard]] bool isExtension(const Topology& last, const Topology& next);

} // namespace lockstep
