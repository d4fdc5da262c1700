// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/colourscale.h"
#include "widgets/fabric/matrixframe.h"
#include "widgets/heatmap/heatimage.h"

#include <optional>
#include <span>
#include <vector>

namespace lockstep {

/// The cells of a matrix as colours, with a stable scale. A plain value; GUI thread.
class CellPicture
{
public:
    void setGround(Rgb colour) { m_ground = colour; } ///< of cells that stand for nothing; counts from colour() on
    void holdScale(bool hold) { m_holdsScale = hold; }

    /// The cells stand for these places from now on, and none has a value.
    void setShape(const CellShape& shape);
    /// By cell. @param isVacant not 0: nothing is there. Both of shape().count()
    void setCells(const MetricDescriptor& quantity, std::vector<float> values, std::vector<std::uint8_t> isVacant);
    void paint(QPainter& painter, const MatrixFrame& frame) const;

    [[nodiscard]] Rgb ground() const { return m_ground; }
    [[nodiscard]] const CellShape& shape() const { return m_shape; }
    [[nodiscard]] bool hasClear() const { return m_image.hasClear(); } ///< some cells let the ground shine through
    [[nodiscard]] const ColourScale& scale() const { return m_scale; }
    /// The value at a place if places do not share cells; NaN outside the visible area.
    [[nodiscard]] float valueAt(MatrixPlace place) const;
    [[nodiscard]] float cellValue(std::size_t cell) const { return m_values[cell]; }
    /// The worst cell in view; nullopt without data, or where nothing stands out from the rest.
    [[nodiscard]] const std::optional<std::size_t>& worstCell() const { return m_worst; }

private:
    void updateScale(const MetricDescriptor& quantity);
    void findWorst(Direction direction);

    Rgb m_ground = 0;
    bool m_holdsScale = false;
    CellShape m_shape;
    std::vector<float> m_values;
    std::optional<std::size_t> m_worst;
    ColourScale m_scale;
    HeatImage m_image;
};

} // namespace lockstep
