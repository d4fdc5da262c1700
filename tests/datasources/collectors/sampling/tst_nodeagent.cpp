// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/agentservice/hub/noderegistry.h"
#include "datasources/agentservice/hub/telemetryhub.h"
#include "datasources/collectors/sampling/huboutput.h"
#include "datasources/collectors/sampling/nodeagent.h"
#include "models/core/batch.h"
#include "models/core/budget.h"
#include "models/core/metrics/metriccatalogue.h"
#include "tests/datasources/collectors/collectorharness.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <set>

using namespace lockstep;

namespace {

/// Messages of an agent, from its thread.
struct Recorded
{
    std::mutex mutex;
    std::vector<std::shared_ptr<const NodeIdentity>> identities;
    std::vector<NodeTick> ticks;
    std::vector<std::shared_ptr<const std::vector<std::string>>> names; ///< of each tick

    AgentOutput output()
    {
        return {[this](std::shared_ptr<const NodeIdentity> identity) {
                    const std::lock_guard lock(mutex);
                    identities.push_back(std::move(identity));
                },
                [this](const std::string& node, const NodeTick& tick,
                       std::shared_ptr<const std::vector<std::string>> names) {
                    const std::lock_guard lock(mutex);
                    if (node.empty() || !names || names->at(0) != "")
                        qFatal("a tick without its node or names");
                    ticks.push_back(tick);
                    this->names.push_back(std::move(names));
                }};
    }

    std::size_t tickCount()
    {
        const std::lock_guard lock(mutex);
        return ticks.size();
    }
};

/// Hardware that the test adds and removes.
class SwitchedCollector final : public Collector
{
public:
    explicit SwitchedCollector(const std::atomic<bool>& isThere) : m_isThere(isThere) { }
    [[nodiscard]] std::string_view name() const override { return "switched"; }
    [[nodiscard]] InventoryItem detect() override
    {
        m_wasThere = m_isThere;
        return m_wasThere ? active("there") : off("absent");
    }
    [[nodiscard]] bool hasChanged() override { return m_isThere != m_wasThere; }
    void declare(LayoutBuilder& layout) override
    {
        m_slot = m_wasThere ? layout.add("disk.read", layout.addEntity(EntityKind::Disk, "sdz")) : Slot();
    }
    void sample(TimePoint, TickWriter& tick) override { tick.set(m_slot, 1.0); }

private:
    const std::atomic<bool>& m_isThere;
    bool m_wasThere = false;
    Slot m_slot;
};

/// A job that once invents more names than a list can hold.
class InventingCollector final : public Collector
{
public:
    explicit InventingCollector(const std::atomic<bool>& isInventing) : m_isInventing(isInventing) { }
    [[nodiscard]] std::string_view name() const override { return "inventing"; }
    [[nodiscard]] InventoryItem detect() override { return active("there"); }
    [[nodiscard]] bool hasChanged() override { return false; }
    void declare(LayoutBuilder& layout) override
    {
        m_slot = layout.add("disk.read", layout.addEntity(EntityKind::Disk, "sda"));
    }
    void sample(TimePoint, TickWriter& tick) override
    {
        tick.set(m_slot, 1.0);
        if (m_isInventing) { // either all or none, because a partly full list is not renewed
            for (std::size_t name = 0; name < budget::namesPerNode; ++name)
                static_cast<void>(tick.nameIndex("invented " + std::to_string(name)));
        }
        Span span;
        span.start = wallClockNow();
        span.end = span.start;
        span.op = tick.nameIndex("all_reduce");
        tick.addSpan(span);
    }

private:
    const std::atomic<bool>& m_isInventing;
    Slot m_slot;
};

} // namespace

