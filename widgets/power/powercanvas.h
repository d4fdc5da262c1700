// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/time/timeaxis.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/power/powerreport.h"

#include <QRectF>

namespace lockstep {

/// Power over time of the hall and its largest jobs, with the jobs' steps beneath. The spectrum of the last minute is
/// beside or below it. Each has the utility's limit. Paints at most two points per pixel. A click selects a job's row.
/// GUI thread; owned by its panel.
class PowerCanvas : public Canvas
{
    Q_OBJECT

public:
    explicit PowerCanvas(ViewContext context, QWidget* parent = nullptr);

    void show(PowerReport report);
    [[nodiscard]] const PowerReport& report() const { return m_report; }

    [[nodiscard]] QRectF timePlot() const; ///< without its labels, ruler and steps
    [[nodiscard]] QRectF stepRow(std::size_t job) const;
    [[nodiscard]] QRectF spectrumPlot() const;
    [[nodiscard]] HoverText explain(QPointF point) const; ///< empty sentence: nothing to explain
    /// The frequencies that cannot be measured, as one sentence.
    [[nodiscard]] QString limitOfSampling() const;

    [[nodiscard]] QSize sizeHint() const override { return {480, 240}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 140}; }

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;

private:
    [[nodiscard]] bool isWide() const;
    [[nodiscard]] QRectF timeArea() const;
    [[nodiscard]] QRectF spectrumArea() const;
    [[nodiscard]] int labelWidth() const;
    [[nodiscard]] TimeAxis axis() const;
    [[nodiscard]] double xOfHertz(double hertz) const;
    [[nodiscard]] double highestHertz() const;
    [[nodiscard]] double highestWatts() const;
    [[nodiscard]] double highestAmplitude() const;
    void paintScale(QPainter& painter, const QRectF& plot, double highest) const;
    void paintSeries(QPainter& painter) const;
    void paintSteps(QPainter& painter) const;
    void paintSpectrum(QPainter& painter) const;

    PowerReport m_report;
};

} // namespace lockstep
