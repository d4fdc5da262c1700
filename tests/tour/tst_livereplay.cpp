// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/window/mainwindow.h"
#include "models/store/clustermodel.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "tests/tour/drillserver.h"
#include "views3d/hallview.h"

#include <QApplication>
#include <QCursor>
#include <QDeadlineTimer>
#include <QDir>
#include <QDockWidget>
#include <QImage>
#include <QMap>
#include <QPainter>
#include <QScreen>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <fmt/format.h>

#include <array>

using namespace lockstep;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto reported = 240s; ///< of the drill, before the window looks back
constexpr std::array moments{30s, 70s, 110s, 150s, 190s, 230s};
constexpr Duration before = 60s; ///< of the moment, in view
constexpr Duration after = 20s;
constexpr int headOfFacts = 110;

/// Sources differ by nature. The list of events grows while the live session is shown, so its rows are compared
/// instead. Coverage shows when a state began, which is known only while the data is in memory.
const QStringList speakOfTheSession{u"sources"_s, u"events"_s, u"coverage"_s};

using Pictures = QMap<QString, QImage>; ///< by dock and moment

QString folderOfPictures()
{
    const QString folder = qEnvironmentVariable("LOCKSTEP_TOUR_PICTURES", u"tour-pictures"_s);
    QDir().mkpath(folder);
    return folder;
}

/// Whether no request is pending.
bool isAtRest(Composition& composition)
{
    Session& session = composition.session();
    return !composition.time().isSeeking() && session.queue().size() == 0 && !session.isReadingPast()
        && !session.results().isComputing() && !session.pipeline().sync().isComputing();
}

/// A busy machine draws the hall more rarely than pictures are taken here.
bool hasDrawn(const QWidget& view)
{
    const auto* hall = qobject_cast<const HallView*>(&view);
    if (hall == nullptr)
        hall = view.findChild<const HallView*>();
    return hall == nullptr || hall->isSettled();
}

/// A picture of a view that no longer changes.
QImage settledPicture(QWidget& view, Composition& composition)
{
    constexpr int pause = 60;
    const QDeadlineTimer deadline(test::hangTimeout);
    QImage last;
    int alike = 0;
    while (alike < 3 && !deadline.hasExpired()) {
        QTest::qWait(pause);
        const QImage now = view.grab().toImage().convertToFormat(QImage::Format_RGB32);
        alike = now == last && isAtRest(composition) && hasDrawn(view) ? alike + 1 : 0;
        last = now;
    }
    return last;
}

double shareDiffering(const QImage& a, const QImage& b)
{
    if (a.size() != b.size())
        return 1;
    qint64 differing = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x)
            differing += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    return static_cast<double>(differing) / std::max(1.0, static_cast<double>(a.width()) * a.height());
}

std::string lineOf(const LoggedEvent& stored, const Topology& topology)
{
    return fmt::format("{} {} {} {} {}", stored.event.time.time_since_epoch().count(), topology.path(stored.entity),
                       static_cast<int>(stored.event.severity), stored.event.code, stored.event.text);
}

} // namespace

/// A paused live session and its recording must look the same.
class TestLiveReplay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void noViewCanTellLiveFromReplay_data();
    void noViewCanTellLiveFromReplay();

private:
    struct Seen
    {
        Pictures pictures;
        QStringList events;
        QMap<QString, QStringList> alerts; ///< by moment
    };
    [[nodiscard]] StartOptions options() const;
    void examine(DashboardRun& run, TimePoint start, Seen& seen);
    static void compare(const QString& drill, const Seen& live, const Seen& replay);

    QTemporaryDir m_folder;
};

void TestLiveReplay::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qputenv("HOME", m_folder.path().toLocal8Bit());
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
}

StartOptions TestLiveReplay::options() const
{
    StartOptions options;
    options.size = QSize(1600, 900);
    options.freshSettings = true;
    options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    return options;
}

