// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/simulator/clusterpublisher.h"
#include "datasources/agentservice/hub/noderegistry.h"
#include "tests/support/testentry.h"

#include <QTest>

using namespace lockstep;
using namespace std::chrono_literals;

class ClusterPublisherTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Otherwise every node would appear to have a different clock offset, and spans would not align.
    void timePlayedFasterThanRealLeavesTheNodesClocksAlone()
    {
        const TimePoint start = timeOfTick(tickIndexOf(wallClockNow(), 1s), 1s);
        auto made = sim::Simulation::create(sim::makeCluster(2, 2, sim::GpuModel{}), sim::Drill{}, 1, start, 1s);
        QVERIFY(made.isOk());
        TelemetryHub hub;
        ClusterPublisher publisher(std::move(made).value(), hub);
        publisher.describeAll();
        const std::string node = publisher.simulation().identity(0)->name;
        for (int tick = 0; tick < 120; ++tick)
            publisher.publishNext();
        QVERIFY(publisher.now() > wallClockNow() + 90s);
        const Duration off = hub.registry().now(node).time.value() - wallClockNow();
        QVERIFY(off > -30s && off < 30s);
    }
};

LOCKSTEP_TEST(tst_clusterpublisher, ClusterPublisherTest)
#include "tst_clusterpublisher.moc"
