// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/selftest/selftestcollector.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace lockstep;

namespace {

constexpr const char* gpuResult
    = R"({"metric":"selftest.gpu.gemm","entity":"gpu1","state":"passed","unit":"per_second","value":6e14,"detail":"bf16"})";

/// Imitates the collectors that measure a node with two GPUs, then a self-test.
class MeasuredNode final : public Collector
{
public:
    explicit MeasuredNode(SelfTestCollector& test) : m_test(test) { }

    [[nodiscard]] std::string_view name() const override { return "node"; }
    [[nodiscard]] InventoryItem detect() override { return m_test.detect(); }
    [[nodiscard]] bool hasChanged() override { return false; }
    void declare(LayoutBuilder& layout) override
    {
        m_cpu = layout.add(metrics::node::cpuUtilisation);
        for (int gpu = 0; gpu < gpus; ++gpu) {
            const auto entity = layout.addEntity(EntityKind::Gpu, "gpu" + std::to_string(gpu));
            m_processes.push_back(layout.add(metrics::gpu::processes, entity));
            m_utilisation.push_back(layout.add(metrics::gpu::utilisation, entity));
        }
        const auto asScheduled = layout.addEntity(EntityKind::Node, layout.nodeName(), EntityDescriptor::clusterScope);
        m_allocated = layout.add(metrics::node::gpusAllocated, asScheduled);
        const auto other = layout.addEntity(EntityKind::Node, "node2", EntityDescriptor::clusterScope);
        m_allocatedElsewhere = layout.add(metrics::node::gpusAllocated, other);
        m_test.declare(layout);
    }
    void sample(TimePoint now, TickWriter& tick) override
    {
        tick.set(m_cpu, cpu);
        for (std::size_t gpu = 0; gpu < m_processes.size(); ++gpu) {
            tick.set(m_processes[gpu], gpu == 1 ? processes : std::optional(0.0));
            tick.set(m_utilisation[gpu], utilisation);
        }
        tick.set(m_allocated, allocated);
        tick.set(m_allocatedElsewhere, 8.0);
        m_test.sample(now, tick);
    }

    int gpus = 2;
    std::optional<double> cpu = 0.001;
    std::optional<double> processes = 0.0; ///< of the second GPU
    double utilisation = 0;
    std::optional<double> allocated;

private:
    SelfTestCollector& m_test;
    Slot m_cpu, m_allocated, m_allocatedElsewhere;
    std::vector<Slot> m_processes, m_utilisation;
};

} // namespace

/// When a self-test starts and stops, with a real child process.
class TestSelfTestCollector : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    FixtureTree m_root;

    /// @param script body of a shell script that stands for the program
    SelfTestSchedule scheduleOf(const QByteArray& script) const
    {
        QFile file(m_folder.filePath(QStringLiteral("program")));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no script");
        file.write("#!/bin/sh\n" + script + '\n');
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        SelfTestSchedule schedule;
        schedule.isEnabled = true;
        schedule.program = file.fileName().toStdString();
        return schedule;
    }

    SelfTestCollector collectorOf(const QByteArray& script) const
    {
        return {SystemRoot(m_root.root()),
                scheduleOf(script),
                {.quiet = std::chrono::seconds(10), .spread = {}, .retry = std::chrono::seconds(100)}};
    }

    static bool exists(pid_t process) { return ::kill(process, 0) == 0; }

    static std::string textsOf(const NodeTick& tick)
    {
        std::string texts;
        for (const Event& event : tick.events)
            texts += event.code + ": " + event.text + '\n';
        return texts;
    }

