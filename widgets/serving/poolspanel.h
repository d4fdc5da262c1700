// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QString>
#include <QWidget>

class QStackedLayout;

namespace lockstep {

class EmptyState;
class FigureTree;
class MomentRefresh;
class PoolsCanvas;
struct PoolsReport;

/// Inference services at the moment shown: the path of a request through router, pools and transfers, alerts of each
/// part, response times against targets, and burn rates. Uses only metrics, alerts and the cluster file, so that live,
/// past and replay agree. Updates once per second while visible. GUI thread; owned by its parent.
class PoolsPanel : public QWidget
{
    Q_OBJECT

public:
    explicit PoolsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const PoolsCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }
    [[nodiscard]] bool isEmpty() const;
    /// Updates everything now.
    void refresh();

Q_SIGNALS:
    void captionChanged(const QString& caption);

private:
    bool read(); ///< @return whether data is still being read
    void explainEmpty(const PoolsReport& report);

    ViewContext m_context;
    PoolsCanvas* m_canvas;
    FigureTree* m_figures;
    EmptyState* m_empty;
    QStackedLayout* m_pages;
    MomentRefresh* m_refresh;
    QString m_caption;
};

} // namespace lockstep
