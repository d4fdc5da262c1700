// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/batch.h"

#include <string>

namespace lockstep {

/// One tick as `lockstep-agent --once --json` prints it. A stable interface, on one line:
///
///     {"node": NAME,
///      "inventory": [{"collector": NAME, "active": BOOL, "detail": TEXT, "properties": {NAME: TEXT}}, ...],
///      "samples": [{"metric": NAME, "entity": PATH, "unit": WORD, "value": NUMBER or null}, ...]}
///
/// PATH names an entity below the node ("gpu0", "mlx5_0/1") and is empty for the node itself; WORD is unitName();
/// null means that there is no data.
[[nodiscard]] std::string onceAsJson(const NodeIdentity& identity, const NodeTick& tick);

/// The same as a table with aligned columns.
[[nodiscard]] std::string onceAsText(const NodeIdentity& identity, const NodeTick& tick);

} // namespace lockstep
