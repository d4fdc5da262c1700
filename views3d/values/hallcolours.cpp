// SPDX-License-Identifier: GPL-3.0-or-later
#include "views3d/values/hallcolours.h"

#include <cmath>

namespace lockstep {

namespace {

BoxColour filled(Rgb colour, Fill fill)
{
    return {static_cast<std::uint8_t>(colour >> 16), static_cast<std::uint8_t>(colour >> 8),
            static_cast<std::uint8_t>(colour), fill};
}

} // namespace

NeutralColours::NeutralColours(const Palette& palette)
    : background(mixed(palette.window, palette.raised, 0.2)),
      grid(mixed(palette.window, palette.line, 0.75)),
      frame(mixed(palette.line, palette.dimText, 0.12)),
      furniture(mixed(palette.raised, palette.dimText, 0.16)),
      shell(mixed(palette.raised, palette.dimText, 0.1)),
      neutral(mixed(palette.line, palette.dimText, 0.3)),
      supply(mixed(neutral, palette.information, 0.55)),
      returning(mixed(neutral, palette.critical, 0.5)),
      coldAisle(mixed(background, palette.information, 0.16)),
      hotAisle(mixed(background, palette.critical, 0.14)),
      isOnLight(isLight(palette.window))
{ }

BoxColour colourOf(const HallSample& sample, const ColourScale& scale, const NeutralColours& tones)
{
    const bool hasValue = !std::isnan(sample.value);
    const auto colour = [&] {
        return colourTable(scale.map, tones.isOnLight)[scale.index(sample.value)];
    };
    switch (sample.valueState) {
    case ValueState::NotMeasured:
        return filled(tones.neutral, sample.hidesSilence ? Fill::CrossHatched : Fill::Plain);
    case ValueState::NoData:
        return filled(tones.neutral, Fill::Hatched);
    case ValueState::Stale:
        // Last known value, half faded: no longer confirmed.
        return filled(hasValue ? mixed(colour(), tones.neutral, 0.5) : tones.neutral, Fill::CrossHatched);
    case ValueState::Current:
        break;
    }
    return filled(colour(), sample.hidesSilence ? Fill::CrossHatched : Fill::Plain);
}

namespace {

/// Colours boxes one by one.
class Painter
{
public:
    explicit Painter(const ColourSource& source)
        : m_source(source),
          m_airScale(HallAir::scale()),
          m_showsNodes(isAbout(EntityKind::Node)),
          m_showsLoops(isAbout(EntityKind::Loop))
    { }

    [[nodiscard]] BoxColour colourOf(const DrawBox& box) const
    {
        const NeutralColours& tones = m_source.tones;
        switch (box.role) {
        case BoxRole::Frame:
            return filled(tones.frame, Fill::Plain);
        case BoxRole::Furniture:
            return filled(tones.furniture, Fill::Plain);
        case BoxRole::Shell:
            return m_showsNodes ? valueOf(box) : filled(tones.shell, Fill::Plain);
        case BoxRole::Supply:
            return ofPipe(box, false, tones.supply);
        case BoxRole::Return:
            return ofPipe(box, true, tones.returning);
        case BoxRole::ColdAisle:
            return filled(tones.coldAisle, Fill::Plain);
        case BoxRole::HotAisle:
            return filled(tones.hotAisle, Fill::Plain);
        case BoxRole::Air:
            return ofAir(m_source.air != nullptr ? m_source.air->tile(box.place) : noData);
        case BoxRole::Body:
        case BoxRole::Lamp:
            break;
        }
        return valueOf(box);
    }

private:
    [[nodiscard]] bool isAbout(EntityKind kind) const
    {
        return m_source.values.metric() && m_source.values.metric()->entityKind == kind;
    }
    [[nodiscard]] BoxColour valueOf(const DrawBox& box) const
    {
        const auto& racks = m_source.geometry.racks();
        const bool isNameless = !box.entity.isValid() && box.place < racks.size();
        const HallSample sample = isNameless ? m_source.values.worstOf(m_source.geometry.membersOf(racks[box.place]))
                                             : m_source.values.of(box.entity);
        return lockstep::colourOf(sample, m_source.values.scale(), m_source.tones);
    }
    [[nodiscard]] BoxColour ofTemperature(float celsius, Rgb unknown) const
    {
        return filled(std::isnan(celsius) ? unknown : m_airScale.colour(celsius), Fill::Plain);
    }
    [[nodiscard]] BoxColour ofAir(float celsius) const
    {
        const Fill fill = std::isnan(celsius) ? Fill::Hatched : Fill::Plain;
        return filled(std::isnan(celsius) ? m_source.tones.grid : m_airScale.colour(celsius), fill);
    }
    [[nodiscard]] BoxColour ofPipe(const DrawBox& box, bool isReturn, Rgb plain) const
    {
        if (m_showsLoops)
            return valueOf(box);
        return ofTemperature(m_source.air != nullptr ? m_source.air->coolant(box.entity, isReturn) : noData, plain);
    }

    const ColourSource& m_source;
    ColourScale m_airScale;
    bool m_showsNodes;
    bool m_showsLoops;
};

} // namespace

std::vector<BoxColour> coloursOf(std::span<const DrawBox> boxes, const ColourSource& source)
{
    const Painter painter(source);
    std::vector<BoxColour> colours;
    colours.reserve(boxes.size());
    for (const DrawBox& box : boxes)
        colours.push_back(painter.colourOf(box));
    return colours;
}

} // namespace lockstep
