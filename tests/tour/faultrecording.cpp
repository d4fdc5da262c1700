// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/tour/faultrecording.h"

#include "app/session/livesession.h"
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/work/batchqueue.h"
#include "models/pipeline/pipeline.h"
#include "models/view/time/timewindow.h"
#include "tests/support/simulatedbatches.h"
#include "tests/support/waiting.h"

#include <QFile>
#include <QTest>

namespace lockstep {

namespace {

using namespace Qt::StringLiterals;

std::string resource(const QString& name)
{
    QFile file(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR") + u"/resources/"_s + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

QString recordDrill(const QString& drillName, int seconds, const QString& folder)
{
    const auto cluster = parseSimulation(resource(u"clusters/demo.toml"_s), "the demo's cluster");
    const auto drill = parseDrill(resource(u"drills/"_s + drillName + u".toml"_s), drillName.toStdString());
    if (!cluster.isOk() || !drill.isOk())
        return u"cannot read the cluster or the drill"_s;
    auto simulation
        = sim::Simulation::create(cluster.value(), drill.value(), 1, SimulatedBatches::start, std::chrono::seconds(1));
    if (!simulation.isOk())
        return QString::fromStdString(simulation.error().message);

    LearnedBaselines learned;
    Pipeline pipeline({.history = std::chrono::hours(1)}, learned);
    ClusterModel& model = pipeline.cluster();
    TimeWindow time;
    RollingRecording history(model, time);
    const auto layout = parseClusterFile(resource(u"clusters/demo.toml"_s), "the demo's cluster");
    if (layout.isOk())
        model.setTopology(layout.value().topology);
    history.start(folder);
    SimulatedBatches batches(std::move(simulation).value());
    const auto give = [&](const std::vector<BatchPtr>& tick) {
        model.apply(tick, tick.front()->received);
    };
    give(batches.introduce());
    for (int second = 0; second < seconds; ++second) {
        give(batches.next());
        if (!test::waitFor([&] { return !pipeline.isBusy(); }))
            return u"the analyses do not come to an end"_s;
    }
    const bool isWritten = test::waitFor([&] { return history.past().columns()->ticks() == model.store().ticks(); });
    return isWritten ? QString() : u"the recording is not written"_s;
}

} // namespace lockstep
