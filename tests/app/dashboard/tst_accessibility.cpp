// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/dashboard/docks/workspaces.h"
#include "app/dashboard/window/mainwindow.h"
#include "app/session/opening/startoptions.h"
#include "tests/app/dashboard/openables.h"
#include "tests/support/testentry.h"
#include "tests/support/viewturns.h"
#include "tests/support/waiting.h"
#include "widgets/panels/topologypanel.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace lockstep;
using namespace Qt::StringLiterals;

namespace {

/// "lockstep::TimelineView in lockstep::DashboardPage"
QString describe(const QWidget& widget)
{
    QStringList places;
    for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget())
        places << QString::fromLatin1(each->metaObject()->className()) + u' ' + each->objectName();
    return places.first(std::min<qsizetype>(4, places.size())).join(u" in "_s);
}

} // namespace

/// The window as seen by a screen reader.
class TestAccessibility : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_run.reset(); }
    void everythingThatTakesTheFocusHasANameAndARole();
    void tabReachesEverythingThatIsShown();

private:
    QTemporaryDir m_folder;
    std::unique_ptr<DashboardRun> m_run;
};

void TestAccessibility::init()
{
    StartOptions options;
    options.freshSettings = true;
    options.incidentsFile = m_folder.filePath(u"incidents.sqlite"_s);
    options.size = QSize(1600, 900);
    m_run = std::make_unique<DashboardRun>(*qApp, options, std::chrono::steady_clock::now());
    m_run->start();
    m_run->composition().opener().startDemo();
    QTRY_VERIFY(Openables::isShown(*m_run, Openable::Demo));
    QTRY_VERIFY(m_run->window().findChild<Workspaces*>()->current() >= 0);
}

void TestAccessibility::everythingThatTakesTheFocusHasANameAndARole()
{
    QStringList nameless;
    int seen = 0;
    for (const QWidget* widget : m_run->window().findChildren<QWidget*>()) {
        const bool isOfComboBox = widget->parentWidget()->inherits("QComboBoxPrivateContainer"); // named by that
        const auto* const label = qobject_cast<const QLabel*>(widget); // named by its text
        const auto* const tabs = qobject_cast<const QTabBar*>(widget); // named by the tab in front
        const bool isEmpty = (label != nullptr && label->text().isEmpty()) || (tabs != nullptr && tabs->count() == 0);
        if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy() != nullptr || isOfComboBox || isEmpty)
            continue;
        ++seen;
        QAccessibleInterface* const reader
            = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget)); // Qt's signature
        QVERIFY(reader != nullptr);
        if (reader->text(QAccessible::Name).isEmpty())
            nameless << u"no name: "_s + describe(*widget);
        if (reader->role() == QAccessible::NoRole || reader->role() == QAccessible::Client)
            nameless << u"no role: "_s + describe(*widget);
    }
    for (const QString& each : nameless)
        qWarning().noquote() << each; // the message of a failure is cut
    QVERIFY(nameless.isEmpty());
    QVERIFY2(seen > 100, qPrintable(QString::number(seen)));
}

void TestAccessibility::tabReachesEverythingThatIsShown()
{
    MainWindow& window = m_run->window();
    QApplication::setActiveWindow(&window);
    for (int workspace = 0; workspace < Workspaces::wall; ++workspace) {
        window.showWorkspace(workspace);
        test::handleDueEvents();
        QSet<const QWidget*> reached;
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers held) {
            QWidget* const focused = QApplication::focusWidget();
            QTest::keyClick(focused != nullptr ? focused : &window, key, held);
            reached.insert(QApplication::focusWidget());
        };
        for (int step = 0; step < 400; ++step)
            press(Qt::Key_Tab, Qt::NoModifier);
        window.findChild<TopologyPanel*>()->setFocus();
        for (int step = 0; step < 400; ++step)
            press(Qt::Key_Backtab, Qt::ShiftModifier);
        QStringList missed;
        for (const QWidget* widget : window.findChildren<QWidget*>()) {
            const bool isStop = (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->isEnabled()
                && widget->isVisible() && !widget->visibleRegion().isEmpty() && widget->focusProxy() == nullptr
                && widget->window() == &window;
            if (isStop && !reached.contains(widget))
                missed << describe(*widget);
        }
        QVERIFY2(missed.isEmpty(), qPrintable(Workspaces::name(workspace) + u'\n' + missed.join(u'\n')));
    }
}

LOCKSTEP_GUI_TEST(tst_accessibility, TestAccessibility)
#include "tst_accessibility.moc"
