// SPDX-License-Identifier: GPL-3.0-or-later
// GPU time that tenants held and lost, from columns calculated by hand.
#include "models/analysis/drain/tenantfacts.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/topology/topologybuilder.h"
#include "tests/models/analysis/causality/smallhall.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <iterator>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr TickIndex begin = 1'772'334'720;
constexpr TickIndex length = 300;

/// The small hall with train-a of physics, train-b of vision and, in the first minute, an eval job of vision. Each
/// training job holds 16 GPUs; the eval job holds 4 and reports no ranks. From second 101 on, the other ranks of
/// train-a wait for four of its GPUs, so that it loses the time of 6 GPUs. train-b loses nothing.
struct Tenants
{
    Tenants()
    {
        TopologyBuilder builder(*hall.topology);
        trainA = builder.add(EntityKind::Job, "train-a", {});
        trainB = builder.add(EntityKind::Job, "train-b", {});
        eval = builder.add(EntityKind::Job, "eval", {});
        physics = builder.add(EntityKind::Tenant, "physics", {});
        vision = builder.add(EntityKind::Tenant, "vision", {});
        topology = builder.build();
    }

    [[nodiscard]] std::vector<float> column(std::string_view metric, TickIndex tick) const
    {
        const TickIndex second = tick - begin;
        if (metric == metrics::job::allocatedGpus)
            return valuesOf(eval.index, {{trainA, 16}, {trainB, 16}, {eval, second < 60 ? 4 : noData}});
        if (metric == metrics::job::gpus)
            return valuesOf(trainB.index, {{trainA, 16}, {trainB, 16}});
        if (metric == metrics::tenant::gpusAllocated)
            return valuesOf(vision.index, {{physics, 16}, {vision, second < 60 ? 20 : 16}});
        if (metric == metrics::gpu::syncBlame) {
            std::vector<float> blame(32, 0);
            for (std::uint32_t gpu = 0; gpu < 4; ++gpu)
                blame[gpu] = second >= 100 ? 1.5F : 0;
            return blame;
        }
        if (metric == metrics::port::utilisation) {
            std::vector<float> load(topology->count(EntityKind::Port), 0.1F);
            load[hall.port("r0-leaf0", "to:r0-spine0").index] = 0.75F;
            return load;
        }
        return {};
    }

    [[nodiscard]] TenantFacts facts(std::span<const Alert> alerts, JobHolders known = {}) const
    {
        const std::vector<TickIndex> ticks = ticksIn({begin, begin + length});
        const TenantSource source{
            *topology,
            std::chrono::seconds(1),
            ticks,
            length,
            [this](std::string_view metric, TickIndex tick) {
                ++columnsAsked;
                return column(metric, tick);
            },
            [this](std::span<const EntityRef> jobs) {
                ++seriesAsked;
                std::vector<JobSeries> all;
                std::ranges::transform(jobs, std::back_inserter(all), [this](EntityRef job) { return series(job); });
                return all;
            },
            [this](TimePoint moment) { return holders(moment); },
        };
        return tenantFacts(source, known, hall.jobs, alerts);
    }

    SmallHall hall;
    TopologyPtr topology;
    EntityRef trainA;
    EntityRef trainB;
    EntityRef eval;
    EntityRef physics;
    EntityRef vision;
    mutable std::size_t columnsAsked = 0;
    mutable std::size_t seriesAsked = 0;

private:
    static std::vector<float> valuesOf(std::uint32_t last, std::initializer_list<std::pair<EntityRef, float>> values)
    {
        std::vector<float> column(last + 1, noData);
        for (const auto& [entity, value] : values)
            column[entity.index] = value;
        return column;
    }

    [[nodiscard]] JobSeries series(EntityRef job) const
    {
        JobSeries series;
        series.tickPeriod = std::chrono::seconds(1);
        series.ticks = ticksIn({begin, begin + length});
        for (TickIndex second = 0; second < length; ++second) {
            const bool waits = job == trainA && second >= 100;
            series.goodput.push_back(waits ? 0.625F : 1);
            series.wait.push_back(waits ? 0.375F : 0);
            series.gpus.push_back(16);
        }
        return series;
    }

    [[nodiscard]] JobHolders holders(TimePoint moment) const
    {
        JobHolders holders{{"train-a", {"physics", {hall.node(0)}}}, {"train-b", {"vision", {hall.node(4)}}}};
        if (tickIndexOf(moment, std::chrono::seconds(1)) < begin + 60)
            holders["eval"] = {"vision", {hall.node(4)}};
        return holders;
    }
};

