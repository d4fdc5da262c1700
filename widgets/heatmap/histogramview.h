// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/colour/colourscale.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/repaintlimiter.h"
#include "widgets/heatmap/gridrows.h"

#include <vector>

namespace lockstep {

/// Histogram of the selected metric over its entities at the cursor. One bar per interval in the metric's colours,
/// limits, and a hatched bar for entities without data. Outliers have separate bars. GUI thread; owned by its dock.
class HistogramView : public Canvas
{
    Q_OBJECT

public:
    /// Half-open interval [from, to) and the entities in it, lowest first.
    struct Bin
    {
        double from = 0;
        double to = 0;
        std::vector<EntityRef> entities{};
    };

    explicit HistogramView(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<Bin>& bins() const { return m_bins; } ///< as of the last paint; without empty ends
    [[nodiscard]] const std::vector<EntityRef>& withoutData() const { return m_withoutData; }
    [[nodiscard]] const QString& caption() const { return m_caption; }
    /// Full-height area of a bar; the one after the last bin is for entities without data.
    [[nodiscard]] QRectF barArea(std::size_t bar) const;

    [[nodiscard]] QSize sizeHint() const override { return {420, 220}; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] const MetricDescriptor& metric() const;
    [[nodiscard]] bool gather();
    void sortIntoBins(std::vector<std::pair<float, std::uint32_t>>& sorted);
    void showCaption(float median);
    [[nodiscard]] std::size_t barCount() const { return m_bins.size() + (m_withoutData.empty() ? 0 : 1); }
    [[nodiscard]] std::optional<std::size_t> barAt(QPointF point) const;
    [[nodiscard]] const std::vector<EntityRef>& entitiesOf(std::size_t bar) const;
    [[nodiscard]] std::optional<std::size_t> barOf(EntityRef entity) const;
    [[nodiscard]] double pixelOf(double value) const;
    void select(std::size_t bar, Qt::KeyboardModifiers modifiers);
    void paintBars(QPainter& painter) const;
    void paintLimits(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;

    RepaintLimiter m_limiter{RepaintLimiter::Turn::Third};
    GridRows m_rows;
    bool m_rowsAreOld = true;
    MetricId m_metric;
    ColourScale m_scale;
    std::vector<Bin> m_bins;
    std::vector<EntityRef> m_withoutData;
    std::size_t m_highest = 0; ///< entities of the fullest bar
    QRectF m_plot;
    QString m_caption;
};

} // namespace lockstep
