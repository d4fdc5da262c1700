// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockstep {

/// Records the demo's cluster during a drill of resources/drills, including the findings of analyses, like a live
/// session but faster. Times are in simulated seconds.
/// @return the problem; empty: none
[[nodiscard]] QString recordDrill(const QString& drill, int seconds, const QString& folder);

} // namespace lockstep
