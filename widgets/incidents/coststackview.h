// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/incidents/coststack.h"
#include "models/view/viewcontext.h"

#include <QWidget>

namespace lockstep {

/// Cost by layer: one bar per layer with its amount, formula and inputs; the total, and what it omits. GUI thread;
/// owned by its parent.
class CostStackView : public QWidget
{
    Q_OBJECT

public:
    explicit CostStackView(ViewContext context, QWidget* parent = nullptr);

    /// @param progress that was lost, in words; empty: not known
    void setStack(CostStack stack, std::string progress = {});

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLine(QPainter& painter, const QRect& area, const CostLine& line, double largest) const;

    ViewContext m_context;
    CostStack m_stack;
    std::string m_progress;
};

} // namespace lockstep
