// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/dashboard/openables.h"

#include "app/dashboard/composition.h"
#include "app/dashboard/dashboardrun.h"
#include "app/session/livesession.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/batch.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <utility>

namespace lockstep {

using namespace Qt::StringLiterals;

namespace {

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// A recording of two simulated nodes.
bool recordTwoNodes(const QString& folder)
{
    ClusterModel cluster(StoreLimits{std::chrono::seconds(1), std::chrono::hours(1)});
    TimeWindow time;
    RollingRecording history(cluster, time);
    history.start(folder);
    SimulatedBatches simulated(2);
    const auto give = [&](const std::vector<BatchPtr>& batches) {
        cluster.apply(batches, wallClockNow());
    };
    give(simulated.introduce());
    for (int second = 0; second < 60; ++second)
        give(simulated.next());
    return test::waitFor([&] { return history.past().columns()->ticks() == cluster.store().ticks(); });
}

bool writeTrace(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly)
        && file.write("[{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"gemm\",\"ts\":1000000,\"dur\":31,\"args\":{}},"
                      "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"ts\":1000032,"
                      "\"dur\":70,\"args\":{\"stream\":7}}]")
        > 0;
}

bool writeClusterFile(const QString& path, const std::string& address)
{
    const QString text = textOf(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/clusters/demo.toml"_s)
                             .replace(u"127.0.0.1:7117"_s, QString::fromStdString(address));
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0;
}

/// Whether data measured now is stored and stays in memory.
bool hasLiveColumns(const ClusterStore& store, const char* name)
{
    const MetricId metric = store.metrics().find(name);
    const TickRange ticks = store.ticksInMemory();
    if (!metric.isValid() || ticks.isEmpty()
        || timeOfTick(ticks.to, store.tickPeriod()) < wallClockNow() - std::chrono::seconds(10))
        return false;
    for (TickIndex tick = ticks.to - 1; tick >= std::max(ticks.from, ticks.to - 3); --tick) {
        if (!store.column(metric, tick).empty())
            return true;
    }
    return false;
}

bool isOfFile(const SourceStatus& source)
{
    return source.state == SourceState::Recorded || source.state == SourceState::Closed;
}

} // namespace

const char* nameOf(Openable openable)
{
    constexpr std::array names{"demo", "this machine", "agent", "recording", "trace", "cluster file"};
    return names.at(static_cast<std::size_t>(openable));
}

Openables::Openables(QString folder) : m_folder(std::move(folder)) { }

Openables::~Openables() = default;

QString Openables::prepare()
{
    const QString resources = qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/"_s;
    Result<sim::Drill> drill = readDrillFile((resources + u"drills/pump-degradation.toml"_s).toStdString());
    if (!drill.isOk())
        return QString::fromStdString(drill.error().message);
    auto started
        = EmbeddedCluster::start(textOf(resources + u"clusters/demo.toml"_s).toStdString(), {std::move(drill).value()});
    if (!started.isOk())
        return QString::fromStdString(started.error().message);
    m_cluster = std::move(started).value();
    if (!recordTwoNodes(m_folder + u"/recording"_s))
        return u"the recording is not written"_s;
    if (!writeClusterFile(m_folder + u"/cluster.toml"_s, m_cluster->address()))
        return u"the cluster file is not written"_s;
    return writeTrace(m_folder + u"/rank0.json"_s) ? QString() : u"the trace is not written"_s;
}

void Openables::open(Composition& composition, Openable openable) const
{
    switch (openable) {
    case Openable::Demo:
        return composition.opener().startDemo();
    case Openable::ThisMachine:
        return composition.opener().watchThisMachine();
    case Openable::Agent:
        return composition.opener().connectTo(QString::fromStdString(m_cluster->address()));
    case Openable::ClusterFile:
        return composition.opener().openClusterFile(m_folder + u"/cluster.toml"_s);
    case Openable::Recording:
        return composition.opener().openRecording(m_folder + u"/recording"_s);
    case Openable::Trace:
        return composition.opener().openTraces({m_folder + u"/rank0.json"_s});
    }
}

bool Openables::isShown(DashboardRun& run, Openable openable)
{
    const ClusterStore& store = run.composition().cluster().store();
    const std::size_t nodes = store.topology()->count(EntityKind::Node);
    const bool isLive = nodes > 0 && store.node({EntityKind::Node, 0}).freshness == Freshness::Live;
    switch (openable) {
    case Openable::Demo:
    case Openable::Agent:
    case Openable::ClusterFile:
        return isLive && nodes >= 64 && hasLiveColumns(store, "gpu.temperature");
    case Openable::ThisMachine:
        return isLive && nodes == 1 && hasLiveColumns(store, "node.cpu.utilisation");
    case Openable::Recording:
        return run.composition().session().kind() == Session::Kind::Recording && nodes >= 2 && nodes < 64;
    case Openable::Trace:
        return store.spans().spanCount() > 0 && store.topology()->clusterName() == "rank0";
    }
    return false;
}

bool Openables::isAnythingElseLeft(DashboardRun& run, Openable openable)
{
    Composition& composition = run.composition();
    const ClusterStore& store = composition.cluster().store();
    const bool isPast = openable == Openable::Recording;
    const bool hasHostMetrics = store.metrics().find("node.cpu.utilisation").isValid();
    const Session::Kind kind = isPast ? Session::Kind::Recording
        : openable == Openable::Trace ? Session::Kind::Trace
                                      : Session::Kind::Live;
    return composition.session().kind() != kind
        || composition.time().isFollowing() == (isPast || openable == Openable::Trace)
        || (openable == Openable::Demo && hasHostMetrics && store.topology()->findNode("node-0001").isValid())
        || (openable != Openable::Trace && store.topology()->clusterName() == "rank0")
        || (kind == Session::Kind::Live && (store.viewTime() || store.spansKeptSince() == TimePoint::max()))
        || (kind == Session::Kind::Live && std::ranges::any_of(store.sources(), isOfFile))
        || (openable != Openable::ClusterFile && store.sources().size() > 1);
}

} // namespace lockstep
