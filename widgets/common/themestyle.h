// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QPalette>
#include <QString>

class QApplication;

namespace lockstep {

class Theme;

/// A Palette in Qt's terms, for every colour group.
[[nodiscard]] QPalette qtPalette(const Palette& palette);

/// Style beyond a QPalette: row heights, target sizes, visible focus, quiet docks and tabs.
[[nodiscard]] QString styleSheet(const Palette& palette);

/// Applies a theme to the application: Fusion (see ElidingStyle), palette and style sheet. Call at start and on each
/// Theme::changed.
void applyTheme(QApplication& application, const Theme& theme);

} // namespace lockstep
