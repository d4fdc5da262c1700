// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"
#include "widgets/panels/startpage.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

class TestStartPage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void enterInTheAddressConnects()
    {
        FakeWorld world;
        StartPage page(world.context());
        QSignalSpy asked(&page, &StartPage::connectRequested);
        auto* address = page.findChild<QLineEdit*>();
        QTest::keyClicks(address, QStringLiteral("  10.0.0.1:7420 "));
        QTest::keyClick(address, Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("10.0.0.1:7420"));
    }

    void anEmptyAddressConnectsToNothing()
    {
        FakeWorld world;
        StartPage page(world.context());
        QSignalSpy asked(&page, &StartPage::connectRequested);
        QTest::keyClick(page.findChild<QLineEdit*>(), Qt::Key_Return);
        QCOMPARE(asked.count(), 0);
    }

    void recentAddressesAreOfferedAndConnect()
    {
        FakeWorld world;
        StartPage page(world.context());
        page.setRecentAddresses({QStringLiteral("a:1"), QStringLiteral("b:2, c:3")});
        QSignalSpy asked(&page, &StartPage::connectRequested);
        for (QPushButton* button : page.findChildren<QPushButton*>()) {
            if (button->accessibleName() == QStringLiteral("Connect to b:2, c:3"))
                QTest::mouseClick(button, Qt::LeftButton);
        }
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked[0][0].toString(), QStringLiteral("b:2, c:3"));
    }

    void enterAndSpacePressTheFocusedOffer()
    {
        FakeWorld world;
        StartPage page(world.context());
        QSignalSpy demo(&page, &StartPage::demoRequested);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, test::hangTimeoutMs));
        page.activateWindow();
        page.setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(demo.count(), 2);
        // A single key of the window does not take it away.
        QKeyEvent asked(QEvent::ShortcutOverride, Qt::Key_Space, Qt::NoModifier);
        asked.ignore();
        QApplication::sendEvent(QApplication::focusWidget(), &asked);
        QVERIFY(asked.isAccepted());
    }

    void tabReachesEveryOfferInOrder()
    {
        FakeWorld world;
        StartPage page(world.context());
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page, test::hangTimeoutMs));
        page.activateWindow();
        page.setFocus();
        QStringList reached;
        for (int i = 0; i < 7; ++i) {
            auto* button = qobject_cast<QPushButton*>(QApplication::focusWidget());
            reached << (button != nullptr ? button->text() : QStringLiteral("address"));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(reached,
                 (QStringList{QStringLiteral("Start demo"), QStringLiteral("Monitor this machine"),
                              QStringLiteral("Open a cluster file..."), QStringLiteral("Open a recording..."),
                              QStringLiteral("Open traces..."), QStringLiteral("Connect to Prometheus..."),
                              QStringLiteral("address")}));
    }
};

LOCKSTEP_GUI_TEST(tst_startpage, TestStartPage)
#include "tst_startpage.moc"
