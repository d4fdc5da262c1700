// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/sitesensors.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/simulation/simulation.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace lockstep;
using namespace lockstep::scoring;

namespace {

std::unique_ptr<sim::Simulation> demoSimulation()
{
    const auto spec = readSimulationFile(qEnvironmentVariable("LOCKSTEP_SOURCE_DIR").toStdString()
                                         + "/resources/clusters/demo.toml");
    auto made = sim::Simulation::create(spec.value(), {}, 1, TimePoint(std::chrono::seconds(1'700'000'000)));
    return std::move(made).value();
}

std::set<std::string> metricsOf(const NodeTick& tick)
{
    std::set<std::string> names;
    for (const ColumnDescriptor& column : tick.layout->columns)
        names.insert(tick.layout->metrics[column.metric].name);
    return names;
}

} // namespace

class TestSiteSensors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSiteMeasuresWhatItsExportersOffer()
    {
        const auto simulation = demoSimulation();
        simulation->advance();
        const NodeTick& all = *simulation->tick(0);
        SiteSensors full({}, 1);
        QCOMPARE(full.measured(0, all)->values.size(), all.values.size());
        SiteSensors site({SensorSet::DcgmNode}, 1);
        const std::optional<NodeTick> seen = site.measured(0, all);
        QVERIFY(seen);
        QCOMPARE(seen->values.size(), seen->layout->sampleCount());
        const std::set<std::string> metrics = metricsOf(*seen);
        QVERIFY(metrics.contains(metrics::gpu::temperature) && metrics.contains(metrics::gpu::power));
        QVERIFY(!metrics.contains(metrics::sensor::temperature));
        QVERIFY(seen->spans.empty() && seen->events.empty());
        for (const EntityDescriptor& entity : seen->layout->entities)
            QVERIFY(entity.kind != EntityKind::Sensor);
    }

    void exportersKeepTheLastXid()
    {
        const auto simulation = demoSimulation();
        simulation->advance();
        NodeTick tick = *simulation->tick(0);
        SiteSensors site({SensorSet::Dcgm}, 1);
        const auto lastXid = [&] {
            const NodeTick seen = *site.measured(0, tick);
            // The column is the last one, of all GPUs.
            const ColumnDescriptor& column = seen.layout->columns.back();
            const bool isXid = seen.layout->metrics[column.metric].name == metrics::gpu::xid;
            return isXid ? seen.values[seen.values.size() - column.entities.size()] : noData;
        };
        QCOMPARE(lastXid(), 0.0F);
        tick.events = {{tick.time, Severity::Warning, 1, codes::gpuXid, "x", {.xid = 43}}};
        QCOMPARE(lastXid(), 43.0F);
        tick.events.clear();
        QCOMPARE(lastXid(), 43.0F);
        SiteSensors agents({SensorSet::Agent}, 1); // they report each
        QVERIFY(!metricsOf(*agents.measured(0, tick)).contains(std::string(metrics::gpu::xid)));
    }

    void samplesComeAtTheInterval()
    {
        const auto simulation = demoSimulation();
        SiteSensors site({SensorSet::Dcgm, 15, true}, 1);
        int scrapes = 0;
        for (std::uint64_t second = 1; second <= 300; ++second) {
            simulation->advance();
            const std::optional<NodeTick> seen = site.scraped(0, *simulation->tick(0), second);
            if (!seen)
                continue;
            ++scrapes;
            QCOMPARE(second % 15, std::uint64_t{0});
            std::size_t at = 0;
            for (const ColumnDescriptor& column : seen->layout->columns) {
                const bool isTemperature = seen->layout->metrics[column.metric].name == metrics::gpu::temperature;
                for (std::size_t each = 0; each < column.entities.size(); ++each, ++at)
                    QVERIFY(!isTemperature || seen->values[at] == std::round(seen->values[at])); // whole degrees
            }
        }
        QVERIFY(scrapes >= 18 && scrapes <= 20);
    }
};

LOCKSTEP_TEST(tst_sitesensors, TestSiteSensors)
#include "tst_sitesensors.moc"
