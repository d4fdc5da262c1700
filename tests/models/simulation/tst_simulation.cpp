// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/allocationwords.h"
#include "models/core/batch.h"
#include "models/simulation/simulation.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <map>
#include <set>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

constexpr TimePoint start{std::chrono::seconds(1'700'000'000)};

std::unique_ptr<Simulation> make(const Drill& drill, std::uint64_t seed = 1, std::uint32_t nodes = 16)
{
    auto made = Simulation::create(makeCluster(nodes, 8, *findGpuModel("H100")), drill, seed, start);
    if (!made.isOk())
        qFatal("%s", made.error().message.c_str());
    return std::move(made).value();
}

FaultTarget gpuAt(std::uint32_t node, std::uint32_t gpu)
{
    FaultTarget target;
    target.node = node;
    target.gpu = gpu;
    return target;
}

Drill drillOf(FaultKind kind, FaultTarget target, double severity)
{
    Drill drill;
    drill.cause = "test";
    DrillFault fault;
    fault.kind = kind;
    fault.target = target;
    fault.severity = severity;
    fault.onsetSeconds = 20;
    drill.faults = {fault};
    return drill;
}

/// Hash (FNV-1a) of every byte that a run would put on the wire.
std::uint64_t digestOf(Simulation& simulation, int ticks)
{
    std::uint64_t digest = 14695981039346656037ULL;
    const auto add = [&digest](const void* data, std::size_t bytes) {
        for (std::size_t at = 0; at < bytes; ++at)
            digest = (digest ^ static_cast<const unsigned char*>(data)[at]) * 1099511628211ULL;
    };
    for (int tick = 0; tick < ticks; ++tick) {
        simulation.advance();
        for (std::size_t node = 0; node < simulation.nodeCount(); ++node) {
            const NodeTick* const now = simulation.tick(node);
            if (now == nullptr)
                continue;
            add(now->values.data(), now->values.size() * sizeof(float));
            for (const Span& span : now->spans) {
                const std::int64_t numbers[]
                    = {span.start.time_since_epoch().count(), span.end.time_since_epoch().count(),
                       static_cast<std::int64_t>(span.sequence), span.op, span.communicator};
                add(numbers, sizeof numbers);
            }
            for (const Event& event : now->events)
                add(event.text.data(), event.text.size());
        }
    }
    return digest;
}

} // namespace

class SimulationTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void poolsOfManyNodesKeepUpWithTheirRequests()
    {
        ClusterSpec spec = makeCluster(136, 8, *findGpuModel("H100"));
        ServingSpec chat;
        chat.prefillNodes = chat.decodeNodes = 64;
        spec.serving = {chat};
        const auto simulation = Simulation::create(std::move(spec), {}, 1, start).value();
        for (int second = 0; second < 20; ++second) {
            simulation->advance();
            for (std::size_t node = 0; node < simulation->nodeCount(); ++node) {
                const NodeTick* const tick = simulation->tick(node);
                for (const Span& span : tick != nullptr ? tick->spans : std::vector<Span>())
                    QVERIFY(span.end <= simulation->now() + std::chrono::seconds(2)); // transfers waited without end
            }
        }
    }
    void theSameSeedGivesTheSameBytes()
    {
        const Drill drill = drillOf(FaultKind::GpuOffBus, gpuAt(2, 1), 1);
        auto first = make(drill, 7);
        auto second = make(drill, 7);
        auto other = make(drill, 8);
        const std::uint64_t digest = digestOf(*first, 200);
        QCOMPARE(digestOf(*second, 200), digest);
        QVERIFY(digestOf(*other, 200) != digest);
    }

    void everyTickFitsItsLayoutAndTheGrid()
    {
        auto simulation = make({});
        for (int tick = 1; tick <= 12; ++tick) {
            simulation->advance();
            for (std::size_t node = 0; node < simulation->nodeCount(); ++node) {
                const NodeTick& now = *simulation->tick(node);
                QCOMPARE(now.values.size(), now.layout->sampleCount());
                QCOMPARE(now.time, start + std::chrono::seconds(tick));
                for (const Span& span : now.spans) {
                    QVERIFY(span.entity < now.layout->entities.size());
                    QVERIFY(span.start <= span.end && span.end <= now.time);
                    const auto& names = *simulation->names(node);
                    QVERIFY(span.op < names.size() && span.lane < names.size() && span.communicator < names.size());
                }
            }
        }
    }

    void aSchedulerReportsWhoHasWhatAndWhoWaits()
    {
        ClusterSpec spec = makeCluster(16, 8, *findGpuModel("H100"));
        JobSpec job;
        job.name = "train-a";
        job.nodes = 12;
        spec.jobs = {job};
        spec.scheduler.isOn = true;
        spec.scheduler.drained = {{3, "memory test"}};
        spec.scheduler.queue = {{"train-b", "vision", 32, 600}};
        auto simulation = Simulation::create(spec, drillOf(FaultKind::IdleAllocation, {}, 1), 1, start).value();
        const std::size_t scheduler = simulation->nodeCount() - 1;
        QCOMPARE(simulation->identity(scheduler)->name, std::string("scheduler"));
        std::map<std::string, std::set<std::string>> held; // jobs by node
        std::map<std::string, float> values;
        for (int tick = 0; tick < 40; ++tick) {
            simulation->advance();
            const NodeTick& now = *simulation->tick(scheduler);
            const auto& names = *simulation->names(scheduler);
            for (const Span& span : now.spans) {
                QCOMPARE(names[span.lane], std::string(allocationLane));
                QVERIFY(span.end <= now.time && span.start < span.end);
                held[now.layout->entities[span.entity].name].insert(
                    span.kind == SpanKind::Idle ? "drained: " + names[span.op] : names[span.job]);
            }
            std::size_t at = 0;
            for (const ColumnDescriptor& column : now.layout->columns) {
                for (const std::uint32_t entity : column.entities)
                    values[now.layout->metrics[column.metric].name + " of " + now.layout->entities[entity].name]
                        = now.values[at++];
            }
        }
        const auto nodeName = [&](std::size_t node) {
            return simulation->spec().nodes[node].name;
        };
        QCOMPARE(held[nodeName(3)], std::set<std::string>{"drained: memory test"});
        QCOMPARE(held[nodeName(0)], std::set<std::string>{"train-a"});
        QCOMPARE(held[nodeName(13)], std::set<std::string>{"notebook"}); // the first without work, from the onset on
        QVERIFY(!held.contains(nodeName(15)));
        QCOMPARE(values["job.allocated.gpus of train-a"], 96.0F);
        QCOMPARE(values["tenant.gpus.allocated of vision"], 8.0F);
        QCOMPARE(values["scheduler.gpus.unavailable of scheduler"], 8.0F);
        QCOMPARE(values["scheduler.gpus.idle of scheduler"], 16.0F);
        QCOMPARE(values["scheduler.jobs.pending of scheduler"], 1.0F);
        QCOMPARE(values["scheduler.longest_wait of scheduler"], 640.0F);
        QCOMPARE(values["node.drained of " + nodeName(3)], 1.0F);
        QVERIFY(!Simulation::create(makeCluster(16, 8, *findGpuModel("H100")),
                                    drillOf(FaultKind::IdleAllocation, {}, 1), 1, start)
                     .isOk()); // without a scheduler
    }

    void aGpuNodeReportsTwentyFourGpuMetrics()
    {
        auto simulation = make({});
        simulation->advance();
        int columns = 0;
        const NodeLayout& layout = *simulation->tick(0)->layout;
        for (const ColumnDescriptor& column : layout.columns)
            columns += layout.metrics[column.metric].entityKind == EntityKind::Gpu ? 1 : 0;
        QCOMPARE(columns, 24);
    }

    void aStepHasAboutTwentySpansARank()
    {
        auto simulation = make({});
        std::map<std::uint32_t, int> spansOfStep; // of rank 13
        for (int tick = 0; tick < 60; ++tick) {
            simulation->advance();
            for (std::size_t node = 0; node < 16; ++node) {
                for (const Span& span : simulation->tick(node)->spans)
                    spansOfStep[span.step] += span.rank == 13 ? 1 : 0;
            }
        }
        QVERIFY(spansOfStep.size() >= 10);
        QVERIFY(spansOfStep[3] >= 17 && spansOfStep[3] <= 22);
        QVERIFY(spansOfStep[5] >= 17 && spansOfStep[5] <= 22); // a receive that need not wait leaves no span
    }

    void membersOfACollectiveLeaveItTogether()
    {
        auto simulation = make({});
        std::map<std::pair<std::string, std::uint64_t>, std::set<std::int64_t>> ends;
        for (int tick = 0; tick < 30; ++tick) {
            simulation->advance();
            for (std::size_t node = 0; node < 16; ++node) {
                for (const Span& span : simulation->tick(node)->spans) {
                    if (span.kind == SpanKind::Collective)
                        ends[{(*simulation->names(node))[span.communicator], span.sequence}].insert(
                            span.end.time_since_epoch().count());
                }
            }
        }
        QVERIFY(ends.size() > 100);
        for (const auto& [collective, moments] : ends)
            QVERIFY2(*moments.rbegin() - *moments.begin() < 100'000, collective.first.c_str());
    }

    void aQuietDayBlamesNobodyAndThrottlesNothing()
    {
        auto simulation = make({});
        for (int tick = 0; tick < 300; ++tick) {
            simulation->advance();
            for (std::size_t node = 0; node < 16; ++node) {
                QVERIFY(simulation->tick(node)->events.empty());
                for (std::size_t gpu = 0; gpu < 8; ++gpu)
                    QCOMPARE(simulation->tick(node)->values[7 * 8 + gpu], 0.0F); // gpu.throttled
            }
        }
        int blamed = 0;
        for (const StepTruth& step : simulation->truth().steps)
            blamed += step.cause != StepCause::None && step.cause != StepCause::Hiccup ? 1 : 0;
        QCOMPARE(blamed, 0);
    }

    void aSlowGpuIsTheTrueCulpritOfEveryStep()
    {
        auto simulation = make(drillOf(FaultKind::SlowGpu, gpuAt(5, 3), 0.2));
        for (int tick = 0; tick < 80; ++tick)
            simulation->advance();
        int blamed = 0;
        for (const StepTruth& step : simulation->truth().steps) {
            if (step.startSeconds < 22)
                continue;
            ++blamed;
            QCOMPARE(step.cause, StepCause::SlowRank);
            QCOMPARE(step.culpritNode, 5U);
            QCOMPARE(step.culpritGpu, 3U);
        }
        QVERIFY(blamed > 5);
    }

    void aGpuOffTheBusFallsSilentAndTheJobRestartsElsewhere()
    {
        auto simulation = make(drillOf(FaultKind::GpuOffBus, gpuAt(2, 1), 1));
        int pending = 0;
        int restarts = 0;
        for (int tick = 0; tick < 220; ++tick) {
            simulation->advance();
            QCOMPARE(std::isnan(simulation->tick(2)->values[1]), tick >= 20);
            QVERIFY(!std::isnan(simulation->tick(2)->values[0])); // its neighbour reports on
            for (std::size_t node = 0; node < 16; ++node) {
                for (const Span& span : simulation->tick(node)->spans) {
                    pending += (*simulation->names(node))[span.op] == "collective_pending" ? 1 : 0;
                    restarts += span.kind == SpanKind::Restart ? 1 : 0;
                }
            }
        }
        QVERIFY(pending > 50);
        QVERIFY(restarts > 50);
        QVERIFY(simulation->truth().steps.back().cause == StepCause::None);
        QVERIFY(std::isfinite(simulation->truth().steps.back().seconds));
    }

    void aDriftingClockShiftsWhatItsNodeWrites()
    {
        auto simulation = make(drillOf(FaultKind::ClockDrift, gpuAt(4, 0), 60)); // a millisecond a second
        for (int tick = 0; tick < 50; ++tick)
            simulation->advance();
        QVERIFY(std::abs(simulation->clockOffset(4).count() - 29'000'000) < 1'000'000);
        QCOMPARE(simulation->clockOffset(5).count(), 0);
    }

    void aDrillThatTheClusterCannotPlayIsRefused()
    {
        const auto made = Simulation::create(makeCluster(4, 8, *findGpuModel("H100")),
                                             drillOf(FaultKind::PumpDegradation, gpuAt(0, 0), 1), 1, start);
        QVERIFY(!made.isOk());
        QVERIFY(QString::fromStdString(made.error().message).contains(QStringLiteral("needs a coolant loop")));
    }

    void failuresStopJobsAndCostProgress()
    {
        ClusterSpec spec = makeCluster(32, 8, *findGpuModel("H100"));
        spec.failures.isOn = true;
        spec.failures.acceleration = 20'000; // one every 36 s or so
        auto made = Simulation::create(spec, {}, 3, start);
        QVERIFY(made.isOk());
        for (int tick = 0; tick < 900; ++tick)
            made.value()->advance();
        const GroundTruth& truth = made.value()->truth();
        QVERIFY(truth.failures.size() > 10);
        double lost = 0;
        for (const TrueFailure& failure : truth.failures)
            lost += failure.lostSeconds;
        QVERIFY(lost > 0);
    }
};

LOCKSTEP_TEST(tst_simulation, SimulationTest)
#include "tst_simulation.moc"
