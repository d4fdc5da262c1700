// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/tracking/timeclasses.h"
#include "models/view/viewcontext.h"

#include <QWidget>

#include <array>
#include <span>
#include <vector>

class QPainter;

namespace lockstep {

class HoverTip;
struct HoverText;

/// What GPU time of the latest steps went into: compute, transfer, wait, checkpoint, restart, idle, unknown, as one bar
/// that adds up to all of it. Of the selected GPUs where one of them is a rank of a job, else of all ranks. GUI thread;
/// owned by its panel.
class TimeShares : public QWidget
{
    Q_OBJECT

public:
    explicit TimeShares(ViewContext context, QWidget* parent = nullptr);

    /// Seconds by class; all zero where nothing is known.
    [[nodiscard]] const std::array<double, timeClassCount>& seconds() const { return m_seconds; }
    [[nodiscard]] HoverText explain(QPoint point) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    struct Part
    {
        TimeClass timeClass = TimeClass::Unknown;
        double from = 0; ///< share of the bar
        double to = 0;
    };

    void refresh();
    void paintKey(QPainter& painter, std::span<const Part> unnamed) const;
    [[nodiscard]] QRect bar() const;
    [[nodiscard]] std::vector<Part> parts() const;
    [[nodiscard]] double total() const;

    ViewContext m_context;
    HoverTip* m_tip;
    std::array<double, timeClassCount> m_seconds{};
    std::size_t m_ranks = 0;
    QString m_whose;
};

} // namespace lockstep
