// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

class TestDiskCollector : public QObject
{
    Q_OBJECT

private:
    struct Counts
    {
        std::uint64_t reads = 0, sectorsRead = 0, readMs = 0, writes = 0, sectorsWritten = 0, writeMs = 0, busyMs = 0;
    };

    void writeStats(const Counts& disk) const
    {
        m_tree.write("proc/diskstats",
                     fmt::format("   7       0 loop0 9 0 9 9 9 0 9 9 0 9 9\n"
                                 " 259       0 nvme0n1 {} 0 {} {} {} 0 {} {} 0 {} 0 0 0 0 0\n"
                                 " 259       1 nvme0n1p1 5 5 5 5 5 5 5 5 5 5 5\n",
                                 disk.reads, disk.sectorsRead, disk.readMs, disk.writes, disk.sectorsWritten,
                                 disk.writeMs, disk.busyMs));
    }

    FixtureTree m_tree;

private Q_SLOTS:
    void init()
    {
        m_tree.write("sys/block/nvme0n1/size", "1\n");
        m_tree.write("sys/block/loop0/size", "1\n");
        m_tree.remove("sys/block/sdb");
        writeStats({});
    }

    void onlyWholeDisksThatAreNotIgnoredAreRead()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        QCOMPARE(harness.detect().detail, std::string("nvme0n1"));
        QVERIFY(harness.has("disk.read", "nvme0n1"));
        QVERIFY(!harness.has("disk.read", "loop0"));
        QVERIFY(!harness.has("disk.read", "nvme0n1p1"));
    }

    void sectorsBecomeBytesAndTimesBecomeSharesAndLatency()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeStats({.reads = 100,
                    .sectorsRead = 2000,
                    .readMs = 50,
                    .writes = 300,
                    .sectorsWritten = 4000,
                    .writeMs = 350,
                    .busyMs = 400});
        harness.sample(1000);
        COMPARE_NEAR(harness.value("disk.read", "nvme0n1"), 2000 * 512.0);
        COMPARE_NEAR(harness.value("disk.write", "nvme0n1"), 4000 * 512.0);
        COMPARE_NEAR(harness.value("disk.reads", "nvme0n1"), 100.0);
        COMPARE_NEAR(harness.value("disk.writes", "nvme0n1"), 300.0);
        COMPARE_NEAR(harness.value("disk.utilisation", "nvme0n1"), 0.4);
        COMPARE_NEAR(harness.value("disk.latency", "nvme0n1"), 0.001); // 400 ms over 400 operations
    }

    void anIdleDiskHasNoLatency()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        harness.sample(1000);
        COMPARE_NEAR(harness.value("disk.read", "nvme0n1"), 0.0);
        QVERIFY(std::isnan(harness.value("disk.latency", "nvme0n1")));
    }

    void aBurstIsReportedAsThePeak()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        writeStats({.sectorsRead = 1000});
        harness.look(100);
        harness.sample(1000);
        COMPARE_NEAR(harness.value("disk.read", "nvme0n1"), 1000 * 512.0);
        COMPARE_NEAR(harness.value("disk.read.peak", "nvme0n1"), 10000 * 512.0);
    }

    void aBusyCounterThatWrapsIn32BitsGoesOn()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        harness.detect();
        writeStats({.busyMs = 0xFFFFFFFF - 99});
        harness.sample(0);
        writeStats({.busyMs = 400});
        harness.sample(1000);
        COMPARE_NEAR(harness.value("disk.utilisation", "nvme0n1"), 0.5);
    }

    void aCounterThatStartsOverHasNoDataForOneTick()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        harness.detect();
        writeStats({.sectorsRead = 1'000'000});
        harness.sample(0);
        writeStats({.sectorsRead = 10});
        harness.sample(1000);
        QVERIFY(std::isnan(harness.value("disk.read", "nvme0n1")));
        writeStats({.sectorsRead = 20});
        harness.sample(2000);
        COMPARE_NEAR(harness.value("disk.read", "nvme0n1"), 10 * 512.0);
    }

    void aNewDiskIsAChangeThatLeavesTheOthersGoingOn()
    {
        const auto collector = makeDiskCollector(SystemRoot(m_tree.root()), {"loop"});
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        QVERIFY(!collector->hasChanged());
        m_tree.write("sys/block/sdb/size", "1\n");
        QVERIFY(collector->hasChanged());
        QCOMPARE(harness.detect().detail, std::string("nvme0n1, sdb"));
        writeStats({.sectorsRead = 10});
        harness.sample(1000);
        COMPARE_NEAR(harness.value("disk.read", "nvme0n1"), 10 * 512.0);
        QVERIFY(std::isnan(harness.value("disk.read", "sdb"))); // not in diskstats yet
    }
};

LOCKSTEP_TEST(tst_diskcollector, TestDiskCollector)
#include "tst_diskcollector.moc"
