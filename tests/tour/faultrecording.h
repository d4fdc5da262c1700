// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// Records the demo's cluster while a drill of resources/drills unfolds, as a live session would, only faster: with
/// what its analyses find. In simulated seconds.
/// @return what went wrong; empty: nothing
[[nodiscard]] QString recordDrill(const QString& drill, int seconds, const QString& folder);

} // namespace lockstep
