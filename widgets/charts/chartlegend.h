// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/metric.h"
#include "models/view/colour/palette.h"

#include <QColor>
#include <QRect>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace lockstep {

/// A line in a chart's legend, with its value at the cursor.
struct LegendEntry
{
    QColor colour;
    QString name;
    QString value;
    std::optional<Severity> severity; ///< of the value
    bool isLit = false; ///< hovered, here or in another view
};

/// Height that the title and @p entries legend entries with names of that width need.
[[nodiscard]] int chartLegendHeight(const QString& title, int entries, int widestName, int width);

/// Title with unit, then a swatch, name and value for each line, in columns that do not move as values change.
void drawChartLegend(QPainter& painter, const QRect& area, const QString& title,
                     const std::vector<LegendEntry>& entries, const Palette& palette);

} // namespace lockstep
