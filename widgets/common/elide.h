// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetrics>
#include <QString>

namespace lockstep {

/// A name cut down to @p width pixels: its middle gives way, and of what is left its end gets the larger part, as that
/// is where the names of brothers differ ("to:r0-spine04" and "to:r0-spine05").
[[nodiscard]] QString elidedName(const QFontMetrics& metrics, const QString& name, int width);

} // namespace lockstep
