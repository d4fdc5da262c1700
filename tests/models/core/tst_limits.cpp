// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/limits.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void severityFollowsTheBadDirection()
    {
        MetricDescriptor high;
        high.direction = Direction::HighIsBad;
        high.warning = 83.0F;
        high.critical = 87.0F;
        QVERIFY(!severityOf(high, 82.9F));
        QCOMPARE(severityOf(high, 83.0F), std::optional(Severity::Warning));
        QCOMPARE(severityOf(high, 90.0F), std::optional(Severity::Critical));
        QVERIFY(!severityOf(high, noData));
        MetricDescriptor low = high;
        low.direction = Direction::LowIsBad;
        low.warning = 10.0F;
        low.critical = 5.0F;
        QVERIFY(!severityOf(low, 11.0F));
        QCOMPARE(severityOf(low, 10.0F), std::optional(Severity::Warning));
        QCOMPARE(severityOf(low, 4.0F), std::optional(Severity::Critical));
        MetricDescriptor neutral = high;
        neutral.direction = Direction::Neutral;
        QVERIFY(!severityOf(neutral, 200.0F));
    }

    void whatIsWorseFollowsTheBadDirectionToo()
    {
        QVERIFY(isWorse(2, 1, Direction::HighIsBad) && !isWorse(1, 1, Direction::HighIsBad));
        QVERIFY(isWorse(1, 2, Direction::LowIsBad) && !isWorse(2, 1, Direction::LowIsBad));
        QVERIFY(isWorse(-5, noData, Direction::HighIsBad) && !isWorse(noData, 1, Direction::LowIsBad));
    }
};

LOCKSTEP_TEST(tst_limits, TestLimits)
#include "tst_limits.moc"
