// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/dashboardpage.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "tests/app/dashboard/burstcluster.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "tests/support/windowpicture.h"
#include "widgets/common/themestyle.h"
#include "widgets/incidents/boundline.h"
#include "widgets/incidents/incidenteditor.h"
#include "widgets/incidents/incidentlistpanel.h"
#include "widgets/incidents/incidentnotes.h"
#include "widgets/incidents/notebar.h"
#include "widgets/timeline/bar/timebar.h"
#include "widgets/timeline/bar/timestrip.h"

#include <QApplication>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

EntityRef hottestGpu(const ClusterStore& store)
{
    const std::span<const float> latest = store.latest(store.metrics().find("gpu.temperature"));
    const auto hottest = std::ranges::max_element(latest, [](float a, float b) { return !(a >= b); });
    return {EntityKind::Gpu, static_cast<std::uint32_t>(hottest - latest.begin())};
}

} // namespace

/// A complete workflow: watch, notice, annotate, link cause and effect, open an incident, describe it, find it again.
class TestIncidentController : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aNoteIsTakenWithOneKey();
    void anIncidentIsOpenedFromTheSelection();
    void notesAreLinkedAndEverythingCanBeUndone();
    void theStoryIsWrittenToTheFile();
    void anotherDashboardSeesItAndBothEdit();
    void itIsFoundAsOneTypes();

private:
    void take(const char* words, TimePoint at);

    QTemporaryDir m_folder;
    test::BurstCluster m_live{sim::makeCluster(4, 8, *sim::findGpuModel("H100")), {}, std::chrono::seconds(30)};
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    StartOptions m_options;
    TimePoint m_begin;
};

void TestIncidentController::initTestCase()
{
    m_options.connect = {m_live.address()};
    m_options.size = QSize(1600, 950);
    m_options.freshSettings = true;
    m_options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    m_settings = std::make_unique<Settings>(true);
    m_composition = std::make_unique<Composition>(m_options);
    m_window = std::make_unique<MainWindow>(*m_composition, *m_settings);
    m_composition->theme().setDark(qEnvironmentVariable("LOCKSTEP_THEME") != u"light"_s);
    applyTheme(*qApp, m_composition->theme());
    m_window->open(m_options);
    QVERIFY(
        QTest::qWaitForWindowActive(m_window.get(), test::hangTimeoutMs)); // keys go to the window that has the focus
    const ClusterStore& store = m_composition->cluster().store();
    QTRY_COMPARE(store.topology()->count(EntityKind::Node), m_live.nodeCount());
    m_live.play(24);
    QTRY_VERIFY(store.ticks().length() >= 24 && store.spans().spanCount() > 100);
    m_composition->selection().select(hottestGpu(store));
    m_begin = timeOfTick(store.ticks().from + 2, store.tickPeriod());
    m_composition->time().setMarked(TimeRange{m_begin, m_begin + std::chrono::seconds(8)});
}

void TestIncidentController::cleanupTestCase()
{
    m_window.reset();
    m_composition.reset();
}

