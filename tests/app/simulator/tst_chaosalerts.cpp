// SPDX-License-Identifier: GPL-3.0-or-later
// Agents that misbehave, and clocks that drift, cause no false alarms in the wait analysis.
#include "app/simulator/clusterpublisher.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/batch.h"
#include "models/simulation/simulation.h"
#include "models/store/analysishost.h"
#include "models/store/clustermodel.h"
#include "tests/support/testentry.h"
#include "tests/support/waiting.h"

#include <QTest>

#include <functional>
#include <map>
#include <memory>
#include <vector>

using namespace lockstep;

namespace {

constexpr std::uint32_t nodes = 36; // four times each misbehaviour, once
constexpr TimePoint clusterStart{std::chrono::seconds(1'700'000'000)};

std::unique_ptr<sim::Simulation> simulation()
{
    sim::ClusterSpec spec = sim::makeCluster(nodes, 8, *sim::findGpuModel("H100"));
    sim::JobSpec job;
    job.name = "train";
    job.pipelineParallel = 2;
    spec.jobs.push_back(job);
    auto made = sim::Simulation::create(std::move(spec), {}, 7, clusterStart);
    if (!made.isOk())
        qFatal("%s", made.error().message.c_str());
    return std::move(made).value();
}

/// What a node sends instead of a tick, and the state of its clock.
using Sender = std::function<std::vector<NodeTick>(std::size_t node, const NodeTick& tick)>;
using ClockOf = std::function<std::optional<ClockOffset>(std::size_t node)>;

/// Texts of wait alerts in that many simulated seconds, with counts.
/// @param speed of the simulation, as seen by the receiver's clock
std::map<std::string, int> alarms(int seconds, double speed, const Sender& sender, const ClockOf& clockOf)
{
    const auto cluster = simulation();
    ClusterModel model;
    SyncResults syncResults;
    AnalysisHost host(model);
    host.add(std::make_unique<SyncAnalysis>(syncResults));
    std::vector<std::uint64_t> sequences(nodes);
    for (int second = 0; second < seconds; ++second) {
        cluster->advance();
        const auto passed = std::chrono::duration<double>(second / speed);
        const TimePoint received = clusterStart + std::chrono::duration_cast<Duration>(passed);
        std::vector<BatchPtr> batches;
        for (std::size_t node = 0; node < nodes; ++node) {
            for (NodeTick& tick : sender(node, *cluster->tick(node))) {
                auto batch = std::make_shared<Batch>();
                batch->source = SourceId{0};
                batch->received = received;
                batch->node = cluster->identity(node)->name;
                if (second == 0)
                    batch->identity = cluster->identity(node);
                batch->sequence = ++sequences[node];
                batch->names = cluster->names(node);
                batch->clock = clockOf(node);
                batch->tick = std::move(tick);
                batches.push_back(std::move(batch));
            }
        }
        model.apply(batches, received);
        if (!test::waitFor([&host] { return !host.isBusy(); }))
            return {{"the analysis does not end", 1}};
    }
    std::map<std::string, int> reported;
    for (const LoggedEvent& logged : model.store().events().events()) {
        if (logged.event.code.starts_with("sync."))
            ++reported[logged.event.text];
    }
    if (syncResults.snapshot()->jobs.empty())
        return {{"nothing was followed", 1}};
    return reported;
}

QByteArray textOf(const std::map<std::string, int>& reported)
{
    QByteArray text = QByteArray::number(qulonglong(reported.size())) + " alarms; ";
    for (const auto& [line, count] : reported)
        text += QByteArray::fromStdString(line) + "; ";
    return text;
}

} // namespace

class ChaosAlertsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agentsThatMisbehaveRaiseNoFalseAlarm()
    {
        std::vector<ChaoticNode> broken;
        for (std::size_t node = 0; node < nodes; ++node)
            broken.emplace_back(node, 1);
        const auto reported = alarms(
            150, 1, [&](std::size_t node, const NodeTick& tick) { return broken[node].transform(tick); },
            [&](std::size_t node) {
                return ClockOffset{broken[node].clockError(), std::chrono::milliseconds(1)};
            });
        QVERIFY2(reported.empty(), textOf(reported).constData());
    }

    void clocksThatNobodyKnowsRaiseNoFalseAlarm()
    {
        std::vector<ChaoticNode> broken;
        for (std::size_t node = 0; node < nodes; ++node)
            broken.emplace_back(node, 1);
        const auto reported = alarms(
            150, 1, [&](std::size_t node, const NodeTick& tick) { return broken[node].transform(tick); },
            [](std::size_t) { return std::nullopt; });
        QVERIFY2(reported.empty(), textOf(reported).constData());
    }

    void clocksThatRunAwayRaiseNoFalseAlarm()
    {
        const auto reported = alarms(
            300, 4, [](std::size_t, const NodeTick& tick) { return std::vector{tick}; },
            [](std::size_t) { return std::nullopt; });
        QVERIFY2(reported.empty(), textOf(reported).constData());
    }
};

LOCKSTEP_TEST(tst_chaosalerts, ChaosAlertsTest)
#include "tst_chaosalerts.moc"
