// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/linecolours.h"

#include "widgets/common/paint.h"

#include <array>

namespace lockstep {

namespace {

constexpr std::array<Rgb, 8> onDark = {0x6FB1E8, 0x4DB6A4, 0xB39DDB, 0xD98CB3, 0x9AAF5E, 0xC7A27C, 0x7FD6E8, 0x9AA5B1};
constexpr std::array<Rgb, 8> onLight = {0x1F6FB5, 0x1D7A6C, 0x6A4FB0, 0xA03E72, 0x5C6F1D, 0x7D5A2E, 0x117A8B, 0x56616D};

} // namespace

QColor lineColour(std::size_t index, const Palette& palette)
{
    const bool isDark = contrastRatio(palette.panel, 0xFFFFFF) > contrastRatio(palette.panel, 0x000000);
    return toColor(isDark ? onDark[index % onDark.size()] : onLight[index % onLight.size()]);
}

} // namespace lockstep
