// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"

#include <array>

namespace lockstep {

/// For quantities with a limit: grey up to four fifths of the way to it, then amber, and red at the limit. Red is the
/// most saturated, and not the palest.
[[nodiscard]] const std::array<Rgb, 256>& limitTable();

} // namespace lockstep
