// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/window/mainwindow.h"

#include "app/dashboard/actions/rackarranging.h"
#include "app/dashboard/actions/windowactions.h"
#include "app/dashboard/composition.h"
#include "app/dashboard/dialogs/bundledialog.h"
#include "app/dashboard/dialogs/savedialog.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/incidents/incidentactions.h"
#include "app/dashboard/window/comparebar.h"
#include "app/dashboard/window/controlbar.h"
#include "app/dashboard/window/dashboardpage.h"
#include "app/dashboard/window/goactions.h"
#include "app/dashboard/window/keyhelp.h"
#include "app/dashboard/window/wallmode.h"
#include "app/session/comparisoncontroller.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"
#include "views3d/hallview.h"
#include "widgets/common/canvas/overlay.h"
#include "widgets/common/controls.h"
#include "widgets/common/plaintexts.h"
#include "widgets/common/screenfit.h"
#include "widgets/incidents/incidenteditor.h"
#include "widgets/incidents/incidentoffers.h"
#include "widgets/incidents/incidentpictures.h"
#include "widgets/panels/alertspanel.h"
#include "widgets/panels/connectionfailure.h"
#include "widgets/panels/header/statusfooter.h"
#include "widgets/panels/notificationbar.h"
#include "widgets/panels/palette/commandpalette.h"
#include "widgets/panels/startpage.h"
#include "widgets/timeline/bar/timebar.h"
#include "widgets/timeline/timelineview.h"

#include <QCloseEvent>
#include <QDockWidget>
#include <QKeyEvent>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <functional>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {
constexpr QSize defaultSize{1600, 900};
} // namespace

MainWindow::MainWindow(Composition& composition, Settings& settings) : m_composition(composition), m_settings(settings)
{
    new PlainTexts(this); // before any text is shown
    setWindowTitle(u"Lockstep"_s);
    setMinimumSize(960, 600);
    buildPages();
    m_workspaces = new Workspaces(m_dashboard->docks(), settings, this);
    // The focused widget may be hidden now.
    connect(m_workspaces, &Workspaces::shown, this, &MainWindow::leaveTextFields);
    connect(m_workspaces, &Workspaces::shown, m_notifications,
            [this](int workspace) { m_notifications->setHeld(workspace == Workspaces::wall); });
    m_palette = new CommandPalette(composition.viewContext(), this);
    m_keyHelp = new KeyHelp(this);
    buildMenus();
    new WallMode(*this, *m_dashboard, *m_workspaces, composition.viewContext());
    connectStartPage();

    connect(&composition, &Composition::failed, m_notifications,
            [this](const QString& message) { m_notifications->notify(Severity::Warning, message); });
    connect(&composition, &Composition::noted, m_notifications,
            [this](const QString& message) { m_notifications->notify(Severity::Information, message); });
    connect(&composition.compare(), &ComparisonController::changed, this, [this] {
        const bool isFree = !m_composition.compare().isActive(); // a comparison uses the middle of the control bar
        m_notificationsPlace->setArea(isFree ? static_cast<QWidget&>(m_dashboard->controlBar()) : m_dashboard->docks());
    });
    connect(&m_dashboard->trouble(), &ConnectionFailure::retryWanted, &composition, &Composition::reconnect);
    connect(&m_dashboard->trouble(), &ConnectionFailure::closeWanted, &composition, &Composition::close);
    connect(&composition.opener(), &SessionOpener::opening, this, &MainWindow::showOpeningMessage);
    new BookmarkStore(composition.session(), settings, this);
    connect(&composition.session(), &Session::working, &m_dashboard->footer(), &StatusFooter::setWork);
    connect(&composition.session(), &Session::shown, this, &MainWindow::showDashboard);
    connect(&composition, &Composition::bundleOpened, this, [this] {
        m_firstWorkspace = Workspaces::incident;
        showDashboard();
        showWorkspace(Workspaces::incident);
    });
    connect(&composition, &Composition::bundleDiffers, this, [this](const QString& path, const BundlePlan& plan) {
        auto* const dialog = new BundleDialog(path, plan, this);
        connect(dialog, &BundleDialog::chosen, &m_composition,
                [this, path](BundleChoice choice) { m_composition.takeBundle(path, choice); });
        dialog->open();
    });
    auto* queueClock = new QTimer(this);
    connect(queueClock, &QTimer::timeout, this,
            [this, &queue = composition.session().queue()] { m_dashboard->footer().setDropped(queue.droppedTicks()); });
    queueClock->start(std::chrono::seconds(1));
    connect(m_palette, &CommandPalette::entityChosen, &composition.selection(), &Selection::show);
    connect(m_palette, &CommandPalette::metricChosen, &composition.selection(), &Selection::setMetric);
}

MainWindow::~MainWindow() = default;