Alert slowNode(const Tenants& tenants)
{
    Alert alert;
    alert.key = "slow";
    alert.kind = "slow_gpu";
    alert.title = "node-0 is slow";
    alert.entities = {tenants.hall.node(0)};
    alert.onset = TimePoint(std::chrono::seconds(begin + 100));
    alert.chain = {{"train-a waits", {tenants.hall.node(0)}, alert.onset, "train-a"}};
    return alert;
}

} // namespace

class TestTenantFacts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachJobCountsForWhoeverHasIt()
    {
        const Tenants tenants;
        const TenantReport report = tenantReport(tenants.facts({}));
        QCOMPARE(report.tenants.size(), 2UL);
        const TenantRow& vision = report.tenants[0];
        QCOMPARE(vision.name, std::string("vision"));
        QCOMPARE(vision.time.reserved, 16.0 * length + 4 * 60); // only the scheduler reports the eval job
        QCOMPARE(vision.time.unknown, 4.0 * 60);
        QCOMPARE(vision.otherJobs, 0.0);
        const TenantRow& physics = report.tenants[1];
        QCOMPARE(physics.time.reserved, 16.0 * length);
        QCOMPARE(physics.time.wait, 6.0 * 200); // 16 GPUs x 0.375 x 200 s
        QCOMPARE(physics.lost(), physics.time.wait);
    }

    void aCauseTakesFromTheJobThatItHits()
    {
        const Tenants tenants;
        const std::vector<Alert> alerts{slowNode(tenants)};
        const TenantReport report = tenantReport(tenants.facts(alerts));
        QVERIFY(report.tenants[0].causes.empty());
        QCOMPARE(report.tenants[1].causes.size(), 1UL);
        QCOMPARE(report.tenants[1].causes[0].gpuSeconds.value(), 6.0 * 200); // four GPUs, 1.5 wait for each
        // An alert that ended before the range costs nothing in it.
        std::vector<Alert> over = alerts;
        over[0].onset -= std::chrono::hours(1);
        over[0].end = over[0].onset + std::chrono::minutes(5);
        QVERIFY(tenants.facts(over).losses.empty());
    }

    void whatStandsInAHangCountsForItsJob()
    {
        const Tenants tenants;
        Alert hang = slowNode(tenants);
        hang.kind = "hang";
        hang.entities.clear();
        hang.costGpuSeconds = 1600; // 16 GPUs, 100 s
        hang.end = hang.onset + std::chrono::seconds(100);
        const TenantFacts facts = tenants.facts(std::vector<Alert>{hang});
        QCOMPARE(facts.losses.size(), 1UL);
        QCOMPARE(facts.losses[0].job, std::string("train-a"));
        QVERIFY(facts.losses[0].gpuSeconds.value() >= 1600);
    }

    /// With a flood of jobs, this command once read for minutes.
    void whatIsReadDoesNotGrowWithTheNumberOfJobs()
    {
        Tenants few;
        (void)few.facts(std::vector<Alert>{slowNode(few)});
        QCOMPARE(few.seriesAsked, 1UL);
        Tenants many;
        for (int job = 0; job < 50; ++job)
            many.hall.jobs.push_back({"z" + std::to_string(job), {many.hall.gpu(0, 1)}});
        (void)many.facts(std::vector<Alert>{slowNode(many)});
        QCOMPARE(many.seriesAsked, 1UL);
        QCOMPARE(many.columnsAsked, few.columnsAsked);
    }

    /// Both jobs are behind both leaves of each rail. They share all links between leaves and spines, and none between
    /// nodes and leaves.
    void jobsThatCrossTheSameLinksContend()
    {
        const Tenants tenants;
        const TenantFacts facts = tenants.facts({});
        const auto pair = std::ranges::find_if(facts.contentions, [](const TenantContention& each) {
            return each.job == "train-a" && each.other == "train-b";
        });
        QVERIFY(pair != facts.contentions.end());
        QCOMPARE(pair->links, 8UL); // two rails x two leaves x two spines
        QCOMPARE(pair->busiest, std::string("r0-leaf0 / to:r0-spine0"));
        QVERIFY(std::abs(pair->utilisation - 0.75) < 1e-6);
        const TenantReport report = tenantReport(facts);
        QCOMPARE(report.tenants[1].contentions.size(), 1UL); // physics with vision's train-b; eval stays in its node
        QCOMPARE(report.tenants[1].contentions[0].otherTenant, std::string("vision"));
    }
};

LOCKSTEP_TEST(tst_tenantfacts, TestTenantFacts)
#include "tst_tenantfacts.moc"
