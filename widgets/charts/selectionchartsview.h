// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/charts/chartrow.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/common/canvas/timegestures.h"

#include <QAbstractScrollArea>

#include <vector>

namespace lockstep {

class HoverTip;
struct ChangeSet;

/// Charts of the selection over the shared time range: one per metric, one line per entity; without a selection, key
/// metrics of the first node. Reads the store only while visible. GUI thread.
class SelectionChartsView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit SelectionChartsView(ViewContext context, QWidget* parent = nullptr);
    ~SelectionChartsView() override;

    /// "gpu3, gpu4 · 12 metrics, own units" or "node-0004 · key metrics (nothing selected)".
    [[nodiscard]] QString caption() const { return m_caption; }
    [[nodiscard]] const std::vector<ChartRow>& rows() const { return m_rows; }
    [[nodiscard]] std::uint64_t paintCount() const { return m_paintCount; }

    [[nodiscard]] QSize sizeHint() const override { return {480, 320}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 120}; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    void clusterChanged(const ChangeSet& changes);
    void invalidate();
    void choose();
    void updateCaption();
    void layOut();
    [[nodiscard]] ChartScene scene() const;
    [[nodiscard]] QRect rowArea(std::size_t row) const;
    [[nodiscard]] QRect plotArea() const;
    void paintMoments(QPainter& painter, const QRect& plot);
    void hover(QPoint point);

    ViewContext m_context;
    TimeGestures m_gestures;
    RepaintLimiter m_limiter{RepaintLimiter::Turn::Fourth};
    HoverTip* m_tip; ///< child of the window; destroyed with this view
    ChartChoice m_choice;
    bool m_choiceIsOld = true;
    std::vector<ChartRow> m_rows;
    std::vector<int> m_tops; ///< top of each row, then the end of the last one, before scrolling
    QString m_caption;
    std::uint64_t m_paintCount = 0;
};

} // namespace lockstep
