// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/hallcolours.h"

#include <cmath>

namespace lockstep {

namespace {

BoxColour filled(Rgb colour, Fill fill)
{
    return {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8),
            static_cast<std::uint8_t>(colour), fill};
}

} // namespace

HallTones::HallTones(const Palette& palette)
    : background(mixed(palette.window, palette.raised, 0.2)),
      grid(mixed(palette.window, palette.line, 0.75)),
      frame(mixed(palette.line, palette.dimText, 0.12)),
      furniture(mixed(palette.raised, palette.dimText, 0.16)),
      shell(mixed(palette.raised, palette.dimText, 0.1)),
      neutral(mixed(palette.line, palette.dimText, 0.3))
{ }

BoxColour colourOf(const HallReading& reading, const ColourScale& scale, const HallTones& tones)
{
    const bool hasValue = !std::isnan(reading.value);
    switch (reading.knowledge) {
    case Knowledge::NotMeasured:
        return filled(tones.neutral, reading.hidesSilence ? Fill::CrossHatched : Fill::Plain);
    case Knowledge::NoData:
        return filled(tones.neutral, Fill::Hatched);
    case Knowledge::Stale:
        // What was last known, half faded: it may still be true, but nobody says so.
        return filled(hasValue ? mixed(scale.colour(reading.value), tones.neutral, 0.5) : tones.neutral,
                      Fill::CrossHatched);
    case Knowledge::Current:
        break;
    }
    return filled(scale.colour(reading.value), reading.hidesSilence ? Fill::CrossHatched : Fill::Plain);
}

std::vector<BoxColour> coloursOf(const DrawList& list, const HallValues& values, const HallTones& tones)
{
    std::vector<BoxColour> colours;
    colours.reserve(list.boxes().size());
    const bool showsNodes = values.metric() && values.metric()->entityKind == EntityKind::Node;
    for (const DrawBox& box : list.boxes()) {
        switch (box.role) {
        case BoxRole::Frame:
            colours.push_back(filled(tones.frame, Fill::Plain));
            break;
        case BoxRole::Furniture:
            colours.push_back(filled(tones.furniture, Fill::Plain));
            break;
        case BoxRole::Shell:
            if (!showsNodes) {
                colours.push_back(filled(tones.shell, Fill::Plain));
                break;
            }
            [[fallthrough]];
        case BoxRole::Body:
        case BoxRole::Lamp:
            colours.push_back(colourOf(values.of(box.entity), values.scale(), tones));
            break;
        }
    }
    return colours;
}

} // namespace lockstep
