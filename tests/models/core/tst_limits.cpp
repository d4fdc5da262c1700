// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/core/metrics/metriccatalogue.h"
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

    void flagsSayThemselvesHowBadTheyAre()
    {
        const MetricDescriptor& reasons = *findMetric("gpu.throttle_reasons");
        QVERIFY(!severityOf(reasons, 0) && !severityOf(reasons, 0x1)); // idle is not throttled
        QVERIFY(!severityOf(reasons, 0x4)); // a busy board at its power limit is no fault
        QCOMPARE(severityOf(reasons, 0x20), std::optional(Severity::Warning));
        QCOMPARE(severityOf(reasons, 0x24), std::optional(Severity::Warning));
        QCOMPARE(severityOf(reasons, 0x60), std::optional(Severity::Critical));
        QCOMPARE(severityOf(reasons, 0x8), std::optional(Severity::Critical));
        QCOMPARE(severityOf(reasons, 0x80), std::optional(Severity::Critical));
        QVERIFY(!severityOf(reasons, noData));
        // 0x100 is a larger number than 0x20, and far less of a trouble.
        QVERIFY(isWorse(reasons, 0x20, 0x100) && !isWorse(reasons, 0x100, 0x20));
        QVERIFY(!isWorse(reasons, 0x1, 0x0));
        QVERIFY(isJudged(reasons));
        QVERIFY(!isJudged(*findMetric("gpu.power")));
    }

    void flagsReadAsWords()
    {
        const MetricDescriptor& reasons = *findMetric("gpu.throttle_reasons");
        QCOMPARE(formatValue(reasons, 0), std::string("none"));
        QCOMPARE(formatValue(reasons, 0x1), std::string("idle"));
        QCOMPARE(formatValue(reasons, 0x24), std::string("thermal slowdown, power cap"));
        QCOMPARE(formatValue(reasons, 0x48), std::string("hardware thermal slowdown, hardware slowdown"));
        QCOMPARE(formatValue(reasons, 0x1000), std::string("0x1000"));
        QCOMPARE(formatValue(reasons, noData), std::string("no data"));
        QCOMPARE(formatValue(*findMetric("gpu.temperature"), 71), std::string("71\u2009°C"));
    }

    void theExcessIsTheDistanceFromTheNearestLimit()
    {
        const MetricDescriptor& temperature = *findMetric("gpu.temperature");
        QCOMPARE(excessOf(temperature, 80), 0.0F);
        QCOMPARE(excessOf(temperature, 90), 7.0F);
        QCOMPARE(excessOf(*findMetric("gpu.temperature.margin"), 1), 5.0F);
    }

    void lifetimeCountsStandBesideTheirRates()
    {
        for (const MetricDescriptor& metric : metricCatalogue()) {
            if (!metric.name.ends_with(".total") || metric.kind != MetricKind::Counter)
                continue;
            const std::string rate = metric.name.substr(0, metric.name.size() - 6);
            QVERIFY2(findMetric(rate) != nullptr, metric.name.c_str());
            QCOMPARE(lifetimeOf(rate), &metric);
        }
        QCOMPARE(severityOf(*lifetimeOf("port.link_downed"), 255), std::optional(Severity::Warning));
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
