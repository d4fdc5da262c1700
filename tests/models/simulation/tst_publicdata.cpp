// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the simulation with public telemetry and published step times, and prints the differences.

#include "models/core/metrics/metricnames.h"
#include "models/simulation/simulation.h"
#include "tests/models/simulation/quantiles.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cstddef>
#include <string_view>

using namespace lockstep;
using namespace lockstep::sim;

namespace {

std::string dataFolder()
{
    if (qEnvironmentVariableIsSet("LOCKSTEP_DATA_DIR"))
        return qgetenv("LOCKSTEP_DATA_DIR").toStdString();
    return qgetenv("LOCKSTEP_SOURCE_DIR").toStdString() + "/../shared/data";
}

JobSpec tenant(const char* name, std::uint32_t nodes, double intensity)
{
    JobSpec job;
    job.name = name;
    job.nodes = nodes;
    job.pipelineParallel = 2;
    job.parameters = 34e9;
    job.layers = 60;
    job.hidden = 7168;
    job.intensity = intensity;
    return job;
}

/// An air-cooled cluster like Kalos: a third idle, a quarter held by jobs that barely compute, the rest training. The
/// mix of tenants is chosen to resemble the trace. The test checks power and temperature for this mix.
ClusterSpec kalos()
{
    ClusterSpec spec = makeCluster(64, 8, *findGpuModel("A100"));
    spec.name = "kalos";
    spec.host.idleWatts = 1000;
    spec.host.busyWatts = 1900;
    spec.jobs = {tenant("pretraining", 20, 1.0), tenant("evaluation", 18, 0.05), tenant("finetuning", 6, 0.6)};
    return spec;
}

struct Samples
{
    std::vector<float> power, die, memory, server;
};

/// Of a metric's first value in a tick.
std::size_t offsetOf(std::string_view metric, const NodeLayout& layout)
{
    std::size_t offset = 0;
    for (const ColumnDescriptor& column : layout.columns) {
        if (layout.metrics[column.metric].name == metric)
            return offset;
        offset += column.entities.size();
    }
    qFatal("the layout has no such metric");
}

Samples observe(ClusterSpec spec, int ticks)
{
    auto made = Simulation::create(std::move(spec), {}, 7, TimePoint(std::chrono::seconds(1'700'000'000)));
    if (!made.isOk())
        qFatal("%s", made.error().message.c_str());
    Simulation& simulation = *made.value();
    Samples samples;
    for (int tick = 0; tick < ticks; ++tick) {
        simulation.advance();
        if (tick % 15 != 14) // the trace was sampled every 15 s
            continue;
        for (std::size_t node = 0; node < simulation.spec().nodes.size(); ++node) {
            const std::vector<float>& values = simulation.tick(node)->values;
            samples.die.insert(samples.die.end(), values.begin(), values.begin() + 8);
            samples.memory.insert(samples.memory.end(), values.begin() + 8, values.begin() + 16);
            samples.power.insert(samples.power.end(), values.begin() + 16, values.begin() + 24);
            samples.server.push_back(values[offsetOf(metrics::node::power, *simulation.tick(node)->layout)]);
        }
    }
    return samples;
}

void report(const char* what, std::vector<float>& samples, const PublishedCdf& cdf)
{
    for (const double percent : {5.0, 50.0, 95.0, 99.0})
        qInfo("%s, %2.0f %%: simulated %.0f, published %.0f", what, percent, quantileOf(samples, percent),
              cdf.quantile(percent));
    qInfo("%s, mean distance of quantiles: %.1f", what, meanQuantileDistance(samples, cdf));
}

/// Undisturbed step time of a job on that many GPUs of a product.
double stepSeconds(const JobSpec& job, const GpuModel& gpu)
{
    ClusterSpec spec = makeCluster(job.nodes, 8, gpu);
    spec.fabric.nodesPerLeaf = 32;
    spec.fabric.spinesPerRail = 32;
    spec.jobs = {job};
    auto made = Simulation::create(std::move(spec), {}, 7, TimePoint(std::chrono::seconds(1'700'000'000)));
    if (!made.isOk())
        qFatal("%s", made.error().message.c_str());
    while (made.value()->truth().steps.size() < 3)
        made.value()->advance();
    return made.value()->truth().steps[1].seconds;
}

} // namespace

class PublicDataTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void normalOperationSitsWhereAcmesTelemetrySits()
    {
        const std::string folder = dataFolder() + "/acme_trace/";
        const PublishedCdf power = readCdf(folder + "gpu_power_kalos.cdf.csv", "gpu_power_w");
        const PublishedCdf die = readCdf(folder + "gpu_temp_kalos.cdf.csv", "gpu_temp_c");
        const PublishedCdf memory = readCdf(folder + "gpu_temp_kalos.cdf.csv", "hbm_temp_c");
        const PublishedCdf server = readCdf(folder + "server_power.cdf.csv", "gpu_server_power_w");
        if (power.values.empty())
            QSKIP("the Acme trace's distributions are not at hand (LOCKSTEP_DATA_DIR/acme_trace)");
        Samples samples = observe(kalos(), 900);
        report("GPU power in W", samples.power, power);
        report("GPU temperature in degrees", samples.die, die);
        report("memory temperature in degrees", samples.memory, memory);
        report("server power in W", samples.server, server);
        QVERIFY(meanQuantileDistance(samples.power, power) < 25);
        QVERIFY(meanQuantileDistance(samples.die, die) < 4);
        QVERIFY(meanQuantileDistance(samples.memory, memory) < 4);
        QVERIFY(meanQuantileDistance(samples.server, server) < 350);
    }

    // Llama 3 405B (arXiv 2407.21783, table 4): 16,384 H100, 16 M tokens a step, 38 to 43 % of peak: 5.7 to 6.4 s.
    void aStepOfLlama3TakesAsLongAsItsPublishedUtilisationSays()
    {
        JobSpec job;
        job.nodes = 2048;
        job.pipelineParallel = 16;
        job.parameters = 405e9;
        job.layers = 126;
        job.hidden = 16384;
        job.tokensPerStep = 16.78e6;
        const double seconds = stepSeconds(job, *findGpuModel("H100"));
        const double flops = 6 * job.parameters * job.tokensPerStep / (16384 * seconds);
        qInfo("Llama 3 405B on 16,384 H100: %.2f s a step, %.1f %% of peak (published 38 to 43 %%)", seconds,
              flops / 989e12 * 100);
        QVERIFY(flops / 989e12 > 0.38 && flops / 989e12 < 0.43);
    }
};

LOCKSTEP_TEST(tst_publicdata, PublicDataTest)
#include "tst_publicdata.moc"
