// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/dialogs/exportdialog.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "app/session/settings.h"
#include "models/incidents/workspace/incidentworkspace.h"
#include "tests/app/dashboard/burstcluster.h"
#include "tests/app/dashboard/pumpdrill.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "tests/support/windowpicture.h"
#include "widgets/common/themestyle.h"
#include "widgets/incidents/incidenteditor.h"
#include "widgets/incidents/incidentnotes.h"
#include "widgets/incidents/incidentpictures.h"
#include "widgets/incidents/notebar.h"

#include <QApplication>
#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr int seconds = 150;

/// A Lockstep instance with its own window.
struct RunningDashboard
{
    explicit RunningDashboard(StartOptions options)
        : run(*qApp, themed(std::move(options)), std::chrono::steady_clock::now())
    {
        QObject::connect(&run, &DashboardRun::failed, &run,
                         [this](const QString& message) { failures.append(message); });
        run.start();
    }
    static StartOptions themed(StartOptions options)
    {
        options.theme = qEnvironmentVariable("LOCKSTEP_THEME", u"dark"_s);
        return options;
    }

    [[nodiscard]] Composition& composition() const { return run.composition(); }
    [[nodiscard]] MainWindow& window() const { return run.window(); }
    [[nodiscard]] const ClusterStore& store() const { return run.composition().cluster().store(); }
    [[nodiscard]] IncidentWorkspace& workspace() { return run.composition().incidents().workspace(); }

    mutable DashboardRun run; ///< mutable, because its accessors are not const
    QStringList failures;
};

QJsonObject jsonAt(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

} // namespace

/// An operator's work on a drill from end to end: watch, notice, add five notes, link cause to effect, export in all
/// formats, open the bundle elsewhere and find everything in place.
class TestIncidentStory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_dashboard.reset(); }
    void notesAreTakenAndLinked();
    void theIncidentIsOpenedAndItsRecordingPinned();
    void aPictureIsTakenAndShownAgain();
    void allFormatsAreExported();
    void anotherLockstepOpensTheBundleWithEverythingInPlace();

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] TimePoint moment(int second) const { return m_begin + std::chrono::seconds(second); }
    void take(const char* words, int second);
    void exportAs(ExportDialog& dialog, ExportFormat format, const QString& path);

    QTemporaryDir m_folder;
    test::BurstCluster m_live{test::oneLoop(), test::pumpLosesSpeed(), std::chrono::seconds(seconds + 5)};
    std::unique_ptr<RunningDashboard> m_dashboard;
    TimePoint m_begin;
};

void TestIncidentStory::initTestCase()
{
    StartOptions options;
    options.connect = {m_live.address()};
    options.record = RecordFolder::named(at("recording"));
    options.incidentsFile = at("here.sqlite");
    options.size = QSize(1600, 950);
    options.freshSettings = true;
    m_dashboard = std::make_unique<RunningDashboard>(options);
    QVERIFY(QTest::qWaitForWindowActive(&m_dashboard->window(), test::hangTimeoutMs));
    QTRY_COMPARE(m_dashboard->store().topology()->count(EntityKind::Node), m_live.nodeCount());
    QVERIFY(m_live.playInto(m_dashboard->store(), seconds));
    QTRY_VERIFY(m_dashboard->store().ticks().length() >= seconds);
    const auto waitsAreKnown = [this] {
        const ClusterStore& store = m_dashboard->store();
        const MetricId metric = store.metrics().find("gpu.sync.wait_share");
        return metric.isValid() && !store.column(metric, store.ticks().to - 10).empty();
    };
    QTRY_VERIFY(waitsAreKnown());
    m_begin = timeOfTick(m_dashboard->store().ticks().from, m_dashboard->store().tickPeriod());
    m_dashboard->composition().selection().select({EntityKind::Gpu, 5});
    // A bundle can contain only what has been written.
    QTRY_VERIFY(m_dashboard->composition().session().past()->ticks().length() >= seconds);
}

