// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "views3d/values/hallcolours.h"

#include <QRectF>
#include <QString>

#include <array>
#include <vector>

class QFont;
class QPainter;

namespace lockstep {

class HallStage;

/// Legend of the colours: bars with range, unit and the origin of the range, and the fills in use.
struct HallLegend
{
    struct Bar
    {
        QString title;
        QString low; ///< lowest value, always on the left
        QString high;
        QString how;
        std::array<Rgb, 256> colours{}; ///< from low to high
        friend bool operator==(const Bar&, const Bar&) = default;
    };
    struct Entry
    {
        BoxColour colour;
        QString text;
        friend bool operator==(const Entry&, const Entry&) = default;
    };

    std::vector<Bar> bars;
    std::vector<Entry> entries;
    QString note; ///< what the picture omits; empty: nothing

    [[nodiscard]] bool isEmpty() const { return bars.empty() && entries.empty() && note.isEmpty(); }
    friend bool operator==(const HallLegend&, const HallLegend&) = default;
};

/// The legend for the stage's picture: explains only fills that occur.
[[nodiscard]] HallLegend legendFor(const HallStage& stage, const NeutralColours& tones);

/// Area of the legend: the lower right corner, sized for its text; empty if it would hide the picture.
[[nodiscard]] QRectF legendRect(const HallLegend& legend, QSizeF viewport, const QFont& font);
void paintLegend(QPainter& painter, const HallLegend& legend, QSizeF viewport, const Palette& palette);

} // namespace lockstep
