// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/batch.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/testentry.h"
#include "tests/support/viewturns.h"
#include "tests/support/waiting.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDockWidget>
#include <QHeaderView>
#include <QHelpEvent>
#include <QImage>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolTip>

#include <sys/inotify.h>
#include <unistd.h>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

/// Detects whether a file has been opened since it was created.
class OpenWatch
{
public:
    explicit OpenWatch(const QString& path) : m_watch(inotify_init1(IN_NONBLOCK | IN_CLOEXEC))
    {
        inotify_add_watch(m_watch, path.toUtf8().constData(), IN_OPEN);
    }
    ~OpenWatch() { close(m_watch); }
    OpenWatch(const OpenWatch&) = delete;
    OpenWatch& operator=(const OpenWatch&) = delete;

    [[nodiscard]] bool wasOpened() const
    {
        char events[512];
        return read(m_watch, events, sizeof events) > 0;
    }

private:
    int m_watch;
};

/// Two simulated nodes on which every name is markup that would load an image.
class MarkedCluster
{
public:
    explicit MarkedCluster(std::string mark) : m_mark(std::move(mark)) { }

    std::vector<BatchPtr> introduce() { return marked(m_batches.introduce()); }
    std::vector<BatchPtr> next() { return marked(m_batches.next()); }

private:
    [[nodiscard]] std::string named(const std::string& name) const { return name.empty() ? name : m_mark + name; }

    std::vector<BatchPtr> marked(const std::vector<BatchPtr>& batches) const
    {
        std::vector<BatchPtr> all;
        for (const BatchPtr& each : batches) {
            auto batch = std::make_shared<Batch>(*each);
            batch->node = named(batch->node);
            if (batch->identity)
                batch->identity = marked(*batch->identity);
            if (batch->status) {
                batch->status->peer = named("127.0.0.1:1");
                batch->status->reason = named("subscribed");
            }
            if (batch->names) {
                auto names = *batch->names;
                for (std::string& name : names)
                    name = named(name);
                batch->names = std::make_shared<const std::vector<std::string>>(std::move(names));
            }
            if (batch->tick)
                mark(*batch->tick);
            all.push_back(std::move(batch));
        }
        return all;
    }

    [[nodiscard]] std::shared_ptr<const NodeIdentity> marked(NodeIdentity identity) const
    {
        identity.name = named(identity.name);
        identity.agentVersion = named(identity.agentVersion);
        identity.operatingSystem = named(identity.operatingSystem);
        identity.cpuModel = named(identity.cpuModel);
        if (identity.position) {
            identity.position->row = named(identity.position->row);
            identity.position->rack = named(identity.position->rack);
        }
        identity.inventory.push_back({named("collector"), true, named("detail")});
        return std::make_shared<const NodeIdentity>(std::move(identity));
    }

    void mark(NodeTick& tick) const
    {
        auto layout = std::make_shared<NodeLayout>(*tick.layout);
        for (EntityDescriptor& entity : layout->entities) {
            entity.name = named(entity.name);
            entity.peer = {named(entity.peer.owner), named(entity.peer.port)};
            for (std::string& rack : entity.serves)
                rack = named(rack);
        }
        if (!layout->metrics.empty())
            layout->metrics.back().name = named(layout->metrics.back().name);
        tick.layout = std::move(layout);
        tick.events.push_back({tick.time, Severity::Critical, 0, named("gpu.xid"), named("fell off the bus")});
    }

    std::string m_mark;
    SimulatedBatches m_batches{2};
};

} // namespace

/// Markup in every name that an agent, a file or another person can set, in every view, tooltip and panel of the real
/// window. It is shown as text, and the image that it names is never opened.
class TestPlainWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void labelsOfEveryWorkspaceShowText();
    void tooltipsOfWidgetsShowText();
    void tooltipsOfItemsShowText();
    void notesAndIncidentsShowText();
    void messagesShowText();
    void nothingOpenedTheImage();

private:
    [[nodiscard]] Composition& composition() { return m_run->composition(); }
    [[nodiscard]] MainWindow& window() { return m_run->window(); }
    void compareLabels();
    void compareTooltip(const QString& text);
    void compareItems(QAbstractItemView& view, const QModelIndex& parent, int depth);
    [[nodiscard]] QString mark() const { return u"<img src='%1'><b>x</b>"_s.arg(m_image); }

    QTemporaryDir m_folder;
    QString m_image;
    std::unique_ptr<OpenWatch> m_watch;
    std::unique_ptr<DashboardRun> m_run;
    int m_markedLabels = 0;
    int m_markedTooltips = 0;
};