void MainWindow::buildPages()
{
    auto* page = new QWidget(this);
    auto* layout = makeBox<QVBoxLayout>(page, 0);
    m_notifications = new NotificationBar(m_composition.viewContext(), page);
    m_pages = new QStackedWidget(page);
    DashboardPage::installRoles();
    m_startPage = new StartPage(m_composition.viewContext());
    m_dashboard = new DashboardPage(m_composition.viewContext());
    m_dashboard->controlBar().setMiddle(new CompareBar(m_composition.compare(), m_dashboard));
    m_pages->addWidget(m_startPage);
    m_pages->addWidget(m_dashboard);
    layout->addWidget(m_pages, 1);
    m_notificationsPlace = new Overlay(*m_notifications, *m_pages, Overlay::Place::Top);
    setCentralWidget(page);
}

void MainWindow::buildMenus()
{
    QList<QAction*> file = addFileActions(*this, m_composition, m_settings, m_dashboard->tenants(), *m_notifications);
    const auto showBar = std::bind_front(&DashboardPage::setBar, m_dashboard);
    file.insert(file.size() - 3,
                addExerciseActions(*this, m_composition, m_dashboard->docks(), showBar,
                                   std::bind_front(&DashboardPage::showFigures, m_dashboard)));
    const QList<QAction*> workspaces = addWorkspaceActions(*this, *m_workspaces);
    QList<QAction*> view = addViewActions(*this, m_dashboard->docks(), *m_workspaces, m_composition.theme());
    view.append(addHallActions(*this, m_composition, m_dashboard->hall(), m_dashboard->docks(), *m_notifications));
    const auto note = [this](const QString& message) {
        m_notifications->notify(Severity::Information, message);
    };
    const QList<QAction*> time = addTimeActions(*this, m_composition, m_dashboard->alerts(), *m_workspaces, note);
    m_dashboard->timeBar().setRangeAction(*time.constFirst());
    const auto noteChange = std::bind_front(&NotificationBar::notifyOfChange, m_notifications);
    const QList<QAction*> alerts = addAlertActions(*this, m_composition, m_settings, m_dashboard->alerts(), noteChange);
    const QList<QAction*> go = addGoActions(*this, m_composition, *m_palette, m_dashboard->topologyPanel());
    const QList<QAction*> help = addHelpActions(*this, m_composition, *m_keyHelp);
    auto* incidents = new IncidentActions(m_composition.viewContext(), m_composition.incidents().archive(),
                                          m_composition.incidents().evidence(), m_dashboard->noteBar(), *this);
    incidents->setWorkspaces([this] { return m_workspaces->current(); },
                             [this](int workspace) {
                                 if (workspace >= 0 && workspace < Workspaces::count)
                                     showWorkspace(workspace);
                             });
    const IncidentPictures& pictures = m_dashboard->incidentEditor().pictures();
    connect(&pictures, &IncidentPictures::pictureWanted, incidents, &IncidentActions::attachPicture);
    connect(&m_dashboard->incidentEditor(), &IncidentEditor::reportWanted, incidents, &IncidentActions::saveReport);
    connect(&m_dashboard->incidentEditor(), &IncidentEditor::copyWanted, incidents, &IncidentActions::copyReport);
    connect(&m_dashboard->incidentEditor().offers(), &IncidentOffers::incidentWanted, incidents,
            &IncidentActions::openIncident);
    connect(&pictures, &IncidentPictures::stateWanted, incidents, &IncidentActions::showAgain);
    TimelineView& timeline = m_dashboard->timeline();
    incidents->setTimeline([&timeline] { return timeline.viewState(); },
                           [&timeline](const QJsonObject& state) { timeline.showViewState(state); });
    timeline.pins().setKeys(m_settings.pinnedLanes());
    connect(&timeline.pins(), &LanePins::changed, this,
            [this](const QStringList& keys) { m_settings.setPinnedLanes(keys); });
    incidents->setAlert([this] { return m_dashboard->alerts().shown(); });
    incidents->setRecording([this] { return m_composition.session().path().toStdString(); });
    connect(incidents, &IncidentActions::incidentOpened, this, [this] {
        showWorkspace(Workspaces::incident); // keep focus out of text fields, so that keys stay commands
    });
    connect(incidents, &IncidentActions::noted, m_notifications, noteChange);
    connect(incidents, &IncidentActions::saved, m_notifications,
            std::bind_front(noteSaved, std::ref(*m_notifications)));
    connect(incidents, &IncidentActions::failed, &m_composition, &Composition::failed);
    menuBar()->addMenu(tr("&File"))->addActions(file);
    menuBar()->addMenu(tr("&Workspace"))->addActions(workspaces);
    menuBar()->addMenu(tr("&View"))->addActions(view);
    m_dashboard->controlBar().setWorkspaceActions(workspaces);
    menuBar()->addMenu(tr("&Time"))->addActions(time);
    const QList<QAction*> compare = addCompareActions(*this, m_composition.compare());
    menuBar()->addMenu(tr("&Compare"))->addActions(compare);
    menuBar()->addMenu(tr("&Incident"))->addActions(incidents->actions());
    menuBar()->addMenu(tr("&Alert"))->addActions(alerts);
    menuBar()->addMenu(tr("&Go"))->addActions(go);
    menuBar()->addMenu(tr("&Help"))->addActions(help);
    const QList<QAction*> all = file + workspaces + view + time + compare + incidents->actions() + alerts + go + help;
    m_palette->setActions(all);
    m_keyHelp->setMenus(*menuBar());
}

