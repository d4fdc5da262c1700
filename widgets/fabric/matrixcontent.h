// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/colourscale.h"
#include "widgets/common/canvas/hovertip.h"
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
    void setGround(Rgb colour); ///< colour of vacant cells
    void holdScale(bool hold) { m_holdsScale = hold; }

    /// Sets which places the cells cover, and clears all values.
    void setShape(const CellShape& shape);
    /// @param values by cell @param isVacant by cell; nonzero: no link there. Both have shape().count() elements
    void setCells(const MetricDescriptor& quantity, std::vector<float> values, std::vector<std::uint8_t> isVacant);
    void paint(QPainter& painter, const MatrixFrame& frame) const;

    [[nodiscard]] Rgb ground() const { return m_ground; }
    [[nodiscard]] const CellShape& shape() const { return m_shape; }
    [[nodiscard]] bool hasTransparentCells() const
    {
        return m_image.hasTransparentCells();
    } ///< whether some cells are transparent
    [[nodiscard]] const ColourScale& scale() const { return m_scale; }
    /// The value at a place; NaN if places share cells, or outside the visible area.
    [[nodiscard]] float valueAt(MatrixPlace place) const;
    [[nodiscard]] float cellValue(std::size_t cell) const { return m_values[cell]; }
    /// The worst cell in view; nullopt without data, or if no cell stands out.
    [[nodiscard]] const std::optional<std::size_t>& worstCell() const { return m_worst; }
    /// Whether every cell has data and is within the warning limit; false if the quantity has no such limit.
    [[nodiscard]] bool isAllWell() const { return m_isAllWell; }

private:
    void updateScale(const MetricDescriptor& quantity);
    void findWorst(Direction direction);

    Rgb m_ground = 0;
    bool m_holdsScale = false;
    CellShape m_shape;
    std::vector<float> m_values;
    std::optional<std::size_t> m_worst;
    bool m_isAllWell = false;
    ColourScale m_scale;
    HeatImage m_image;
};

enum class MatrixOrder : std::uint8_t { Position, Job, Similarity };

/// Missing data, and how to provide it.
struct MatrixAdvice
{
    QString missing;
    QString advice;
};

/// Content of a matrix: links between switches, or pairs of ranks. Defines rows and columns, updates its picture at a
/// bounded cost per frame, and maps positions in the picture to data. Painted and owned by FabricCanvas; GUI thread.
class MatrixContent
{
public:
    virtual ~MatrixContent() = default;

    /// Choosing similarity again sorts by the current values.
    virtual void setOrder(MatrixOrder order) = 0;
    virtual void topologyChanged() = 0;
    /// Call when samples of these ticks have changed.
    virtual void invalidate(TickRange ticks) = 0;
    void setGround(Rgb colour);
    void holdScale(bool hold);

    /// Determines rows and columns. Only the store and time of @p frame are set at this point.
    /// @return true if they changed
    virtual bool settle(const MatrixFrame& frame) = 0;
    /// Brings the picture up to date within a budget. @return false if the next frame must continue
    virtual bool refresh(const MatrixFrame& frame) = 0;

    [[nodiscard]] const MatrixAxes& axes() const { return m_axes; }
    [[nodiscard]] const CellPicture& picture() const { return m_picture; }
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// A summary: "65 536 links".
    [[nodiscard]] virtual QString summary() const = 0;
    /// The metric that is shown; null: none selected.
    [[nodiscard]] virtual const MetricDescriptor* quantity(const ClusterStore& store) const = 0;

    /// The worst place in the cell that contains @p place in the last picture; nullopt if there is none.
    [[nodiscard]] std::optional<MatrixCell> cellAt(const MatrixFrame& frame, MatrixPlace place) const;
    /// The worst in view; nullopt without data or if no cell stands out.
    [[nodiscard]] std::optional<MatrixCell> worst(const MatrixFrame& frame) const;

    /// "r3-leaf00 to r3-spine02".
    [[nodiscard]] virtual QString nameOf(const ClusterStore& store, const MatrixCell& cell) const = 0;
    [[nodiscard]] virtual HoverText hoverOf(const ClusterStore& store, const MatrixCell& cell) const = 0;
    /// Entities to select for a place; empty if there are none.
    [[nodiscard]] virtual std::vector<EntityRef> entitiesAt(MatrixPlace place) const = 0;
    /// The place that was chosen to select these entities.
    [[nodiscard]] virtual std::optional<MatrixPlace> placeOf(std::span<const EntityRef> selected) const = 0;
    [[nodiscard]] virtual MatrixAdvice advice(const ClusterStore& store) const = 0;

protected:
    [[nodiscard]] virtual std::optional<MatrixCell> findIn(const MatrixFrame& frame, std::size_t cell) const = 0;
    /// The pixels must be recomputed although no value has changed.
    virtual void coloursChanged() = 0;

    MatrixAxes m_axes;
    CellPicture m_picture;
};

} // namespace lockstep