void TestIncidentStory::take(const char* words, int second)
{
    m_dashboard->composition().time().setMarked(std::nullopt);
    m_dashboard->composition().time().setCursor(moment(second));
    m_dashboard->window().setFocus();
    QTest::keyClick(&m_dashboard->window(), Qt::Key_A);
    auto* bar = m_dashboard->window().findChild<NoteBar*>();
    QTRY_VERIFY(bar->isVisible());
    auto* line = bar->findChild<QLineEdit*>();
    QTest::keyClicks(line, QString::fromLatin1(words));
    QTest::keyClick(line, Qt::Key_Return);
}

void TestIncidentStory::notesAreTakenAndLinked()
{
    m_dashboard->composition().time().setMarked(TimeRange{moment(20), moment(140)});
    m_dashboard->window().setFocus();
    QTest::keyClick(&m_dashboard->window(), Qt::Key_I);
    QVERIFY(m_dashboard->workspace().current());
    take("The pump begins to lose speed", 22);
    take("Return water grows hotter", 40);
    take("GPUs of the loop run hotter than their peers", 75);
    take("The first GPU throttles", 110);
    take("Every rank waits for it", 115);
    const auto notes = m_dashboard->workspace().records().annotationsOf(m_dashboard->workspace().currentKey());
    QCOMPARE(notes.size(), std::size_t{5});
    const std::array expected{22, 40, 75, 110, 115};
    for (std::size_t i = 0; i < notes.size(); ++i)
        QVERIFY(notes[i].range == (TimeRange{moment(expected[i]), moment(expected[i])}));
    // All nodes have fallen silent since then, but were not silent at that moment.
    const EntityRef node{EntityKind::Node, 0};
    QTRY_COMPARE(m_dashboard->store().node(node).freshness, Freshness::Stale);
    QTRY_COMPARE(m_dashboard->store().freshness(node), Freshness::Live);
    auto* editor = m_dashboard->window().findChild<IncidentEditor*>();
    editor->tabs().setCurrentWidget(&editor->notes());
    QTRY_COMPARE(editor->notes().table().model()->rowCount(), 5);
    editor->notes().table().selectAll();
    for (QToolButton* button : editor->notes().findChildren<QToolButton*>()) {
        if (button->text().startsWith(u"Mark first"_s))
            button->click();
    }
    QCOMPARE(m_dashboard->workspace().records().links().size(), std::size_t{4});
}

void TestIncidentStory::theIncidentIsOpenedAndItsRecordingPinned()
{
    m_dashboard->workspace().editCurrent("Tell the story", [](Incident& incident) {
        incident.title = "Pump of loop 1 lost speed";
        incident.summary = "The pump lost speed; the loop's GPUs throttled; **every rank waited**.";
        incident.causes = "A worn impeller.";
        incident.actions = {{"Replace the impeller", "sam", false}, {"Alert on loop flow", "noor", true}};
        incident.costs.computeRate = 2.1;
    });
    QTRY_VERIFY(m_dashboard->workspace().details().hasEvidence);
    // The loss in waits is computed, although no span is a wait.
    QTRY_VERIFY(m_dashboard->workspace().current()->costs.lostGpuSeconds.value_or(0) > 1);
    QTRY_VERIFY(!QDir(at("recording")).entryList({u"*.pin*"_s}).isEmpty());
    QVERIFY2(m_dashboard->workspace().problem().empty(), m_dashboard->workspace().problem().c_str());
    test::savePicture(m_dashboard->window(), u"story-incident"_s);
}

