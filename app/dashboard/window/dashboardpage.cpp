// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/dashboardpage.h"

#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/window/controlbar.h"
#include "datasources/exporters/exportertable.h"
#include "models/view/colour/theme.h"
#include "models/view/time/timewindow.h"
#include "views3d/hallview.h"
#include "widgets/charts/selectionchartsview.h"
#include "widgets/common/canvas/overlay.h"
#include "widgets/common/paint.h"
#include "widgets/dependencies/dependencyview.h"
#include "widgets/fabric/fabricview.h"
#include "widgets/fabric/linkpanel.h"
#include "widgets/facts/factspanel.h"
#include "widgets/heatmap/histogramview.h"
#include "widgets/heatmap/metricgridview.h"
#include "widgets/incidents/incidenteditor.h"
#include "widgets/incidents/incidentlistpanel.h"
#include "widgets/incidents/notebar.h"
#include "widgets/jobs/allocationpanel.h"
#include "widgets/jobs/drainpanel.h"
#include "widgets/jobs/jobpanel.h"
#include "widgets/jobs/selftestpanel.h"
#include "widgets/jobs/tenantpanel.h"
#include "widgets/panels/alertspanel.h"
#include "widgets/panels/connectionfailure.h"
#include "widgets/panels/coveragepanel.h"
#include "widgets/panels/eventspanel.h"
#include "widgets/panels/header/headerstrip.h"
#include "widgets/panels/header/statusfooter.h"
#include "widgets/panels/sourcespanel.h"
#include "widgets/panels/topologypanel.h"
#include "widgets/power/powerpanel.h"
#include "widgets/serving/poolspanel.h"
#include "widgets/sync/blamepanel.h"
#include "widgets/sync/stepheatview.h"
#include "widgets/sync/whatifpanel.h"
#include "widgets/timeline/bar/timebar.h"
#include "widgets/timeline/timelineview.h"

#include <QAccessibleWidget>
#include <QDockWidget>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

constexpr int pastFrame = 3; ///< around the page, in pixels
/// Less than the views request. With large type, the bars below would otherwise be pushed off the screen.
constexpr int minDockHeight = 120;

struct ViewRow
{
    const char* id; ///< stable: saved workspaces and arrangements refer to it
    const char* title;
    void (*add)(DockHost& docks, const ViewRow& row, const ViewContext& context);
};

template <class View, auto... arguments>
void addView(DockHost& docks, const ViewRow& row, const ViewContext& context)
{
    const QString id = QString::fromLatin1(row.id);
    docks.addView(id, DashboardPage::tr(row.title), new View(context, arguments...));
    docks.dock(id)->setProperty("manualSection", QString::fromLatin1(row.title)); // the manual is in English
}

