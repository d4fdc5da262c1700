// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <QColor>

#include <cstddef>

namespace lockstep {

/// Eight distinct colours for entities that differ in hue and lightness and avoid the alarm colours. Repeats after
/// eight.
[[nodiscard]] QColor lineColour(std::size_t index, const Palette& palette);

} // namespace lockstep
