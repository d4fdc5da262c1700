// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/canvas/hovertip.h"
#include "widgets/fabric/cellpicture.h"

#include <span>

namespace lockstep {

enum class MatrixOrder : std::uint8_t { Position, Job, Similarity };

/// What is missing, and what to do.
struct MatrixAdvice
{
    QString missing;
    QString advice;
};

/// Content of a matrix: links between switches, or pairs of ranks. Defines rows and columns, updates its picture at a
/// bounded cost per frame, and maps places to data. Painted and owned by FabricCanvas; GUI thread.
class MatrixContent
{
public:
    virtual ~MatrixContent() = default;

    /// Choosing similarity again orders by what is so now.
    virtual void setOrder(MatrixOrder order) = 0;
    virtual void topologyChanged() = 0;
    /// Samples of these ticks have changed.
    virtual void invalidate(TickRange ticks) = 0;
    void setGround(Rgb colour);
    void holdScale(bool hold);

    /// Decides what rows and columns are; of @p frame only the store and the time are known yet.
    /// @return true when they are others than before
    virtual bool settle(const MatrixFrame& frame) = 0;
    /// Brings the picture up to date within a budget. @return false when there is more to do in the next frame
    virtual bool refresh(const MatrixFrame& frame) = 0;

    [[nodiscard]] const MatrixAxes& axes() const { return m_axes; }
    [[nodiscard]] const CellPicture& picture() const { return m_picture; }
    [[nodiscard]] virtual bool isEmpty() const = 0;
    /// A summary: "65 536 links".
    [[nodiscard]] virtual QString summary() const = 0;
    /// The metric of the values; null: none selected.
    [[nodiscard]] virtual const MetricDescriptor* quantity(const ClusterStore& store) const = 0;

    /// The worst in the cell of the last picture that shows a place; nullopt where nothing is.
    [[nodiscard]] std::optional<MatrixCell> cellAt(const MatrixFrame& frame, MatrixPlace place) const;
    /// The worst in view; nullopt without data, or where nothing stands out from the rest.
    [[nodiscard]] std::optional<MatrixCell> worst(const MatrixFrame& frame) const;

    /// "r3-leaf00 to r3-spine02".
    [[nodiscard]] virtual QString nameOf(const ClusterStore& store, const MatrixCell& cell) const = 0;
    [[nodiscard]] virtual HoverText hoverOf(const ClusterStore& store, const MatrixCell& cell) const = 0;
    /// What choosing a place selects; empty where nothing is.
    [[nodiscard]] virtual std::vector<EntityRef> entitiesAt(MatrixPlace place) const = 0;
    /// The place that was chosen when these were selected.
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