class TestNodeAgent : public QObject
{
    Q_OBJECT

private:
    static AgentConfig quickConfig()
    {
        AgentConfig config;
        config.nodeName = "node1";
        config.tickPeriod = std::chrono::milliseconds(100);
        config.rescanPeriod = std::chrono::milliseconds(100);
        config.fastRate = 20;
        config.collectorsOff = {"jobs"};
        return config;
    }

private Q_SLOTS:
    void ticksOfThisMachineComeOnMultiplesOfThePeriod()
    {
        Recorded recorded;
        const AgentConfig config = quickConfig();
        NodeAgent agent(config, makeCollectors(config), recorded.output());
        QCOMPARE(agent.nodeName(), std::string("node1"));
        agent.start();
        QTRY_VERIFY(recorded.tickCount() >= 5);
        agent.stop();

        QCOMPARE(recorded.identities.front()->name, std::string("node1"));
        QVERIFY(recorded.identities.front()->epoch != 0);
        QCOMPARE(recorded.identities.front()->inventory.size(), collectorNames().size());
        TimePoint last{};
        for (const NodeTick& tick : recorded.ticks) {
            QVERIFY(tick.time.time_since_epoch() % std::chrono::milliseconds(100) == Duration::zero());
            QVERIFY(tick.time > last);
            last = tick.time;
            QCOMPARE(tick.values.size(), tick.layout->sampleCount());
            QVERIFY(tick.values.size() > 20);
        }
        const std::size_t count = recorded.tickCount();
        Recorded later;
        NodeAgent another(config, makeCollectors(config), later.output());
        another.start();
        QTRY_VERIFY(later.tickCount() >= 2);
        QCOMPARE(recorded.tickCount(), count); // stopped is stopped
    }

    void everyMetricOfThisMachineIsInTheCatalogue()
    {
        const AgentConfig config = quickConfig();
        NodeSampler sampler(config, makeCollectors(config, AgentPurpose::Once));
        sampler.detect();
        const NodeTick tick = takeOneTick(sampler);
        for (const MetricDescriptor& metric : tick.layout->metrics) {
            std::string name = metric.name;
            if (name.ends_with(".peak"))
                name.resize(name.size() - 5);
            QVERIFY2(findMetric(name), name.c_str());
        }
        QVERIFY(std::ranges::any_of(tick.values, [](float value) { return std::isfinite(value) && value > 0; }));
    }

    void namesOfJobsThatAreGoneMakeRoom()
    {
        std::atomic<bool> isInventing = true;
        Collectors collectors;
        collectors.push_back(std::make_unique<InventingCollector>(isInventing));
        AgentConfig config = quickConfig();
        config.nameRenewalPeriod = std::chrono::milliseconds(200);
        Recorded recorded;
        NodeAgent agent(config, std::move(collectors), recorded.output());
        const auto opOf = [&recorded](std::size_t tick) {
            const std::lock_guard lock(recorded.mutex);
            return recorded.names[tick]->at(recorded.ticks[tick].spans.back().op);
        };
        const auto nameCount = [&recorded] {
            const std::lock_guard lock(recorded.mutex);
            return recorded.names.back()->size();
        };
        agent.start();
        QTRY_VERIFY(recorded.tickCount() >= 1);
        QCOMPARE(opOf(0), std::string("(other)"));
        isInventing = false;
        QTRY_VERIFY(opOf(recorded.tickCount() - 1) == "all_reduce");
        QTRY_VERIFY(nameCount() < 10);
        const auto epochs = [&recorded] {
            const std::lock_guard lock(recorded.mutex);
            std::set<std::uint64_t> each;
            for (const auto& identity : recorded.identities)
                each.insert(identity->epoch);
            return each.size();
        };
        const std::size_t renewed = recorded.tickCount();
        const std::size_t epochsSoFar = epochs();
        QVERIFY(epochsSoFar >= 2);
        QTRY_VERIFY(recorded.tickCount() >= renewed + 5);
        agent.stop();
        QCOMPARE(opOf(recorded.ticks.size() - 1), std::string("all_reduce"));
        QVERIFY(nameCount() < 10);
        // A reader is informed by a new epoch, but only if names were dropped.
        QCOMPARE(epochs(), epochsSoFar);
        QCOMPARE(recorded.identities.back()->inventory.size(), std::size_t{1});
    }

