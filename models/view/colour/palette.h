// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/span.h"

#include <cstdint>

namespace lockstep {

using Rgb = std::uint32_t; ///< 0xRRGGBB

/// Colours of one theme. Healthy is grey; colour marks problems. Text on panels has a contrast of at least 4.5:1.
struct Palette
{
    Rgb window, panel, raised, line, text, dimText, accent, hover;
    Rgb information, warning, critical;
    Rgb compute, transfer, wait, checkpoint, restart;
};

[[nodiscard]] const Palette& darkPalette();
[[nodiscard]] const Palette& lightPalette();

[[nodiscard]] Rgb severityColour(const Palette& palette, Severity severity);
[[nodiscard]] Rgb spanColour(const Palette& palette, SpanKind kind);

/// @p share of @p over mixed into @p under (0: under, 1: over).
[[nodiscard]] Rgb mixed(Rgb under, Rgb over, double share);

/// WCAG 2 contrast ratio of two colours, 1 to 21.
[[nodiscard]] double contrastRatio(Rgb a, Rgb b);

} // namespace lockstep
