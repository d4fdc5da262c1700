// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/incidents/incidentactions.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/export/incidentexport.h"
#include "app/export/userfiles.h"
#include "app/session/incidents/incidentevidence.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "models/view/ratesettings.h"
#include "tests/app/dashboard/burstcluster.h"
#include "tests/app/dashboard/pumpdrill.h"
#include "tests/datasources/incidents/incidentfixture.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/common/themestyle.h"
#include "widgets/incidents/notebar.h"
#include "widgets/panels/alertline.h"
#include "widgets/panels/notificationbar.h"

#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int faultSeconds = 150;

} // namespace

/// From an observed fault to a report that can be sent, with as few actions as possible, and back.
class TestFaultToReport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void aResponseToAnAlertIsUndone();
    void aChosenEventBecomesAnIncidentOfItsCause();
    void theDamageIsOnPageOneAndTheRunbookInside();
    void theReportIsOneKeyAway();
    void theReportIsCopiedForAChatWithRespondersAndSeverities();
    void anotherRangeIsMeasuredAnew();
    void whatIsDeletedComesBackWithEverythingInIt();

private:
    [[nodiscard]] const ClusterStore& store() const { return m_composition->cluster().store(); }
    [[nodiscard]] IncidentWorkspace& workspace() { return m_composition->incidents().workspace(); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(m_window.get(), key, modifiers); }
    [[nodiscard]] QStringList reports() const
    {
        return QDir(m_folder.filePath(u"reports"_s)).entryList({u"*.pdf"_s}, QDir::Files);
    }

    QTemporaryDir m_folder;
    test::BurstCluster m_live{test::oneLoop(), test::pumpLosesSpeed(), std::chrono::seconds(faultSeconds + 5)};
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Composition> m_composition;
    std::unique_ptr<MainWindow> m_window;
    LoggedEvent m_event;
};

void TestFaultToReport::initTestCase()
{
    StartOptions options;
    options.connect = {m_live.address()};
    options.record = RecordFolder::named(m_folder.filePath(u"recording"_s));
    options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    options.size = QSize(1600, 950);
    options.freshSettings = true;
    m_settings = std::make_unique<Settings>(true);
    m_composition = std::make_unique<Composition>(options);
    m_window = std::make_unique<MainWindow>(*m_composition, *m_settings);
    applyTheme(*qApp, m_composition->theme());
    Rates rates;
    rates.labourHour = 90;
    m_composition->rates().setRates(rates);
    m_window->open(options);
    QVERIFY(QTest::qWaitForWindowActive(m_window.get(), test::hangTimeoutMs));
    QTRY_COMPARE(store().topology()->count(EntityKind::Node), m_live.nodeCount());
    QVERIFY(m_live.playInto(store(), faultSeconds));
    QTRY_VERIFY(store().ticks().length() >= faultSeconds);
    const auto reported = [this] {
        QString text = QString::number(store().batchesApplied()) + u" batches, "_s
            + QString::number(m_composition->session().queue().droppedTicks()) + u" ticks dropped; "_s;
        for (const LoggedEvent& each : store().events().events())
            text += QString::fromStdString(each.event.text) + u" | "_s;
        return text;
    };
    const auto hot = [this]() -> const LoggedEvent* {
        for (const LoggedEvent& each : store().events().events()) {
            if (each.event.severity == Severity::Critical && each.entity.kind == EntityKind::Gpu)
                return &each;
        }
        return nullptr;
    };
    QTRY_VERIFY2(hot() != nullptr, qPrintable(reported()));
    m_event = *hot();
    // All data arrives at once, but the analysis of waits takes longer.
    const auto waitsAreKnown = [this] {
        const MetricId metric = store().metrics().find("gpu.sync.wait_share");
        return metric.isValid() && !store().column(metric, store().ticks().to - 10).empty();
    };
    QTRY_VERIFY(waitsAreKnown());
    m_window->findChild<IncidentActions*>()->saver().setFolder(m_folder.filePath(u"reports"_s));
}

void TestFaultToReport::cleanupTestCase()
{
    m_window.reset();
    m_composition.reset();
}

