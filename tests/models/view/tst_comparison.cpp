// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/core/batch.h"
#include "models/store/clustermodel.h"
#include "models/view/comparison/comparison.h"
#include "tests/models/store/storefixture.h"
#include "tests/support/testentry.h"

#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace lockstep;
using namespace lockstep::test;

namespace {

constexpr int ticksApplied = 40;
constexpr TickIndex first = 1'772'334'720; ///< tick of test::start

/// Two GPUs with known temperatures. gpu0 starts at 40 °C and rises by one per tick. gpu1 stays at 60 °C, but was
/// silent from tick 5 to 7.
struct World
{
    World()
    {
        for (int second = 0; second < ticksApplied; ++second)
            apply(second);
        temperature = cluster.store().metrics().find("gpu.temperature");
    }

    void apply(int second)
    {
        const float second1 = second >= 5 && second <= 7 ? noData : 60.0F;
        // Columns of the layout: temperature, clock, CPU utilisation.
        const auto climbing = static_cast<float>(40 + second);
        const BatchPtr batch = share(node.tick(at(second), {climbing, second1, 1e9F, 2e9F, 0.5F}));
        cluster.apply({&batch, 1}, at(second));
    }

    void compare(ComparisonBaseline::How how, TickRange ticks, TickIndex shift = 0)
    {
        comparison.start({how, ticks, shift, "then"}, past != nullptr ? *past : cluster.store());
    }
    [[nodiscard]] std::vector<float> columnOf(MetricId metric, TickIndex tick) const
    {
        const auto column = cluster.store().column(metric, tick);
        return {column.begin(), column.end()};
    }

    TestNode node{"a"};
    ClusterModel cluster;
    Comparison comparison{cluster};
    const ColumnSource* past = nullptr; ///< null: its own
    MetricId temperature;
};

} // namespace

