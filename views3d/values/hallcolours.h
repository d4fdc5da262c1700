// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "views3d/geometry/drawlist.h"
#include "views3d/values/hallair.h"
#include "views3d/values/hallvalues.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lockstep {

/// How a surface is filled. Part of a box's colour, passed to the shader.
enum class Fill : std::uint8_t {
    Plain = 255,
    Hatched = 170, ///< diagonal lines: no data
    CrossHatched = 85, ///< stale, or something inside is silent
};

/// Colour of one box for the graphics card: four bytes, the last one a Fill.
struct BoxColour
{
    std::uint8_t red = 0;
    std::uint8_t green = 0;
    std::uint8_t blue = 0;
    Fill fill = Fill::Plain;
    friend bool operator==(const BoxColour&, const BoxColour&) = default;
};
static_assert(sizeof(BoxColour) == 4);

/// Greys of the hall in one theme: entities without a value, between panel and text.
struct NeutralColours
{
    Rgb background;
    Rgb grid;
    Rgb frame;
    Rgb furniture;
    Rgb shell; ///< of an open node
    Rgb neutral; ///< entities to which the metric does not apply
    Rgb supply; ///< pipes without measurement
    Rgb returning;
    Rgb coldAisle;
    Rgb hotAisle;
    bool isOnLight; ///< as in ColourScale

    explicit NeutralColours(const Palette& palette);
};

[[nodiscard]] BoxColour colourOf(const HallSample& sample, const ColourScale& scale, const NeutralColours& tones);

/// Inputs of the colours.
struct ColourSource
{
    const HallGeometry& geometry;
    const HallValues& values;
    const HallAir* air; ///< null: not shown
    NeutralColours tones;
};

/// Colours for boxes of one geometry, in their order.
[[nodiscard]] std::vector<BoxColour> coloursOf(std::span<const DrawBox> boxes, const ColourSource& source);

} // namespace lockstep
