// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/dashboardpage.h"
#include "app/dashboard/window/mainwindow.h"
#include "models/store/clustermodel.h"
#include "tests/app/dashboard/openables.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "tests/tour/faultrecording.h"
#include "tests/tour/momentreader.h"
#include "tests/tour/tour.h"
#include "widgets/panels/alertspanel.h"
#include "widgets/panels/header/headerstrip.h"
#include "widgets/panels/header/statusfooter.h"
#include "widgets/panels/startpage.h"
#include "widgets/timeline/bar/timebar.h"
#include "widgets/timeline/bar/timestrip.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

constexpr std::array tourSizes{QSize(1280, 800), QSize(1600, 900), QSize(2560, 1440)};
constexpr double same = 0.03; ///< share of the pixels that may differ between two visits
constexpr int faultSeconds = 220; ///< until GPUs throttle

/// Each of the 20 ordered pairs of five items exactly once.
constexpr std::array allPairs{0, 1, 2, 3, 4, 0, 2, 4, 1, 3, 0, 3, 1, 4, 2, 0, 4, 3, 2, 1, 0};

/// All of a widget is within the window, and has room to be seen.
bool isSeen(const QWidget& widget, const QWidget& window)
{
    const QRect there(widget.mapTo(&window, QPoint()), widget.size());
    return widget.isVisible() && window.rect().contains(there) && !widget.visibleRegion().isEmpty();
}

} // namespace

/// An operator's work from the first start to the report, with mouse and keyboard. Keeps pictures of every state for
/// inspection.
class TestTour : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theFirstPageFitsEveryScreen_data() { sizesAndThemes(); }
    void theFirstPageFitsEveryScreen();
    void everyWorkspaceFitsEveryScreen_data() { sizesAndThemes(); }
    void everyWorkspaceFitsEveryScreen();
    void everyThingCanFollowEveryOther();
    void workspacesComeBackAsTheyWere();
    void oneGoesToThePastAndBack();
    void fromAFaultToItsReport();
    void anythingIsFoundInThreeActions();
    void atAMomentAllViewsSayTheSame_data();
    void atAMomentAllViewsSayTheSame();

private:
    static void sizesAndThemes();
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] StartOptions options() const;
    [[nodiscard]] StartOptions fault() const;

    QTemporaryDir m_folder;
    std::unique_ptr<Openables> m_openables;
};

void TestTour::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qputenv("HOME", m_folder.path().toLocal8Bit()); // reports go to its documents
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    m_openables = std::make_unique<Openables>(m_folder.path());
    QCOMPARE(m_openables->prepare(), QString());
    QCOMPARE(recordDrill(u"pump-degradation"_s, faultSeconds, at("fault")), QString());
}

void TestTour::sizesAndThemes()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<QString>("theme");
    for (const QSize size : tourSizes) {
        for (const QString& theme : {u"dark"_s, u"light"_s})
            QTest::addRow("%d, %s", size.width(), qPrintable(theme)) << size << theme;
    }
}

StartOptions TestTour::options() const
{
    StartOptions options;
    options.size = tourSizes.front();
    options.freshSettings = true;
    options.incidentsFile = at("incidents.sqlite");
    return options;
}

StartOptions TestTour::fault() const
{
    StartOptions options = this->options();
    options.replay = at("fault");
    return options;
}

void TestTour::theFirstPageFitsEveryScreen()
{
    QFETCH(QSize, size);
    QFETCH(QString, theme);
    StartOptions start = options();
    start.size = size;
    start.theme = theme;
    Tour tour(u"start-%1-%2"_s.arg(size.width()).arg(theme), start);
    QVERIFY(!tour.shoot(u"page"_s).isNull());
    const auto* page = tour.window().findChild<StartPage*>();
    QVERIFY(page->isVisible());
    int seen = 0;
    for (const QPushButton* button : page->findChildren<QPushButton*>()) {
        QVERIFY2(isSeen(*button, tour.window()), qPrintable(button->text()));
        ++seen;
    }
    QVERIFY(seen >= 6);
}

void TestTour::everyWorkspaceFitsEveryScreen()
{
    QFETCH(QSize, size);
    QFETCH(QString, theme);
    StartOptions start = fault();
    start.size = size;
    start.theme = theme;
    Tour tour(u"workspaces-%1-%2"_s.arg(size.width()).arg(theme), start);
    QTRY_VERIFY(!tour.composition().session().isLive());
    for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
        tour.press({qPrintable(u"Ctrl+%1"_s.arg(workspace + 1))});
        tour.shoot(Workspaces::name(workspace));
        const auto* header = tour.window().findChild<HeaderStrip*>();
        QVERIFY(isSeen(*header, tour.window()));
        const bool isWall = workspace == Workspaces::wall; // it has no transport controls and no small text
        QVERIFY(isSeen(*tour.window().findChild<TimeBar*>(), tour.window()) != isWall);
        QVERIFY(isSeen(*tour.window().findChild<StatusFooter*>(), tour.window()) != isWall);
        QVERIFY(tour.window().screen()->availableGeometry().contains(tour.window().geometry()));
        const QWidget* focused = QApplication::focusWidget();
        QVERIFY2(focused == nullptr || !focused->testAttribute(Qt::WA_InputMethodEnabled), "a text field has the keys");
    }
}

