// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/palette.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/fabric/linkcontent.h"
#include "widgets/fabric/matrixframe.h"
#include "widgets/fabric/paircontent.h"

#include <optional>

namespace lockstep {

struct ChangeSet;

/// Space for the names beside and above a matrix, in logical pixels.
struct MatrixLabels
{
    int group = 0; ///< column of group names at the left edge; 0: none
    int row = 0; ///< column of row names; 0: rows are too low to be named
    int header = 0; ///< above the cells
    int margin = 8; ///< right of the cells: for the last slanted name
    bool slanted = false; ///< column names do not fit side by side

    [[nodiscard]] int width() const { return group + row; }
};

/// Cached widths of names, which only change with the matrix.
struct MatrixNames
{
    int group = 0; ///< the widest
    int row = 0;
    int column = 0;
};

[[nodiscard]] MatrixNames measureNames(const MatrixAxes& axes);
/// @param width of the whole canvas; @param rowPixels, @param columnPixels size of a cell
[[nodiscard]] MatrixLabels measureLabels(const MatrixNames& names, int width, double rowPixels, double columnPixels);

/// Draws names of groups, rows and columns, unaffected by scrolling.
void drawLabels(QPainter& painter, const MatrixFrame& frame, const MatrixLabels& labels, const Palette& palette);

enum class MatrixShape : std::uint8_t { LeafSpine, NodePort, GpuPort, RankRank, NodeNode };

/// The painted part of FabricView: fixed names, cells, highlights, a ring around the worst cell, mouse and keyboard.
/// Repaints only while visible and after changes. GUI thread; owned by FabricView.
class FabricCanvas : public Canvas
{
    Q_OBJECT

public:
    explicit FabricCanvas(ViewContext context, QWidget* parent = nullptr);

    void setShape(MatrixShape shape);
    void setOrder(MatrixOrder order);
    void setMetric(MetricId metric); ///< for links
    void setAggregate(std::optional<Aggregate> how);
    void setTicks(TickIndex ticks); ///< number of ticks up to the cursor over which the worst value is shown
    void setPairs(PairQuantity quantity, std::string family);
    void holdScale(bool hold);

    [[nodiscard]] const MatrixContent& content() const { return *m_content; }
    [[nodiscard]] const ColourScale& scale() const { return m_content->picture().scale(); }
    [[nodiscard]] MatrixFrame frame() const;
    /// The most extreme cell in the last paint.
    [[nodiscard]] const std::optional<MatrixCell>& worst() const { return m_worst; }

    /// Whether the newest values show that no link is in trouble.
    [[nodiscard]] bool isAllHealthy() const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 420}; }

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void pressed(const QMouseEvent& event) override;
    void dragged(const QMouseEvent& event, QPointF by) override;
    void released(const QMouseEvent& event, QPointF from) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    bool prepare();
    void layOut();
    void paintEmpty(QPainter& painter);
    void paintCells(QPainter& painter, const MatrixFrame& now);
    void printValues(QPainter& painter, const MatrixFrame& now) const;
    void paintHighlights(QPainter& painter, const MatrixFrame& now) const;
    void paintWorst(QPainter& painter, const MatrixFrame& now) const;
    void paintAllWell(QPainter& painter) const;
    void light(QPainter& painter, const MatrixFrame& now, EntityRef entity, Rgb colour) const;
    [[nodiscard]] std::optional<MatrixCell> cellAt(QPointF point) const;
    /// The entity of the name under the pointer, beside or above the cells.
    [[nodiscard]] EntityRef lineAt(QPointF point) const;
    void selectWithin(const QRectF& area);
    void zoom(double factor, QPointF fixed);
    void fit();
    void moveSelected(int rows, int columns);

    LinkContent m_links;
    PairContent m_pairs;
    MatrixContent* m_content = &m_links; ///< one of the two above
    TickIndex m_ticks = 30;
    MatrixNames m_names;
    MatrixLabels m_labels;
    RowWindow m_rows;
    RowWindow m_columns;
    QRectF m_area; ///< of the cells
    std::optional<MatrixCell> m_worst;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Second};
    bool m_isMarking = false; ///< dragging selects a range
    bool m_namesAreOld = true;
};

} // namespace lockstep