void TestFaultToReport::aResponseToAnAlertIsUndone()
{
    m_window->setFocus();
    const auto isIn = [this](Alert::State state) {
        const std::vector<Alert>& alerts = m_composition->session().alerts().at(wallClockNow());
        return std::ranges::any_of(alerts, [state](const Alert& each) { return each.state == state; });
    };
    QTRY_VERIFY(isIn(Alert::State::Active));
    QVERIFY(!isIn(Alert::State::Acknowledged) && !isIn(Alert::State::Shelved));
    m_window->showWorkspace(Workspaces::watch);
    const auto isTold = [this] { // the acknowledgement
        return std::ranges::any_of(
            m_window->findChild<NotificationBar*>()->messages(),
            [](const NotificationBar::Message& each) { return each.text.startsWith(u"Alert acknowledged"_s); });
    };
    const auto* const card = m_window->findChild<AlertLine*>();
    const auto canAcknowledge = [card] {
        const auto buttons = card->findChildren<QToolButton*>();
        return std::ranges::any_of(
            buttons, [](const QToolButton* each) { return each->text() == u"Acknowledge"_s && each->isEnabled(); });
    };
    QTRY_VERIFY(canAcknowledge());
    key(Qt::Key_K);
    QTRY_VERIFY(isIn(Alert::State::Acknowledged));
    QVERIFY(isTold());
    QTRY_VERIFY(!canAcknowledge());
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(!isIn(Alert::State::Acknowledged));
    QVERIFY(!isTold());
    QTRY_VERIFY(canAcknowledge());
    const auto shelvedUntil = [this] {
        TimePoint until{};
        for (const Alert& each : m_composition->session().alerts().at(wallClockNow()))
            until = std::max(until, each.shelvedUntil);
        return until;
    };
    key(Qt::Key_S, Qt::ShiftModifier);
    QTRY_VERIFY(isIn(Alert::State::Shelved));
    const TimePoint first = shelvedUntil();
    key(Qt::Key_S, Qt::ShiftModifier);
    QTRY_VERIFY(shelvedUntil() > first);
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(shelvedUntil() == first);
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(!isIn(Alert::State::Shelved));
}

void TestFaultToReport::aChosenEventBecomesAnIncidentOfItsCause()
{
    m_composition->selection().select(m_event.entity); // as a click on the event does
    m_composition->time().setCursor(m_event.lastTime);
    m_window->setFocus();
    key(Qt::Key_I);
    QVERIFY(workspace().current());
    const Incident incident = *workspace().current();
    // The GPU is only affected. The incident is about the cause that the alert blames.
    QVERIFY2(incident.title.starts_with("Loop cdu-1: flow "), incident.title.c_str());
    QCOMPARE(incident.tags, std::vector<std::string>{"pump_degradation"});
    QCOMPARE(incident.severity, Severity::Critical);
    QVERIFY(incident.range.contains(m_event.event.time));
    QVERIFY(incident.range.from < m_event.event.time - std::chrono::seconds(20));
    QVERIFY(incident.range.length() <= std::chrono::seconds(faultSeconds + 5));
    QCOMPARE(incident.entities.size(), std::size_t{1});
    QVERIFY2(incident.summary.find("GPU temperature") != std::string::npos, incident.summary.c_str());
    // Asks for a note; discarding it returns focus, so that keys are commands again.
    auto* const noteBar = m_window->findChild<NoteBar*>();
    QTRY_VERIFY(noteBar->isVisible());
    QTest::keyClick(noteBar->findChild<QLineEdit*>(), Qt::Key_Escape);
    QVERIFY(!noteBar->isVisible());
    QVERIFY(!qobject_cast<QLineEdit*>(qApp->focusWidget()) && !qobject_cast<QPlainTextEdit*>(qApp->focusWidget()));
    QTRY_VERIFY(workspace().current()->costs.lostGpuSeconds.value_or(0) > 1);
    QVERIFY2(workspace().current()->costs.lostSource.starts_with("Blame: waits of "),
             workspace().current()->costs.lostSource.c_str());
    QTRY_VERIFY(workspace().details().hasEvidence);
    // Lost output is measured from the job's own steps; unknown values have a reason.
    const CostInputs& costs = workspace().current()->costs;
    const auto isKnownOrSaysWhy = [](const std::optional<double>& value, const std::string& source) {
        return value ? *value > 0 : source.find("before the incident") != std::string::npos;
    };
    QVERIFY2(isKnownOrSaysWhy(costs.lostSteps, costs.lostStepsSource), costs.lostStepsSource.c_str());
    QVERIFY2(isKnownOrSaysWhy(costs.slipDays, costs.slipSource), costs.slipSource.c_str());
    QCOMPARE(costs.rolledBackGpuSeconds, std::optional(0.0));
    QCOMPARE(costs.rolledBackSource, std::string("no job went back to an earlier step"));
    QVERIFY2(!costs.idleSource.empty(), "says which nodes, or why not");
    // Rates are entered only once.
    QCOMPARE(costs.labourRate, std::optional(90.0));
    QCOMPARE(costs.computeRate, std::nullopt);
}

void TestFaultToReport::theDamageIsOnPageOneAndTheRunbookInside()
{
    IncidentDatabase file = test::must(
        IncidentDatabase::open(m_folder.filePath(u"incidents.sqlite"_s).toStdString(), Database::Access::ReadOnly));
    const auto isWritten = [&] {
        const auto kept = file.incident(workspace().currentKey());
        return kept.isOk() && kept.value() && kept.value()->costs == workspace().current()->costs;
    };
    QTRY_VERIFY(isWritten());
    const ExportedIncident story = test::must(loadExportedIncident(file, workspace().currentKey()));
    const Report report = reportOf(story.postMortem, {});
    const auto damage
        = std::ranges::find(report.facts, std::string("Cost"), &std::pair<std::string, std::string>::first);
    QVERIFY(damage != report.facts.end());
    QVERIFY2(damage->second.find("without progress") != std::string::npos, damage->second.c_str());
    QVERIFY2(damage->second.find("of a day's training") != std::string::npos, damage->second.c_str());
    const auto isRunbook = [](const ReportBlock& block) {
        const auto* const heading = std::get_if<ReportHeading>(&block);
        return heading && heading->text == "Pump degradation";
    };
    QVERIFY(std::ranges::any_of(report.blocks, isRunbook));
}

