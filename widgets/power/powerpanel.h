// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figure.h"
#include "models/view/viewcontext.h"

#include <QString>
#include <QWidget>

#include <vector>

class QStackedLayout;

namespace lockstep {

class EmptyState;
class FigureTree;
class MomentRefresh;
class PowerCanvas;
struct PowerReport;

/// Power of the hall at the moment shown: over time with the steps of jobs, its spectrum, the share of each job, and
/// the headroom of hall, feeds and racks. Uses only metrics and the cluster file, so that live, past and replay agree.
/// Updates once per second while visible. GUI thread; owned by its parent.
class PowerPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PowerPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const PowerCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] bool isEmpty() const;
    /// Updates everything now.
    void refresh();

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    bool read(); ///< @return whether data is still being read
    void explainEmpty(const PowerReport& report);

    ViewContext m_context;
    PowerCanvas* m_canvas;
    FigureTree* m_figures;
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    MomentRefresh* m_refresh;
    QString m_caption;
};

} // namespace lockstep
