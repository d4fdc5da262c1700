// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"
#include "models/view/comparison/comparison.h"
#include "tests/support/fakeworld.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

using namespace lockstep;

namespace {

/// An hour before the live data, of which a map has two steps. Counts requests for single ticks.
class SteppedPast : public ColdColumns
{
public:
    explicit SteppedPast(TickRange ticks) : m_ticks(ticks) { }

    [[nodiscard]] TickRange ticks() const override { return m_ticks; }
    [[nodiscard]] std::span<const float> column(MetricId, TickIndex) const override
    {
        ++asked;
        return {};
    }
    [[nodiscard]] float value(MetricId, std::uint32_t, TickIndex) const override { return noData; }
    [[nodiscard]] std::optional<std::span<const float>> presence(TickIndex) const override { return {}; }
    [[nodiscard]] std::optional<Steps> cachedSteps(MetricId, TickRange) const override { return atHand; }

    mutable int asked = 0;
    std::optional<Steps> atHand;

private:
    TickRange m_ticks;
};

struct Watched
{
    Watched()
    {
        world.introduce();
        world.run(40);
    }

    [[nodiscard]] const ClusterStore& store() const { return world.cluster.store(); }
    [[nodiscard]] MetricId metric(const char* name) const { return store().metrics().find(name); }
    [[nodiscard]] TimeRange all() const { return {world.now() - std::chrono::minutes(2), world.now()}; }

    FakeWorld world{{.nodes = 4, .gpusPerNode = 8}};
};

} // namespace

/// One scale for a metric in all views.
class TestWindowScale : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRangeThatTheMetricSetsNeedsNoData()
    {
        const Watched watched;
        const MetricId metric = watched.metric("gpu.temperature");
        const ColourScale scale = scaleOver(watched.store(), metric, watched.all());
        QVERIFY(scale == scaleFor(watched.store().metrics().descriptor(metric), {}));
    }

    void longAgoTheStepsOfAMapAreTheSample()
    {
        Watched watched;
        const MetricId metric = watched.metric("gpu.power");
        const TickRange hot = watched.store().ticksInMemory();
        SteppedPast past({hot.from - 3600, hot.from});
        watched.world.cluster.setColdColumns(&past);
        const Duration period = watched.store().tickPeriod();
        const TimeRange window{timeOfTick(hot.from - 3600, period), timeOfTick(hot.from, period)};
        (void)scaleOver(watched.store(), metric, window);
        QVERIFY(past.asked > 0); // no map has asked for anything
        past.asked = 0;
        past.atHand.emplace();
        (void)scaleOver(watched.store(), metric, window);
        QCOMPARE(past.asked, 0); // it has been requested
        const std::array<float, 3> low{90, 100, 110};
        const std::array<float, 3> high{880, 900, 910};
        past.atHand = ColdColumns::Steps{low, high};
        const ColourScale scale = scaleOver(watched.store(), metric, window);
        QCOMPARE(past.asked, 0);
        QVERIFY(std::min(scale.low, scale.high) < 150);
        QVERIFY(std::max(scale.low, scale.high) > 800);
        watched.world.cluster.setColdColumns(nullptr);
    }

    void aRangeByTheDataIsRoundAndHoldsThem()
    {
        const Watched watched;
        const MetricId metric = watched.metric("gpu.power");
        QVERIFY(metric.isValid());
        const MetricDescriptor& descriptor = watched.store().metrics().descriptor(metric);
        const ColourScale scale = scaleOver(watched.store(), metric, watched.all());
        std::vector<float> all;
        for (TickIndex tick = watched.store().ticks().from; tick < watched.store().ticks().to; ++tick) {
            const auto column = watched.store().column(metric, tick);
            all.insert(all.end(), column.begin(), column.end());
        }
        const ColourScale exact = scaleFor(descriptor, all);
        const float exactly = exact.max() - exact.min();
        const float width = scale.max() - scale.min();
        QVERIFY(scale.min() <= exact.min() + 0.02F * exactly);
        QVERIFY(scale.max() >= exact.max() - 0.02F * exactly);
        QVERIFY2(width < 1.25F * exactly, qPrintable(QStringLiteral("%1 of %2").arg(width).arg(exactly)));
        const float decade = std::pow(10.0F, std::floor(std::log10(width / 12)));
        QVERIFY(std::abs(scale.max() / decade - std::round(scale.max() / decade)) < 1e-2F);
    }

    void theSameWindowGivesTheSameScaleATickLater()
    {
        Watched watched;
        const MetricId metric = watched.metric("gpu.power");
        const ColourScale before = scaleOver(watched.store(), metric, watched.all());
        int changes = 0;
        for (int tick = 0; tick < 20; ++tick) {
            watched.world.run(1);
            changes += scaleOver(watched.store(), metric, watched.all()) == before ? 0 : 1;
        }
        QVERIFY2(changes <= 5, qPrintable(QString::number(changes)));
    }

    void aLegendRunsFromTheLeastToTheMostWhicheverIsBad()
    {
        MetricDescriptor metric;
        metric.unit = Unit::Hertz;
        const std::array values{1.2e9F, 1.5e9F, 1.9e9F};
        for (const Direction direction : {Direction::HighIsBad, Direction::LowIsBad, Direction::Neutral}) {
            metric.direction = direction;
            const ColourScale scale = scaleFor(metric, values);
            QVERIFY(scale.min() < scale.max());
            QCOMPARE(scale.bar().front(), scale.colour(scale.min()));
            QCOMPARE(scale.bar().back(), scale.colour(scale.max()));
        }
    }
};

LOCKSTEP_TEST(tst_windowscale, TestWindowScale)
#include "tst_windowscale.moc"
