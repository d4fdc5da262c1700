// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/store/clusterstore.h"
#include "widgets/fabric/matrixcontent.h"

namespace lockstep {

/// Unit of the rows and columns of a pair matrix.
enum class PairUnit : std::uint8_t { Rank, Node };

/// Ranks, or the nodes that they run on, down and across: by where they stand in the hall, or by job and rank.
/// Similarity is not offered, and taken as job. Ranks are those that the store has lanes of.
[[nodiscard]] MatrixAxes pairAxes(const ClusterStore& store, PairUnit unit, MatrixOrder order);

} // namespace lockstep