    void hardwareThatComesAndGoesMakesNewLayouts()
    {
        std::atomic<bool> isThere = false;
        Collectors collectors;
        collectors.push_back(std::make_unique<SwitchedCollector>(isThere));
        Recorded recorded;
        NodeAgent agent(quickConfig(), std::move(collectors), recorded.output());
        const auto lastLayout = [&] {
            const std::lock_guard lock(recorded.mutex);
            return recorded.ticks.empty() ? nullptr : recorded.ticks.back().layout;
        };
        agent.start();
        QTRY_VERIFY(lastLayout() && lastLayout()->id == 1);
        QCOMPARE(lastLayout()->sampleCount(), std::size_t(0));
        isThere = true;
        QTRY_VERIFY(lastLayout()->id == 2);
        QCOMPARE(lastLayout()->entities.at(1).name, std::string("sdz"));
        isThere = false;
        QTRY_VERIFY(lastLayout()->id == 3);
        agent.stop();
        QVERIFY(recorded.identities.at(1)->inventory.at(0).isActive);
        QCOMPARE(recorded.identities.at(2)->inventory.at(0).detail, std::string("off: absent"));
        QCOMPARE(recorded.identities.at(2)->epoch, recorded.identities.at(0)->epoch);
    }

    void aCollectorThatIsSwitchedOffSaysSo()
    {
        AgentConfig config = quickConfig();
        config.collectorsOff = {"cpu", "jobs"};
        NodeSampler sampler(config, makeCollectors(config));
        sampler.detect();
        QCOMPARE(sampler.identity()->inventory.front().collector, std::string("cpu"));
        QCOMPARE(sampler.identity()->inventory.front().detail, std::string("off: switched off in the configuration"));
    }

    void itCanBeStoppedAtAnyMoment()
    {
        Recorded recorded;
        AgentConfig config = quickConfig();
        for (int i = 0; i < 50; ++i) {
            std::atomic<bool> isThere = true;
            Collectors collectors;
            collectors.push_back(std::make_unique<SwitchedCollector>(isThere));
            NodeAgent agent(config, std::move(collectors), recorded.output());
            if (i % 10 != 0)
                agent.start();
            QTest::qSleep(i % 5); // random timing is the point of the test
            if (i % 2 == 0)
                agent.stop();
        }
    }

    void aHubTakesWhatTheAgentSays()
    {
        TelemetryHub hub;
        const AgentConfig config = quickConfig();
        NodeAgent agent(config, makeCollectors(config), publishTo(hub));
        const auto piecesOfNode = [&hub] {
            const auto ring = hub.registry().find("node1");
            std::vector<grpc::Slice> pieces;
            std::size_t budget = 1U << 20U;
            if (ring) {
                RingCursor cursor = ring->cursorAt(RingPosition{});
                ring->read(cursor, pieces, budget);
            }
            return pieces.size();
        };
        QCOMPARE(piecesOfNode(), std::size_t{0});
        agent.start();
        QTRY_VERIFY(piecesOfNode() >= 4); // identity and ticks
    }

    void theHostIsDescribedFromItsFiles()
    {
        const FixtureTree tree;
        tree.write("etc/os-release", "NAME=Debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n");
        tree.write("proc/sys/kernel/osrelease", "6.1.0-25-amd64\n");
        tree.write("proc/cpuinfo", "processor\t: 0\nmodel name\t: Test CPU @ 2.00GHz\n");
        tree.write("proc/stat", "cpu  1 1 1 1\ncpu0 1 1 1 1\ncpu1 1 1 1 1\ncpu2 1 1 1 1\n");
        tree.write("proc/meminfo", "MemTotal:       2048 kB\n");
        AgentConfig config = quickConfig();
        config.root = tree.root();
        config.position = RackPosition{.row = "A", .rack = "A1", .bottomUnit = 3, .heightUnits = 2};
        const NodeSampler sampler(config, {});
        const NodeIdentity& identity = *sampler.identity();
        QCOMPARE(identity.operatingSystem, std::string("Debian GNU/Linux 12 (bookworm), Linux 6.1.0-25-amd64"));
        QCOMPARE(identity.cpuModel, std::string("Test CPU @ 2.00GHz"));
        QCOMPARE(identity.cpuCount, 3U);
        QCOMPARE(identity.memoryBytes, std::uint64_t(2048 * 1024));
        QCOMPARE(identity.position.value().rack, std::string("A1"));
    }
};

LOCKSTEP_TEST(tst_nodeagent, TestNodeAgent)
#include "tst_nodeagent.moc"
