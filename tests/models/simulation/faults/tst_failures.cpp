// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/faults/faultdirector.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace lockstep::sim;

class FailuresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTableCountsAllInterruptions()
    {
        std::uint32_t all = 0;
        for (const FailureRate& rate : publishedFailures())
            all += rate.interruptions;
        QCOMPARE(all, 419U);
    }

    void sixteenThousandGpusFailEveryThreeHours()
    {
        const double hours = 1 / (publishedFailureRate() * 16384) / 3600;
        QVERIFY(std::abs(hours - 3.1) < 0.05);
    }

    void failuresComeAtTheirPublishedRates()
    {
        FailureSpec spec;
        spec.isOn = true;
        RandomFailures failures(spec, 16384, Random(5));
        constexpr double runs = 50; // of 54 days
        std::map<std::string_view, double> counts;
        for (const DueFailure& failure : failures.take(runs * 54 * 86400))
            counts[failure.kind->component] += 1;
        for (const FailureRate& rate : publishedFailures()) {
            const double expected = runs * rate.interruptions;
            // five deviations of a Poisson count: false once in two million
            QVERIFY2(std::abs(counts[rate.component] - expected) < 5 * std::sqrt(expected), rate.component.data());
        }
    }

    void nothingFailsWhereFailuresAreOff()
    {
        RandomFailures failures({}, 16384, Random(5));
        QVERIFY(failures.take(1e9).empty());
    }
};

LOCKSTEP_TEST(tst_failures, FailuresTest)
#include "tst_failures.moc"
