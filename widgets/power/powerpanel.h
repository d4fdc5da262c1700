// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/goodput/figuretext.h"
#include "widgets/jobs/momentpanel.h"

namespace lockstep {

class FigureTree;
class PowerCanvas;
struct PowerReport;

/// Power of the hall at the moment shown: over time with the steps of jobs, its spectrum, the share of each job, and
/// the headroom of hall, feeds and racks. Uses only metrics and the cluster file, so that live, past and replayed views
/// agree. Updates once per second while visible. GUI thread; owned by its parent.
class PowerPanel : public MomentPanel
{
    Q_OBJECT

public:
    explicit PowerPanel(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] const PowerCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] const FigureTree& figures() const { return *m_figures; }

private:
    bool read() override;
    void explainEmpty(const PowerReport& report);

    PowerCanvas* m_canvas;
    FigureTree* m_figures;
};

} // namespace lockstep
