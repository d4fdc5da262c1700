// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/colourscale.h"

#include <QImage>
#include <QRectF>

#include <optional>
#include <span>

class QPainter;

namespace lockstep {

/// The pixels of a heatmap, one per cell, scaled without smoothing. Cells without data are transparent. A plain value;
/// GUI thread.
class HeatImage
{
public:
    /// Clears everything if the size differs. @return true if it did
    bool resize(int columns, int rows);

    [[nodiscard]] int columns() const { return m_image.width(); }
    [[nodiscard]] int rows() const { return m_image.height(); }
    [[nodiscard]] const QImage& image() const { return m_image; }

    /// A column of values from the top, and the colour of cells without data (nullopt: transparent).
    struct Column
    {
        std::span<const float> values; ///< if shorter than the image, the rest has no data
        const ColourScale* scale;
        std::optional<Rgb> missing = std::nullopt;
    };

    /// Colours columns from @p first on.
    void setColumns(int first, std::span<const Column> columns);
    /// Moves all cells left by that many columns; the caller sets the new ones at the right.
    void shiftLeft(int columns);
    void setRow(int row, std::span<const float> values, const ColourScale& scale);
    /// The same with vacant cells (nonzero in @p isVacant), which get the background colour.
    void setRow(int row, std::span<const float> values, const ColourScale& scale,
                std::span<const std::uint8_t> isVacant, Rgb ground);
    /// Call before setting all rows anew: resets hasTransparentCells().
    void resetTransparency() { m_hasTransparentCells = false; }
    /// Whether some cells are transparent.
    [[nodiscard]] bool hasTransparentCells() const { return m_hasTransparentCells; }

    /// Draws the whole image scaled to @p target, clipped to @p area. Caches the scaled image, so that redrawing only
    /// copies it.
    void draw(QPainter& painter, const QRectF& target, const QRectF& area) const;

private:
    /// Parameters of the cached picture.
    struct Scaled
    {
        QImage image; ///< of the area, in device pixels; null: not made yet
        QRectF target; ///< relative to the area
        QSize size;
    };

    void scaleUp(const QRectF& target, QSize size) const;

    QImage m_image;
    bool m_hasTransparentCells = true;
    mutable Scaled m_scaled;
};

} // namespace lockstep
