// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentclient/policies/clockestimator.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

const TimePoint start{std::chrono::sys_days{std::chrono::year{2026} / 3 / 14}};

/// An exchange with a node whose clock is @p offset ahead, with a delay of @p there and @p back.
ClockEstimator::Exchange exchangeAt(TimePoint sent, Duration offset, Duration there, Duration back)
{
    const TimePoint received = sent + there + offset;
    return {sent, received, received + 10us, sent + there + 10us + back};
}

} // namespace

class TestClockEstimator : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aSymmetricWayGivesTheOffsetExactly();
    void theTruthLiesWithinTheUncertainty();
    void theTightestExchangeCounts();
    void anOldExchangeIsTrustedLess();
    void impossibleExchangesAreIgnored();
    void aClockThatWasSetIsKnownFromOneExchange();
    void clearingForgets();
};

void TestClockEstimator::aSymmetricWayGivesTheOffsetExactly()
{
    ClockEstimator estimator;
    const auto estimate = estimator.add(exchangeAt(start, -3s, 200us, 200us));
    QVERIFY(estimate);
    QVERIFY(estimate->offset == -3s);
    QVERIFY(estimate->uncertainty == 200us);
}

void TestClockEstimator::theTruthLiesWithinTheUncertainty()
{
    for (const auto& [there, back] : {std::pair(1us, 900us), std::pair(900us, 1us), std::pair(400us, 500us)}) {
        ClockEstimator estimator;
        const auto estimate = estimator.add(exchangeAt(start, 90s, there, back));
        const Duration error = estimate->offset - 90s;
        QVERIFY(std::max(error, -error) <= estimate->uncertainty);
    }
}

void TestClockEstimator::theTightestExchangeCounts()
{
    ClockEstimator estimator;
    estimator.add(exchangeAt(start, 1s, 100us, 100us));
    const auto estimate = estimator.add(exchangeAt(start + 1s, 1s, 10ms, 100us));
    QVERIFY(estimate->offset == 1s);
    QVERIFY(estimate->uncertainty >= 100us
            && estimate->uncertainty < 200us); // increased by the drift of quartz in a second
}

void TestClockEstimator::anOldExchangeIsTrustedLess()
{
    ClockEstimator estimator;
    estimator.add(exchangeAt(start, 1s, 100us, 100us));
    const auto estimate = estimator.add(exchangeAt(start + 60s, 1s + 2ms, 1ms, 1ms)); // the clocks drift apart
    QVERIFY(estimate->offset == 1s + 2ms);
    QVERIFY(estimate->uncertainty == 1ms);
}

void TestClockEstimator::impossibleExchangesAreIgnored()
{
    ClockEstimator estimator;
    auto answeredBeforeAsked = exchangeAt(start, 0s, 100us, 100us);
    std::swap(answeredBeforeAsked.agentReceive, answeredBeforeAsked.agentSend);
    QVERIFY(!estimator.add(answeredBeforeAsked));
    auto longerThanItTook = exchangeAt(start, 0s, 100us, 100us);
    longerThanItTook.agentSend += 1s;
    QVERIFY(!estimator.add(longerThanItTook));
    auto noClock = exchangeAt(start, 0s, 100us, 100us);
    noClock.agentReceive = noClock.agentSend = TimePoint{};
    QVERIFY(!estimator.add(noClock));
    noClock.agentReceive = TimePoint::min();
    noClock.agentSend = TimePoint::max();
    QVERIFY(!estimator.add(noClock));
    QVERIFY(estimator.add(exchangeAt(start, 5s, 100us, 100us))->offset == 5s);
}

/// However wide the new exchange, tighter ones that contradict it are from before.
void TestClockEstimator::aClockThatWasSetIsKnownFromOneExchange()
{
    ClockEstimator estimator;
    estimator.add(exchangeAt(start, 1s, 10us, 10us));
    const auto estimate = estimator.add(exchangeAt(start + 10s, 1h, 5ms, 5ms));
    QVERIFY(estimate->offset == 1h);
    QVERIFY(estimate->uncertainty == 5ms);
}

void TestClockEstimator::clearingForgets()
{
    ClockEstimator estimator;
    estimator.add(exchangeAt(start, 1s, 1us, 1us));
    estimator.clear();
    QVERIFY(estimator.add(exchangeAt(start, 7s, 1ms, 1ms))->offset == 7s);
}

LOCKSTEP_TEST(tst_clockestimator, TestClockEstimator)
#include "tst_clockestimator.moc"