void TestFaultToReport::theReportIsOneKeyAway()
{
    key(Qt::Key_P, Qt::ControlModifier);
    QTRY_COMPARE(reports().size(), 1);
    QCOMPARE(reports().front(), QString::fromStdString(reportFileName(*workspace().current(), "pdf")));
    QVERIFY2(reports().front().startsWith(u"2"_s) && reports().front().contains(u"Loop cdu-1"_s),
             qPrintable(reports().front()));
    QTRY_VERIFY(QFileInfo(m_folder.filePath(u"reports/"_s + reports().front())).size() > 10'000);
    key(Qt::Key_P, Qt::ControlModifier); // existing files are not overwritten
    QTRY_COMPARE(reports().size(), 2);
}

void TestFaultToReport::theReportIsCopiedForAChatWithRespondersAndSeverities()
{
    workspace().editCurrent("Change the responders", [](Incident& incident) {
        incident.responders = {{"commander", "noor"}, {"scribe", "sam"}};
    });
    for (const Severity severity : {Severity::Warning, Severity::Critical})
        workspace().editCurrent("Change the severity",
                                [severity](Incident& incident) { incident.severity = severity; });
    const auto severities = [this] {
        return m_window->findChild<QLabel*>(u"severities"_s)->text();
    };
    m_window->showWorkspace(Workspaces::incident);
    QTRY_COMPARE(severities().count(u'\u2192'), 2);
    for (int visit = 0; visit < 2; ++visit) {
        QGuiApplication::clipboard()->clear();
        key(Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY(!QGuiApplication::clipboard()->text().isEmpty());
        const QString copied = QGuiApplication::clipboard()->text();
        for (const QString& words :
             {u"# Loop cdu-1"_s, u"commander: noor, scribe: sam"_s, u"Severity over time"_s, u"Pump degradation"_s})
            QVERIFY2(copied.contains(words), qPrintable(words + u" in "_s + copied.left(2000)));
        static const QRegularExpression course(u"critical \\d\\d:.*, warning \\d\\d:.*, critical \\d\\d:"_s);
        QVERIFY(course.match(copied).hasMatch());
        QVERIFY(!copied.contains(u"<svg"_s) && !copied.contains(u"data:image"_s));
    }
}

void TestFaultToReport::anotherRangeIsMeasuredAnew()
{
    const double before = *workspace().current()->costs.lostGpuSeconds;
    workspace().editCurrent("Change the time", [](Incident& incident) {
        incident.range.to = incident.range.from + std::chrono::seconds(10);
    });
    QTRY_VERIFY(*workspace().current()->costs.lostGpuSeconds < before / 2);
    // Values entered by hand are kept.
    workspace().editCurrent("Edit the costs", [](Incident& incident) {
        incident.costs.lostGpuSeconds = 4711;
        incident.costs.lostSource.clear();
    });
    auto* evidence = m_window->findChild<IncidentEvidence*>();
    QTRY_VERIFY(!evidence->isGathering(workspace().currentKey())); // of the change before
    QSignalSpy gathered(evidence, &IncidentEvidence::gathered);
    workspace().editCurrent("Change the time", [this](Incident& incident) {
        incident.range.to = m_event.event.time + std::chrono::seconds(10);
    });
    QTRY_COMPARE(gathered.size(), 1); // measured again, filling only fields not entered by hand
    QCOMPARE(*workspace().current()->costs.lostGpuSeconds, 4711.0);
}

void TestFaultToReport::whatIsDeletedComesBackWithEverythingInIt()
{
    m_window->setFocus();
    key(Qt::Key_I, Qt::ShiftModifier);
    QTRY_COMPARE(workspace().details().attachments.size(), std::size_t{1});
    const Incident incident = *workspace().current();
    key(Qt::Key_Delete, Qt::ControlModifier);
    QVERIFY(!workspace().current());
    QTRY_COMPARE(workspace().list().found, std::uint64_t{0});
    m_window->setFocus();
    key(Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(workspace().current());
    QVERIFY(*workspace().current() == incident);
    QTRY_COMPARE(workspace().details().attachments.size(), std::size_t{1});
    QVERIFY(workspace().details().hasEvidence);
    QTRY_COMPARE(workspace().list().found, std::uint64_t{1});
}

LOCKSTEP_GUI_TEST(tst_faulttoreport, TestFaultToReport)
#include "tst_faulttoreport.moc"
