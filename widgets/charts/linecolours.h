// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QColor>

#include <cstddef>

namespace lockstep {

/// Colours that tell entities apart: eight that differ in hue and lightness and keep clear of those that mean that
/// something is wrong. Repeats after eight.
[[nodiscard]] QColor lineColour(std::size_t index, const Palette& palette);

} // namespace lockstep
