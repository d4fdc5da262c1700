// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/viewheader.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class ViewHeaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutDataItSaysSo()
    {
        FakeWorld world;
        const ViewHeader header(QStringLiteral("Heat"), world.context());
        QCOMPARE(header.ageNow(), QStringLiteral("no data yet"));
        QVERIFY(!header.isWarning());
    }

    void aSilentNodeTurnsTheAgeIntoAWarning()
    {
        FakeWorld world({.nodes = 3, .gpusPerNode = 1});
        world.introduce();
        world.run(3);
        ViewHeader header(QStringLiteral("Heat"), world.context());
        header.resize(400, 24);
        header.show();
        world.run(1);
        QVERIFY(!header.isWarning());
        QCOMPARE(header.ageNow(), QString()); // the window's header shows once that all data is fresh
        world.fake().silence(1);
        world.run(5);
        QVERIFY(header.isWarning());
        QVERIFY2(header.ageNow().startsWith(QStringLiteral("1 of 3 nodes stale")), qPrintable(header.ageNow()));
        QVERIFY2(header.ageNow().endsWith(QStringLiteral("ago")), qPrintable(header.ageNow()));
        world.silence(10);
        QVERIFY2(header.ageNow().startsWith(QStringLiteral("stale")), qPrintable(header.ageNow()));
        world.fake().unsilence(1);
        world.run(3);
        QVERIFY(!header.isWarning());
    }

    void awayFromTheLiveEndThereIsNoAge()
    {
        FakeWorld world({.nodes = 1, .gpusPerNode = 1});
        world.introduce();
        world.run(10);
        ViewHeader header(QStringLiteral("Heat"), world.context());
        world.time.setCursor(world.now() - 5s);
        QCOMPARE(header.ageNow(), QString());
        QVERIFY(!header.isWarning());
    }

    void theCaptionIsReadAloud()
    {
        FakeWorld world;
        ViewHeader header(QStringLiteral("Heat"), world.context());
        header.setCaption(QStringLiteral("GPU temperature · °C"));
        QCOMPARE(header.accessibleName(), QStringLiteral("Heat"));
        QCOMPARE(header.accessibleDescription(), QStringLiteral("GPU temperature · °C"));
    }
};

LOCKSTEP_GUI_TEST(tst_viewheader, ViewHeaderTest)
#include "tst_viewheader.moc"
