// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/hovertip.h"
#include "widgets/common/panel.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;

namespace lockstep {

class Legend;
class WorkerGrid;

/// Bars of a what-if analysis: the cost of each kind of op, and the step time without each of the slowest workers.
/// Paints what fits, worst first. GUI thread; owned by its panel.
class WhatIfBars : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfBars(ViewContext context, QWidget* parent = nullptr);

    /// null: unknown
    void show(const std::shared_ptr<const JobWhatIf>& whatIf);

    [[nodiscard]] QSize sizeHint() const override { return {300, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 72}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar
    {
        QString label;
        QString value;
        double share = 0; ///< length as a share of the widest bar
    };
    struct Section
    {
        QString title;
        std::vector<Bar> bars;
    };

    [[nodiscard]] static Section sectionWithout(const JobWhatIf& whatIf);
    void drawBar(QPainter& painter, const QRect& line, const Bar& bar, int labelWidth, int valueWidth) const;

    ViewContext m_context;
    std::vector<Section> m_sections;
};

/// Cost of stragglers to a job, and the step time without them: verdict, workers as a heatmap, and bars by activity.
/// Covers the open trace, or recent steps of a job. Needs ViewContext::sync. GUI thread; owned by its parent.
class WhatIfPanel : public Panel
{
    Q_OBJECT

public:
    explicit WhatIfPanel(ViewContext context, QWidget* parent = nullptr);

    /// The analysis shown; null: none.
    [[nodiscard]] const JobWhatIf* shown() const { return m_shown.get(); }
    [[nodiscard]] WorkerGrid& grid() const { return *m_grid; }
    [[nodiscard]] QString sentence() const;

private:
    void build();
    void refresh();
    void choose(const std::string& job);

    std::shared_ptr<const JobWhatIf> m_shown;
    std::string m_chosen; ///< selected job; empty: the one that loses most
    std::vector<std::string> m_jobs;
    QComboBox* m_choice = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_figures = nullptr;
    WorkerGrid* m_grid = nullptr;
    WhatIfBars* m_bars = nullptr;
    Legend* m_legend = nullptr;
};

} // namespace lockstep
