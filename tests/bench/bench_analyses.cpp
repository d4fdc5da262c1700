// SPDX-License-Identifier: GPL-3.0-or-later
// Cost of each analysis on live data: copying on the GUI thread and background work, in cores. bench_analyses [NODES]
// [SECONDS] [DRILL.toml]: eight GPUs each; default 2,048 nodes and two minutes. The first half is for learning and not
// counted.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/analysis/detect/baseline/learnedbaselines.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/pipeline/analysistable.h"
#include "models/store/clustermodel.h"
#include "tests/support/simulatedbatches.h"

#include <QCoreApplication>
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>

using namespace lockstep;

namespace {

/// CPU time of this thread.
double workedSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

struct Measured
{
    const char* name = "";
    std::unique_ptr<Analysis> analysis;
    ChangeSet pending;
    double copying = 0; ///< s
    double working = 0;
    double putting = 0; ///< results into the store
};

void runOnce(Measured& each, ClusterModel& cluster, const ChangeSet& changes)
{
    const double begun = workedSeconds();
    const Analysis::Task task = each.analysis->take(std::as_const(cluster).store(), changes);
    each.copying += workedSeconds() - begun;
    if (!task)
        return;
    const double at = workedSeconds();
    const Analysis::Result result = task();
    each.working += workedSeconds() - at;
    const double then = workedSeconds();
    cluster.applyDerived(result.derived);
    if (result.publish)
        result.publish();
    each.putting += workedSeconds() - then;
}

} // namespace

int main(int count, char** arguments)
{
    const QCoreApplication application(count, arguments);
    const std::string cluster = count > 1 ? arguments[1] : "2048";
    const bool isFile = cluster.ends_with(".toml");
    sim::ClusterSpec spec = isFile
        ? readSimulationFile(cluster).value()
        : sim::makeCluster(static_cast<std::uint32_t>(std::atoi(cluster.c_str())), 8, *sim::findGpuModel("H100"));
    const int seconds = count > 2 ? std::atoi(arguments[2]) : 120;
    const sim::Drill drill = count > 3 ? readDrillFile(arguments[3]).value() : sim::Drill();
    SimulatedBatches source(sim::Simulation::create(std::move(spec), drill, 7, SimulatedBatches::start).value());
    ClusterModel model;
    SyncResults sync;
    FabricResults fabric;
    LearnedBaselines baselines;
    std::vector<Measured> all;
    for (const AnalysisRow& row : analysisTable())
        all.push_back({row.name, row.make({sync, fabric, &baselines}), {}});
    JoinedAlerts alerts(std::as_const(model).store());
    model.apply(source.introduce(), SimulatedBatches::start);
    double joining = 0;
    int counted = 0;
    for (int second = 0; second < seconds; ++second) {
        if (second == seconds / 2) {
            for (Measured& each : all)
                each.copying = each.working = each.putting = 0;
            joining = 0;
            counted = 0;
        }
        const auto batches = source.next();
        model.ingest(batches, batches.front()->received);
        const ChangeSet changes = model.pendingChanges();
        model.announce();
        for (Measured& each : all)
            runOnce(each, model, changes);
        const double begun = workedSeconds();
        (void)alerts.at(batches.front()->received);
        joining += workedSeconds() - begun;
        ++counted;
    }
    double sum = joining;
    fmt::print("{}: {} of {} s counted; thousandths of a core\n{:22}{:>9}{:>9}{:>9}\n", cluster, counted, seconds,
               "analysis", "copies", "works", "puts");
    for (const Measured& each : all) {
        sum += each.copying + each.working + each.putting;
        fmt::print("{:22}{:9.2f}{:9.2f}{:9.2f}\n", each.name, 1e3 * each.copying / counted,
                   1e3 * each.working / counted, 1e3 * each.putting / counted);
    }
    fmt::print("{:22}{:27.2f}\n{:22}{:27.2f}\n", "alerts, on this thread", 1e3 * joining / counted, "all together",
               1e3 * sum / counted);
    return 0;
}
