// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs compared with entered and measured references, and runs compared with their plan.
#include "models/analysis/detect/referenceanalysis.h"
#include "models/analysis/sync/live/syncanalysis.h"
#include "models/analysis/sync/live/syncresults.h"
#include "models/core/eventcodes.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/support/simulatedworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>

using namespace lockstep;
using namespace std::chrono_literals;

namespace {

constexpr int looksPerHour = 120;

RunReference reaching(double mfu, const std::string& gpu = {})
{
    RunReference run;
    run.gpu = gpu;
    run.mfu = mfu;
    return run;
}

RunReference taking(double days, std::optional<TimePoint> start = std::nullopt)
{
    RunReference run;
    run.job = "train";
    run.days = days;
    run.start = start;
    return run;
}

/// The job "train" of 64 GPUs with 10,000 steps of ten seconds, and the job "other", about which nothing is known.
struct Runs
{
    explicit Runs(std::vector<RunReference> runs, LearnedBaselines* baselines = nullptr) : watch(baselines)
    {
        TopologyBuilder builder;
        auto plan = std::make_shared<SitePlan>();
        plan->runs = std::move(runs);
        builder.addPlan(plan);
        (void)builder.addNode("n1", {}, {});
        (void)builder.add(EntityKind::Job, "train", {});
        (void)builder.add(EntityKind::Job, "other", {});
        now.topology = builder.build();
        now.time = TimePoint(24h);
        now.seconds = 30;
        now.mfu = {0.4F, noData};
        now.busBandwidth = {40e9F, noData};
        now.step = {0, noData};
        now.stepsTotal = {10000, noData};
        now.gpus = {64, noData};
    }

    void look()
    {
        ++now.tick;
        now.ticks = {30 * now.tick, 30 * now.tick + 30};
        now.time += 30s;
        now.step[0] += 30 / secondsPerStep;
        reported.columns.clear();
        watch.step(now, reported);
    }
    void run(int looks)
    {
        for (int at = 0; at < looks; ++at)
            look();
    }
    /// Of "train", at the last look.
    [[nodiscard]] float value(std::string_view metric) const
    {
        for (const DerivedColumn& column : reported.columns) {
            if (column.metric.name == metric)
                return column.values.front();
        }
        return noData;
    }
    [[nodiscard]] std::vector<Event> events(std::string_view code) const
    {
        std::vector<Event> found;
        for (const DerivedEvent& each : reported.events) {
            if (each.event.code == code)
                found.push_back(each.event);
        }
        return found;
    }

    ReferenceTick now;
    float secondsPerStep = 10;
    ReferenceWatch watch;
    Derived reported;
};

bool endsOnceAtTheEnd(const std::vector<Event>& events)
{
    const auto isEnd = [](const Event& each) {
        return each.severity == Severity::Information;
    };
    return !events.empty() && std::ranges::find_if(events, isEnd) == events.end() - 1;
}

} // namespace

