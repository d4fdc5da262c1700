// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace lockstep {

/// The fonts of the whole window, all relative to the application's font, so that one setting scales everything.

/// Words: the system's sans, regular weight. @p scale multiplies the application's size.
[[nodiscard]] QFont textFont(double scale = 1.0);
/// Small print: axis labels, captions.
[[nodiscard]] QFont smallTextFont();
/// Titles of views: the weight of figures, not larger than the text.
[[nodiscard]] QFont titleFont();
/// Monospaced, so that digits align and changing numbers do not move.
[[nodiscard]] QFont figureFont(double scale = 1.0);
[[nodiscard]] QFont smallFigureFont();

/// Height of a row of text with the given font: 22 px at the usual size, more when the font is larger.
[[nodiscard]] int rowHeight(const QFont& font);

} // namespace lockstep
