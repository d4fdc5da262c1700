// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/sync/whatif/whatif.h"
#include "models/view/colour/colourscale.h"
#include "models/view/viewcontext.h"
#include "widgets/common/canvas/canvas.h"
#include "widgets/common/canvas/hovertip.h"

#include <QImage>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QStackedLayout;

namespace lockstep {

class Legend;

/// The slowdown, and the loss explained by the slowest workers or the last stage: "Steps take 1.12 times the ideal (S).
/// Of the loss 5 % goes with the 2 slowest of 40 workers (M_W), 26 % with the last stage (M_S)."
[[nodiscard]] QString lossText(const WhatIf& result);

/// "1.97" for a slowdown or a share of the loss; a dash if unknown.
[[nodiscard]] QString slowdownText(double slowdown);

[[nodiscard]] HoverText explainWorker(const WhatIf& result, const WhatIfWorker& worker);

/// Heatmap of a job's workers: pipeline stages from top to bottom, data-parallel ranks from left to right, coloured by
/// the slowdown of their work or, for a trace, of the steps. A click selects the worker's GPU. GUI thread; owned by its
/// panel.
class WorkerGrid : public Canvas
{
    Q_OBJECT

public:
    explicit WorkerGrid(ViewContext context, QWidget* parent = nullptr);

    /// null: unknown
    void show(std::shared_ptr<const JobWhatIf> whatIf);

    [[nodiscard]] const ColourScale& scale() const { return m_scale; }
    /// The worker at a point; the slowest of those that share a pixel. Null: none.
    [[nodiscard]] const WhatIfWorker* workerAt(QPoint point) const;
    /// Area of a worker.
    [[nodiscard]] QRectF cellOf(const WhatIfWorker& worker) const;
    /// The GPU of a worker's rank; invalid: unknown.
    [[nodiscard]] EntityRef entityOf(const WhatIfWorker& worker) const;

    [[nodiscard]] QSize sizeHint() const override { return {320, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {160, 72}; }

protected:
    void paintOn(QPainter& painter) override;
    void hover(QPointF point) override;
    void click(QPointF point, Qt::KeyboardModifiers modifiers) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] QRect area() const;
    void drawFigures(QPainter& painter) const;
    void drawLabels(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;
    void moveSelection(int columns, int rows);

    std::shared_ptr<const JobWhatIf> m_whatIf;
    std::vector<std::int32_t> m_dpRanks;
    std::vector<std::int32_t> m_stages;
    std::vector<const WhatIfWorker*> m_cells; ///< [stage][rank]
    ColourScale m_scale;
    QImage m_image; ///< one pixel per worker
};

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
class WhatIfPanel : public QWidget
{
    Q_OBJECT

public:
    explicit WhatIfPanel(ViewContext context, QWidget* parent = nullptr);

    /// The analysis shown; null: none.
    [[nodiscard]] const JobWhatIf* shown() const { return m_shown.get(); }
    [[nodiscard]] WorkerGrid& grid() const { return *m_grid; }
    [[nodiscard]] QString sentence() const;

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    void build();
    void refresh();
    void choose(const std::string& job);

    ViewContext m_context;
    std::shared_ptr<const JobWhatIf> m_shown;
    std::string m_chosen; ///< selected job; empty: the one that loses most
    std::vector<std::string> m_jobs;
    QComboBox* m_choice = nullptr;
    QLabel* m_sentence = nullptr;
    QLabel* m_figures = nullptr;
    WorkerGrid* m_grid = nullptr;
    WhatIfBars* m_bars = nullptr;
    Legend* m_legend = nullptr;
    QStackedLayout* m_pages = nullptr;
    QString m_caption;
};

} // namespace lockstep
