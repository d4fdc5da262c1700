// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"
#include "widgets/sync/stepheat.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QStackedLayout;
class QToolButton;

namespace lockstep {

class DriftCanvas;
class Legend;
class StepHeatCanvas;

/// Steps by ranks of one job: wait, blame or slowdown per step, or drift over thousands of steps. Has the controls, the
/// canvases and the legend. Needs ViewContext::sync. GUI thread; owned by its parent.
class StepHeatView : public QWidget
{
    Q_OBJECT

public:
    explicit StepHeatView(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] StepHeatCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] DriftCanvas& drift() const { return *m_drift; }
    void setQuantity(StepQuantity quantity);
    /// Shows the curves over thousands of steps instead of the latest steps.
    void showDrift();
    [[nodiscard]] const QString& caption() const { return m_caption; }

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void buildControls();
    void buildPages();
    void refillJobs();
    void showChanged();

    ViewContext m_context;
    QComboBox* m_jobs = nullptr;
    std::vector<QToolButton*> m_quantities; ///< by StepQuantity
    QToolButton* m_worstFirst = nullptr;
    QToolButton* m_driftButton = nullptr;
    StepHeatCanvas* m_canvas;
    DriftCanvas* m_drift;
    QLabel* m_driftSentence = nullptr;
    QStackedLayout* m_pages = nullptr; ///< the canvas with its legend, or the curves with their sentence
    Legend* m_legend;
    std::vector<std::uint32_t> m_knownJobs;
    QString m_caption;
};

} // namespace lockstep
