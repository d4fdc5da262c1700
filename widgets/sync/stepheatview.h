// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/sync/stepheat.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QToolButton;

namespace lockstep {

class Legend;
class StepHeatCanvas;

/// Steps by ranks of one job: who waited, who was waited for, who was slow, step by step. Holds the choices, the
/// painted canvas and the legend. Needs ViewContext::sync. GUI thread; owned by its parent.
class StepHeatView : public QWidget
{
    Q_OBJECT

public:
    explicit StepHeatView(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] StepHeatCanvas& canvas() const { return *m_canvas; }
    void setQuantity(StepQuantity quantity);
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void buildControls();
    void refillJobs();
    void showChanged();

    ViewContext m_context;
    QComboBox* m_jobs = nullptr;
    std::vector<QToolButton*> m_quantities; ///< by StepQuantity
    QToolButton* m_worstFirst = nullptr;
    StepHeatCanvas* m_canvas;
    Legend* m_legend;
    std::vector<std::uint32_t> m_knownJobs;
    QString m_caption;
};

} // namespace lockstep
