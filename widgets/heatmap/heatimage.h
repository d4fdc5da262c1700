// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colourscale.h"

#include <QImage>
#include <QRectF>

#include <optional>
#include <span>

class QPainter;

namespace lockstep {

/// The pixels of a heatmap, one a cell, scaled up without smoothing when drawn. Cells without data are clear, so that
/// the ground shows through. A plain value; GUI thread.
class HeatImage
{
public:
    /// Clears everything when the size differs. @return true if it did
    bool resize(int columns, int rows);

    [[nodiscard]] int columns() const { return m_image.width(); }
    [[nodiscard]] int rows() const { return m_image.height(); }
    [[nodiscard]] const QImage& image() const { return m_image; }

    /// Colours a column from values, top down. @param missing for cells without data; nullopt: clear
    void setColumn(int column, std::span<const float> values, const ColourScale& scale,
                   std::optional<Rgb> missing = std::nullopt);
    void setRow(int row, std::span<const float> values, const ColourScale& scale);
    /// One opaque colour for a column that nothing is known of yet.
    void fillColumn(int column, Rgb colour);

    /// Draws the whole image over @p target; what lies outside @p area is not drawn.
    void draw(QPainter& painter, const QRectF& target, const QRectF& area) const;

private:
    QImage m_image;
};

} // namespace lockstep
