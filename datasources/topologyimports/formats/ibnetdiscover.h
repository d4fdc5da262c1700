// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/topologyimports/formats/topologypart.h"
#include "models/core/result.h"

#include <string>
#include <string_view>

namespace lockstep {

/// Whether a text looks like what ibnetdiscover prints, by itself or with --ports.
[[nodiscard]] bool isIbnetdiscover(std::string_view text);

/// A discovered InfiniBand fabric: its switches, the nodes at it, and the links that were seen. Nodes and ports are
/// called as their agents call them where the node description tells ("n001 mlx5_0": n001, "mlx5_0/1").
[[nodiscard]] Result<TopologyPart> readIbnetdiscover(std::string_view text, const std::string& origin);

} // namespace lockstep