void TestTour::everyThingCanFollowEveryOther()
{
    Tour tour(u"switch"_s, options());
    for (std::size_t step = 0; step < allPairs.size(); ++step) {
        const Openable openable = openables.at(static_cast<std::size_t>(allPairs.at(step)));
        m_openables->open(tour.composition(), openable);
        QTRY_VERIFY2(Openables::isShown(tour.run(), openable), nameOf(openable));
        tour.shoot(u"%1-%2"_s.arg(step, 2, 10, QLatin1Char('0')).arg(QLatin1StringView(nameOf(openable))));
        QVERIFY2(!Openables::isAnythingElseLeft(tour.run(), openable), nameOf(openable));
    }
}

void TestTour::workspacesComeBackAsTheyWere()
{
    StartOptions kept = fault();
    kept.freshSettings = false;
    Tour tour(u"twice"_s, kept);
    std::array<QImage, Workspaces::count> first;
    for (const char* visit : {"first", "second", "restarted"}) {
        QTRY_VERIFY(!tour.composition().session().isLive());
        QTRY_VERIFY(tour.window().findChild<Workspaces*>()->current() >= 0); // the one that was left is arranged
        for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
            tour.press({qPrintable(u"Ctrl+%1"_s.arg(workspace + 1))});
            const QImage picture = tour.shoot(Workspaces::name(workspace) + u'-' + QLatin1StringView(visit));
            QImage& before = first.at(static_cast<std::size_t>(workspace));
            if (before.isNull())
                before = picture;
            const double differing = Tour::difference(before, picture);
            QVERIFY2(differing <= same,
                     qPrintable(u"%1, %2: %3 % of the pixels differ"_s.arg(Workspaces::name(workspace))
                                    .arg(QLatin1StringView(visit))
                                    .arg(100 * differing)));
        }
        if (QByteArray(visit) == "second")
            tour.restart();
    }
}

void TestTour::oneGoesToThePastAndBack()
{
    Tour tour(u"past"_s, options());
    m_openables->open(tour.composition(), Openable::Demo);
    QTRY_VERIFY(Openables::isShown(tour.run(), Openable::Demo));
    TimeWindow& time = tour.composition().time();
    const auto* header = tour.window().findChild<HeaderStrip*>();
    QTRY_VERIFY(time.extent().length() > std::chrono::seconds(12));
    const auto frameColour = [&](const QImage& picture) {
        const auto* page = tour.window().findChild<DashboardPage*>();
        return picture.pixel(page->mapTo(&tour.window(), QPoint(1, page->height() / 2)));
    };
    QTRY_COMPARE(header->state().word, u"LIVE"_s);
    const QImage live = tour.shoot(u"1-live"_s);

    auto* strip = tour.window().findChild<TimeStrip*>();
    tour.drag(*strip, {strip->width() * 3 / 4, 30}, {strip->width() / 2, 30});
    QVERIFY(!time.isFollowing());
    QVERIFY(time.range().from <= time.cursor() && time.cursor() <= time.range().to);
    const TimePoint middle = time.extent().from + time.extent().length() / 2;
    QVERIFY(std::chrono::abs(time.cursor() - middle) < time.extent().length() / 10);
    QTRY_COMPARE(header->state().word, u"PAUSED"_s);
    QVERIFY(!header->state().note.isEmpty()); // how long ago, or the day
    const QImage past = tour.shoot(u"2-past"_s);
    QVERIFY(frameColour(past) != frameColour(live));

    const TimePoint moment = time.cursor();
    tour.press({"Alt+1"});
    QVERIFY(!time.isFollowing());
    QCOMPARE(time.cursor(), moment);
    tour.press({"Space"});
    QTRY_COMPARE(header->state().word, u"PLAYING 1×"_s);
    tour.shoot(u"3-playing"_s);
    tour.press({"L"});
    QVERIFY(time.isFollowing());
    QTRY_COMPARE(header->state().word, u"LIVE"_s);
    QCOMPARE(frameColour(tour.shoot(u"4-live-again"_s)), frameColour(live));
}

