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
    /// Clears everything when the size differs. @return true if it did
    bool resize(int columns, int rows);

    [[nodiscard]] int columns() const { return m_image.width(); }
    [[nodiscard]] int rows() const { return m_image.height(); }
    [[nodiscard]] const QImage& image() const { return m_image; }

    /// A column of values from the top, and the colour of cells without data (nullopt: transparent).
    struct Column
    {
        std::span<const float> values; ///< shorter than the image: the rest is without data
        const ColourScale* scale;
        std::optional<Rgb> missing = std::nullopt;
    };

    /// Colours columns from @p first on.
    void setColumns(int first, std::span<const Column> columns);
    /// Moves all cells by so many columns to the left; what enters at the right is to be set.
    void shiftLeft(int columns);
    void setRow(int row, std::span<const float> values, const ColourScale& scale);
    /// The same where some cells stand for nothing at all (not 0 in @p isVacant): they get the colour of the ground.
    void setRow(int row, std::span<const float> values, const ColourScale& scale,
                std::span<const std::uint8_t> isVacant, Rgb ground);
    /// Before setting all rows anew: none has shown a clear cell yet.
    void forgetClear() { m_hasClear = false; }
    /// Some cells may be clear, so that the ground matters.
    [[nodiscard]] bool hasClear() const { return m_hasClear; }

    /// Draws the whole image over @p target; what lies outside @p area is not drawn. What was scaled up is kept, so
    /// that drawing the same again only copies it.
    void draw(QPainter& painter, const QRectF& target, const QRectF& area) const;

private:
    /// Parameters of the cached picture.
    struct Scaled
    {
        QImage image; ///< of the area, in device pixels; null: to be made
        QRectF target; ///< relative to the area
        QSize size;
    };

    void scaleUp(const QRectF& target, QSize size) const;

    QImage m_image;
    bool m_hasClear = true;
    mutable Scaled m_scaled;
};

} // namespace lockstep
