// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/view/viewcontext.h"

#include <QWidget>

namespace lockstep {

class AlertsPanel;
class ConnectionFailure;
class ControlBar;
class DockHost;
class HallView;
class HeaderStrip;
class IncidentEditor;
class NoteBar;
class StatusFooter;
class TimeBar;
class TimelineView;
class TenantPanel;
class TopologyPanel;

/// The page for an open source: header strip, control bar, docks with all views, time bar, footer. A frame marks the
/// past, so that it is not mistaken for live data. Only creates and lays out widgets; each view gets its data through
/// the context. GUI thread; owned by the main window.
class DashboardPage : public QWidget
{
    Q_OBJECT

public:
    explicit DashboardPage(ViewContext context, QWidget* parent = nullptr);
    /// Gives painted views roles for screen readers; call before the first view is created. Later calls change nothing.
    static void installRoles();

    [[nodiscard]] DockHost& docks() { return *m_docks; }
    /// Shows or hides the strip of figures of the whole cluster.
    void showFigures(bool isShown);
    /// Sets the bar between header and control bar. Takes ownership.
    void setBar(QWidget* bar);
    [[nodiscard]] ControlBar& controlBar() { return *m_controlBar; }
    [[nodiscard]] TimeBar& timeBar() { return *m_timeBar; }
    [[nodiscard]] StatusFooter& footer() { return *m_footer; }
    [[nodiscard]] NoteBar& noteBar() { return *m_noteBar; }
    [[nodiscard]] ConnectionFailure& trouble() { return *m_trouble; }
    [[nodiscard]] HallView& hall() { return *m_hall; }
    [[nodiscard]] IncidentEditor& incidentEditor() { return *m_incident; }
    [[nodiscard]] TopologyPanel& topologyPanel() { return *m_topology; }
    [[nodiscard]] TimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] TenantPanel& tenants() { return *m_tenants; }
    [[nodiscard]] AlertsPanel& alerts() { return *m_alerts; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addViews(ViewContext context);
    void showAlerts();

    ViewContext m_context;
    HeaderStrip* m_header = nullptr;
    ControlBar* m_controlBar = nullptr;
    DockHost* m_docks = nullptr;
    TimeBar* m_timeBar = nullptr;
    StatusFooter* m_footer = nullptr;
    NoteBar* m_noteBar = nullptr;
    ConnectionFailure* m_trouble = nullptr;
    HallView* m_hall = nullptr;
    IncidentEditor* m_incident = nullptr;
    TopologyPanel* m_topology = nullptr;
    TimelineView* m_timeline = nullptr;
    TenantPanel* m_tenants = nullptr;
    AlertsPanel* m_alerts = nullptr;
};

} // namespace lockstep
