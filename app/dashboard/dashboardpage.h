// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

namespace lockstep {

class DockHost;
class HallView;
class HeaderStrip;
class TopologyPanel;

/// The page that is shown once there is something to watch: header strip above, docks with all views, time bar below.
/// Only builds and places; every view finds its data through the context. GUI thread; owned by the main window.
class DashboardPage : public QWidget
{
    Q_OBJECT

public:
    explicit DashboardPage(ViewContext context, QWidget* parent = nullptr);

    [[nodiscard]] DockHost& docks() { return *m_docks; }
    [[nodiscard]] TopologyPanel& topologyPanel() { return *m_topology; }

private:
    void addViews(ViewContext context);

    DockHost* m_docks = nullptr;
    TopologyPanel* m_topology = nullptr;
};

} // namespace lockstep