void TestPlainWindow::initTestCase()
{
    m_image = m_folder.filePath(u"i.png"_s);
    QImage image(40, 40, QImage::Format_RGB32);
    image.fill(Qt::red);
    QVERIFY(image.save(m_image));
    m_watch = std::make_unique<OpenWatch>(m_image);
    QVERIFY(Qt::mightBeRichText(mark()));

    const QString recording = m_folder.filePath(u"recording"_s);
    {
        ClusterModel cluster(StoreLimits{std::chrono::seconds(1), std::chrono::hours(1)});
        TimeWindow time;
        RollingRecording history(cluster, time);
        history.start(recording);
        MarkedCluster marked(mark().toStdString());
        const auto give = [&](const std::vector<BatchPtr>& batches) {
            cluster.apply(batches, wallClockNow());
        };
        give(marked.introduce());
        for (int second = 0; second < 30; ++second)
            give(marked.next());
        QTRY_VERIFY(history.past().columns()->ticks() == cluster.store().ticks());
    }
    StartOptions options;
    options.size = QSize(1600, 1000);
    options.freshSettings = true;
    options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    options.replay = recording;
    m_run = std::make_unique<DashboardRun>(*qApp, options, std::chrono::steady_clock::now());
    m_run->start();
    const auto nodes = [this] {
        return composition().cluster().store().topology()->count(EntityKind::Node);
    };
    QTRY_VERIFY(nodes() >= 2);
    composition().selection().select({EntityKind::Gpu, 0});
    // Wait until the analysis of waits is complete.
    composition().time().setCursor(composition().time().extent().to);
    QTRY_VERIFY(!composition().session().pipeline().sync().snapshot()->jobs.empty());
    QVERIFY(test::waitForViews());
}

void TestPlainWindow::cleanupTestCase()
{
    m_run.reset();
}

/// All labels, visible or not.
void TestPlainWindow::compareLabels()
{
    for (QWidget* widget : QApplication::allWidgets()) {
        const auto* label = qobject_cast<QLabel*>(widget);
        if (label == nullptr || label->objectName() == u"keyHelp"_s || QTest::currentTestFailed())
            continue; // one is enough
        m_markedLabels += label->text().contains(u"<img"_s) ? 1 : 0;
        const bool isText = label->textFormat() == Qt::PlainText || !Qt::mightBeRichText(label->text());
        QVERIFY2(isText && label->textFormat() != Qt::RichText,
                 qPrintable(u"%1 of %2: %3"_s.arg(QString::fromLatin1(label->metaObject()->className()),
                                                  label->parent() == nullptr
                                                      ? QString()
                                                      : QString::fromLatin1(label->parent()->metaObject()->className()),
                                                  label->text())));
    }
}

void TestPlainWindow::labelsOfEveryWorkspaceShowText()
{
    for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
        window().showWorkspace(workspace);
        QVERIFY(test::waitForViews());
        for (const EntityRef ref : {EntityRef{EntityKind::Node, 0}, EntityRef{EntityKind::Gpu, 1},
                                    EntityRef{EntityKind::Rack, 0}, EntityRef{EntityKind::Loop, 0}}) {
            composition().selection().select(ref);
            composition().selection().setHovered(ref);
            QVERIFY(test::waitForViews());
            compareLabels();
        }
        window().grab();
    }
    for (QDockWidget* dock : window().findChild<DockHost*>()->docks()) {
        dock->show();
        dock->raise();
        test::handleDueEvents();
    }
    QVERIFY(test::waitForViews());
    compareLabels();
    QVERIFY2(m_markedLabels > 20, qPrintable(QString::number(m_markedLabels)));
}

void TestPlainWindow::compareTooltip(const QString& text)
{
    if (text.isEmpty() || QTest::currentTestFailed())
        return;
    m_markedTooltips += text.contains(u"<img"_s) ? 1 : 0;
    QToolTip::showText(window().mapToGlobal(QPoint(9, 9)), text, &window());
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (widget->inherits("QTipLabel"))
            QCOMPARE(qobject_cast<QLabel*>(widget)->textFormat(), Qt::PlainText);
    }
}

