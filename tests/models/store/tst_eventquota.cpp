// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/nodestates.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace lockstep::test;

class TestEventQuota : public QObject
{
    Q_OBJECT

    static int admitted(EventQuota& quota, TimePoint now, int offered)
    {
        int count = 0;
        for (int number = 0; number < offered; ++number)
            count += quota.admit(now) ? 1 : 0;
        return count;
    }

private Q_SLOTS:
    void aBurstIsAdmittedThenATrickle()
    {
        EventQuota quota;
        QCOMPARE(admitted(quota, at(0), 1000), static_cast<int>(EventQuota::burst));
        QCOMPARE(admitted(quota, at(10), 1000), static_cast<int>(10 * EventQuota::perSecond));
        QCOMPARE(admitted(quota, at(10'000), 1000), static_cast<int>(EventQuota::burst)); // well again
    }

    void whatIsLeftOutIsSaidOnceAMinuteAndCounted()
    {
        EventQuota quota;
        QVERIFY(!quota.notice(at(0)));
        static_cast<void>(admitted(quota, at(0), 600));
        const auto first = quota.notice(at(0));
        QVERIFY(first && first->severity == Severity::Warning);
        QVERIFY(!quota.notice(at(1)));
        static_cast<void>(admitted(quota, at(1), 14));
        const auto second = quota.notice(at(61));
        QVERIFY(second);
        QVERIFY2(second->text.find("100 more events") == 0, second->text.c_str()); // 88 and 12
        QVERIFY(!quota.notice(at(200)));
    }

    void aClockThatIsSetBackEarnsNothing()
    {
        EventQuota quota;
        static_cast<void>(admitted(quota, at(1000), 1000));
        QCOMPARE(admitted(quota, at(0), 10), 0);
        QCOMPARE(admitted(quota, at(999), 10), 0);
        QCOMPARE(admitted(quota, at(1002), 10), 4);
    }
};

LOCKSTEP_TEST(tst_eventquota, TestEventQuota)
#include "tst_eventquota.moc"