void MainWindow::connectStartPage()
{
    m_startPage->setRecentAddresses(m_settings.recentAddresses());
    connect(m_startPage, &StartPage::demoRequested, &m_composition.opener(), &SessionOpener::startDemo);
    connect(m_startPage, &StartPage::thisMachineRequested, &m_composition.opener(), &SessionOpener::watchThisMachine);
    connect(m_startPage, &StartPage::clusterFileRequested, this, [this] { askForClusterFile(*this, m_composition); });
    connect(m_startPage, &StartPage::recordingRequested, this, [this] { askForRecording(*this, m_composition); });
    connect(m_startPage, &StartPage::tracesRequested, this, [this] { askForTraces(*this, m_composition); });
    connect(m_startPage, &StartPage::engineRequested, this, [this] { askForEngine(*this, m_composition, m_settings); });
    connect(m_startPage, &StartPage::connectRequested, this, [this](const QString& addresses) {
        m_settings.addRecentAddress(addresses);
        m_composition.opener().connectTo(addresses);
    });
}

void MainWindow::open(const StartOptions& options)
{
    m_firstWorkspace = options.workspace > 0 ? options.workspace - 1 : m_settings.workspace();
    m_hasChosenWorkspace = options.workspace > 0;
    setMinimumSize(minimumSize().boundedTo(largestSize(*this))); // a screen at 250 % may be lower
    if (options.size)
        resize(*options.size);
    else if (resize(defaultSize); !restoreGeometry(m_settings.windowGeometry()))
        setWindowState(Qt::WindowMaximized);
    fitScreen(*this);
    show();
    if (!options.isFromLink)
        m_composition.opener().open(options);
}

void MainWindow::replace(const MainWindow& other)
{
    const bool hasShown = other.m_workspaces->current() >= 0;
    m_firstWorkspace = hasShown ? other.m_workspaces->current() : other.m_firstWorkspace;
    m_hasChosenWorkspace = !hasShown && other.m_hasChosenWorkspace;
    restoreGeometry(other.saveGeometry());
    show();
    if (other.isActiveWindow())
        activateWindow();
}

void MainWindow::showOpeningMessage(const QString& path)
{
    m_notifications->dismiss(m_openingMessage);
    m_openingMessage = path.isEmpty() ? QString() : tr("Opening %1…").arg(path);
    m_startPage->setOpening(m_openingMessage);
    if (!path.isEmpty() && m_pages->currentWidget() != m_startPage)
        m_notifications->notify(Severity::Information, m_openingMessage);
}

void MainWindow::showDashboard()
{
    if (m_pages->currentWidget() == m_dashboard)
        return;
    m_pages->setCurrentWidget(m_dashboard);
    m_notificationsPlace->setArea(m_dashboard->controlBar()); // its middle is free
    leaveTextFields();
    // Arrangements are fractions of the area, whose size is known only after layout.
    QTimer::singleShot(0, this, [this] { showWorkspace(m_firstWorkspace); });
    if (m_composition.session().kind() == Session::Kind::Trace)
        showTraceWorkspace();
}

/// A trace contains little besides spans.
void MainWindow::showTraceWorkspace()
{
    if (std::exchange(m_hasChosenWorkspace, false))
        return;
    m_firstWorkspace = Workspaces::sync;
    if (m_workspaces->current() >= 0)
        showWorkspace(Workspaces::sync);
    // After the layout is applied, which needs the page's size.
    if (m_composition.viewContext().sync->traceWhatIf())
        QTimer::singleShot(0, this, [this] { m_dashboard->docks().dock(u"whatif"_s)->raise(); });
}

void MainWindow::showWorkspace(int workspace)
{
    m_workspaces->show(workspace);
}

/// Qt may focus the first text field, which would receive single-key commands.
void MainWindow::leaveTextFields()
{
    m_dashboard->docks().setFocus();
}

void MainWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_pages->currentWidget() == m_dashboard)
        leaveTextFields(); // no widget closer to the focus used the key
    else
        QMainWindow::keyPressEvent(event);
}

void MainWindow::remember()
{
    m_workspaces->save();
    m_settings.setWindowGeometry(saveGeometry());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    remember();
    QMainWindow::closeEvent(event);
}

} // namespace lockstep

#include "moc_mainwindow.cpp"
