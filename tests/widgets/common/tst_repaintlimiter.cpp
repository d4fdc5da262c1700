// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "widgets/common/canvas/repaintlimiter.h"

#include <QSignalSpy>
#include <QTest>

using namespace lockstep;

class RepaintLimiterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstComesAtOnceAndABurstBecomesOneMore()
    {
        RepaintLimiter limiter;
        QSignalSpy due(&limiter, &RepaintLimiter::due);
        limiter.request();
        QCOMPARE(due.count(), 1);
        for (int i = 0; i < 100; ++i)
            limiter.request();
        QVERIFY(due.count() < 100);
        const auto before = due.count();
        QTRY_COMPARE(due.count(), before + 1);
    }

    void aLaterTurnLetsOthersGoFirst()
    {
        RepaintLimiter limiter(RepaintLimiter::Turn::Third);
        QSignalSpy due(&limiter, &RepaintLimiter::due);
        limiter.request();
        QCOMPARE(due.count(), 0);
        QTRY_COMPARE(due.count(), 1);
    }

    void theLastRequestIsNeverForgotten()
    {
        RepaintLimiter limiter;
        QSignalSpy due(&limiter, &RepaintLimiter::due);
        limiter.request();
        limiter.request();
        QTRY_COMPARE(due.count(), 2);
    }

    void whatWasPaintedMeanwhileIsNotPaintedAgain()
    {
        RepaintLimiter limiter(RepaintLimiter::Turn::Second);
        QSignalSpy due(&limiter, &RepaintLimiter::due);
        limiter.request();
        limiter.painted();
        RepaintLimiter later(RepaintLimiter::Turn::Third);
        QSignalSpy laterDue(&later, &RepaintLimiter::due);
        later.request();
        QTRY_COMPARE(laterDue.count(), 1); // anything due before has been emitted
        QCOMPARE(due.count(), 0);
        limiter.request();
        QTRY_COMPARE(due.count(), 1);
    }
};

LOCKSTEP_TEST(tst_repaintlimiter, RepaintLimiterTest)
#include "tst_repaintlimiter.moc"
