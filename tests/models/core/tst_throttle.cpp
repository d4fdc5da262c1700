// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/throttle.h"
#include "models/core/work/tokenbucket.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

namespace {

TimePoint second(std::int64_t number)
{
    return TimePoint(std::chrono::seconds(number));
}

} // namespace

class TestThrottle : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsCountedIsSaidAtOnceAndThenOnceAMinute()
    {
        Throttle throttle;
        QCOMPARE(throttle.take(second(0)), std::uint64_t{0}); // nothing was suppressed
        throttle.count();
        QCOMPARE(throttle.take(second(0)), std::uint64_t{1});
        throttle.count(2);
        throttle.count(3);
        QCOMPARE(throttle.take(second(59)), std::uint64_t{0});
        QCOMPARE(throttle.take(second(60)), std::uint64_t{5});
        QCOMPARE(throttle.take(second(600)), std::uint64_t{0});
    }

    void whatIsNotSaidNowIsForgottenWhereOnlyTheNewestMatters()
    {
        Throttle throttle(std::chrono::seconds(10));
        QVERIFY(throttle.admits(second(100)));
        QVERIFY(!throttle.admits(second(109)));
        QVERIFY(throttle.admits(second(110)));
    }

    void aClockThatWasSetBackMakesItDue()
    {
        Throttle throttle;
        QVERIFY(throttle.admits(second(1000)));
        QVERIFY(throttle.admits(second(10)));
        QVERIFY(!throttle.admits(second(69)));
    }

    void aBucketFillsWithTimeButNotWithAClockThatIsSetBack()
    {
        TokenBucket bucket(2, 10);
        bucket.fill(second(100));
        bucket.spend(10);
        QVERIFY(!bucket.has(1));
        bucket.fill(second(90));
        bucket.fill(second(100));
        QVERIFY(!bucket.has(1));
        bucket.fill(second(102));
        QVERIFY(bucket.has(4));
        QVERIFY(!bucket.has(5));
    }
};

LOCKSTEP_TEST(tst_throttle, TestThrottle)
#include "tst_throttle.moc"
