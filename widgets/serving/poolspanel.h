// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/jobs/momentpanel.h"

namespace lockstep {

class FigureTree;
class PoolsCanvas;
struct PoolsReport;

/// Inference services at the moment shown: the path of a request through router, pools and transfers, alerts of each
/// part, response times against targets, and burn rates. Uses only metrics, alerts and the cluster file, so that live,
/// past and replayed views agree. Updates once per second while visible. GUI thread; owned by its parent.
class PoolsPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit PoolsPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const PoolsCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }

private:
    bool read() override;
    void explainEmpty(const PoolsReport& report);

    PoolsCanvas* m_canvas;
    FigureTree* m_figures;
};

} // namespace lockstep
