// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>

namespace lockstep {

/// Elides the middle of a name to @p width pixels, keeping more of its end, where names of siblings differ
/// ("to:r0-spine04" and "to:r0-spine05").
[[nodiscard]] QString elidedName(const QFontMetrics& metrics, const QString& name, int width);

} // namespace lockstep