void TestIncidentController::take(const char* words, TimePoint at)
{
    m_composition->time().setMarked(std::nullopt);
    m_composition->time().setCursor(at);
    QTest::keyClick(m_window.get(), Qt::Key_A);
    auto* bar = m_window->findChild<NoteBar*>();
    QTRY_VERIFY(bar->isVisible());
    auto* line = bar->findChild<QLineEdit*>();
    QTest::keyClicks(line, QString::fromLatin1(words));
    test::savePicture(*m_window, u"notebar"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QVERIFY(!bar->isVisible());
}

void TestIncidentController::aNoteIsTakenWithOneKey()
{
    IncidentWorkspace& workspace = m_composition->incidents().workspace();
    take("Flow of loop-2 begins to fall", m_begin + std::chrono::seconds(1));
    QCOMPARE(workspace.records().annotations().size(), std::size_t{1});
    const Annotation& note = workspace.records().annotations().begin()->second;
    QCOMPARE(note.text, std::string("Flow of loop-2 begins to fall"));
    QVERIFY(note.range.from == m_begin + std::chrono::seconds(1));
    QCOMPARE(note.entities.size(), std::size_t{1});
    QVERIFY(!note.incident.isValid());
    // Also after the moment was chosen on the time bar.
    TimeStrip& strip = m_window->findChild<TimeBar*>()->strip();
    strip.setFocus();
    QTest::keyClick(&strip, Qt::Key_A);
    auto* const bar = m_window->findChild<NoteBar*>();
    QTRY_VERIFY(bar->isVisible());
    QTest::keyClick(bar->findChild<QLineEdit*>(), Qt::Key_Escape);
    QVERIFY(!bar->isVisible());
}

void TestIncidentController::anIncidentIsOpenedFromTheSelection()
{
    IncidentWorkspace& workspace = m_composition->incidents().workspace();
    m_composition->time().setMarked(TimeRange{m_begin, m_begin + std::chrono::seconds(8)});
    QTest::keyClick(m_window.get(), Qt::Key_I);
    QVERIFY(workspace.current());
    QVERIFY(workspace.current()->range == (TimeRange{m_begin, m_begin + std::chrono::seconds(8)}));
    QCOMPARE(workspace.current()->entities.size(), std::size_t{1});
    // Measured figures are filled in, and the evidence is stored.
    QTRY_VERIFY(workspace.current()->costs.lostGpuSeconds.has_value());
    QVERIFY(*workspace.current()->costs.trainingGpuCount > 0);
    QTRY_VERIFY(workspace.details().hasEvidence);
    QTRY_COMPARE(workspace.list().found, std::uint64_t{1});
}

void TestIncidentController::notesAreLinkedAndEverythingCanBeUndone()
{
    IncidentWorkspace& workspace = m_composition->incidents().workspace();
    m_window->setFocus();
    for (int i = 2; i <= 5; ++i)
        take("Clocks follow, the ring waits", m_begin + std::chrono::seconds(i));
    // Also the annotation of its time and place that was made before.
    QCOMPARE(workspace.records().annotationsOf(workspace.currentKey()).size(), std::size_t{5});
    auto* editor = m_window->findChild<IncidentEditor*>();
    editor->tabs().setCurrentWidget(&editor->notes());
    QTableView& table = editor->notes().table();
    QTRY_COMPARE(table.model()->rowCount(), 5);
    table.selectAll();
    for (QToolButton* button : editor->notes().findChildren<QToolButton*>()) {
        if (button->text().startsWith(u"Mark first"_s))
            button->click();
    }
    QCOMPARE(workspace.records().links().size(), std::size_t{4});
    test::savePicture(*m_window, u"notes"_s);
    const IncidentRecords all = workspace.records();
    int undone = 0;
    while (workspace.undoHistory().undoText()) {
        workspace.undo();
        ++undone;
    }
    QVERIFY(undone >= 7);
    QVERIFY(workspace.records().annotations().empty());
    for (int i = 0; i < undone; ++i)
        workspace.redo();
    QVERIFY(workspace.records() == all);
}

void TestIncidentController::theStoryIsWrittenToTheFile()
{
    IncidentWorkspace& workspace = m_composition->incidents().workspace();
    workspace.open({});
    QTRY_VERIFY(!workspace.list().rows.empty());
    const IncidentKey key = workspace.list().rows.front().key;
    workspace.open(key);
    QTRY_VERIFY(workspace.current());
    auto* editor = m_window->findChild<IncidentEditor*>();
    editor->tabs().setCurrentIndex(0);
    QTRY_VERIFY(editor->isVisible());
    auto* summary = editor->findChildren<BoundText*>().at(0);
    summary->setFocus();
    QTest::keyClicks(summary, u"Flow fell, clocks followed, the ring waited."_s);
    summary->commit();
    workspace.editCurrent("Edit the costs", [](Incident& incident) {
        incident.costs.computeRate = 2.1;
        incident.costs.labourHours = 3;
        incident.costs.labourRate = 95;
    });
    workspace.editCurrent("Edit the actions", [](Incident& incident) {
        incident.causes = "A **worn impeller** in pump 2; its bearing had been replaced without a flow test.";
        incident.tags = {"cooling", "straggler"};
        incident.actions = {{"Replace the impeller", "sam", false}, {"Alert on loop flow", "noor", true}};
    });
    QTRY_VERIFY(!workspace.details().history.empty() && workspace.details().history.back().field == "actions");
    test::savePicture(*m_window, u"story"_s);
    editor->tabs().setCurrentIndex(2);
    test::savePicture(*m_window, u"cost"_s);
    editor->tabs().setCurrentIndex(3);
    test::savePicture(*m_window, u"history"_s);
    QVERIFY(workspace.problem().empty());
}

void TestIncidentController::anotherDashboardSeesItAndBothEdit()
{
    IncidentWorkspace other("sam");
    IncidentArchive archive(m_options.incidentsFile.toStdString(), other);
    other.search({});
    QTRY_COMPARE(other.list().found, std::uint64_t{1});
    other.open(other.list().rows.front().key);
    QTRY_VERIFY(other.current());
    QCOMPARE(other.current()->summary, std::string("Flow fell, clocks followed, the ring waited."));
    other.editCurrent("Change the state", [](Incident& incident) { incident.state = IncidentState::Mitigated; });
    IncidentWorkspace& mine = m_composition->incidents().workspace();
    mine.editCurrent("Edit the title", [](Incident& incident) { incident.title = "Pump 2 lost flow"; });
    QTRY_VERIFY(mine.current()->state == IncidentState::Mitigated);
    QTRY_COMPARE(other.current()->title, std::string("Pump 2 lost flow"));
}

void TestIncidentController::itIsFoundAsOneTypes()
{
    m_window->showWorkspace(Workspaces::incident);
    auto* panel = m_window->findChild<IncidentListPanel*>();
    QTRY_VERIFY(panel->isVisible());
    QTest::keyClicks(&panel->searchField(), u"impel"_s);
    QTRY_COMPARE(panel->table().model()->rowCount(), 1);
    QTest::keyClicks(&panel->searchField(), u"lerx"_s);
    QTRY_COMPARE(panel->table().model()->rowCount(), 0);
    test::savePicture(*m_window, u"nothingfound"_s);
}

LOCKSTEP_GUI_TEST(tst_incidentcontroller, TestIncidentController)
#include "tst_incidentcontroller.moc"