void TestLiveReplay::examine(DashboardRun& run, TimePoint start, Seen& seen)
{
    Composition& composition = run.composition();
    TimeWindow& time = composition.time();
    const ClusterStore& store = composition.cluster().store();
    auto* const host = run.window().findChild<DockHost*>();
    for (QDockWidget* dock : host->docks())
        dock->setFloating(true);
    QCursor::setPos(run.window().screen()->geometry().bottomRight()); // nothing is under the pointer
    for (const char* id : {"topology", "timeline"}) {
        QDockWidget* const dock = host->dock(QString::fromLatin1(id));
        dock->show();
        (void)settledPicture(*dock->widget(), composition);
        dock->hide();
    }
    // Without a selection the facts are those of the session: its source, samples and memory.
    composition.selection().select(
        store.topology()->find(EntityKind::Gpu, store.topology()->findNode("node-009"), "gpu4"));
    QVERIFY(composition.selection().current().isValid());
    for (const Duration moment : moments) {
        time.setRange({start + moment - before, start + moment + after});
        time.setCursor(start + moment);
        const QString name = u"%1 s"_s.arg(moment / 1s);
        for (QDockWidget* dock : host->docks()) {
            if (speakOfTheSession.contains(dock->objectName()))
                continue;
            dock->resize(900, 600);
            dock->show();
            QImage picture = settledPicture(*dock->widget(), composition);
            dock->hide();
            if (dock->objectName() == u"facts"_s)
                QPainter(&picture).fillRect(0, 0, picture.width(), headOfFacts, Qt::black); // names the source
            seen.pictures.insert(dock->objectName() + u' ' + name, picture);
        }
        for (const Alert& alert : composition.session().alerts().at(start + moment))
            seen.alerts[name].append(u"%1 %2 %3"_s.arg(QString::fromStdString(alert.key),
                                                       QString::fromStdString(alert.kind),
                                                       QString::fromStdString(alert.title)));
    }
    for (const LoggedEvent& each : store.events().events()) {
        if (each.event.time < start + reported)
            seen.events.append(QString::fromStdString(lineOf(each, *store.topology())));
    }
    seen.events.sort();
}

void TestLiveReplay::noViewCanTellLiveFromReplay_data()
{
    QTest::addColumn<QString>("drill");
    for (const char* drill : {"pump-degradation", "slow-gpu", "flapping-link"})
        QTest::newRow(drill) << QString::fromLatin1(drill);
}

void TestLiveReplay::noViewCanTellLiveFromReplay()
{
    QFETCH(QString, drill);
    DrillServer server(drill, reported);
    QCOMPARE(server.problem(), QString());
    StartOptions watch = options();
    watch.connect = {server.address()};
    const QString recorded = m_folder.filePath(drill);
    watch.record = RecordFolder::named(recorded);
    Seen live;
    {
        DashboardRun run(*qApp, watch, std::chrono::steady_clock::now());
        run.start();
        server.begin();
        QTRY_VERIFY(server.hasCaughtUp());
        const ClusterStore& store = run.composition().cluster().store();
        QTRY_VERIFY(timeOfTick(store.ticks().to, store.tickPeriod()) > server.start() + reported + after);
        examine(run, server.start(), live);
        run.window().close();
    }
    StartOptions again = options();
    again.replay = recorded;
    Seen replay;
    {
        DashboardRun run(*qApp, again, std::chrono::steady_clock::now());
        run.start();
        QTRY_VERIFY(!run.composition().session().isLive());
        examine(run, server.start(), replay);
        run.window().close();
    }
    compare(drill, live, replay);
}

void TestLiveReplay::compare(const QString& drill, const Seen& live, const Seen& replay)
{
    QStringList differing;
    for (auto each = live.pictures.begin(); each != live.pictures.end(); ++each) {
        const QImage other = replay.pictures.value(each.key());
        if (each.value() == other)
            continue;
        differing.append(u"%1: %2 %"_s.arg(each.key()).arg(100 * shareDiffering(each.value(), other), 0, 'f', 3));
        const QString name = u"%1/%2 %3"_s.arg(folderOfPictures(), drill, each.key());
        each.value().save(name + u" live.png"_s);
        other.save(name + u" replay.png"_s);
    }
    for (const QString& each : differing)
        fmt::print("differs: {}\n", each.toStdString());
    for (const QString& each : live.events) {
        if (!replay.events.contains(each))
            fmt::print("only live: {}\n", each.toStdString());
    }
    for (const QString& each : replay.events) {
        if (!live.events.contains(each))
            fmt::print("only in replay: {}\n", each.toStdString());
    }
    QVERIFY(!live.events.isEmpty() && !live.pictures.isEmpty());
    QCOMPARE(replay.events, live.events);
    QCOMPARE(replay.alerts, live.alerts);
    QVERIFY2(differing.isEmpty(), qPrintable(differing.join(u", "_s)));
}

LOCKSTEP_GUI_TEST(tst_livereplay, TestLiveReplay)
#include "tst_livereplay.moc"
