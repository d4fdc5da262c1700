// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/causality/dependencypicture.h"

#include <QRectF>
#include <QString>

#include <vector>

namespace lockstep {

/// Layout of a dependency diagram: columns from the most fundamental to the most dependent, tiers of a column one below
/// the other, each with its name. A plain value; rebuilt for each picture and size.
class DependencyColumns
{
public:
    struct Heading
    {
        QRectF area;
        QString text;
    };

    DependencyColumns() = default;
    /// @param heading, box heights in pixels
    DependencyColumns(const DependencyPicture& picture, QSizeF size, qreal heading, qreal box);

    [[nodiscard]] const std::vector<QRectF>& boxes() const { return m_boxes; } ///< by box; empty: the box does not fit
    [[nodiscard]] const std::vector<Heading>& headings() const { return m_headings; }
    /// Index of the box at a point; -1: none.
    [[nodiscard]] int boxAt(QPointF point) const;
    /// The box that an arrow key leads to; @p from if there is none.
    [[nodiscard]] int next(int from, int right, int down) const;

    /// Number of boxes per tier that fit into the height, for the given numbers of entities.
    [[nodiscard]] static DependencyRooms roomsFor(const DependencyScope& scope, qreal height, qreal heading, qreal box);

private:
    std::vector<QRectF> m_boxes;
    std::vector<Heading> m_headings;
};

} // namespace lockstep
