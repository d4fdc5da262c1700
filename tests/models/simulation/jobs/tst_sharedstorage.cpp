// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/simulation/jobs/trainingjob.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep::sim;

namespace {

StorageSpec storageOf(double writeGBps)
{
    StorageSpec spec;
    spec.writeGBps = writeGBps;
    spec.nodeGBps = 20;
    return spec;
}

} // namespace

class TestSharedStorage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoWritesAloneHasItAll()
    {
        SharedStorage storage(storageOf(100));
        QCOMPARE(storage.beginWrite(0, 700e9, 40), 100.0);
        QCOMPARE(storage.beginWrite(8, 700e9, 40), 100.0);
        QCOMPARE(storage.beginWrite(20, 700e9, 2), 40.0); // its nodes' ports
    }

    void whoComesLaterSharesUntilTheOtherEnds()
    {
        SharedStorage storage(storageOf(100));
        (void)storage.beginWrite(0, 700e9, 40); // until 7 s
        // 2 s at 50 GB/s and 6 s at 100 GB/s.
        QCOMPARE(storage.beginWrite(5, 700e9, 40), 87.5);
        // One second with the second alone left, until 13 s; then alone.
        QCOMPARE(storage.beginWrite(12, 250e9, 40), 250.0 / 3);
    }

    void whatOthersOutsideTakeIsGone()
    {
        SharedStorage storage(storageOf(100));
        storage.setContention(0.9);
        QVERIFY(std::abs(storage.beginWrite(0, 700e9, 40) - 10) < 1e-9);
    }
};

LOCKSTEP_TEST(tst_sharedstorage, TestSharedStorage)
#include "tst_sharedstorage.moc"
