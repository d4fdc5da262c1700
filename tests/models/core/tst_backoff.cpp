// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/work/backoff.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <limits>

using namespace lockstep;
using namespace std::chrono_literals;

/// Times of retries and of the next poll after failures and slow answers.
class TestBackOff : public QObject
{
    Q_OBJECT

    static constexpr BackOff m_backOff{2s, 60s};
    static constexpr PollPace m_pace{10s, 3, m_backOff};

private Q_SLOTS:
    void eachFailureDoublesThePause()
    {
        QCOMPARE(m_backOff.pauseAfter(1), Duration(2s));
        QCOMPARE(m_backOff.pauseAfter(2), Duration(4s));
        QCOMPARE(m_backOff.pauseAfter(5), Duration(32s));
    }

    void noPauseIsLongerThanTheLongest()
    {
        QCOMPARE(m_backOff.pauseAfter(6), Duration(60s));
        QCOMPARE(m_backOff.pauseAfter(std::numeric_limits<std::uint64_t>::max()), Duration(60s));
        QCOMPARE((BackOff{90s, 60s}.pauseAfter(1)), Duration(60s));
    }

    void anAnswerIsAskedForAgainAtItsInterval() { QCOMPARE(m_pace.pauseAfter(1s, 0), Duration(9s)); }

    void whatTakesLongIsAskedMoreSeldom()
    {
        QCOMPARE(m_pace.pauseAfter(4s, 0), Duration(12s)); // rests three times as long as it asked
        QCOMPARE(m_pace.pauseAfter(20s, 0), Duration(60s));
    }

    void whileThereIsNoAnswerOnlyFailuresCount()
    {
        QCOMPARE(m_pace.pauseAfter(20s, 1), Duration(2s));
        QCOMPARE(m_pace.pauseAfter(0s, 3), Duration(8s));
    }
};

LOCKSTEP_TEST(tst_backoff, TestBackOff)
#include "tst_backoff.moc"