void TestTour::fromAFaultToItsReport()
{
    Tour tour(u"report"_s, fault());
    QTRY_VERIFY(!tour.composition().session().isLive());
    TimeWindow& time = tour.composition().time();
    time.setCursor(time.extent().to - std::chrono::seconds(5)); // where everybody waits for the throttled
    tour.shoot(u"1-seen"_s);
    const int before = tour.actions();
    tour.press({"Shift+K"}); // the most pressing alert, when it began
    const auto shown = tour.window().findChild<AlertsPanel*>()->shown();
    QVERIFY(shown);
    QTRY_COMPARE(time.cursor(), shown->alert.onset); // once that moment is read
    QCOMPARE(tour.composition().selection().current(), shown->alert.entities.front());
    QCOMPARE(tour.actions() - before, 1);
    tour.shoot(u"2-alert"_s);
    tour.press({"I"});
    QTRY_VERIFY(tour.composition().incidents().workspace().current() != nullptr);
    QTest::keyClicks(QApplication::focusWidget(), u"The pump sounds bad"_s); // one action: the note is asked for
    tour.shoot(u"3-incident"_s);
    tour.press({"Ctrl+P"});
    QCOMPARE(tour.actions() - before, 3); // and the writing: four
    const IncidentWorkspace& incidents = tour.composition().incidents().workspace();
    QCOMPARE(incidents.records().annotationsOf(incidents.currentKey()).size(), 1UL);
    QCOMPARE(incidents.current()->tags, std::vector<std::string>{"pump_degradation"});
    const QDir reports(m_folder.filePath(u"Documents/Lockstep"_s));
    QTRY_COMPARE(reports.entryList({u"*.pdf"_s}, QDir::Files).size(), 1);
    QFile report(reports.filePath(reports.entryList({u"*.pdf"_s}, QDir::Files).front()));
    QTRY_VERIFY(report.size() > 10'000);
    QVERIFY(report.open(QIODevice::ReadOnly));
    QVERIFY(report.read(5) == "%PDF-");
    tour.shoot(u"4-saved"_s);
    for (const char* keys : {"Ctrl+1", "Ctrl+4"}) { // what had the focus is gone, and no field takes it
        tour.press({keys});
        const QWidget* const focused = QApplication::focusWidget();
        QVERIFY(focused == nullptr || !focused->testAttribute(Qt::WA_InputMethodEnabled));
    }
    tour.press({"Ctrl+Del"});
    QTRY_VERIFY(tour.composition().incidents().workspace().current() == nullptr);
    tour.press({"Ctrl+Z"});
    QTRY_VERIFY(tour.composition().incidents().workspace().current() != nullptr);
    tour.shoot(u"5-deleted-and-back"_s);
}

void TestTour::anythingIsFoundInThreeActions()
{
    Tour tour(u"find"_s, fault());
    QTRY_VERIFY(!tour.composition().session().isLive());
    tour.press({"Ctrl+1"});
    const Selection& selection = tour.composition().selection();
    const ClusterStore& store = tour.composition().cluster().store();
    for (const char* name : {"node-017", "cdu-2", "train-b", "node-017"}) {
        const int before = tour.actions();
        tour.press({"Ctrl+K"});
        QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(name)); // the third action
        tour.press({"Return"});
        QCOMPARE(tour.actions() - before + 1, 3);
        QTRY_VERIFY2(selection.current().isValid() && store.topology()->name(selection.current()) == name, name);
    }
    tour.shoot(u"node-017"_s);
}

void TestTour::atAMomentAllViewsSayTheSame_data()
{
    QTest::addColumn<QString>("drill");
    for (const QString& drill : {u"pump-degradation"_s, u"blocked-cold-plate"_s, u"flapping-link"_s})
        QTest::newRow(qPrintable(drill)) << drill;
}

/// Number by number: header, alerts, story, selection, hall, tree and report.
void TestTour::atAMomentAllViewsSayTheSame()
{
    QFETCH(QString, drill);
    StartOptions start = fault();
    if (drill != u"pump-degradation"_s) { // which is there already
        start.replay = m_folder.filePath(drill);
        QCOMPARE(recordDrill(drill, faultSeconds, start.replay), QString());
    }
    Tour tour(u"moment-"_s + drill, start);
    QTRY_VERIFY(!tour.composition().session().isLive());
    tour.press({"Ctrl+1"});
    tour.rest();
    MomentReader reader(tour);
    const TimePoint begin = tour.composition().time().extent().from;
    for (const int second : {20, 60, 90, 130, 170, 210, 60}) { // and back
        const QStringList differing = reader.contradictionsAt(begin + std::chrono::seconds(second));
        QVERIFY2(differing.isEmpty(), qPrintable(u"at second %1: "_s.arg(second) + differing.join(u"; "_s)));
        tour.shoot(u"%1"_s.arg(second));
    }
    QVERIFY(reader.alertsSeen() >= 3);
    QVERIFY(reader.hallValuesSeen() >= 7); // at least of the hottest GPU, at each moment
}

LOCKSTEP_GUI_TEST(tst_tour, TestTour)
#include "tst_tour.moc"
