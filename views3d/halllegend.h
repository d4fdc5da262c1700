// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/palette.h"
#include "views3d/hallcolours.h"

#include <QRectF>
#include <QString>

#include <span>
#include <vector>

class QFont;
class QPainter;

namespace lockstep {

/// What the colours in the picture mean: bar, range with unit, how the range was chosen, and those of the other fills
/// that are in the picture.
struct HallLegend
{
    struct Entry
    {
        BoxColour colour;
        QString text;
        friend bool operator==(const Entry&, const Entry&) = default;
    };

    QString title; ///< empty: no metric, no bar
    QString low;
    QString high;
    QString how;
    ColourMap map = ColourMap::Cividis;
    std::vector<Entry> entries;

    [[nodiscard]] bool isEmpty() const { return title.isEmpty() && entries.empty(); }
    friend bool operator==(const HallLegend&, const HallLegend&) = default;
};

/// @param showsAir floors and pipes wear temperatures on a scale of their own
/// @param colours those of the picture: only fills that occur are explained
[[nodiscard]] HallLegend legendFor(const HallValues& values, std::span<const BoxColour> colours, const HallTones& tones,
                                   bool showsAir = false);

/// Where the legend goes: the lower right corner, as large as its text needs.
[[nodiscard]] QRectF legendRect(const HallLegend& legend, QSizeF viewport, const QFont& font);
void paintLegend(QPainter& painter, const HallLegend& legend, QRectF rect, const Palette& palette);

} // namespace lockstep
