// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;

class TestSoftnetCollector : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void packetsAreSummedOverCpusAndReadAsHexadecimal()
    {
        const FixtureTree tree;
        tree.write(path, "00000010 00000000 00000001 00000000\n000000ff 00000002 00000000 00000000\n");
        const auto collector = makeSoftnetCollector(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        QVERIFY(harness.detect().isActive);
        harness.sample(0);
        QVERIFY(std::isnan(harness.value("node.softnet.processed"))); // a single sample gives no rate
        tree.write(path, "00000020 00000000 00000005 00000000\n000001ff 00000005 00000000 00000000\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.softnet.processed"), 16.0 + 256.0);
        COMPARE_NEAR(harness.value("node.softnet.dropped"), 3.0);
        COMPARE_NEAR(harness.value("node.softnet.squeezed"), 4.0);
    }

    void aCounterOfOneCpuThatWrapsIsNoLossOfTheOthers()
    {
        const FixtureTree tree;
        tree.write(path, "fffffff0 0 0\n00000100 0 0\n");
        const auto collector = makeSoftnetCollector(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        tree.write(path, "00000010 0 0\n00000200 0 0\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.softnet.processed"), 32.0 + 256.0);
    }

    void aCpuThatComesOnlineCountsFromTheNextLook()
    {
        const FixtureTree tree;
        tree.write(path, "00000000 0 0\n");
        const auto collector = makeSoftnetCollector(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        tree.write(path, "0000000a 0 0\nffff0000 0 0\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.softnet.processed"), 10.0);
    }

    void aLineThatIsNoNumberHasNoDataAndNotZero()
    {
        const FixtureTree tree;
        tree.write(path, "00000001 00000001 00000001\n");
        const auto collector = makeSoftnetCollector(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        tree.write(path, "00000002 what 00000001\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.softnet.processed"), 1.0);
        QVERIFY(std::isnan(harness.value("node.softnet.dropped")));
    }

    void aKernelWithoutTheFileTurnsItOffAndSaysSo()
    {
        const FixtureTree tree;
        const auto collector = makeSoftnetCollector(SystemRoot(tree.root()));
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(QByteArray::fromStdString(item.detail).contains("softnet_stat"));
        QVERIFY(!harness.has("node.softnet.processed"));
        tree.write(path, "00000001 0 0\n");
        QVERIFY(collector->hasChanged());
    }

    void theFileOfThisMachineIsRead()
    {
        const auto collector = makeSoftnetCollector(SystemRoot("/"));
        CollectorHarness harness(*collector);
        if (!harness.detect().isActive)
            QSKIP("no /proc/net/softnet_stat here");
        harness.sample(0);
        harness.sample(1000);
        QVERIFY(harness.value("node.softnet.processed") >= 0);
        QVERIFY(harness.value("node.softnet.dropped") >= 0);
    }

private:
    static constexpr auto path = "proc/net/softnet_stat";
};

LOCKSTEP_TEST(tst_softnetcollector, TestSoftnetCollector)
#include "tst_softnetcollector.moc"
