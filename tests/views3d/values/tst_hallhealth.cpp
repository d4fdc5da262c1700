// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/topology/topologybuilder.h"
#include "tests/support/testentry.h"
#include "views3d/values/hallvalues.h"

#include <QTest>

using namespace lockstep;

namespace {

/// Two racks of two nodes of eight GPUs each.
TopologyPtr smallHall()
{
    TopologyBuilder builder;
    for (int rackAt = 0; rackAt < 2; ++rackAt) {
        const EntityRef rack = builder.addRack("R" + std::to_string(rackAt), {});
        for (std::uint32_t nodeAt = 0; nodeAt < 2; ++nodeAt) {
            const EntityRef node
                = builder.addNode("n" + std::to_string(rackAt) + std::to_string(nodeAt), rack, {1 + nodeAt * 8, 8});
            for (int gpu = 0; gpu < 8; ++gpu)
                builder.add(EntityKind::Gpu, "gpu" + std::to_string(gpu), node);
        }
    }
    return builder.build();
}

MetricDescriptor metricOf(Direction direction, std::optional<float> warning = {})
{
    MetricDescriptor metric;
    metric.unit = Unit::Celsius;
    metric.entityKind = EntityKind::Gpu;
    metric.direction = direction;
    metric.warning = warning;
    return metric;
}

EntityRef gpu(std::uint32_t index)
{
    return {EntityKind::Gpu, index};
}

/// 32 GPUs with values around 50 and little spread.
struct Case
{
    Case()
    {
        for (std::uint32_t at = 0; at < 32; ++at)
            samples.push_back({50 + 0.1F * static_cast<float>(at % 5), at, ValueState::Current, false});
    }

    HallHealth judged(const MetricDescriptor& metric) const
    {
        HallHealth judgement;
        MetricDescriptor deviation = metricOf(Direction::HighIsBad, 8.0F);
        deviation.isDeviation = true;
        judgement.judge(*topology, {metric, scale, samples, fromPeers.empty() ? nullptr : &deviation, fromPeers});
        return judgement;
    }

    TopologyPtr topology = smallHall();
    ColourScale scale{ColourMap::Inferno, 20, 90, "fixed"};
    std::vector<HallSample> samples;
    std::vector<float> fromPeers;
};

} // namespace

class TestHallHealth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void amongAlikeNothingStandsOut()
    {
        const Case calm;
        const HallHealth judgement = calm.judged(metricOf(Direction::HighIsBad));
        QVERIFY(judgement.hotspots().empty());
        QVERIFY(!judgement.isUnhealthy(gpu(0)));
        QVERIFY(!judgement.isUnhealthy({EntityKind::Rack, 0}));
    }

    void whatIsBeyondTheLimitStandsOutWithAllThatHoldsIt()
    {
        Case unhealthy;
        unhealthy.samples[20].value = 84;
        const HallHealth judgement = unhealthy.judged(metricOf(Direction::HighIsBad, 83.0F));
        QCOMPARE(judgement.hotspots().size(), std::size_t{1});
        QCOMPARE(judgement.hotspots().front().entity, gpu(20));
        for (const EntityRef whole : {gpu(20), EntityRef{EntityKind::Node, 2}, EntityRef{EntityKind::Rack, 1}})
            QVERIFY(judgement.isUnhealthy(whole));
        for (const EntityRef other : {gpu(21), EntityRef{EntityKind::Node, 3}, EntityRef{EntityKind::Rack, 0}})
            QVERIFY(!judgement.isUnhealthy(other));
    }

    void withinTheLimitOnlyPeersCanCallItSick()
    {
        Case unhealthy;
        unhealthy.samples[7].value = 75;
        const MetricDescriptor metric = metricOf(Direction::HighIsBad, 83.0F);
        QVERIFY(unhealthy.judged(metric).hotspots().empty());
        unhealthy.fromPeers.assign(32, 0.3F);
        unhealthy.fromPeers[7] = 24;
        const HallHealth judgement = unhealthy.judged(metric);
        QCOMPARE(judgement.hotspots().size(), std::size_t{1});
        QCOMPARE(judgement.hotspots().front().entity, gpu(7));
        QCOMPARE(judgement.hotspots().front().fromPeers, 24.0F);
    }

    void withoutALimitTheOthersAreTheMeasure()
    {
        Case unhealthy;
        unhealthy.samples[3].value = 75;
        unhealthy.samples[4].value = 20;
        QCOMPARE(unhealthy.judged(metricOf(Direction::HighIsBad)).hotspots().size(), std::size_t{1});
        QCOMPARE(unhealthy.judged(metricOf(Direction::HighIsBad)).hotspots().front().entity, gpu(3));
        QCOMPARE(unhealthy.judged(metricOf(Direction::LowIsBad)).hotspots().front().entity, gpu(4));
        MetricDescriptor neutral = metricOf(Direction::Neutral);
        QVERIFY(unhealthy.judged(neutral).hotspots().empty()); // high is not bad
        neutral.isDeviation = true;
        QCOMPARE(unhealthy.judged(neutral).hotspots().size(), std::size_t{2});
    }

    void fewAreTooFewToCompare()
    {
        Case few;
        few.samples.resize(5);
        few.samples[3].value = 500;
        QVERIFY(few.judged(metricOf(Direction::HighIsBad)).hotspots().empty());
    }

    void whatIsNotCurrentIsNotJudged()
    {
        Case stale;
        stale.samples[3] = {99, 3, ValueState::Stale, false};
        stale.samples[4] = {noData, 4, ValueState::NoData, false};
        QVERIFY(stale.judged(metricOf(Direction::HighIsBad, 83.0F)).hotspots().empty());
    }

    void theWorstFewAreNamedAndAllAreMarked()
    {
        Case many;
        for (std::uint32_t at = 0; at < 10; ++at)
            many.samples[at].value = 90 + static_cast<float>(at);
        const HallHealth judgement = many.judged(metricOf(Direction::HighIsBad, 83.0F));
        QVERIFY(judgement.hotspots().size() < 10);
        QCOMPARE(judgement.hotspots().front().entity, gpu(9));
        for (std::uint32_t at = 0; at < 10; ++at)
            QVERIFY(judgement.isUnhealthy(gpu(at)));
    }

    void theNextMomentIsJudgedAfresh()
    {
        Case unhealthy;
        HallHealth judgement;
        const MetricDescriptor metric = metricOf(Direction::HighIsBad, 83.0F);
        unhealthy.samples[20].value = 84;
        judgement.judge(*unhealthy.topology, {metric, unhealthy.scale, unhealthy.samples});
        unhealthy.samples[20].value = 50;
        judgement.judge(*unhealthy.topology, {metric, unhealthy.scale, unhealthy.samples});
        QVERIFY(judgement.hotspots().empty());
        QVERIFY(!judgement.isUnhealthy(gpu(20)));
    }
};

LOCKSTEP_TEST(tst_hallhealth, TestHallHealth)
#include "tst_hallhealth.moc"
