// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/dashboardpage.h"

#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/window/controlbar.h"
#include "models/view/theme.h"
#include "models/view/timewindow.h"
#include "views3d/hallview.h"
#include "widgets/charts/selectionchartsview.h"
#include "widgets/common/overlay.h"
#include "widgets/common/paint.h"
#include "widgets/fabric/fabricview.h"
#include "widgets/fabric/linkpanel.h"
#include "widgets/facts/factspanel.h"
#include "widgets/heatmap/metricgridview.h"
#include "widgets/incidents/incidenteditor.h"
#include "widgets/incidents/incidentlistpanel.h"
#include "widgets/incidents/notebar.h"
#include "widgets/panels/alertspanel.h"
#include "widgets/panels/connectiontrouble.h"
#include "widgets/panels/eventspanel.h"
#include "widgets/panels/headerstrip.h"
#include "widgets/panels/sourcespanel.h"
#include "widgets/panels/statusfooter.h"
#include "widgets/panels/topologypanel.h"
#include "widgets/sync/blamepanel.h"
#include "widgets/sync/stepheatview.h"
#include "widgets/sync/whatifpanel.h"
#include "widgets/timeline/timebar.h"
#include "widgets/timeline/timelineview.h"

#include <QDockWidget>
#include <QPainter>
#include <QVBoxLayout>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int pastFrame = 3; ///< around the page, in pixels

} // namespace

DashboardPage::DashboardPage(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_controlBar(new ControlBar(context, this)),
      m_docks(new DockHost(context, this)),
      m_footer(new StatusFooter(context, this)),
      m_noteBar(new NoteBar(context, this)),
      m_trouble(new ConnectionTrouble(context, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pastFrame, pastFrame, pastFrame,
                               pastFrame); // always: docks must not shift when the past begins
    layout->setSpacing(0);
    auto* header = new HeaderStrip(context, this);
    layout->addWidget(header);
    layout->addWidget(m_controlBar);
    layout->addWidget(m_docks, 1);
    layout->addWidget(new TimeBar(context, this));
    layout->addWidget(m_footer);
    addViews(context);
    connect(header, &HeaderStrip::alertsWanted, this, &DashboardPage::showAlerts);
    connect(&context.time, &TimeWindow::changed, this, qOverload<>(&QWidget::update));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    // What comes and goes lies over the views: they never shift by themselves.
    new Overlay(*m_noteBar, *m_docks, Overlay::Place::Bottom);
    new Overlay(*m_trouble, *m_docks, Overlay::Place::Whole);
}

void DashboardPage::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.window));
    if (!m_context.time.isFollowing()) {
        painter.setPen(QPen(toColor(palette.accent), 2 * pastFrame)); // half of it lies outside
        painter.drawRect(rect());
    }
}

void DashboardPage::showAlerts()
{
    QDockWidget* const dock = m_docks->dock(u"alerts"_s);
    dock->show();
    dock->raise();
    m_alerts->setFocus();
}

void DashboardPage::addViews(ViewContext context)
{
    m_topology = new TopologyPanel(context);
    m_docks->addView(u"topology"_s, tr("Topology"), m_topology);
    m_hall = new HallView(context);
    m_docks->addView(u"hall"_s, tr("Hall"), m_hall);
    m_docks->addView(u"heatmap"_s, tr("Metrics"), new MetricGridView(context));
    m_docks->addView(u"fabric"_s, tr("Fabric"), new FabricView(context));
    m_docks->addView(u"ports"_s, tr("Ports over time"), new MetricGridView(context, EntityKind::Port));
    m_docks->addView(u"link"_s, tr("Link"), new LinkPanel(context));
    m_docks->addView(u"charts"_s, tr("Charts"), new SelectionChartsView(context));
    m_docks->addView(u"facts"_s, tr("Selection"), new FactsPanel(context));
    m_alerts = new AlertsPanel(context);
    m_docks->addView(u"alerts"_s, tr("Alerts"), m_alerts);
    m_docks->addView(u"events"_s, tr("Events"), new EventsPanel(context));
    m_docks->addView(u"incidents"_s, tr("Incidents"), new IncidentListPanel(context));
    m_incident = new IncidentEditor(context);
    m_docks->addView(u"incident"_s, tr("Incident"), m_incident);
    m_docks->addView(u"sources"_s, tr("Sources"), new SourcesPanel(context));
    m_timeline = new TimelineView(context);
    m_docks->addView(u"timeline"_s, tr("Timeline"), m_timeline);
    m_docks->addView(u"blame"_s, tr("Blame"), new BlamePanel(context));
    m_docks->addView(u"steps"_s, tr("Steps by ranks"), new StepHeatView(context));
    m_docks->addView(u"whatif"_s, tr("What if"), new WhatIfPanel(context));
}

} // namespace lockstep
