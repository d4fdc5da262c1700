// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetrics>
#include <QString>

namespace lockstep {

/// Elides the middle of a name to @p width pixels, keeping more of its end, where names of siblings differ
/// ("to:r0-spine04" and "to:r0-spine05").
[[nodiscard]] QString elidedName(const QFontMetrics& metrics, const QString& name, int width);

/// The window's fonts, all relative to the application's font, so that one setting scales everything.

/// Text: the system's sans-serif font. @p scale multiplies the application's size.
[[nodiscard]] QFont textFont(double scale = 1.0);
/// Small print: axis labels, captions.
[[nodiscard]] QFont smallTextFont();
/// View titles: heavier, but not larger than text.
[[nodiscard]] QFont titleFont();
/// Monospaced, so that digits align and changing numbers do not move.
[[nodiscard]] QFont figureFont(double scale = 1.0);
[[nodiscard]] QFont smallFigureFont();

/// Height of a row of text with the given font: 22 px at the usual size, more for larger fonts.
[[nodiscard]] int rowHeight(const QFont& font);

} // namespace lockstep
