// SPDX-License-Identifier: GPL-3.0-or-later
// The header's figures of the whole cluster, and their history as metrics.
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/detect/clusteranalysis.h"
#include "models/analysis/fabric/bandwidthanalysis.h"
#include "models/analysis/fabric/fabricresults.h"
#include "models/analysis/goodput/goodput.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/metrics/metricnames.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"
#include "widgets/common/text.h"
#include "widgets/panels/header/headerfigures.h"
#include "widgets/panels/header/metricsummary.h"

#include <QTest>

#include <cmath>

using namespace lockstep;
using test::resourceFile;

namespace {

constexpr int runSeconds = 150;

/// A hall with two training jobs and a service.
struct Hall : SimulatedWorld
{
    Hall() : SimulatedWorld(readSimulationFile(resourceFile("clusters/demo.toml")).value())
    {
        add(std::make_unique<SyncAnalysis>(sync));
        add(std::make_unique<BandwidthAnalysis>(fabric));
        add(std::make_unique<ClusterAnalysis>());
        run(runSeconds);
    }
    [[nodiscard]] float value(std::string_view metric, TickIndex tick) const
    {
        const MetricId id = store().metrics().find(metric);
        const std::span<const float> column = id.isValid() ? store().column(id, tick) : std::span<const float>();
        return column.empty() ? noData : column.front();
    }
    [[nodiscard]] double mean(std::string_view metric, TickRange ticks) const
    {
        double sum = 0;
        for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
            sum += static_cast<double>(value(metric, tick));
        return sum / static_cast<double>(ticks.length());
    }

    SyncResults sync;
    FabricResults fabric;
};

QString shown(const std::vector<HeaderFigure>& figures, const char* label)
{
    for (const HeaderFigure& each : figures) {
        if (each.label == QLatin1StringView(label))
            return each.unit.isEmpty() ? each.value : each.value + QChar(0x2009) + each.unit;
    }
    return {};
}

} // namespace

class TestClusterHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHeaderAndTheHistoryAgree()
    {
        Hall hall;
        const ClusterStore& store = hall.store();
        QCOMPARE(store.topology()->count(EntityKind::Cluster), std::size_t{1});
        // Up to a tick that analyses have finished with.
        const TickIndex last = store.ticks().to - 1 - SettledTicks::settledAfter;
        HeaderMoment moment{false, timeOfTick(last, store.tickPeriod()), hall.simulation().now()};
        moment.jobTime = hall.sync.snapshot()->recentTime(moment.cursor);
        moment.ranks = hall.sync.snapshot()->rankCount(moment.cursor);
        const std::vector<HeaderFigure> figures = headerFigures(store, nullptr, moment);
        const auto newest = [&](std::string_view metric) {
            return static_cast<double>(hall.latest(metric).front());
        };
        QCOMPARE(shown(figures, "Goodput"), quantityText(newest(metrics::cluster::goodput), Unit::Ratio));
        QCOMPARE(shown(figures, "Wait loss"), quantityText(newest(metrics::cluster::waitShare), Unit::Ratio));
        QCOMPARE(shown(figures, "Effective GPUs"),
                 QStringLiteral("%1/%2")
                     .arg(std::lround(newest(metrics::cluster::gpusDelivering)))
                     .arg(std::lround(newest(metrics::cluster::gpusReserved))));
        const TickRange window{last + 1 - meanWindow / store.tickPeriod(), last + 1};
        const auto isNear = [](double one, double other) {
            if (std::abs(one - other) > 1e-4 * std::abs(other))
                qWarning("%g, expected %g", one, other);
            return std::abs(one - other) <= 1e-4 * std::abs(other);
        };
        const MetricSummary nodePower = summariseMeans(store, metrics::node::power, moment);
        const MetricSummary power
            = nodePower.hasData() ? nodePower : summariseMeans(store, metrics::gpu::power, moment);
        QVERIFY(isNear(hall.mean(metrics::cluster::power, window), power.sum));
        QVERIFY(isNear(hall.mean(metrics::cluster::gpuUtilisation, window),
                       summariseMeans(store, metrics::gpu::utilisation, moment).mean()));
    }

    void everySecondHasItsValue()
    {
        Hall hall;
        const TickIndex last = hall.store().ticks().to - 1 - SettledTicks::settledAfter;
        int unknown = 0;
        for (TickIndex tick = last - 60; tick <= last; ++tick) {
            QVERIFY(hall.value(metrics::cluster::power, tick) > 1000);
            const float share = hall.value(metrics::cluster::busBandwidth, tick);
            QVERIFY(std::isnan(share) || (share > 0 && share < 1.5F));
            unknown += std::isnan(hall.value(metrics::cluster::goodput, tick)) ? 1 : 0;
        }
        QVERIFY2(unknown <= 6, std::to_string(unknown).c_str()); // the steps at hand
        QVERIFY(!std::isnan(hall.latest(metrics::cluster::busBandwidth).front()));
        // The energy of an hour that has not passed is unknown.
        QVERIFY(hall.latest(metrics::cluster::energy).empty());
    }
};

LOCKSTEP_TEST(tst_clusterhistory, TestClusterHistory)
#include "tst_clusterhistory.moc"
