// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/kernel/kernelcollectors.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QTest>
#include <fmt/format.h>

using namespace lockstep;

class TestCpuCollector : public QObject
{
    Q_OBJECT

private:
    /// Jiffies: busy ones are half user, half system; the rest is idle.
    static std::string stat(int busy0, int total0, int busy1, int total1, int switches = 0)
    {
        const auto line = [](const char* name, int busy, int total) {
            return fmt::format("{} {} 0 {} {} 0 0 0 0 0 0\n", name, busy / 2, busy - busy / 2, total - busy);
        };
        return line("cpu ", busy0 + busy1, total0 + total1) + line("cpu0", busy0, total0) + line("cpu1", busy1, total1)
            + fmt::format("intr 1 2 3\nctxt {}\nbtime 1\nprocesses 9\nprocs_running 3\nprocs_blocked 2\n", switches);
    }

    FixtureTree m_tree;

private Q_SLOTS:
    void init()
    {
        m_tree.write("proc/stat", stat(0, 1000, 0, 1000));
        m_tree.write("proc/loadavg", "0.52 0.40 0.30 3/217 4242\n");
    }

    void aMissingProcStatTurnsItOffAndSaysSo()
    {
        const FixtureTree empty;
        const auto collector = makeCpuCollector(SystemRoot(empty.root()));
        CollectorHarness harness(*collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.starts_with("off: "));
        QVERIFY(item.detail.find("/proc/stat") != std::string::npos);
        QCOMPARE(harness.layout().columns.size(), std::size_t(0));
    }

    void sharesComeFromJiffiesPerCoreAndInTotal()
    {
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        QCOMPARE(harness.detect().detail, std::string("2 cores"));
        harness.sample(0);
        QVERIFY(std::isnan(harness.value("node.cpu.utilisation"))); // a rate needs two samples
        m_tree.write("proc/stat", stat(25, 1100, 75, 1100, 500));
        harness.sample(1000);
        COMPARE_NEAR(harness.value("core.utilisation", "cpu0"), 0.25);
        COMPARE_NEAR(harness.value("core.utilisation", "cpu1"), 0.75);
        COMPARE_NEAR(harness.value("node.cpu.utilisation"), 0.5);
        COMPARE_NEAR(harness.value("node.cpu.system"), 0.25); // 50 of 200 jiffies
        COMPARE_NEAR(harness.value("node.context_switches"), 500.0);
        COMPARE_NEAR(harness.value("node.processes.running"), 3.0);
        COMPARE_NEAR(harness.value("node.processes.blocked"), 2.0);
        COMPARE_NEAR(harness.value("node.load.1min"), 0.52);
        COMPARE_NEAR(harness.value("node.threads"), 217.0);
    }

    void aBurstWithinTheTickSurvivesAsItsPeak()
    {
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        m_tree.write("proc/stat", stat(10, 1010, 10, 1010)); // 100 ms flat out
        harness.look(100);
        m_tree.write("proc/stat", stat(10, 1100, 10, 1100)); // 900 ms idle
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.cpu.utilisation"), 0.1);
        COMPARE_NEAR(harness.value("node.cpu.utilisation.peak"), 1.0);
    }

    void aCoreThatGoesOfflineHasNoDataAndIsAChange()
    {
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        QVERIFY(!collector->hasChanged());
        m_tree.write("proc/stat", "cpu  10 0 0 1190 0 0 0 0 0 0\ncpu1 10 0 0 1090 0 0 0 0 0 0\n");
        harness.sample(1000);
        QVERIFY(std::isnan(harness.value("core.utilisation", "cpu0")));
        COMPARE_NEAR(harness.value("core.utilisation", "cpu1"), 0.1);
        QVERIFY(collector->hasChanged());
        harness.detect();
        QVERIFY(!harness.has("core.utilisation", "cpu0"));
    }

    void frequenciesAreInHertzAndOnlyThereWhereCpufreqIs()
    {
        m_tree.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "2400000\n");
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        QVERIFY(!harness.has("core.frequency", "cpu0"));
        COMPARE_NEAR(harness.value("core.frequency", "cpu1"), 2.4e9);
    }

    void theMeanClockAndThrottlingAreOfTheNode()
    {
        for (const char* core : {"cpu0", "cpu1"})
            m_tree.write(std::string("sys/devices/system/cpu/") + core + "/thermal_throttle/core_throttle_count",
                         "7\n");
        m_tree.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1200000\n");
        m_tree.write("sys/devices/system/cpu/cpu1/cpufreq/scaling_cur_freq", "2400000\n");
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("node.cpu.frequency"), 1.8e9);
        m_tree.write("sys/devices/system/cpu/cpu1/thermal_throttle/core_throttle_count", "11\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.cpu.throttles"), 4);
        for (const char* count : {"", "7\n"}) { // a core that is offline for a while
            m_tree.write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", count);
            harness.sample(count[0] == '\0' ? 2000 : 3000);
            COMPARE_NEAR(harness.value("node.cpu.throttles"), 0);
        }
    }

    void theThrottlingOfACoreCountsOnceForItsThreads()
    {
        const auto count = [this](const char* value) {
            for (const char* thread : {"cpu0", "cpu1"})
                m_tree.write(std::string("sys/devices/system/cpu/") + thread + "/thermal_throttle/core_throttle_count",
                             value);
        };
        count("7\n");
        for (const char* thread : {"cpu0", "cpu1"})
            m_tree.write(std::string("sys/devices/system/cpu/") + thread + "/topology/thread_siblings_list", "0-1\n");
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector);
        harness.detect();
        harness.sample(0);
        count("11\n");
        harness.sample(1000);
        COMPARE_NEAR(harness.value("node.cpu.throttles"), 4);
    }

    void withoutFastSamplingThereIsNoPeakColumn()
    {
        const auto collector = makeCpuCollector(SystemRoot(m_tree.root()));
        CollectorHarness harness(*collector, false);
        harness.detect();
        QVERIFY(harness.has("node.cpu.utilisation"));
        QVERIFY(!harness.has("node.cpu.utilisation.peak"));
    }
};

LOCKSTEP_TEST(tst_cpucollector, TestCpuCollector)
#include "tst_cpucollector.moc"
