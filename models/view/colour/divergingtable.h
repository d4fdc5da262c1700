// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <array>

namespace lockstep {

/// Blue, grey, red: 256 sRGB entries on two straight lines in CIELAB that meet in a calm grey, equally light at equal
/// distance from the middle, so that neither sign looks worse than the other.
[[nodiscard]] const std::array<Rgb, 256>& divergingTable();

} // namespace lockstep
