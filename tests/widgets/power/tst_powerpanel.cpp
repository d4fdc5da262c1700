// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/clusterfile/clusterfile.h"
#include "datasources/clusterfile/simulationfile.h"
#include "models/analysis/detect/clusteranalysis.h"
#include "models/analysis/detect/powerswinganalysis.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/fakeworld.h"
#include "tests/support/resourcefile.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"
#include "tests/support/viewturns.h"
#include "tests/support/waiting.h"
#include "tests/support/windowpicture.h"
#include "widgets/jobs/figuretree.h"
#include "widgets/power/powercanvas.h"
#include "widgets/power/powerpanel.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lockstep;
using test::resourceFile;

namespace {

/// The demo with limits, feeds and rack budgets, for some minutes.
struct PoweredHall : SimulatedWorld
{
    static TopologyPtr places()
    {
        ClusterFile file = readClusterFile(resourceFile("clusters/demo.toml")).value();
        auto plan = std::make_shared<SitePlan>(*file.plan);
        plan->power = {.capacityWatts = 600e3, .bandWatts = 60e3};
        plan->racks.front().capacityWatts = 30e3;
        plan->feeds = {{"F1", 300e3, {"A01", "A02"}}, {"F2", 300e3, {"A02"}}};
        TopologyBuilder builder(*file.topology);
        builder.addPlan(plan);
        return builder.build();
    }

    PoweredHall() : SimulatedWorld(readSimulationFile(resourceFile("clusters/demo.toml")).value(), {}, 1, places())
    {
        add(std::make_unique<SyncAnalysis>(sync));
        add(std::make_unique<ClusterAnalysis>());
        add(std::make_unique<PowerSwingAnalysis>());
        run(120);
        follow();
    }

    void follow()
    {
        const TickRange ticks = store().ticks();
        time.setExtent({timeOfTick(ticks.from, store().tickPeriod()), timeOfTick(ticks.to, store().tickPeriod())});
    }

    [[nodiscard]] ViewContext context()
    {
        return {.cluster = cluster, .time = time, .selection = selection, .theme = theme, .frames = frames};
    }

    SyncResults sync;
    TimeWindow time;
    Selection selection;
    Theme theme;
    FrameStats frames;
};

double sumOf(std::span<const float> column)
{
    double sum = 0;
    for (const float each : column)
        sum += std::isnan(each) ? 0 : static_cast<double>(each);
    return sum;
}

bool isNear(double value, double expected)
{
    if (std::abs(value - expected) > 1e-3 * std::abs(expected))
        qWarning("%g, expected %g", value, expected);
    return std::abs(value - expected) <= 1e-3 * std::abs(expected);
}

} // namespace

class TestPowerPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutPowerItSaysWhatToDo()
    {
        FakeWorld world;
        PowerPanel panel(world.context());
        QVERIFY(panel.isEmpty());
    }

    void powerAndHeadroomAddUp()
    {
        PoweredHall hall;
        const PowerReport report = readPower(hall.store(), hall.time.range(), hall.store().now());
        const double whole = sumOf(hall.latest(metrics::node::power));
        QVERIFY(isNear(report.hall.watts, whole));
        QVERIFY(isNear(report.hall.headroom(), 600e3 - whole));
        double racks = 0;
        for (const PowerLoad& rack : report.racks)
            racks += rack.watts;
        QVERIFY(isNear(racks, whole));
        QCOMPARE(report.racks.front().name, std::string("A01")); // the one with a budget
        const auto rackWatts = [&](const char* name) {
            return std::ranges::find(report.racks, name, &PowerLoad::name)->watts;
        };
        QCOMPARE(report.feeds.size(), std::size_t{2});
        QVERIFY(isNear(report.feeds[0].watts, rackWatts("A01") + rackWatts("A02") / 2));
        QVERIFY(isNear(report.feeds[0].wattsAlone, rackWatts("A01") + rackWatts("A02")));
        QVERIFY(isNear(report.feeds[1].watts, rackWatts("A02") / 2));
    }

    void theSpectrumEndsWhereNothingCanBeMeasured()
    {
        PoweredHall hall;
        const PowerReport report = readPower(hall.store(), hall.time.range(), hall.store().now());
        QCOMPARE(report.secondsPerSample, 1.0);
        QVERIFY(!report.amplitudes.empty());
        QVERIFY(report.hertz.back() < 0.5);
        // The strongest swing is at the steps of about 5 s, or at their second harmonic.
        const double strongest = report.hertz[report.strongest];
        QVERIFY2(std::min(std::abs(strongest - 0.2), std::abs(strongest - 0.4)) < 0.05,
                 std::to_string(strongest).c_str());
        QCOMPARE(report.jobs.size(), std::size_t{2});
        QCOMPARE(report.jobs.front().name, std::string("train-a")); // the largest
        QVERIFY(report.jobs.front().share > 0.3);
        QVERIFY(report.jobs.front().inStep.watts() > 0);
        PowerPanel panel(hall.context());
        QVERIFY(panel.canvas().limitOfSampling().contains(QStringLiteral("0.50")));
    }

    void theViewShowsTheMomentAndPaintsByPixels()
    {
        PoweredHall hall;
        PowerPanel panel(hall.context());
        QVERIFY(!panel.isEmpty());
        for (const QSize size : {QSize(900, 600), QSize(380, 700)}) {
            panel.resize(size);
            panel.show();
            QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
            test::savePicture(panel, QStringLiteral("power-%1").arg(size.width()));
            const PowerCanvas& canvas = panel.canvas();
            QVERIFY(canvas.rect().contains(canvas.timePlot().toRect()));
            QVERIFY(canvas.rect().contains(canvas.spectrumPlot().toRect()));
            QVERIFY(!canvas.timePlot().intersects(canvas.spectrumPlot()));
            const HoverText text = canvas.explain(canvas.timePlot().center());
            QCOMPARE(text.facts.size(), std::size_t{3});
            QVERIFY(text.facts.front().value.contains(QStringLiteral("kW")));
            QCOMPARE(canvas.explain(canvas.spectrumPlot().center()).facts.size(), std::size_t{1});
        }
        const PowerReport before = panel.canvas().report();
        hall.time.setCursor(hall.store().now() - std::chrono::seconds(60));
        hall.cluster.setViewTime(hall.time.cursor());
        panel.refresh();
        QVERIFY(panel.canvas().report().ticks.to < before.ticks.to);
    }

    void aHiddenViewDoesNothing()
    {
        PoweredHall hall;
        PowerPanel panel(hall.context());
        const TickIndex shown = panel.canvas().report().ticks.to;
        hall.run(3);
        hall.follow();
        QVERIFY(test::waitForViews());
        QCOMPARE(panel.canvas().report().ticks.to, shown);
    }

    void aClickOnAJobsStepsSelectsIt()
    {
        PoweredHall hall;
        PowerPanel panel(hall.context());
        panel.resize(900, 600);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel, test::hangTimeoutMs));
        auto& canvas = const_cast<PowerCanvas&>(panel.canvas());
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.stepRow(1).center().toPoint());
        QCOMPARE(hall.topology().name(hall.selection.current()), std::string("train-b"));
    }
};

LOCKSTEP_GUI_TEST(tst_powerpanel, TestPowerPanel)
#include "tst_powerpanel.moc"
