// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/docks/dockhost.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/session.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/startoptions.h"
#include "datasources/imports/importtext.h"
#include "models/store/clustermodel.h"
#include "tests/app/dashboard/openables.h"
#include "tests/support/testentry.h"
#include "widgets/incidents/notebar.h"
#include "widgets/panels/connectiontrouble.h"
#include "widgets/panels/notificationbar.h"
#include "widgets/panels/startpage.h"

#include <QApplication>
#include <QDockWidget>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

/// Which docks are seen, by name, and how large each is.
QMap<QString, QSize> docksOf(MainWindow& window)
{
    QMap<QString, QSize> seen;
    for (const QDockWidget* dock : window.findChild<DockHost*>()->docks()) {
        if (!dock->isHidden())
            seen.insert(dock->objectName(), dock->visibleRegion().isEmpty() ? QSize() : dock->size());
    }
    return seen;
}

QMap<QString, QSize> show(MainWindow& window, int workspace)
{
    window.showWorkspace(workspace);
    QTest::qWait(50); // docks get their sizes once events have gone round
    return docksOf(window);
}

} // namespace

/// One run of the dashboard, in which one thing after another is opened.
class TestSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(m_folder.isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        m_openables = std::make_unique<Openables>(m_folder.path());
        QCOMPARE(m_openables->prepare(), QString());
    }

    void whatIsOpenedReplacesAllOfWhatWasShown_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        for (const Thing first : things) {
            for (const Thing second : things) {
                if (first != second)
                    QTest::addRow("%s, then %s", nameOf(first), nameOf(second))
                        << static_cast<int>(first) << static_cast<int>(second);
            }
        }
    }
    void whatIsOpenedReplacesAllOfWhatWasShown()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        for (const int each : {first, second, first}) {
            const auto thing = static_cast<Thing>(each);
            m_openables->open(session.composition(), thing);
            QTRY_VERIFY2_WITH_TIMEOUT(Openables::isShown(session, thing), nameOf(thing), 15'000);
            QTest::qWait(30); // painted
            session.window().grab();
            QVERIFY2(!Openables::isAnythingElseLeft(session, thing), nameOf(thing));
        }
    }

    void whatIsShownCanBeClosed()
    {
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        m_openables->open(session.composition(), Thing::Recording);
        QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Recording), 10'000);
        session.composition().closeAll();
        QTRY_VERIFY(session.window().findChild<StartPage*>()->isVisible());
        QVERIFY(!session.composition().history().isReplay());
        QCOMPARE(session.composition().cluster().store().topology()->count(EntityKind::Node), std::size_t{0});
    }

    void whatCannotBeOpenedLeavesWhatIsShown()
    {
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        m_openables->open(session.composition(), Thing::Recording);
        QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Recording), 10'000);
        const Composition* const shown = &session.composition();
        QSignalSpy failed(&session.composition(), &Composition::failed);
        session.composition().openRecording(at("nowhere"));
        session.composition().openTraces({at("nowhere.json")});
        session.composition().openClusterFile(at("nowhere.toml"));
        session.composition().connectTo(u"no port"_s);
        QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 4, 10'000);
        QCOMPARE(&session.composition(), shown);
        QVERIFY(Openables::isShown(session, Thing::Recording));
    }

    void whatIsLiveAfterARecordingIsRecordedAgain()
    {
        StartOptions recording = options();
        recording.recordFolder = at("rolling");
        Session session(*qApp, recording, std::chrono::steady_clock::now());
        session.start();
        for (const Thing thing : {Thing::Demo, Thing::Recording, Thing::Demo}) {
            m_openables->open(session.composition(), thing);
            QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, thing), 15'000);
            QCOMPARE(session.composition().history().isRecording(), thing == Thing::Demo);
        }
    }

    void aRecordingOpensWhereItsNodesReport()
    {
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        m_openables->open(session.composition(), Thing::Recording);
        QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Recording), 10'000);
        const ClusterStore& store = session.composition().cluster().store();
        QTRY_COMPARE(store.node({EntityKind::Node, 0}).freshness, Freshness::Live);
        QTRY_COMPARE(store.node({EntityKind::Node, 1}).freshness, Freshness::Live);
        QVERIFY(session.composition().time().range().contains(session.composition().time().cursor()));
    }

    void noTextFieldTakesTheFocusByItself()
    {
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        m_openables->open(session.composition(), Thing::Recording);
        QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Recording), 10'000);
        MainWindow& window = session.window();
        QTest::qWait(20); // the first workspace comes once the page has its size
        QApplication::setActiveWindow(&window);
        for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
            window.showWorkspace(workspace);
            QTest::qWait(20);
            const QWidget* focused = QApplication::focusWidget();
            QVERIFY2(focused == nullptr || !focused->testAttribute(Qt::WA_InputMethodEnabled),
                     qPrintable(u"%1: %2"_s.arg(Workspaces::name(workspace),
                                                QString::fromLatin1(focused->metaObject()->className()))));
        }
    }

    void aRecordingBringsItsOwnTick()
    {
        ImportedSeries series; // ten samples a second
        QByteArray text = "time,node,load\n";
        for (int at = 0; at < 300; ++at)
            text += QByteArray::number(1'700'000'000 + at / 10) + '.' + QByteArray::number(at % 10) + ",n1,"
                + QByteArray::number(at) + '\n';
        QVERIFY(importCsv(text.toStdString(), "ten", series).isOk());
        QVERIFY(series.write(at("ten").toStdString()).isOk());
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        session.composition().openRecording(at("ten"));
        const auto tick = [&] {
            return session.composition().cluster().store().tickPeriod();
        };
        QTRY_COMPARE_WITH_TIMEOUT(tick(), Duration(std::chrono::milliseconds(100)), 10'000);
        const auto ticks = [&] {
            return session.composition().cluster().store().ticks().length();
        };
        QTRY_COMPARE_WITH_TIMEOUT(ticks(), TickIndex{300}, 10'000);
        m_openables->open(session.composition(), Thing::Recording); // and the next one its own
        QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Recording), 10'000);
        QCOMPARE(tick(), Duration(std::chrono::seconds(1)));
    }

    void theWindowFitsItsScreen()
    {
        StartOptions large = options();
        large.size = QSize(5000, 4000);
        Session session(*qApp, large, std::chrono::steady_clock::now());
        session.start();
        const QRect screen = session.window().screen()->availableGeometry();
        const QSize largest = screen.size().expandedTo(session.window().minimumSize());
        QCOMPARE(session.window().size().boundedTo(largest), session.window().size());
        QVERIFY(screen.contains(session.window().geometry().topLeft()));
    }

    void whatComesAndGoesShiftsNoDock()
    {
        Session session(*qApp, options(), std::chrono::steady_clock::now());
        session.start();
        m_openables->open(session.composition(), Thing::Demo);
        QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Demo), 15'000);
        QTest::qWait(100);
        const auto placesOf = [&] {
            QMap<QString, QRect> places;
            for (const QDockWidget* dock : session.window().findChild<DockHost*>()->docks()) {
                if (dock->isVisible())
                    places.insert(dock->objectName(), {dock->mapTo(&session.window(), QPoint()), dock->size()});
            }
            return places;
        };
        const auto before = placesOf();
        QVERIFY(before.size() > 3);
        auto* messages = session.window().findChild<NotificationBar*>();
        messages->notify(Severity::Warning, u"The recording cannot be written: no space is left."_s);
        messages->notify(Severity::Critical, u"Nothing is recorded any more."_s);
        auto* note = session.window().findChild<NoteBar*>();
        note->ask({});
        QTest::qWait(100);
        QVERIFY(messages->isVisible() && note->isVisible());
        QVERIFY(!messages->visibleRegion().isEmpty() && !note->visibleRegion().isEmpty());
        QVERIFY(placesOf() == before);
        const QRect messagesAt(messages->mapTo(&session.window(), QPoint()), messages->size());
        QVERIFY(session.window().rect().contains(messagesAt));
        session.window().close();
    }

    void whoCannotBeReachedIsNamedInTheMiddleAndCanBeClosed()
    {
        StartOptions dead = options();
        dead.connect = QStringList{u"127.0.0.1:1"_s}; // nobody listens there
        Session session(*qApp, dead, std::chrono::steady_clock::now());
        session.start();
        QTRY_VERIFY_WITH_TIMEOUT(session.window().findChild<ConnectionTrouble*>()->isVisible(), 15'000);
        auto* trouble = session.window().findChild<ConnectionTrouble*>();
        QVERIFY(trouble->accessibleName().contains(u"127.0.0.1:1"_s));
        QVERIFY(trouble->geometry().contains(session.window().findChild<DockHost*>()->geometry().center()));
        for (QPushButton* button : trouble->findChildren<QPushButton*>()) {
            if (button->text().startsWith(u"Try"_s))
                button->click();
        }
        QVERIFY(trouble->isVisible());
        for (QPushButton* button : trouble->findChildren<QPushButton*>()) {
            if (button->text().startsWith(u"Close"_s))
                button->click();
        }
        QTRY_VERIFY(session.window().findChild<StartPage*>()->isVisible());
        QVERIFY(!session.composition().hasSources());
        session.window().close();
    }

    void everyWorkspaceComesBackAsItWas()
    {
        StartOptions kept = options();
        kept.freshSettings = false;
        kept.demo = true;
        QMap<int, QMap<QString, QSize>> asDesigned;
        for (int run = 0; run < 2; ++run) {
            Session session(*qApp, kept, std::chrono::steady_clock::now());
            session.start();
            QTRY_VERIFY_WITH_TIMEOUT(Openables::isShown(session, Thing::Demo), 15'000);
            for (int visit = 0; visit < 2; ++visit) {
                for (int workspace = 0; workspace < Workspaces::count; ++workspace) {
                    const QMap<QString, QSize> seen = show(session.window(), workspace);
                    if (!asDesigned.contains(workspace))
                        asDesigned[workspace] = seen;
                    const QMap<QString, QSize>& expected = asDesigned[workspace];
                    QVERIFY2(seen.keys() == expected.keys(),
                             qPrintable(u"run %1, visit %2 of %3: %4"_s.arg(run).arg(visit).arg(
                                 Workspaces::name(workspace), QStringList(seen.keys()).join(u' '))));
                    for (auto dock = seen.cbegin(); dock != seen.cend(); ++dock) {
                        const QSize difference = dock.value() - expected[dock.key()];
                        QVERIFY2(std::abs(difference.width()) <= 16 && std::abs(difference.height()) <= 16,
                                 qPrintable(u"run %1, visit %2 of %3: %4 is %5 x %6"_s.arg(run)
                                                .arg(visit)
                                                .arg(Workspaces::name(workspace), dock.key())
                                                .arg(dock->width())
                                                .arg(dock->height())));
                    }
                }
            }
            session.window().close();
        }
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] StartOptions options() const
    {
        StartOptions options;
        options.size = QSize(1280, 800);
        options.freshSettings = true;
        options.incidentsFile = at("incidents.sqlite");
        return options;
    }
    QTemporaryDir m_folder;
    std::unique_ptr<Openables> m_openables;
};

LOCKSTEP_GUI_TEST(tst_session, TestSession)
#include "tst_session.moc"
