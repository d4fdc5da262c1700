// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/span.h"
#include "models/view/colour/palette.h"

#include <QColor>

#include <array>

namespace lockstep {

/// Fills of spans in one theme, computed once per picture. A plain value.
class SpanColours
{
public:
    struct Fill
    {
        QColor ground;
        QColor text;
    };

    explicit SpanColours(const Palette& palette);

    /// A wait is the deeper the longer it lasts; what stands for many spans is paler than one that fills its pixels.
    [[nodiscard]] const Fill& fill(SpanKind kind, Duration length, bool standsForMany) const;
    /// Steps frame the rest; their shade alternates, so that each can be distinguished from the next.
    [[nodiscard]] const QColor& step(std::uint32_t number) const { return m_steps[number % 2]; }

private:
    static constexpr std::size_t kinds = static_cast<std::size_t>(SpanKind::Marker) + 1;

    std::array<Fill, kinds> m_fills;
    std::array<Fill, kinds> m_pale;
    std::array<Fill, 65> m_waits; ///< by the number of bits in the length's nanoseconds: a shade for each doubling
    std::array<QColor, 2> m_steps;
};

} // namespace lockstep