void TestPlainWindow::tooltipsOfWidgetsShowText()
{
    const auto widgets = window().findChildren<QWidget*>();
    for (const QWidget* widget : widgets) {
        compareTooltip(widget->toolTip());
        QVERIFY(widget->whatsThis().isEmpty());
    }
    const auto actions = window().findChildren<QAction*>();
    for (const QAction* action : actions) {
        compareTooltip(action->toolTip());
        QVERIFY(action->whatsThis().isEmpty());
    }
}

void TestPlainWindow::compareItems(QAbstractItemView& view, const QModelIndex& parent, int depth)
{
    const QAbstractItemModel& model = *view.model();
    for (int row = 0; row < std::min(model.rowCount(parent), 20); ++row) {
        for (int column = 0; column < model.columnCount(parent); ++column) {
            const QModelIndex index = model.index(row, column, parent);
            compareTooltip(index.data(Qt::ToolTipRole).toString());
            QVERIFY(!index.data(Qt::WhatsThisRole).isValid());
            // Follows the same path as when the pointer rests there.
            const QPoint at = view.visualRect(index).center();
            QHelpEvent help(QEvent::ToolTip, at, view.viewport()->mapToGlobal(at));
            QApplication::sendEvent(view.viewport(), &help);
            compareLabels();
        }
        if (depth < 4)
            compareItems(view, model.index(row, 0, parent), depth + 1);
    }
}

void TestPlainWindow::tooltipsOfItemsShowText()
{
    int views = 0;
    const auto all = window().findChildren<QAbstractItemView*>();
    for (QAbstractItemView* view : all) {
        if (view->model() == nullptr || qobject_cast<QHeaderView*>(view) != nullptr)
            continue;
        ++views;
        for (int section = 0; section < view->model()->columnCount(); ++section)
            compareTooltip(view->model()->headerData(section, Qt::Horizontal, Qt::ToolTipRole).toString());
        compareItems(*view, {}, 0);
    }
    QVERIFY(views > 5);
    QVERIFY2(m_markedTooltips > 20, qPrintable(QString::number(m_markedTooltips)));
}

void TestPlainWindow::notesAndIncidentsShowText()
{
    IncidentWorkspace& workspace = composition().incidents().workspace();
    window().showWorkspace(Workspaces::incident);
    const ClusterStore& store = composition().cluster().store();
    composition().time().setMarked(TimeRange{timeOfTick(store.ticks().from + 2, store.tickPeriod()),
                                             timeOfTick(store.ticks().from + 9, store.tickPeriod())});
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window(), test::hangTimeoutMs));
    QTest::keyClick(&window(), Qt::Key_I);
    QTRY_VERIFY(workspace.current() != nullptr);
    const std::string text = mark().toStdString();
    workspace.editCurrent("edit " + text, [&](Incident& incident) {
        incident.title = text + "title";
        incident.summary = text + "summary";
        incident.causes = text + "causes";
        incident.owner = text + "owner";
        incident.tags = {text + "tag"};
        incident.actions = {{text + "action", text + "owner", false}};
    });
    QTRY_VERIFY(!workspace.details().history.empty());
    QVERIFY(test::waitForViews());
    compareLabels();
    window().grab();
    const auto browsers = window().findChildren<QTextBrowser*>();
    QVERIFY(!browsers.isEmpty());
    for (QTextBrowser* browser : browsers) {
        browser->grab();
        QVERIFY2(!browser->toHtml().contains(u"<img"_s), qPrintable(browser->toHtml()));
        QVERIFY(browser->toPlainText().contains(u"<img"_s));
    }
    tooltipsOfWidgetsShowText();
    tooltipsOfItemsShowText();
}

void TestPlainWindow::messagesShowText()
{
    m_markedLabels = 0;
    Q_EMIT composition().failed(mark());
    Q_EMIT composition().noted(mark() + mark());
    Q_EMIT composition().opener().opening(m_folder.filePath(mark()));
    test::handleDueEvents();
    compareLabels();
    QVERIFY(m_markedLabels >= 2);
    window().grab();
}

void TestPlainWindow::nothingOpenedTheImage()
{
    QVERIFY(!m_watch->wasOpened());
    QImage image;
    QVERIFY(image.load(m_image)); // nor is the watch blind
    QVERIFY(m_watch->wasOpened());
}

LOCKSTEP_GUI_TEST(tst_plainwindow, TestPlainWindow)
#include "tst_plainwindow.moc"
