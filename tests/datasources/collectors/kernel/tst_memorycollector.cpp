// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

/// Memory and the pressure on it.
class TestMemoryCollector : public QObject
{
    Q_OBJECT

private:
    static std::string stalls(int some, int full)
    {
        return fmt::format("some avg10=0.00 avg60=0.00 avg300=0.00 total={}\n"
                           "full avg10=0.00 avg60=0.00 avg300=0.00 total={}\n",
                           some, full);
    }

    FixtureTree m_tree;

private Q_SLOTS:
    void memoryIsInBytesAndUsedIsWhatIsNotAvailable()
    {
        m_tree.write("proc/meminfo",
                     "MemTotal:        1000 kB\nMemFree:          100 kB\nMemAvailable:     600 kB\n"
                     "Cached:           300 kB\nSwapTotal:        500 kB\nSwapFree:         450 kB\n"
                     "Dirty:              7 kB\n");
        const auto collector = makeMemoryCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        QVERIFY(harness.detect().isActive);
        harness.sample(0);
        COMPARE_NEAR(harness.value("node.memory.used"), 400 * 1024.0);
        COMPARE_NEAR(harness.value("node.memory.utilisation"), 0.4);
        COMPARE_NEAR(harness.value("node.memory.cached"), 300 * 1024.0);
        COMPARE_NEAR(harness.value("node.memory.dirty"), 7 * 1024.0);
        COMPARE_NEAR(harness.value("node.swap.used"), 50 * 1024.0);
    }

    void aFileThatGoesAwayMeansNoDataNotZero()
    {
        m_tree.write("proc/meminfo", "MemTotal: 1000 kB\nMemAvailable: 600 kB\n");
        const auto collector = makeMemoryCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        m_tree.write("proc/meminfo", "");
        harness.sample(0);
        QVERIFY(std::isnan(harness.value("node.memory.used")));
    }

    void pressureIsTheShareOfTheTickThatTasksStoodStill()
    {
        m_tree.write("proc/pressure/cpu", stalls(1'000'000, 0));
        m_tree.write("proc/pressure/memory", stalls(0, 0));
        m_tree.write("proc/pressure/io", stalls(0, 0));
        const auto collector = makePressureCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        QVERIFY(harness.detect().isActive);
        harness.sample(0);
        m_tree.write("proc/pressure/cpu", stalls(1'250'000, 0));
        m_tree.write("proc/pressure/memory", stalls(100'000, 50'000));
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.pressure.cpu.some"), 0.25);
        COMPARE_NEAR(harness.value("node.pressure.memory.some"), 0.1);
        COMPARE_NEAR(harness.value("node.pressure.memory.full"), 0.05);
        COMPARE_NEAR(harness.value("node.pressure.io.some"), 0.0);
    }

    void aKernelWithoutPressureTurnsItOffAndSaysSo()
    {
        const FixtureTree empty;
        const auto collector = makePressureCollector(SystemRoot(empty.root()));
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("psi=0") != std::string::npos);
        QVERIFY(!collector->hasChanged());
        empty.write("proc/pressure/cpu", stalls(0, 0));
        QVERIFY(collector->hasChanged());
    }
};

LOCKSTEP_TEST(tst_memorycollector, TestMemoryCollector)
#include "tst_memorycollector.moc"
