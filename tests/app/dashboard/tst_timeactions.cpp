// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/dialogs/timerangedialog.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "models/store/clustermodel.h"
#include "tests/app/dashboard/openables.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/panels/notificationbar.h"
#include "widgets/panels/startpage.h"
#include "widgets/timeline/bar/timebar.h"

#include <QApplication>
#include <QClipboard>
#include <QDateTimeEdit>
#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUrl>

using namespace lockstep;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Typed time ranges, and links to a moment, over a recording of two nodes.
class TestTimeActions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_run.reset(); }
    void aRangeCanBeTyped();
    void aRangeThatEndsBeforeItBeginsIsNotShown();
    void commonRangesAreOneClickAway();
    void aLinkOpensTheSameViewAtTheSameMoment();
    void aLinkThatIsDeclinedOpensNothing();
    void aRejectedLinkSaysWhyInTheWindow();
    void withoutARecordingThereIsNoLink();
    void theEndOfARecordingIsNotCalledLive();

private:
    [[nodiscard]] std::unique_ptr<DashboardRun> open(StartOptions options) const
    {
        options.freshSettings = true;
        options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
        auto run = std::make_unique<DashboardRun>(*qApp, options, std::chrono::steady_clock::now());
        run->start();
        return run;
    }
    [[nodiscard]] static bool isShown(DashboardRun& run)
    {
        return Openables::isShown(run, Openable::Recording) && run.window().findChild<Workspaces*>()->current() >= 0;
    }
    [[nodiscard]] TimeRangeDialog* askForRange()
    {
        for (auto* button : m_run->window().findChild<TimeBar*>()->findChildren<QToolButton*>()) {
            if (button->text() == u"Range..."_s)
                button->click();
        }
        return m_run->window().findChild<TimeRangeDialog*>();
    }
    static void press(const TimeRangeDialog& dialog, const QString& text)
    {
        for (QPushButton* button : dialog.findChildren<QPushButton*>()) {
            if (button->text().remove(u'&') == text)
                button->click();
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Openables> m_openables;
    std::unique_ptr<DashboardRun> m_run;
};

void TestTimeActions::initTestCase()
{
    m_openables = std::make_unique<Openables>(m_folder.filePath(u"it's here"_s)); // a name that a link must escape
    QVERIFY(QDir(m_folder.path()).mkdir(u"it's here"_s));
    QCOMPARE(m_openables->prepare(), QString());
}

void TestTimeActions::init()
{
    m_run = open({});
    m_openables->open(m_run->composition(), Openable::Recording);
    QTRY_VERIFY(isShown(*m_run));
}

void TestTimeActions::aRangeCanBeTyped()
{
    TimeWindow& time = m_run->composition().time();
    const TimePoint from = std::chrono::floor<std::chrono::seconds>(time.extent().from) + 5s;
    const auto asDate = [](TimePoint moment) {
        return QDateTime::fromMSecsSinceEpoch(moment.time_since_epoch() / 1ms, Qt::UTC);
    };
    for (int visit = 0; visit < 2; ++visit) {
        TimeRangeDialog* const dialog = askForRange();
        QVERIFY(dialog != nullptr && !dialog->isModal());
        const auto edits = dialog->findChildren<QDateTimeEdit*>();
        QCOMPARE(edits.size(), 2);
        edits[0]->setDateTime(asDate(from));
        edits[1]->setDateTime(asDate(from + 20s));
        press(*dialog, u"Show range"_s);
        QTRY_COMPARE(time.range().from, from);
        QCOMPARE(time.range().to, from + 20s);
        QTRY_VERIFY(m_run->window().findChild<TimeRangeDialog*>() == nullptr);
        time.fitExtent();
    }
}

void TestTimeActions::aRangeThatEndsBeforeItBeginsIsNotShown()
{
    const TimeRangeDialog* const dialog = askForRange();
    const auto edits = dialog->findChildren<QDateTimeEdit*>();
    edits[1]->setDateTime(edits[0]->dateTime().addSecs(-1));
    const TimeRange before = m_run->composition().time().target().range;
    press(*dialog, u"Show range"_s);
    QCOMPARE(m_run->composition().time().target().range, before);
    edits[1]->setDateTime(edits[0]->dateTime().addSecs(10));
    press(*dialog, u"Show range"_s);
    QTRY_COMPARE(m_run->composition().time().range().length(), Duration(10s));
}

void TestTimeActions::commonRangesAreOneClickAway()
{
    TimeWindow& time = m_run->composition().time();
    time.setRange({time.extent().from, time.extent().from + 3s});
    press(*askForRange(), u"All data"_s);
    QTRY_COMPARE(time.range(), time.extent());
    QTRY_VERIFY(m_run->window().findChild<TimeRangeDialog*>() == nullptr);
    press(*askForRange(), u"Last 15 min"_s);
    QTRY_COMPARE(time.range().length(), Duration(15min));
    QCOMPARE(time.range().to, time.extent().to);

    const TimePoint onset = time.extent().from + 20s;
    time.setRange(time.extent());
    time.setCursor(onset + 15s);
    press(*new TimeRangeDialog(time, onset, &m_run->window()), u"Since alert onset"_s);
    QTRY_COMPARE(time.range(), (TimeRange{onset - 10s, onset + 15s}));
    QCOMPARE(time.cursor(), onset + 15s);
}

void TestTimeActions::aLinkOpensTheSameViewAtTheSameMoment()
{
    Composition& from = m_run->composition();
    const TimePoint begin = from.time().extent().from + 7s + 123456789ns;
    from.time().setRange({begin, begin + 30s});
    from.time().setCursor(begin + 11s);
    from.selection().setMetric(from.cluster().store().metrics().find("gpu.power"));
    QVERIFY(from.selection().metric().isValid());
    from.selection().select({EntityKind::Gpu, 3});
    m_run->window().showWorkspace(Workspaces::sync);
    QTest::keyClick(&m_run->window(), Qt::Key_L, Qt::ControlModifier);
    const QString link = QGuiApplication::clipboard()->text();
    QVERIFY2(QUrl(link, QUrl::StrictMode).isValid() && !link.contains(u' '), qPrintable(link));

    const Result<CommandLine> line = parseCommandLine({link}); // as a desktop passes it
    QVERIFY2(line.isOk(), line.isOk() ? "" : line.error().message.c_str());
    QCOMPARE(line.value().options.linkProblem, QString());
    const std::unique_ptr<DashboardRun> opened = open(line.value().options);
    auto* const question = opened->window().findChild<QDialog*>(u"link"_s);
    QVERIFY(question != nullptr);
    QVERIFY(question->findChildren<QLabel*>().constLast()->text().startsWith(from.session().path()));
    QVERIFY(!isShown(*opened)); // until the user agrees
    question->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
    QTRY_VERIFY(isShown(*opened));
    Composition& to = opened->composition();
    QTRY_COMPARE(to.time().range(), (TimeRange{begin, begin + 30s}));
    QCOMPARE(to.time().cursor(), begin + 11s);
    QVERIFY(!to.time().isFollowing());
    QTRY_COMPARE(to.selection().metric(), from.selection().metric());
    QTRY_COMPARE(to.selection().current(), from.selection().current());
    QCOMPARE(opened->window().findChild<Workspaces*>()->current(), int(Workspaces::sync));
}

void TestTimeActions::aLinkThatIsDeclinedOpensNothing()
{
    QTest::keyClick(&m_run->window(), Qt::Key_L, Qt::ControlModifier);
    const Result<CommandLine> line = parseCommandLine({QGuiApplication::clipboard()->text()});
    QVERIFY(line.isOk() && line.value().options.isFromLink);
    const std::unique_ptr<DashboardRun> asked = open(line.value().options);
    QSignalSpy opening(&asked->composition().opener(), &SessionOpener::opening);
    asked->window()
        .findChild<QDialog*>(u"link"_s)
        ->findChild<QDialogButtonBox*>()
        ->button(QDialogButtonBox::Cancel)
        ->click();
    QTRY_VERIFY(asked->window().findChild<QDialog*>(u"link"_s)
                == nullptr); // deleted only after the next source has been opened
    QCOMPARE(opening.count(), 0);
    QVERIFY(asked->window().findChild<StartPage*>()->isVisible());
}

void TestTimeActions::aRejectedLinkSaysWhyInTheWindow()
{
    const Result<CommandLine> line = parseCommandLine({u"lockstep://view?exec=reboot"_s});
    QVERIFY(line.isOk());
    const std::unique_ptr<DashboardRun> opened = open(line.value().options);
    QVERIFY(opened->window().findChild<QDialog*>(u"link"_s) == nullptr);
    const auto* const said = opened->window().findChild<NotificationBar*>();
    QVERIFY(said->isVisible());
    QVERIFY(opened->window().findChild<StartPage*>()->isVisible());
}

void TestTimeActions::withoutARecordingThereIsNoLink()
{
    m_run = open({}); // the start page
    QGuiApplication::clipboard()->setText(u"before"_s);
    QTest::keyClick(&m_run->window(), Qt::Key_L, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), u"before"_s);
}

void TestTimeActions::theEndOfARecordingIsNotCalledLive()
{
    const auto namesOf = [this] {
        const MainWindow& window = m_run->window(); // another one for each session
        QStringList names;
        for (const QAction* action : window.actions()) {
            if (action->shortcut() == QKeySequence(Qt::Key_L))
                names << action->text();
        }
        for (const QToolButton* button : window.findChild<TimeBar*>()->findChildren<QToolButton*>()) {
            if (button->text().endsWith(u"(L)"_s))
                names << button->text() << button->accessibleName();
        }
        return names;
    };
    QCOMPARE(namesOf(), QStringList({u"Go to end"_s, u"End (L)"_s, u"Go to end"_s}));
    m_run->composition().opener().startDemo();
    QTRY_COMPARE(namesOf(), QStringList({u"Go live"_s, u"Live (L)"_s, u"Go live"_s}));
}

LOCKSTEP_GUI_TEST(tst_timeactions, TestTimeActions)
#include "tst_timeactions.moc"
