// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/palette.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

/// Relative luminance, WCAG 2.1, "relative luminance".
double luminance(Rgb colour)
{
    const auto channel = [colour](unsigned shift) {
        const double value = ((colour >> shift) & 0xFFU) / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
}

} // namespace

const Palette& darkPalette()
{
    static constexpr Palette palette{
        .window = 0x14171A,
        .panel = 0x1B1F24,
        .raised = 0x232830,
        .line = 0x2E353E,
        .text = 0xD7DCE2,
        .dimText = 0x939DA9,
        .accent = 0x4DA3FF,
        .hover = 0x7FBFFF,
        .information = 0x6FA8DC,
        .warning = 0xE5A50A,
        .critical = 0xE96266, // a little lighter than #E5484D, whose contrast as text is only 3.8:1 on raised
        .compute = 0x5B7083,
        .transfer = 0x3E9C8F,
        .wait = 0xE5A50A,
        .checkpoint = 0x8E7CC3,
        .restart = 0xC2557A,
    };
    return palette;
}

const Palette& lightPalette()
{
    // The signal colours of the dark theme are too bright as text on white. These are darker versions of the same hues.
    static constexpr Palette palette{
        .window = 0xF4F5F7,
        .panel = 0xFFFFFF,
        .raised = 0xECEEF1,
        .line = 0xCFD4DA,
        .text = 0x1B2026,
        .dimText = 0x5B6570,
        .accent = 0x0B62C4,
        .hover = 0x3E86D6,
        .information = 0x2F6FAE,
        .warning = 0x8A5F00,
        .critical = 0xC62A30,
        .compute = 0x5B7083,
        .transfer = 0x3E9C8F,
        .wait = 0xE5A50A,
        .checkpoint = 0x8E7CC3,
        .restart = 0xC2557A,
    };
    return palette;
}

Rgb severityColour(const Palette& palette, Severity severity)
{
    switch (severity) {
    case Severity::Information:
        return palette.information;
    case Severity::Warning:
        return palette.warning;
    case Severity::Critical:
        break;
    }
    return palette.critical;
}

Rgb spanColour(const Palette& palette, SpanKind kind)
{
    switch (kind) {
    case SpanKind::Compute:
        return palette.compute;
    case SpanKind::Collective:
    case SpanKind::Transfer:
        return palette.transfer;
    case SpanKind::Wait:
        return palette.wait;
    case SpanKind::Checkpoint:
        return palette.checkpoint;
    case SpanKind::Restart:
        return palette.restart;
    case SpanKind::Step:
        return palette.line;
    case SpanKind::Marker:
        return palette.accent;
    case SpanKind::Idle:
        break;
    }
    return palette.panel;
}

Rgb mixed(Rgb under, Rgb over, double share)
{
    Rgb result = 0;
    for (const int shift : {16, 8, 0}) {
        const double low = (under >> shift) & 0xFF;
        const double high = (over >> shift) & 0xFF;
        result |= static_cast<Rgb>(std::lround(low + (high - low) * share)) << shift;
    }
    return result;
}

double contrastRatio(Rgb a, Rgb b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace lockstep
