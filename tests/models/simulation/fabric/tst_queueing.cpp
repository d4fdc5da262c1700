// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/fabric/fabric.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>

using namespace lockstep::sim;

class QueueingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theMeanQueueIsThatOfPollaczekAndKhinchine()
    {
        QCOMPARE(meanQueue(0), 0.0);
        QVERIFY(std::abs(meanQueue(0.5) - 0.25) < 1e-12);
        QVERIFY(std::abs(meanQueue(0.9) - 4.05) < 1e-12);
    }

    void marksBeginAtTheLowerThresholdAndCoverAllPastTheUpper()
    {
        QCOMPARE(queueAt(0.9).markShare, 0.0);
        QVERIFY(queueAt(0.98).markShare > 0 && queueAt(0.98).markShare < 0.2);
        QCOMPARE(queueAt(1.2).markShare, 1.0);
    }

    void sourcesArePausedForWhatDoesNotFit()
    {
        QCOMPARE(queueAt(0.99).pauseShare, 0.0);
        QVERIFY(std::abs(queueAt(4).pauseShare - 0.75) < 1e-12);
    }
};

LOCKSTEP_TEST(tst_queueing, QueueingTest)
#include "tst_queueing.moc"