void TestIncidentStory::aPictureIsTakenAndShownAgain()
{
    TimeWindow& time = m_dashboard->composition().time();
    time.setRange({moment(30), moment(90)});
    time.setCursor(moment(50));
    time.setMarked(TimeRange{moment(40), moment(60)});
    QTRY_VERIFY(!time.isSeeking()); // the picture shows the place reached
    m_dashboard->window().setFocus();
    QTest::keyClick(&m_dashboard->window(), Qt::Key_I, Qt::ShiftModifier);
    QTRY_COMPARE(m_dashboard->workspace().details().attachments.size(), std::size_t{1});
    time.setRange({moment(0), moment(140)});
    time.setMarked(std::nullopt);
    time.setCursor(moment(100));
    m_dashboard->composition().selection().clear();
    auto& pictures = m_dashboard->window().findChild<IncidentEditor*>()->pictures();
    QTRY_COMPARE(pictures.list().count(), 1);
    QTRY_VERIFY(!time.isSeeking());
    Q_EMIT pictures.stateWanted(QStringLiteral("{\"from_ns\":\"x\"}")); // not Lockstep's format: no effect
    QVERIFY(!time.isSeeking());
    QVERIFY(time.cursor() == moment(100));
    Q_EMIT pictures.list().itemActivated(pictures.list().item(0)); // no row is chosen yet
    pictures.list().setCurrentRow(0);
    Q_EMIT pictures.list().itemActivated(pictures.list().item(0));
    QTRY_VERIFY(time.range() == (TimeRange{moment(30), moment(90)}));
    QVERIFY(time.cursor() == moment(50));
    QVERIFY(time.marked() == (TimeRange{moment(40), moment(60)}));
    QCOMPARE(m_dashboard->composition().selection().current(), (EntityRef{EntityKind::Gpu, 5}));
}

void TestIncidentStory::exportAs(ExportDialog& dialog, ExportFormat format, const QString& path)
{
    dialog.formats().setCurrentIndex(dialog.formats().findData(static_cast<int>(format)));
    QSignalSpy exported(&dialog, &ExportDialog::exported);
    dialog.exportTo(path);
    QTRY_VERIFY2(exported.size() == 1, qPrintable(dialog.message().text()));
    QVERIFY(QFileInfo(path).size() > 0);
}

void TestIncidentStory::allFormatsAreExported()
{
    m_dashboard->window().setFocus();
    QTest::keyClick(&m_dashboard->window(), Qt::Key_E, Qt::ControlModifier);
    auto* const dialog = m_dashboard->window().findChild<ExportDialog*>();
    QVERIFY(dialog);
    QTRY_VERIFY(dialog->isReady());
    QTRY_VERIFY(dialog->pages().pageCount() >= 2);
    test::savePicture(*dialog, u"story-export"_s);
    exportAs(*dialog, ExportFormat::Html, at("report.html"));
    exportAs(*dialog, ExportFormat::Pdf, at("report.pdf"));
    exportAs(*dialog, ExportFormat::Markdown, at("report.md"));
    exportAs(*dialog, ExportFormat::Json, at("report.json"));
    exportAs(*dialog, ExportFormat::Csv, at("report.csv"));
    exportAs(*dialog, ExportFormat::Trace, at("report.trace.json"));
    exportAs(*dialog, ExportFormat::Bundle, at("report.lockstep"));
    QVERIFY2(!dialog->message().text().contains(u"no recording"_s), qPrintable(dialog->message().text()));
    dialog->zones().setEditText(u"Nowhere/At all"_s);
    QVERIFY(dialog->message().text().contains(u"Nowhere/At all"_s));
    dialog->close();
    const QJsonObject json = jsonAt(at("report.json"));
    QCOMPARE(json[u"annotations"].toArray().size(), 5);
    QVERIFY(json[u"evidence"][u"spans"].toArray().size() > 100);
    QVERIFY(json[u"evidence"][u"heatmaps"].toArray().size() == 1);
    if (const QString folder = qEnvironmentVariable("LOCKSTEP_PICTURES"); !folder.isEmpty()) {
        for (const char* name : {"report.html", "report.pdf", "report.md", "report.lockstep"})
            QFile::copy(at(name), folder + u'/' + QString::fromLatin1(name));
    }
}

