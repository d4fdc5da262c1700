// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/panels/notificationbar.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

using namespace lockstep;

class TestNotificationBar : public QObject
{
    Q_OBJECT

private:
    static bool says(const NotificationBar& bar, const QString& text)
    {
        const auto labels = bar.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(),
                           [&](const QLabel* label) { return !label->isHidden() && label->text().contains(text); });
    }

private Q_SLOTS:
    void withoutMessagesItTakesNoRoom()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        QVERIFY(bar.isHidden());
    }

    void aRepeatedMessageIsCountedNotRepeated()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        for (int i = 0; i < 5; ++i)
            bar.notify(Severity::Warning, QStringLiteral("cannot reach 10.0.0.9:7420"));
        QCOMPARE(bar.messages().size(), std::size_t{1});
        QCOMPARE(bar.messages()[0].count, 5);
        QVERIFY(says(bar, QStringLiteral("5 times")));
    }

    void theWorstStandsFirstAndWhatHasNoRoomIsCounted()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        bar.notify(Severity::Information, QStringLiteral("one"));
        bar.notify(Severity::Critical, QStringLiteral("two"));
        bar.notify(Severity::Warning, QStringLiteral("three"));
        bar.notify(Severity::Warning, QStringLiteral("four"));
        bar.notify(Severity::Information, QStringLiteral("five"));
        QCOMPARE(bar.messages()[0].text, QStringLiteral("two"));
        QCOMPARE(bar.messages()[1].text, QStringLiteral("four"));
        QVERIFY(says(bar, QStringLiteral("2 more messages")));
    }

    void whatCanBeDoneIsAButton()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        bool isOpened = false;
        bar.notify(Severity::Information, QStringLiteral("Saved report.pdf"), {{QStringLiteral("Open"), [&isOpened] {
                                                                                    isOpened = true;
                                                                                }}});
        for (QToolButton* button : bar.findChildren<QToolButton*>()) {
            if (button->text() == QStringLiteral("Open"))
                button->click();
        }
        QVERIFY(isOpened);
    }

    void dismissingTheLastHidesIt()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        bar.resize(600, 40);
        bar.notify(Severity::Warning, QStringLiteral("one"));
        bar.show();
        auto* button = bar.findChild<QToolButton*>();
        QVERIFY(button->accessibleName().contains(QStringLiteral("one")));
        QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(bar.isHidden());
        QVERIFY(bar.messages().empty());
    }

    void heldMessagesWait()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        bar.setHeld(true);
        bar.notify(Severity::Warning, QStringLiteral("one"));
        QVERIFY(bar.isHidden());
        bar.setHeld(false);
        QVERIFY(!bar.isHidden());
    }

    void whatGetsWorseIsRaised()
    {
        FakeWorld world;
        NotificationBar bar(world.context());
        bar.notify(Severity::Information, QStringLiteral("same"));
        bar.notify(Severity::Critical, QStringLiteral("same"));
        QCOMPARE(bar.messages()[0].severity, Severity::Critical);
    }
};

LOCKSTEP_GUI_TEST(tst_notificationbar, TestNotificationBar)
#include "tst_notificationbar.moc"
