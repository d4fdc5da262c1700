// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/serving/poolsreport.h"

#include <QRectF>

namespace lockstep {

/// Request paths of inference services. For each service: its stages as boxes in the order of a request, and beneath
/// them the response times against their targets. Paints the services that fit. A click selects the service or pool.
/// GUI thread; owned by its panel.
class PoolsCanvas : public Canvas
{
    Q_OBJECT

public:
    explicit PoolsCanvas(ViewContext context, QWidget* parent = nullptr);

    void show(PoolsReport report);
    [[nodiscard]] const PoolsReport& report() const { return m_report; }

    /// Number of services that fit; at least one.
    [[nodiscard]] std::size_t shownServices() const;
    [[nodiscard]] QRectF stageBox(std::size_t service, std::size_t stage) const;
    [[nodiscard]] QRectF objectiveBox(std::size_t service, std::size_t objective) const;
    [[nodiscard]] HoverText explain(QPointF point) const; ///< empty sentence: nothing to explain

    [[nodiscard]] QSize sizeHint() const override { return {480, 260}; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;

private:
    [[nodiscard]] std::size_t boxesInRow(std::size_t service) const;
    [[nodiscard]] double boxHeight(std::size_t service, std::size_t row) const;
    [[nodiscard]] double rowTop(std::size_t service, std::size_t row) const; ///< of boxes, below the top of the service
    [[nodiscard]] double pathHeight(std::size_t service) const; ///< of the title and the boxes
    [[nodiscard]] std::size_t objectivesInRow(std::size_t service) const;
    [[nodiscard]] std::size_t objectiveRows(std::size_t service) const;
    [[nodiscard]] double objectiveHeight(std::size_t service) const;
    [[nodiscard]] double topOf(std::size_t service) const;
    [[nodiscard]] double heightOf(std::size_t service) const;
    void paintService(QPainter& painter, std::size_t service) const;
    void paintStage(QPainter& painter, const PathStage& stage, const QRectF& box, bool isStale) const;
    void paintArrow(QPainter& painter, const QRectF& from, const QRectF& to) const;
    void paintObjective(QPainter& painter, const PathObjective& objective, const QRectF& box) const;

    PoolsReport m_report;
};

/// "99th percentile", "KV cache": the name of a value within its stage.
[[nodiscard]] QString nameOfPathValue(std::string_view metric);
[[nodiscard]] QString nameOfStage(const PathStage& stage);
[[nodiscard]] QString nameOfObjective(const PathObjective& objective);
[[nodiscard]] QString textOfPathValue(const PathStage::Value& value);

} // namespace lockstep