void TestIncidentStory::anotherLockstepOpensTheBundleWithEverythingInPlace()
{
    StartOptions options;
    options.replay = at("report.lockstep");
    options.incidentsFile = at("there.sqlite");
    options.size = QSize(1600, 950);
    options.freshSettings = true;
    RunningDashboard there(options);
    QTRY_VERIFY(there.workspace().current());
    QCOMPARE(there.failures, QStringList());
    QVERIFY(*there.workspace().current() == *m_dashboard->workspace().current());
    const auto notes = there.workspace().records().annotationsOf(there.workspace().currentKey());
    QVERIFY(notes == m_dashboard->workspace().records().annotationsOf(m_dashboard->workspace().currentKey()));
    QCOMPARE(there.workspace().records().links().size(), std::size_t{4});
    QTRY_COMPARE(there.workspace().details().attachments.size(), std::size_t{1});
    QCOMPARE(there.composition().selection().current(), (EntityRef{EntityKind::Gpu, 5}));
    QVERIFY(there.composition().time().range().contains(moment(20)));
    // The recording is included: the same columns as in the live session.
    const TickIndex tick = tickIndexOf(moment(100), there.store().tickPeriod());
    const MetricId metric = there.store().metrics().find("gpu.temperature");
    QTRY_VERIFY(!there.store().column(metric, tick).empty());
    const auto live = m_dashboard->store().column(m_dashboard->store().metrics().find("gpu.temperature"), tick);
    const auto replayed = there.store().column(metric, tick);
    QVERIFY(std::ranges::equal(replayed, live.first(replayed.size())));
    // And the same spans.
    const TimeRange extent = there.composition().time().extent();
    there.composition().time().setRange(extent);
    const auto spansIn = [&](const ClusterStore& store) {
        std::size_t count = 0;
        for (std::size_t lane = 0; lane < store.spans().lanes().size(); ++lane)
            count += store.laneSpans(lane, extent).overlapping(nsOf(extent.from), nsOf(extent.to)).size();
        return count;
    };
    QVERIFY(spansIn(m_dashboard->store()) > 1000);
    QTRY_COMPARE(spansIn(there.store()), spansIn(m_dashboard->store()));
    test::savePicture(there.window(), u"story-reopened"_s);

    // An incident opened there has complete evidence from the recording.
    there.composition().selection().select({EntityKind::Gpu, 5});
    there.composition().selection().setMetric(metric);
    there.composition().time().setMarked(TimeRange{moment(60), moment(90)});
    there.window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&there.window(), test::hangTimeoutMs));
    there.window().setFocus();
    QTest::keyClick(&there.window(), Qt::Key_I);
    QTRY_VERIFY(there.workspace().details().hasEvidence);
    std::optional<Evidence> evidence;
    there.composition().incidents().archive().run([&, key = there.workspace().currentKey()](IncidentDatabase& file) {
        const Result<Evidence> read = file.evidence(key);
        QMetaObject::invokeMethod(&there.window(), [&evidence, read] { evidence = read.value(); });
    });
    QTRY_VERIFY(evidence);
    QVERIFY(evidence->source.starts_with("recording "));
    QVERIFY(!evidence->series.empty());
    QVERIFY(evidence->spans.size() > 50);
    QVERIFY(!evidence->events.empty());
    QVERIFY(std::ranges::none_of(evidence->gaps, [](const EvidenceGap& gap) {
        return gap.reason.find("memory") != std::string::npos || gap.reason.find("read") != std::string::npos;
    }));
    QCOMPARE(evidence->series.front().values.size(), std::size_t{30});
    QVERIFY(std::ranges::none_of(evidence->series.front().values, [](float value) { return std::isnan(value); }));
}

LOCKSTEP_GUI_TEST(tst_incidentstory, TestIncidentStory)
#include "tst_incidentstory.moc"