/// Differences as metrics like any other.
class TestComparison : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void againstAMeanEachThingHasItsOwn()
    {
        World world;
        world.compare(ComparisonBaseline::How::Mean,
                      {first, first + 11}); // gpu0: 40 to 50, gpu1: 60 where it was measured
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        QVERIFY(difference.isValid());
        QVERIFY(world.columnOf(difference, first + 30).empty()); // an unknown value is not zero
        QTRY_VERIFY(!world.comparison.isBusy());
        QCOMPARE(world.columnOf(difference, first + 30), (std::vector<float>{70 - 45, 0}));
        const MetricId baseline = world.comparison.metricFor(world.temperature, Shown::Baseline);
        QCOMPARE(world.columnOf(baseline, first + 30), (std::vector<float>{45, 60}));
        QCOMPARE(world.comparison.baselineAt(world.temperature, 0, first + 30), 45.0F);
    }

    void momentByMomentEachTickHasItsPartner()
    {
        World world;
        world.compare(ComparisonBaseline::How::Moment, {first, first + 10}, 10);
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        QCOMPARE(world.columnOf(difference, first + 21), (std::vector<float>{10, 0}));
        const auto silent = world.columnOf(difference, first + 16); // gpu1's partner was not measured
        QCOMPARE(silent[0], 10.0F);
        QVERIFY(std::isnan(silent[1]));
        QVERIFY(world.columnOf(difference, first + 5).empty()); // before the baseline begins
    }

    void aSeriesIsItsColumnsCutTheOtherWay()
    {
        World world;
        world.compare(ComparisonBaseline::How::Moment, {first, first + 10}, 10);
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        std::vector<float> series;
        world.cluster.store().series(difference, 1, {first + 5, first + 25}, series);
        QCOMPARE(series.size(), std::size_t{20});
        for (TickIndex tick = first + 5; tick < first + 25; ++tick) {
            const auto column = world.columnOf(difference, tick);
            const float there = column.size() > 1 ? column[1] : noData;
            const float inSeries = series[static_cast<std::size_t>(tick - first - 5)];
            QVERIFY(std::isnan(there) ? std::isnan(inSeries) : there == inSeries);
        }
    }

    void theNewestIsComparedAsItComes()
    {
        World world;
        world.compare(ComparisonBaseline::How::Mean, {first, first + 11});
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        (void)world.cluster.store().latest(difference);
        QTRY_VERIFY(!world.comparison.isBusy());
        QCOMPARE(world.cluster.store().latest(difference)[0], 79.0F - 45.0F);
        world.apply(ticksApplied);
        QCOMPARE(world.cluster.store().latest(difference)[0], 80.0F - 45.0F);
        QCOMPARE(world.columnOf(difference, first + ticksApplied)[0], 80.0F - 45.0F);
    }

    void whatCameLateIsComparedToo()
    {
        World world;
        world.compare(ComparisonBaseline::How::Moment, {first, first + 10}, 10);
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        QVERIFY(std::isnan(world.columnOf(difference, first + 15)[1]));
        Batch late = world.node.tick(at(5), {45, 55, 1e9F, 2e9F, 0.5F});
        const BatchPtr batch = share(late);
        world.cluster.apply({&batch, 1}, at(ticksApplied));
        // Its own tick, and the one whose baseline it is: views are informed of both.
        QSignalSpy reported(&world.cluster, &ClusterModel::changed);
        QTRY_COMPARE(world.columnOf(difference, first + 15)[1], 5.0F);
        QVERIFY(!reported.isEmpty());
    }

    void changingTheBaselineKeepsTheMetricAndItsWords()
    {
        World world;
        world.compare(ComparisonBaseline::How::Mean, {first, first + 11});
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        world.comparison.start({ComparisonBaseline::How::Moment, {first, first + 9}, 5, "five seconds earlier"},
                               world.cluster.store());
        QCOMPARE(world.comparison.metricFor(world.temperature, Shown::Difference), difference);
        const MetricDescriptor& metric = world.cluster.store().metrics().descriptor(difference);
        QCOMPARE(metric.title, "GPU temperature, difference from five seconds earlier");
        QCOMPARE(world.columnOf(difference, first + 30)[0], 5.0F);
        QCOMPARE(world.comparison.baseOf(difference), world.temperature);
        QCOMPARE(world.comparison.shownBy(difference), Shown::Difference);
    }

    void onceItIsOverNobodyIsOfferedDifferences()
    {
        World world;
        world.compare(ComparisonBaseline::How::Mean, {first, first + 11});
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        const std::size_t offered = world.cluster.store().metrics().ofKind(EntityKind::Gpu).size();
        QSignalSpy changed(&world.comparison, &Comparison::changed);
        world.comparison.stop();
        QCOMPARE(changed.size(), 1);
        QCOMPARE(world.cluster.store().metrics().ofKind(EntityKind::Gpu).size(), offered - 1);
        QVERIFY(world.columnOf(difference, first + 30).empty());
        QVERIFY(std::isnan(world.comparison.baselineAt(world.temperature, 0, first + 30)));
        QCOMPARE(world.comparison.metricFor(world.temperature, Shown::Difference), world.temperature);
        world.compare(ComparisonBaseline::How::Mean, {first, first + 11});
        QCOMPARE(world.cluster.store().metrics().ofKind(EntityKind::Gpu).size(), offered);
    }

    void aMeanIsOverAnHourAtMost()
    {
        World world;
        world.compare(ComparisonBaseline::How::Mean, {first - 100'000, first + 11});
        QCOMPARE(world.comparison.baseline().ticks.length(), ComparisonBaseline::maxTicks);
    }

    void whatIsRequestedIsWaitedFor()
    {
        World world;
        /// A past whose beginning must be read first.
        struct Slow final : ColumnSource
        {
            explicit Slow(const ClusterStore& shown) : store(shown) { }
            [[nodiscard]] TickRange ticks() const override { return store.ticks(); }
            [[nodiscard]] std::span<const float> column(MetricId metric, TickIndex tick) const override
            {
                return store.column(metric, tick);
            }
            void series(MetricId metric, std::uint32_t entity, TickRange range, std::vector<float>& out) const override
            {
                store.series(metric, entity, range, out);
            }
            [[nodiscard]] Availability available(MetricId, TickRange) const override
            {
                ++asked;
                return state;
            }

            const ClusterStore& store;
            Availability state = Availability::Pending;
            mutable int asked = 0;
        };
        Slow slow(world.cluster.store());
        world.past = &slow;
        world.compare(ComparisonBaseline::How::Mean, {first - 20, first + 11}); // the first twenty are not in memory
        const MetricId difference = world.comparison.metricFor(world.temperature, Shown::Difference);
        QVERIFY(world.columnOf(difference, first + 30).empty());
        QTRY_VERIFY(slow.asked > 0);
        QVERIFY(world.comparison.isBusy());
        QCOMPARE(world.cluster.store().available(difference, {first + 30, first + 31}), Availability::Pending);
        slow.state = Availability::Ready;
        world.apply(ticksApplied); // any change
        QTRY_VERIFY(!world.comparison.isBusy());
        QCOMPARE(world.columnOf(difference, first + 30), (std::vector<float>{70 - 45, 0}));
        QCOMPARE(world.cluster.store().available(difference, {first + 30, first + 31}), Availability::Ready);
        world.comparison.stop(); // before its source is destroyed
    }
};

LOCKSTEP_TEST(tst_comparison, TestComparison)
#include "tst_comparison.moc"
