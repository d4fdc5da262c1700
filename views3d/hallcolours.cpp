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
      neutral(mixed(palette.line, palette.dimText, 0.3)),
      supply(mixed(neutral, palette.information, 0.55)),
      returning(mixed(neutral, palette.critical, 0.5)),
      coldAisle(mixed(background, palette.information, 0.16)),
      hotAisle(mixed(background, palette.critical, 0.14))
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

std::vector<BoxColour> coloursOf(std::span<const DrawBox> boxes, const HallGeometry& geometry, const HallValues& values,
                                 const HallTones& tones)
{
    std::vector<BoxColour> colours;
    colours.reserve(boxes.size());
    const auto about = [&](EntityKind kind) {
        return values.metric() && values.metric()->entityKind == kind;
    };
    const bool showsNodes = about(EntityKind::Node);
    const bool showsLoops = about(EntityKind::Loop);
    const auto valueOf = [&](const DrawBox& box) {
        const bool isNameless = !box.entity.isValid() && box.rack < geometry.racks().size();
        return colourOf(isNameless ? values.worstOf(geometry.membersOf(geometry.racks()[box.rack]))
                                   : values.of(box.entity),
                        values.scale(), tones);
    };
    const auto add = [&](const DrawBox& box, bool isValue, Rgb plain) {
        colours.push_back(isValue ? valueOf(box) : filled(plain, Fill::Plain));
    };
    for (const DrawBox& box : boxes) {
        switch (box.role) {
        case BoxRole::Frame:
            add(box, false, tones.frame);
            break;
        case BoxRole::Furniture:
            add(box, false, tones.furniture);
            break;
        case BoxRole::Shell:
            add(box, showsNodes, tones.shell);
            break;
        case BoxRole::Supply:
            add(box, showsLoops, tones.supply);
            break;
        case BoxRole::Return:
            add(box, showsLoops, tones.returning);
            break;
        case BoxRole::ColdAisle:
            add(box, false, tones.coldAisle);
            break;
        case BoxRole::HotAisle:
            add(box, false, tones.hotAisle);
            break;
        case BoxRole::Body:
        case BoxRole::Lamp:
            add(box, true, 0);
            break;
        }
    }
    return colours;
}

} // namespace lockstep
