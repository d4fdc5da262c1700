// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/common/repaintlimiter.h"
#include "widgets/fabric/matrixlabels.h"
#include "widgets/fabric/matrixpicture.h"

#include <QWidget>

#include <optional>

namespace lockstep {

class HoverTip;
struct ChangeSet;

enum class MatrixShape : std::uint8_t { LeafSpine, NodePort };
enum class MatrixOrder : std::uint8_t { Position, Job, Similarity };

/// The painted part of FabricView: frozen names, cells, highlights, a ring around the worst, and the manners of mouse
/// and keyboard. Repaints only when it can be seen and something it shows has changed. GUI thread; owned by FabricView.
class FabricCanvas : public QWidget
{
    Q_OBJECT

public:
    explicit FabricCanvas(ViewContext context, QWidget* parent = nullptr);

    void setShape(MatrixShape shape);
    void setOrder(MatrixOrder order); ///< choosing similarity again orders by what is so now
    void setMetric(MetricId metric);
    void setAggregate(std::optional<Aggregate> how);
    void setTicks(TickIndex ticks); ///< up to the cursor, of which the worst is shown
    void holdScale(bool hold);

    [[nodiscard]] const FabricMatrix& matrix() const { return m_matrix; }
    [[nodiscard]] const ColourScale& scale() const { return m_picture.scale(); }
    [[nodiscard]] MatrixFrame frame() const;
    /// The cell that stands out most, as of the last paint.
    [[nodiscard]] const std::optional<MatrixCell>& worst() const { return m_worst; }
    /// Everything in view was brought up to date in the last paint.
    [[nodiscard]] bool isComplete() const { return m_isComplete; }
    [[nodiscard]] std::uint64_t paintCount() const { return m_paintCount; }
    /// "r3-leaf00 to r3-spine02", "node-0004 mlx5_0/1 to r0-leaf00".
    [[nodiscard]] QString linkName(std::uint32_t port) const;

    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 90}; }
    [[nodiscard]] QSize sizeHint() const override { return {640, 420}; }

Q_SIGNALS:
    /// The colour scale, or what is shown, is different from the last paint.
    void shownChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void rebuild();
    void orderRows();
    bool prepare();
    void layOut();
    void paintEmpty(QPainter& painter);
    void printValues(QPainter& painter, const MatrixFrame& now) const;
    void paintHighlights(QPainter& painter, const MatrixFrame& now) const;
    void paintWorst(QPainter& painter, const MatrixFrame& now) const;
    void light(QPainter& painter, const MatrixFrame& now, EntityRef entity, Rgb colour) const;
    [[nodiscard]] EntityRef lineAt(QPointF point) const;
    void hover(QPointF point);
    void zoom(double factor, QPointF fixed);
    void fit();
    void moveSelected(int rows, int columns);

    ViewContext m_context;
    MatrixShape m_shape = MatrixShape::LeafSpine;
    MatrixOrder m_order = MatrixOrder::Position;
    MetricId m_metric;
    TickIndex m_ticks = 30;
    FabricMatrix m_byPosition;
    FabricMatrix m_matrix; ///< in the order shown
    MatrixNames m_names;
    MatrixLabels m_labels;
    RowWindow m_rows;
    RowWindow m_columns;
    MatrixPicture m_picture;
    QRectF m_area; ///< of the cells
    std::optional<MatrixCell> m_worst;
    RepaintLimiter m_limiter;
    HoverTip* m_tip; ///< owned by the window it lies over, dies with this
    std::optional<QPointF> m_pressedAt;
    QPointF m_draggedTo;
    bool m_isOld = true; ///< the matrix
    bool m_isComplete = true;
    std::uint64_t m_paintCount = 0;
};

} // namespace lockstep