private Q_SLOTS:
    void offUnlessEnabled()
    {
        SelfTestSchedule schedule = scheduleOf("exit 0");
        schedule.isEnabled = false;
        SelfTestCollector collector(SystemRoot(m_root.root()), schedule);
        CollectorHarness harness(collector);
        QVERIFY(!harness.detect().isActive);
        QVERIFY(!harness.has(metrics::selftest::age));
        schedule.isEnabled = true;
        schedule.program.clear(); // as in the dashboard
        SelfTestCollector other(SystemRoot(m_root.root()), schedule);
        QVERIFY(!other.detect().isActive);
    }

    void theRule_data()
    {
        QTest::addColumn<double>("cpu");
        QTest::addColumn<double>("processes");
        QTest::addColumn<double>("utilisation");
        QTest::addColumn<double>("allocated");
        QTest::addColumn<bool>("isIdle");
        const double unknown = std::nan("");
        QTest::newRow("idle") << 0.001 << 0.0 << 0.0 << unknown << true;
        QTest::newRow("free for the scheduler") << 0.001 << 0.0 << 0.0 << 0.0 << true;
        QTest::newRow("a process on a GPU") << 0.001 << 1.0 << 0.0 << unknown << false;
        QTest::newRow("unknown processes") << 0.001 << unknown << 0.0 << unknown << false;
        QTest::newRow("a busy GPU") << 0.001 << 0.0 << 0.3 << unknown << false;
        QTest::newRow("CPUs in use") << 1.0 << 0.0 << 0.0 << unknown << false;
        QTest::newRow("unknown load") << unknown << 0.0 << 0.0 << unknown << false;
        QTest::newRow("allocated") << 0.001 << 0.0 << 0.0 << 2.0 << false;
    }

    void theRule()
    {
        QFETCH(const double, cpu);
        QFETCH(const double, processes);
        QFETCH(const double, utilisation);
        QFETCH(const double, allocated);
        QFETCH(const bool, isIdle);
        const auto known = [](double value) {
            return std::isnan(value) ? std::nullopt : std::optional(value);
        };
        SelfTestCollector collector = collectorOf("sleep 100");
        MeasuredNode node(collector);
        node.cpu = known(cpu);
        node.processes = known(processes);
        node.utilisation = utilisation;
        node.allocated = known(allocated);
        CollectorHarness harness(node);
        QVERIFY(harness.detect().isActive);
        for (int second = 0; second <= 9; ++second)
            harness.sample(second * 1000);
        QCOMPARE(collector.childProcess(), 0); // not quiet for long enough
        harness.sample(10'000);
        QCOMPARE(collector.childProcess() != 0, isIdle && std::thread::hardware_concurrency() > 0);
    }

    void aSlurmJobKeepsItFromStarting()
    {
        m_root.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
        m_root.write("sys/fs/cgroup/system.slice/slurmstepd.scope/job_7/cpu.stat", "");
        SelfTestCollector collector = collectorOf("sleep 100");
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        for (int second = 0; second <= 30; ++second)
            harness.sample(second * 1000);
        QCOMPARE(collector.childProcess(), 0);
        m_root.remove("sys/fs/cgroup/system.slice/slurmstepd.scope/job_7");
        for (int second = 31; second <= 41; ++second)
            harness.sample(second * 1000);
        QVERIFY(collector.childProcess() != 0);
    }

    void theChildIsKilledWhenWorkComes()
    {
        // The program and a process that it starts, as some drivers do.
        SelfTestCollector collector = collectorOf("echo '" + QByteArray(gpuResult) + "'; sleep 100 & sleep 100");
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        harness.sample(0);
        harness.sample(10'000);
        const pid_t child = collector.childProcess();
        QVERIFY(child != 0 && exists(child));
        QVERIFY(harness.sample(11'000).events.empty());
        QCOMPARE(collector.childProcess(), child);
        node.processes = 1.0;
        const NodeTick tick = harness.sample(12'000);
        QCOMPARE(textsOf(tick),
                 std::string("agent.selftest: The self-test was stopped: 1 process is running on its GPUs.\n"));
        harness.sampleUntil(13'000, [&](const NodeTick&) { return collector.childProcess() == 0; });
        QTRY_VERIFY(!exists(child) && !exists(-child)); // with its whole group
        QVERIFY(std::isnan(harness.value(metrics::selftest::gpuGemm, "gpu1")));
        node.processes = 0.0;
        for (int second = 14; second <= 60; ++second)
            harness.sample(second * 1000);
        QCOMPARE(collector.childProcess(), 0); // it waits before it tries again
        for (int second = 61; second <= 130; ++second)
            harness.sample(second * 1000);
        QVERIFY(collector.childProcess() != 0);
    }

    void theChildIsKilledWithItsCollector()
    {
        pid_t child = 0;
        {
            SelfTestCollector collector = collectorOf("sleep 100");
            MeasuredNode node(collector);
            CollectorHarness harness(node);
            harness.detect();
            harness.sample(0);
            harness.sample(10'000);
            child = collector.childProcess();
            QVERIFY(child != 0);
        }
        QVERIFY(!exists(child));
    }

    void theChildIsKilledWhenItIsSilent()
    {
        SelfTestCollector collector = collectorOf("sleep 100");
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        harness.sample(0);
        harness.sample(10'000);
        QVERIFY(collector.childProcess() != 0);
        QVERIFY(harness.sample(80'000).events.empty());
        const std::string texts = textsOf(harness.sample(91'000));
        QVERIFY2(texts.find("no result for 80 s") != std::string::npos, texts.c_str());
    }

    void resultsAreRepeatedWithTheirAge()
    {
        SelfTestCollector collector = collectorOf("echo warning; echo '" + QByteArray(gpuResult) + "'");
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        harness.sample(0);
        QVERIFY(std::isnan(harness.value(metrics::selftest::age)));
        harness.sample(10'000);
        const NodeTick tick = harness.sampleUntil(11'000, [](const NodeTick& each) { return !each.events.empty(); });
        QCOMPARE(textsOf(tick), std::string("agent.selftest: Self-test: 1 passed, 0 not run.\n"));
        harness.sample(41'000);
        COMPARE_NEAR(harness.value(metrics::selftest::gpuGemm, "gpu1"), 6e14);
        QVERIFY(std::isnan(harness.value(metrics::selftest::gpuGemm, "gpu0")));
        COMPARE_NEAR(harness.value(metrics::selftest::age), 30.0);
    }

    void aCrashIsReportedAndHarmsNothing()
    {
        SelfTestCollector collector = collectorOf("echo '" + QByteArray(gpuResult) + "'; kill -SEGV $$");
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        harness.sample(0);
        harness.sample(10'000);
        const NodeTick tick = harness.sampleUntil(11'000, [](const NodeTick& each) { return !each.events.empty(); });
        QCOMPARE(textsOf(tick),
                 std::string("agent.selftest: Self-test failed: its process was ended by signal 11 after "
                             "selftest.gpu.gemm.\n"));
        QCOMPARE(tick.events.front().severity, Severity::Warning);
    }

    void peersAreTestedWithTheAgentsCredentials()
    {
        SelfTestSchedule schedule = scheduleOf("echo \"$@\" >&2");
        schedule.plan.kinds = {SelfTestKind::Peers};
        schedule.plan.peers = {"n1:7117"};
        schedule.credentials = {"--token-file", "/t"};
        SelfTestCollector collector(SystemRoot(m_root.root()), schedule, {.quiet = {}, .spread = {}, .retry = {}});
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        harness.sample(0);
        const NodeTick tick = harness.sampleUntil(1'000, [](const NodeTick& each) { return !each.events.empty(); });
        const std::string texts = textsOf(tick);
        QVERIFY2(texts.find("--only peers") != std::string::npos
                     && texts.find("--peers n1:7117 --token-file /t") != std::string::npos,
                 texts.c_str());
    }

    void otherNodesMayTestTheirBandwidthWhileTheNodeIsIdle()
    {
        SelfTestSchedule schedule = scheduleOf("sleep 100");
        schedule.permit = std::make_shared<PeerTestPermit>();
        SelfTestCollector collector(
            SystemRoot(m_root.root()), schedule,
            {.quiet = std::chrono::seconds(10), .spread = std::chrono::hours(1), .retry = std::chrono::seconds(100)});
        MeasuredNode node(collector);
        CollectorHarness harness(node);
        harness.detect();
        QVERIFY(!schedule.permit->refusalReason().empty());
        harness.sample(0);
        harness.sample(9'000);
        QCOMPARE(schedule.permit->refusalReason(), std::string("it has been idle for a short time only"));
        harness.sample(10'000);
        QCOMPARE(schedule.permit->refusalReason(), std::string());
        node.processes = 1.0;
        harness.sample(11'000);
        QCOMPARE(schedule.permit->refusalReason(), std::string("1 process is running on its GPUs"));
        node.processes = 0.0;
        for (int second = 12; collector.childProcess() == 0 && second < 4'000; second += 10)
            harness.sample(second * 1000);
        QVERIFY(collector.childProcess() != 0);
        QCOMPARE(schedule.permit->refusalReason(), std::string("its own self-test is running"));
    }

    /// Only NVML knows whether others use a GPU.
    void gpusAreTestedOnlyWhereTheirProcessesAreKnown()
    {
        SelfTestCollector collector = collectorOf("echo \"$@\" >&2");
        MeasuredNode node(collector);
        node.gpus = 0;
        CollectorHarness harness(node);
        harness.detect();
        harness.sample(0);
        harness.sample(10'000);
        const NodeTick tick = harness.sampleUntil(11'000, [](const NodeTick& each) { return !each.events.empty(); });
        const std::string texts = textsOf(tick);
        QVERIFY2(texts.find("selftest --json --only cpu,memory,disk,network --seconds 2 --folder /var/tmp")
                     != std::string::npos,
                 texts.c_str());
    }
};

LOCKSTEP_TEST(tst_selftestcollector, TestSelfTestCollector)
#include "tst_selftestcollector.moc"
