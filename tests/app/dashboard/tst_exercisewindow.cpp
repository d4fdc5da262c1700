// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/exercise/exercisebar.h"
#include "app/dashboard/exercise/exercisedialogs.h"
#include "app/dashboard/exercise/exercisewords.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/exercise/exercises.h"
#include "app/session/livesession.h"
#include "app/session/opening/startoptions.h"
#include "models/analysis/causality/causes.h"
#include "tests/support/testentry.h"
#include "widgets/common/emptystate.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

SimulatedDrill cappedRack()
{
    SimulatedDrill exercise;
    exercise.isExercise = true;
    exercise.drill.cause = "A power cap holds a rack's GPUs down.";
    sim::DrillFault fault;
    fault.kind = sim::FaultKind::RackPowerCap;
    fault.target.rack = 2;
    fault.onsetSeconds = 0;
    exercise.drill.faults.push_back(fault);
    return exercise;
}

EntityRef findRack(const Topology& topology, const std::string& name)
{
    for (std::uint32_t rack = 0; rack < topology.count(EntityKind::Rack); ++rack) {
        if ("rack " + topology.name({EntityKind::Rack, rack}) == name)
            return {EntityKind::Rack, rack};
    }
    return {};
}

QPushButton* buttonOf(const QWidget& of, const QString& text)
{
    for (QPushButton* button : of.findChildren<QPushButton*>()) {
        if (button->text() == text)
            return button;
    }
    return nullptr;
}

} // namespace

/// An exercise from the operator's point of view.
class TestExerciseWindow : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_options.freshSettings = true;
        m_options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    }

    void itIsOfferedNoticedAnsweredAndReported();
    void aRoleSeesItsViewsUntilItIsRevealed();
    void theDemoHasNoBar();
    void aSurpriseSaysNothingOfItself();

private:
    QTemporaryDir m_folder;
    StartOptions m_options;
};

void TestExerciseWindow::itIsOfferedNoticedAnsweredAndReported()
{
    m_options.record = RecordFolder::named(m_folder.filePath(u"run"_s));
    DashboardRun run(*qApp, m_options, std::chrono::steady_clock::now());
    run.start();
    auto* const bar = run.window().findChild<ExerciseBar*>();
    QVERIFY(bar && !bar->isVisible());
    run.composition().opener().startDrill(cappedRack());
    QTRY_VERIFY(bar->isVisible());
    const QString before = bar->findChild<QLabel*>()->text();
    QVERIFY2(!before.contains(u"power"_s), qPrintable(before));

    QTest::mouseClick(buttonOf(*bar, u"Diagnose..."_s), Qt::LeftButton);
    auto* const dialog = run.window().findChild<ExerciseAnswerDialog*>();
    QVERIFY(dialog && dialog->isVisible() && !dialog->isModal());
    auto* const kind = dialog->findChild<QComboBox*>();
    QCOMPARE(kind->count(), 21); // twenty causes, and none
    kind->setCurrentIndex(kind->findData(u"rack_power_cap"_s));
    QPushButton* const say = buttonOf(*dialog, u"Submit"_s);
    QVERIFY(!say->isEnabled()); // where?
    const Topology& topology = *run.composition().cluster().store().topology();
    const auto* const live = qobject_cast<LiveSession*>(&run.composition().session());
    QVERIFY(live != nullptr);
    run.composition().selection().select(findRack(topology, live->trueFaults().front().entities.front()));
    QVERIFY(say->isEnabled());
    QTest::mouseClick(say, Qt::LeftButton);

    const auto& result = run.composition().exercise().result();
    QVERIFY(result && result->isRight());
    auto* const reported = run.window().findChild<ExerciseResultDialog*>();
    QVERIFY(reported && reported->isVisible());
    const QString story = reported->findChildren<QLabel*>().constLast()->text();
    QVERIFY2(story.contains(u"A power cap holds"_s), qPrintable(story));
    QVERIFY2(story.contains(m_folder.filePath(u"run"_s)), qPrintable(story));
    QVERIFY(buttonOf(*bar, u"Another drill..."_s)->isVisible());
    run.window().close();
}

void TestExerciseWindow::aRoleSeesItsViewsUntilItIsRevealed()
{
    m_options.record = {};
    DashboardRun run(*qApp, m_options, std::chrono::steady_clock::now());
    run.start();
    SimulatedDrill drill = cappedRack();
    drill.roles = {ExerciseRole::Facilities, ExerciseRole::Training};
    run.composition().opener().startDrill(std::move(drill));
    auto* const bar = run.window().findChild<ExerciseBar*>();
    QTRY_VERIFY(bar->isVisible());
    const auto isNote = [&run](const char* view) {
        const auto* const dock = run.window().findChild<QDockWidget*>(QLatin1StringView(view));
        return qobject_cast<const EmptyState*>(dock->widget()) != nullptr;
    };
    QTRY_VERIFY(isNote("fabric") && isNote("dependencies") && !isNote("hall") && !isNote("alerts"));
    QTest::mouseClick(buttonOf(*bar, u"Switch to Training"_s), Qt::LeftButton);
    QVERIFY(!isNote("fabric") && isNote("dependencies") && isNote("hall"));
    QTest::mouseClick(buttonOf(*bar, u"Show answer"_s), Qt::LeftButton);
    QVERIFY(!isNote("fabric") && !isNote("dependencies") && !isNote("hall"));
    auto* const reported = run.window().findChild<ExerciseResultDialog*>();
    QVERIFY(reported != nullptr);
    const QString story = reported->findChildren<QLabel*>().constLast()->text();
    QVERIFY2(story.contains(u"Facilities: "_s) && story.contains(u"Training: "_s), qPrintable(story));
    run.window().close();
}

void TestExerciseWindow::theDemoHasNoBar()
{
    m_options.record = {};
    DashboardRun run(*qApp, m_options, std::chrono::steady_clock::now());
    run.start();
    run.composition().opener().startDemo();
    QTRY_VERIFY(!run.composition().session().isEmpty());
    QVERIFY(!run.window().findChild<ExerciseBar*>()->isVisible());
    run.window().close();
}

void TestExerciseWindow::aSurpriseSaysNothingOfItself()
{
    StartExerciseDialog dialog({builtInDrills().value()});
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    std::optional<SimulatedDrill> chosen;
    connect(&dialog, &StartExerciseDialog::chosen, this, [&chosen](const SimulatedDrill& drill) { chosen = drill; });
    const QString words = dialog.findChildren<QLabel*>().constLast()->text();
    dialog.accept();
    QVERIFY(chosen && chosen->isExercise);
    for (const sim::DrillFault& fault : chosen->drill.faults)
        QVERIFY(!words.contains(causeDescription(sim::faultKindName(fault.kind)), Qt::CaseInsensitive));
}

LOCKSTEP_GUI_TEST(tst_exercisewindow, TestExerciseWindow)
#include "tst_exercisewindow.moc"