/// All views. A new view needs a row here, a place in an arrangement, and a line in the README.
constexpr ViewRow viewTable[] = {
    {"topology", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Topology"), addView<TopologyPanel>},
    {"hall", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Hall"), addView<HallView>},
    {"heatmap", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Metrics"), addView<MetricGridView>},
    {"histogram", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Distribution"), addView<HistogramView>},
    {"fabric", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Fabric"), addView<FabricView>},
    {"ports", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Ports over time"),
     addView<MetricGridView, EntityKind::Port>},
    {"link", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Link"), addView<LinkPanel>},
    {"charts", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Charts"), addView<SelectionChartsView>},
    {"facts", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Selection"), addView<FactsPanel>},
    {"alerts", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Alerts"), addView<AlertsPanel>},
    {"events", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Events"), addView<EventsPanel>},
    {"coverage", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Coverage"), addView<CoveragePanel>},
    {"incidents", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Incidents"), addView<IncidentListPanel>},
    {"incident", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Incident"), addView<IncidentEditor>},
    {"sources", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Sources"), addView<SourcesPanel>},
    {"dependencies", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Dependencies"), addView<DependencyView>},
    {"timeline", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Timeline"), addView<TimelineView>},
    {"blame", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Blame"), addView<BlamePanel>},
    {"steps", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Steps by rank"), addView<StepHeatView>},
    {"job", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Jobs"), addView<JobPanel>},
    {"allocation", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Allocation"), addView<AllocationPanel>},
    {"tenants", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Tenants"), addView<TenantPanel>},
    {"drain", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Drain"), addView<DrainPanel>},
    {"selftests", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Self-tests"), addView<SelfTestPanel>},
    {"power", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Power"), addView<PowerPanel>},
    {"pools", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "Pools"), addView<PoolsPanel>},
    {"whatif", QT_TRANSLATE_NOOP("lockstep::DashboardPage", "What if"), addView<WhatIfPanel>},
};

struct RoleRow
{
    QLatin1StringView view; ///< class name; classes derived from it are included
    QAccessible::Role role;
};

/// Screen reader roles of painted views that take the focus; Qt assigns none.
constexpr RoleRow roleTable[] = {
    {"lockstep::Canvas"_L1, QAccessible::Chart},
    {"lockstep::HallSurface"_L1, QAccessible::Graphic},
    {"lockstep::KeyHelp"_L1, QAccessible::HelpBalloon},
    {"lockstep::Legend"_L1, QAccessible::Indicator},
    {"lockstep::SelectionChartsView"_L1, QAccessible::Chart},
    {"lockstep::TimeStrip"_L1, QAccessible::ScrollBar},
    {"lockstep::TimelineView"_L1, QAccessible::Chart},
};

/// Qt asks for each class of an object, the most derived one first.
QAccessibleInterface* accessibleView(const QString& className, QObject* object)
{
    const auto* const row
        = std::ranges::find_if(roleTable, [&](const RoleRow& each) { return className == each.view; });
    auto* const widget = qobject_cast<QWidget*>(object);
    return row != std::end(roleTable) && widget != nullptr ? new QAccessibleWidget(widget, row->role) : nullptr;
}

template <class View>
View* viewIn(const DockHost& docks, const char* id)
{
    return qobject_cast<View*>(docks.dock(QString::fromLatin1(id))->widget());
}

} // namespace

DashboardPage::DashboardPage(ViewContext context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_header(new HeaderStrip(context, this)),
      m_controlBar(new ControlBar(context, this)),
      m_docks(new DockHost(context, this)),
      m_timeBar(new TimeBar(context, this)),
      m_footer(new StatusFooter(context, this)),
      m_noteBar(new NoteBar(context, this)),
      m_trouble(new ConnectionFailure(context, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(pastFrame, pastFrame, pastFrame,
                               pastFrame); // always present, so that docks do not shift when entering the past
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addWidget(m_controlBar);
    layout->addWidget(m_docks, 1);
    layout->addWidget(m_timeBar);
    layout->addWidget(m_footer);
    addViews(context);
    m_docks->setMinimumHeight(minDockHeight);
    connect(m_header, &HeaderStrip::alertsWanted, this, &DashboardPage::showAlerts);
    connect(&context.time, &TimeWindow::changed, this, qOverload<>(&QWidget::update));
    connect(&context.theme, &Theme::changed, this, qOverload<>(&QWidget::update));
    // Temporary widgets overlay the views, so that the views never move.
    new Overlay(*m_noteBar, *m_docks, Overlay::Place::Bottom);
    new Overlay(*m_trouble, *m_docks, Overlay::Place::Whole);
}

void DashboardPage::installRoles()
{
    QAccessible::installFactory(accessibleView);
}

void DashboardPage::showFigures(bool isShown)
{
    m_header->setVisible(isShown);
}

void DashboardPage::setBar(QWidget* bar)
{
    auto* const column = qobject_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(m_controlBar), bar);
}

void DashboardPage::paintEvent(QPaintEvent*)
{
    const Palette& palette = m_context.theme.palette();
    QPainter painter(this);
    painter.fillRect(rect(), toColor(palette.window));
    if (!m_context.time.isFollowing()) {
        painter.setPen(QPen(toColor(palette.accent), 2 * pastFrame)); // half of its width is outside
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
    for (const ViewRow& row : viewTable)
        row.add(*m_docks, row, context);
    m_topology = viewIn<TopologyPanel>(*m_docks, "topology");
    m_hall = viewIn<HallView>(*m_docks, "hall");
    m_tenants = viewIn<TenantPanel>(*m_docks, "tenants");
    m_alerts = viewIn<AlertsPanel>(*m_docks, "alerts");
    viewIn<CoveragePanel>(*m_docks, "coverage")->setOffers(offersOf);
    m_incident = viewIn<IncidentEditor>(*m_docks, "incident");
    m_timeline = viewIn<TimelineView>(*m_docks, "timeline");
}

} // namespace lockstep

#include "moc_dashboardpage.cpp"