class TestReferences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEnteredReferenceCountsAtOnce()
    {
        Runs runs({reaching(0.42)});
        runs.look();
        QCOMPARE(runs.value(metrics::job::mfuReference), 0.42F);
        QCOMPARE(runs.value(metrics::cluster::mfu), 0.4F);
        QCOMPARE(runs.value(metrics::cluster::mfuReference), 0.42F);
        runs.run(3 * looksPerHour); // 4.8 % below is not low
        QVERIFY(runs.reported.events.empty());
    }

    void lowUtilisationIsReportedOnceItLasts()
    {
        Runs runs({reaching(0.42)});
        runs.run(looksPerHour);
        runs.now.mfu[0] = 0.3F;
        runs.run(20); // ten minutes
        QVERIFY(runs.events(codes::jobBelowReference).empty());
        runs.run(10);
        const std::vector<Event> events = runs.events(codes::jobBelowReference);
        QCOMPARE(events.size(), std::size_t{1});
        QCOMPARE(events[0].fields.job, std::string("train"));
        QVERIFY2(QString::fromStdString(events[0].text).contains(QStringLiteral("reference 42")),
                 events[0].text.c_str());
        runs.run(looksPerHour);
        QCOMPARE(runs.events(codes::jobBelowReference).size(), std::size_t{1}); // not again
        runs.now.mfu[0] = 0.41F;
        runs.run(60);
        QVERIFY(endsOnceAtTheEnd(
            runs.events(codes::jobBelowReference))); // until then, its value is reported when it changes
    }

    void withoutOneTheBestHourIsTheReference()
    {
        Runs runs({});
        runs.run(looksPerHour - 1);
        QVERIFY(std::isnan(runs.value(metrics::job::mfuReference)));
        runs.look();
        QVERIFY(std::abs(runs.value(metrics::job::mfuReference) - 0.4F) < 1e-4F);
        QVERIFY(std::abs(runs.value(metrics::job::busBandwidthReference) - 40e9F) < 1e6F);
        runs.now.mfu[0] = 0.3F;
        runs.run(40);
        QCOMPARE(runs.events(codes::jobBelowReference).size(), std::size_t{1});
        QVERIFY(std::abs(runs.value(metrics::job::mfuReference) - 0.4F) < 1e-4F); // a bad hour does not lower it
    }

    void theBestHourSurvivesARestart()
    {
        LearnedBaselines baselines;
        Runs before({}, &baselines);
        before.run(looksPerHour + 4);
        Runs after({}, &baselines);
        after.now.time = before.now.time;
        after.now.mfu[0] = 0.3F;
        after.run(40);
        QVERIFY(std::abs(after.value(metrics::job::mfuReference) - 0.4F) < 1e-4F);
        QCOMPARE(after.events(codes::jobBelowReference).size(), std::size_t{1});
    }

    void missingDataIsNeitherGoodNorBad()
    {
        Runs runs({reaching(0.42)});
        runs.now.mfu[0] = 0.3F;
        runs.run(15);
        runs.now.mfu[0] = noData;
        runs.run(looksPerHour);
        QVERIFY(runs.reported.events.empty());
        QVERIFY(std::isnan(runs.value(metrics::job::mfuReference)));
    }

    void tenDaysBecomeTwelve()
    {
        constexpr double daySeconds = 86400;
        Runs runs({taking(10)});
        runs.secondsPerStep = 103.68F; // 12 days for 10,000 steps
        runs.run(looksPerHour + 1);
        QCOMPARE(runs.value(metrics::job::lengthPlanned), static_cast<float>(10 * daySeconds));
        const float projected = runs.value(metrics::job::lengthProjected);
        QVERIFY2(std::abs(projected / daySeconds - 12) < 0.02, qPrintable(QString::number(projected / daySeconds)));
        const std::vector<Event> events = runs.events(codes::jobLate);
        QCOMPARE(events.size(), std::size_t{1});
        QVERIFY2(events[0].text.starts_with("train: the run is projected to take 12"), events[0].text.c_str());
        QVERIFY2(events[0].text.find("planned 10") != std::string::npos, events[0].text.c_str());
        runs.secondsPerStep = 86.4F; // as planned
        runs.run(3 * looksPerHour);
        QVERIFY(endsOnceAtTheEnd(runs.events(codes::jobLate))); // until then, its value is reported when it changes
    }

    void aRunThatBeganLateEndsLate()
    {
        constexpr double daySeconds = 86400;
        Runs runs({taking(10, TimePoint(24h) - 24h)});
        runs.secondsPerStep = 86.4F; // at the planned pace, but the first day had no progress
        runs.run(looksPerHour);
        QVERIFY(std::abs(runs.value(metrics::job::lengthProjected) / daySeconds - 11) < 0.02);
        QCOMPARE(runs.events(codes::jobLate).size(), std::size_t{1});
    }

    void aSimulatedJobIsMeasured()
    {
        sim::ClusterSpec spec = sim::makeCluster(4, 8, *sim::findGpuModel("H100"));
        sim::JobSpec job;
        job.nodes = 4;
        spec.jobs = {job};
        auto plan = std::make_shared<SitePlan>();
        plan->runs = {reaching(0.9, "H100")};
        TopologyBuilder builder;
        builder.addPlan(plan);
        SimulatedWorld world(std::move(spec), {}, 1, builder.build());
        SyncResults syncResults;
        world.add(std::make_unique<SyncAnalysis>(syncResults));
        world.add(std::make_unique<ReferenceAnalysis>(nullptr));
        world.run(1500);
        std::vector<Event> events;
        for (const LoggedEvent& each : world.store().events().events()) {
            if (each.event.code == codes::jobBelowReference)
                events.push_back(each.event);
        }
        QCOMPARE(events.size(), std::size_t{1}); // no job reaches 90 %
        QCOMPARE(*events[0].fields.baseline, static_cast<double>(0.9F));
        const MetricId mfu = world.store().metrics().find(metrics::cluster::mfu);
        QVERIFY(mfu.isValid());
        const float reached = world.store().latest(mfu).front();
        QVERIFY2(reached > 0.2F && reached < 0.6F, qPrintable(QString::number(reached)));
    }
};

LOCKSTEP_TEST(tst_references, TestReferences)
#include "tst_references.moc"
