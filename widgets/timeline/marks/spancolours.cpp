// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/marks/spancolours.h"

#include "widgets/common/paint.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep {

namespace {

constexpr double paleShare = 0.7;
constexpr double palestWait = 0.5;

SpanColours::Fill fillWith(Rgb ground)
{
    return {toColor(ground), toColor(readableOn(ground))};
}

/// From 1 ms, the palest, to 1 s, the full colour, on a log scale.
double waitDepth(double nanoseconds)
{
    return std::clamp(std::log10(nanoseconds / 1e6) / 3, 0.0, 1.0);
}

} // namespace

SpanColours::SpanColours(const Palette& palette)
    : m_steps{toColor(mixed(palette.panel, palette.dimText, 0.45)),
              toColor(mixed(palette.panel, palette.dimText, 0.28))}
{
    for (std::size_t kind = 0; kind < kinds; ++kind) {
        const Rgb ground = spanColour(palette, static_cast<SpanKind>(kind));
        m_fills[kind] = fillWith(ground);
        m_pale[kind] = fillWith(mixed(palette.panel, ground, paleShare));
    }
    for (std::size_t bits = 0; bits < m_waits.size(); ++bits) {
        const double depth = waitDepth(std::exp2(static_cast<double>(bits)));
        m_waits[bits] = fillWith(mixed(palette.panel, palette.wait, palestWait + (1 - palestWait) * depth));
    }
}

const SpanColours::Fill& SpanColours::fill(SpanKind kind, Duration length, bool standsForMany) const
{
    if (kind == SpanKind::Wait)
        return m_waits[std::bit_width(static_cast<std::uint64_t>(std::max(length, Duration{}).count()))];
    const auto index = std::min(static_cast<std::size_t>(kind), kinds - 1);
    return standsForMany ? m_pale[index] : m_fills[index];
}

} // namespace lockstep
