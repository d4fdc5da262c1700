// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvidiacollector.h"
#include "datasources/collectors/sampling/collectorset.h"
#include "models/core/batch.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/datasources/collectors/nvidia/standinnvml.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QProcess>
#include <QTest>

#include <dlfcn.h>
#include <filesystem>
#include <new>
#include <unistd.h>

using namespace lockstep;

namespace {
constexpr const char* libraryPath = STANDIN_NVML_PATH;
}

/// Tests the real loading path with a stand-in library.
class TestNvidiaCollector : public QObject
{
    Q_OBJECT

private:
    StandinNvml* m_nvml = nullptr;
    void* m_library = nullptr; ///< keeps the stand-in and its state loaded between collectors

    /// Of this process.
    static auto threadCount() { return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {}); }

    static std::string entityOf(const NodeTick& tick, const Event& event)
    {
        return tick.layout->entities[event.entity].name;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_library = ::dlopen(libraryPath, RTLD_NOW);
        QVERIFY2(m_library, ::dlerror());
        m_nvml = reinterpret_cast<StandinNvml* (*)()>(::dlsym(m_library, "standinNvml"))();
    }

    void init()
    {
        m_nvml->~StandinNvml();
        new (m_nvml) StandinNvml;
    }

    void withoutTheLibraryItIsOffAndSaysSo()
    {
        NvidiaCollector collector("libnvidia-ml-of-nowhere.so.1");
        CollectorHarness harness(collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("libnvidia-ml-of-nowhere.so.1") != std::string::npos);
        QVERIFY(!collector.hasChanged());
    }

    void aLibraryThatIsNoNvmlIsNamedAsSuch()
    {
        NvidiaCollector collector("libz.so.1");
        CollectorHarness harness(collector);
        const std::string detail = harness.detect().detail;
        QVERIFY2(detail.find("nvmlInit_v2") != std::string::npos, detail.c_str());
    }

    void aDriverThatIsNotLoadedTurnsItOffUntilItIs()
    {
        m_nvml->initialise = 9;
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QVERIFY(item.detail.find("NVML error 9") != std::string::npos);
        QVERIFY(!collector.hasChanged());
        m_nvml->initialise = nvml::success;
        QVERIFY(collector.hasChanged());
        QVERIFY(harness.detect().isActive);
    }

    void firmwareAndSettingsAreProperties()
    {
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        const std::vector<NodeProperty> expected{
            {"GPU model", "NVIDIA Standin 80GB"}, {"GPUs", "2"},          {"GPU driver", "580.95.05"}, {"CUDA", "13.0"},
            {"VBIOS", "96.00.89.00.01"},          {"ECC mode", "off, on"}}; // it does not report MIG and persistence
        QVERIFY(harness.detect().properties == expected);
    }

    void everythingReadIsInBaseUnits()
    {
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        QCOMPARE(harness.detect().detail, std::string("2 x NVIDIA Standin 80GB, driver 580.95.05"));
        harness.sample(0);
        m_nvml->nvlinkKibibytes = 1'000'000;
        m_nvml->pcieBytes = 5'000'000'000;
        m_nvml->correctedErrors = 3;
        m_nvml->nvlinkErrors = 2;
        m_nvml->rows = {1, 2, 1, 0};
        harness.sample(1000);
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu0"), 40.0);
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu1"), 41.0);
        COMPARE_NEAR(harness.value("gpu.temperature.slowdown_limit", "gpu0"), 89.0);
        COMPARE_NEAR(harness.value("gpu.temperature.shutdown_limit", "gpu0"), 95.0);
        COMPARE_NEAR(harness.value("gpu.temperature.margin", "gpu0"), 49.0);
        COMPARE_NEAR(harness.value("gpu.memory.temperature", "gpu0"), 61.0);
        COMPARE_NEAR(harness.value("gpu.power", "gpu0"), 300.0);
        COMPARE_NEAR(harness.value("gpu.power.peak", "gpu0"), 350.0);
        COMPARE_NEAR(harness.value("gpu.power.limit", "gpu0"), 700.0);
        COMPARE_NEAR(harness.value("gpu.clock.sm", "gpu0"), 1.98e9);
        COMPARE_NEAR(harness.value("gpu.clock.memory", "gpu0"), 2.619e9);
        COMPARE_NEAR(harness.value("gpu.utilisation", "gpu0"), 0.87);
        COMPARE_NEAR(harness.value("gpu.memory.utilisation", "gpu0"), 0.42);
        COMPARE_NEAR(harness.value("gpu.memory.used", "gpu0"), 60e9);
        COMPARE_NEAR(harness.value("gpu.memory.total", "gpu0"), 80e9);
        COMPARE_NEAR(harness.value("gpu.ecc.corrected", "gpu0"), 3.0);
        COMPARE_NEAR(harness.value("gpu.rows.remapped", "gpu0"), 2.0); // for uncorrectable errors
        COMPARE_NEAR(harness.value("gpu.rows.pending", "gpu0"), 1.0);
        COMPARE_NEAR(harness.value("gpu.rows.failed", "gpu0"), 0.0);
        COMPARE_NEAR(harness.value("gpu.ecc.uncorrected", "gpu0"), 0.0);
        QVERIFY(harness.value("gpu.ecc.corrected.total", "gpu0") >= 12'000.0); // over its lifetime
        QVERIFY(harness.has("gpu.nvlink.errors.total", "gpu0"));
        COMPARE_NEAR(harness.value("gpu.pcie.replays.total", "gpu0"), 0.0);
        COMPARE_NEAR(harness.value("gpu.nvlink.transmit", "gpu0"), 1.024e9);
        COMPARE_NEAR(harness.value("gpu.nvlink.errors", "gpu0"), 4.0);
        COMPARE_NEAR(harness.value("gpu.pcie.receive", "gpu0"), 5e9);
        COMPARE_NEAR(harness.value("gpu.pcie.replays", "gpu0"), 0.0);
        QVERIFY(!harness.has("gpu.fan", "gpu0")); // not supported, so not declared
    }

    /// A self-test is a child of the agent, and no work.
    void processesAreCountedExceptOwnChildren()
    {
        QProcess child;
        child.start(QStringLiteral("sleep"), {QStringLiteral("100")});
        QVERIFY(child.waitForStarted());
        m_nvml->processes = {1, static_cast<unsigned>(::getpid()), static_cast<unsigned>(child.processId())};
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("gpu.processes", "gpu0"), 0.0);
        COMPARE_NEAR(harness.value("gpu.processes", "gpu1"), 2.0);
        m_nvml->processes.assign(100, 1); // more than the collector requests
        harness.sample(1000);
        COMPARE_NEAR(harness.value("gpu.processes", "gpu1"), 64.0);
        child.kill();
        child.waitForFinished();
    }

    void aBurstOfTrafficAndAMomentOfThrottlingSurvive()
    {
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        m_nvml->nvlinkKibibytes = 1'000'000;
        m_nvml->throttleReasons = 0x20 | 0x1;
        harness.look(100);
        m_nvml->throttleReasons = 0x1;
        harness.look(200);
        harness.look(300);
        harness.sample(1000);
        COMPARE_NEAR(harness.value("gpu.nvlink.transmit", "gpu0"), 1.024e9);
        COMPARE_NEAR(harness.value("gpu.nvlink.transmit.peak", "gpu0"), 10.24e9);
        COMPARE_NEAR(harness.value("gpu.throttled", "gpu0"), 0.25);
        COMPARE_NEAR(harness.value("gpu.throttle_reasons", "gpu0"), 0x21);
        harness.sample(2000);
        COMPARE_NEAR(harness.value("gpu.throttled", "gpu0"), 0.0);
        COMPARE_NEAR(harness.value("gpu.throttle_reasons", "gpu0"), 0x1);
        m_nvml->throttleReasons = 0x4; // a busy board at its power limit
        harness.sample(3000);
        COMPARE_NEAR(harness.value("gpu.throttled", "gpu0"), 0.0);
        COMPARE_NEAR(harness.value("gpu.throttle_reasons", "gpu0"), 0x4);
    }

    void withoutUsablePcieCountersTheDriversOwnMeasurementIsTaken_data()
    {
        QTest::addColumn<bool>("has");
        QTest::addColumn<bool>("areWide");
        QTest::newRow("absent") << false << true;
        QTest::newRow("only 32 bits wide") << true << false;
    }

    void withoutUsablePcieCountersTheDriversOwnMeasurementIsTaken()
    {
        QFETCH(bool, has);
        QFETCH(bool, areWide);
        m_nvml->hasPcieCounters = has;
        m_nvml->hasWidePcieCounters = areWide;
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        COMPARE_NEAR(harness.value("gpu.pcie.transmit", "gpu0"), 1e6);
        COMPARE_NEAR(harness.value("gpu.pcie.receive", "gpu0"), 2e6);
        QVERIFY(!harness.has("gpu.pcie.transmit.peak", "gpu0"));
    }

    void aGpuThatDisappearsHasNoDataAndMakesOneCriticalEvent()
    {
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        harness.sample(0);
        m_nvml->isLost = true;
        harness.look(500);
        const NodeTick tick = harness.sample(1000);
        QCOMPARE(tick.events.size(), std::size_t(1));
        QCOMPARE(tick.events[0].code, std::string("gpu.lost"));
        QVERIFY(tick.events[0].severity == Severity::Critical);
        QCOMPARE(entityOf(tick, tick.events[0]), std::string("gpu1"));
        for (const MetricDescriptor& metric : harness.layout().metrics)
            QVERIFY2(std::isnan(harness.value(metric.name, "gpu1")), metric.name.c_str());
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu0"), 40.0);
        QVERIFY(harness.sample(2000).events.empty());
        QVERIFY(!collector.hasChanged()); // it keeps its place, without data

        m_nvml->isLost = false;
        m_nvml->nvlinkKibibytes = 1'000'000;
        QCOMPARE(harness.sample(3000).events.at(0).code, std::string("gpu.back"));
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu1"), 41.0);
        QVERIFY(std::isnan(harness.value("gpu.nvlink.transmit", "gpu1"))); // not averaged over its absence
    }

    void xidsBecomeEventsOfTheirGpuWithWhatTheyMean()
    {
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        m_nvml->xids = {{1, 79}, {0, 43}, {0, 4711}};
        const NodeTick tick = harness.sample(0);
        QCOMPARE(tick.events.size(), std::size_t(3));
        QCOMPARE(entityOf(tick, tick.events[0]), std::string("gpu1"));
        QCOMPARE(tick.events[0].code, std::string("gpu.xid"));
        QVERIFY(tick.events[0].severity == Severity::Critical);
        QVERIFY(tick.events[0].text.find("XID 79: the GPU has fallen off the bus") != std::string::npos);
        QVERIFY(tick.events[1].severity == Severity::Information);
        QVERIFY(tick.events[2].severity == Severity::Warning); // unknown ones are shown
    }

    void anXidStormIsSpreadOverTicks()
    {
        NvidiaCollector collector(libraryPath);
        CollectorHarness harness(collector);
        harness.detect();
        m_nvml->xids.assign(100, {0, 31});
        QCOMPARE(harness.sample(0).events.size(), std::size_t(64));
        QCOMPARE(harness.sample(1000).events.size(), std::size_t(36));
    }

    void aDriverThatHangsCostsItsOwnValuesAndNothingElse()
    {
        GuardedCollector collector(std::make_unique<NvidiaCollector>(libraryPath), true,
                                   {.detect = std::chrono::seconds(20), .sample = std::chrono::milliseconds(50)});
        CollectorHarness harness(collector);
        QVERIFY(harness.detect().isActive);
        harness.look(0);
        QVERIFY(harness.sample(1000).events.empty());
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu1"), 41.0);

        m_nvml->isHanging = true;
        const NodeTick hanging = harness.sample(2000);
        QCOMPARE(hanging.events.size(), std::size_t(1));
        QCOMPARE(hanging.events[0].code, std::string("agent.collector_hangs"));
        QVERIFY(std::isnan(harness.value("gpu.temperature", "gpu1")));
        QVERIFY(harness.sample(3000).events.empty()); // reported once
        m_nvml->isHanging = false;
        const NodeTick back = harness.sampleUntil(4000, [](const NodeTick& tick) { return !tick.events.empty(); });
        QCOMPARE(back.events.size(), std::size_t(1));
        QCOMPARE(back.events[0].code, std::string("agent.collector_back"));
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu1"), 41.0);
    }

    void aDriverThatIsSlowToWakeIsTakenUpLater()
    {
        m_nvml->isWaking = true;
        GuardedCollector collector(std::make_unique<NvidiaCollector>(libraryPath), true,
                                   {.detect = std::chrono::milliseconds(20), .sample = std::chrono::seconds(20)});
        CollectorHarness harness(collector);
        const InventoryItem item = harness.detect();
        QVERIFY(!item.isActive);
        QCOMPARE(item.detail, std::string("off: its driver has not responded yet"));
        QVERIFY(harness.sample(0).values.empty());
        m_nvml->isWaking = false;
        QTRY_VERIFY(collector.hasChanged());
        QVERIFY(harness.detect().isActive);
        QVERIFY(!collector.hasChanged());
        harness.sample(1000);
        COMPARE_NEAR(harness.value("gpu.temperature", "gpu1"), 41.0);
    }

    void aGuardedCollectorPassesOnEventsAtTheRightGpu()
    {
        GuardedCollector collector(std::make_unique<NvidiaCollector>(libraryPath), true,
                                   {.detect = std::chrono::seconds(20), .sample = std::chrono::seconds(20)});
        CollectorHarness harness(collector);
        harness.detect();
        m_nvml->xids = {{1, 79}};
        const NodeTick tick = harness.sample(0);
        QCOMPARE(tick.events.size(), std::size_t(1));
        QCOMPARE(entityOf(tick, tick.events[0]), std::string("gpu1"));
        QVERIFY(!collector.hasChanged());
        m_nvml->deviceCount = 1;
        QVERIFY(collector.hasChanged());
        harness.detect();
        QVERIFY(!harness.has("gpu.temperature", "gpu1"));
    }

    void endingWhileTheDriverHangsDoesNotWaitForIt()
    {
        const auto threads = threadCount();
        m_nvml->isHanging = true;
        {
            GuardedCollector collector(
                std::make_unique<NvidiaCollector>(libraryPath), true,
                {.detect = std::chrono::milliseconds(50), .sample = std::chrono::milliseconds(50)});
            CollectorHarness harness(collector);
            QVERIFY(harness.detect().isActive); // detection asks no temperature
            harness.sample(0);
        } // would not return if it waited for the driver
        QCOMPARE(threadCount(), threads + 1);
        m_nvml->isHanging = false;
        QTRY_COMPARE(threadCount(), threads); // the abandoned thread has ended
    }
};

LOCKSTEP_TEST(tst_nvidiacollector, TestNvidiaCollector)
#include "tst_nvidiacollector.moc"
