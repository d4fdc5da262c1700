// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testentry.h"
#include "tests/views3d/hallfixture.h"
#include "views3d/values/hallvalues.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

FakeClusterOptions manyAlike()
{
    FakeClusterOptions options;
    options.nodes = 16;
    options.hostMetrics = false;
    return options;
}

constexpr std::uint32_t unhealthyNode = 3;
constexpr std::uint32_t sickSlot = 5;
constexpr EntityRef unhealthy{EntityKind::Gpu, unhealthyNode * 8 + sickSlot};

/// A cluster in which the test sets one GPU's values.
struct OneSick : HallFixture
{
    OneSick() : HallFixture(manyAlike()) { }

    void report(float value)
    {
        cluster.force(unhealthyNode, "gpu.temperature", 1 + sickSlot, value);
        tick();
    }
    HallValues shown(HallMode mode)
    {
        HallValues values;
        values.update(model.store(), model.store().metrics().find("gpu.temperature"), mode, time.cursor(),
                      time.isFollowing());
        return values;
    }
};

bool isNear(float value, float expected, float tolerance)
{
    return std::abs(value - expected) <= tolerance;
}

} // namespace

class TestHallMode : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deviationFindsTheOneThatIsHotForItsPower()
    {
        OneSick fixture;
        for (int at = 0; at < 20; ++at)
            fixture.tick();
        fixture.report(80); // within the limit
        const HallValues values = fixture.shown(HallMode::Deviation);
        QCOMPARE(values.metric()->unit, Unit::KelvinDelta);
        QVERIFY(values.of(unhealthy).value > 12);
        for (std::uint32_t index = 0; index < fixture.topology().count(EntityKind::Gpu); ++index) {
            const HallSample sample = values.of({EntityKind::Gpu, index});
            QVERIFY(index == unhealthy.index || std::abs(sample.value) < values.of(unhealthy).value);
        }
        QCOMPARE(values.of({EntityKind::Node, unhealthyNode}).value, values.of(unhealthy).value);
    }

    void aLoneMachineHasNoPeersAndSaysSo()
    {
        FakeClusterOptions options;
        options.gpusPerNode = 4;
        HallFixture fixture(options);
        HallValues values;
        values.update(fixture.model.store(), fixture.model.store().metrics().find("gpu.temperature"),
                      HallMode::Deviation, fixture.now, true);
        QCOMPARE(values.of({EntityKind::Gpu, 0}).valueState, ValueState::NoData);
    }

    void theRateIsTheSlopePerMinute()
    {
        OneSick fixture;
        for (int at = 0; at < 40; ++at)
            fixture.report(40 + 0.5F * static_cast<float>(at));
        const HallValues values = fixture.shown(HallMode::Rate);
        QCOMPARE(values.metric()->unit, Unit::KelvinPerMinute);
        QVERIFY2(isNear(values.of(unhealthy).value, 30, 0.1F),
                 qPrintable(QString::number(double{values.of(unhealthy).value})));
    }

    void withFewSamplesNoRateIsReported()
    {
        OneSick fixture;
        for (int at = 0; at < 3; ++at)
            fixture.report(50);
        const HallValues values = fixture.shown(HallMode::Rate);
        QCOMPARE(values.of(unhealthy).valueState, ValueState::NoData);
        QVERIFY(std::isnan(values.of(unhealthy).value));
    }

    void theTimeToTheLimitFollowsFromValueAndSlope()
    {
        OneSick fixture;
        for (int at = 0; at <= 80; ++at)
            fixture.report(20 + 0.5F * static_cast<float>(at));
        const HallValues values = fixture.shown(HallMode::TimeToLimit);
        const float expected = (87 - 60) / 0.5F; // the critical limit is 87 degrees
        QVERIFY2(isNear(values.of(unhealthy).value, expected, 1),
                 qPrintable(QString::number(double{values.of(unhealthy).value})));
        QCOMPARE(values.of({EntityKind::Node, unhealthyNode}).worst, unhealthy.index);
    }

    void whatIsBeyondItsLimitHasNoTimeLeftAndWhatCoolsHasAnHour()
    {
        OneSick fixture;
        for (int at = 0; at < 20; ++at)
            fixture.report(90);
        QCOMPARE(fixture.shown(HallMode::TimeToLimit).of(unhealthy).value, 0.0F);
        for (int at = 0; at < 80; ++at)
            fixture.report(80 - 0.5F * static_cast<float>(at));
        QCOMPARE(fixture.shown(HallMode::TimeToLimit).of(unhealthy).value, 3600.0F);
    }

    void whatWarmsUpAfterAPauseIsNotHeadingForItsLimit()
    {
        OneSick fixture;
        for (int at = 0; at < 80; ++at)
            fixture.report(at < 60 ? 58 : 38); // a checkpoint is written
        for (int at = 0; at < 90; ++at) {
            fixture.report(38 + 20 * (1 - std::exp(-static_cast<float>(at) / 12)));
            const HallSample sample = fixture.shown(HallMode::TimeToLimit).of(unhealthy);
            QVERIFY2(sample.value > 600,
                     qPrintable(QStringLiteral("%1 s after %2 s").arg(static_cast<double>(sample.value)).arg(at)));
        }
    }

    void whatSettlesBeyondItsLimitIsForecast()
    {
        OneSick fixture;
        for (int at = 0; at <= 64; ++at)
            fixture.report(60 + 50 * (1 - std::exp(-static_cast<float>(at) / 100)));
        // 87 of 110 degrees are reached after 100 ln(50 / 23) = 78 s.
        const float value = fixture.shown(HallMode::TimeToLimit).of(unhealthy).value;
        QVERIFY2(value > 4 && value < 24, qPrintable(QString::number(static_cast<double>(value))));
    }

    void flagsHaveNoTrendAndNoDistance()
    {
        MetricDescriptor flags;
        flags.name = "gpu.throttle_reasons";
        flags.unit = Unit::Bitmask;
        QVERIFY(isShowable(flags, HallMode::Value));
        QVERIFY(isShowable(flags, HallMode::GapAge));
        for (const HallMode mode : {HallMode::Deviation, HallMode::Rate, HallMode::TimeToLimit})
            QVERIFY(!isShowable(flags, mode));
    }

    void theAgeOfAGapIsReported()
    {
        OneSick fixture;
        for (int at = 0; at < 5; ++at)
            fixture.tick();
        for (int at = 0; at < 7; ++at)
            fixture.report(noData);
        const HallValues values = fixture.shown(HallMode::GapAge);
        QCOMPARE(values.metric()->unit, Unit::Seconds);
        QCOMPARE(values.of(unhealthy).value, 7.0F);
        QCOMPARE(values.of({EntityKind::Gpu, 0}).value, 0.0F);
        QCOMPARE(values.of({EntityKind::Node, unhealthyNode}).value, 7.0F);
    }

    void aSilentNodeGrowsOlder()
    {
        OneSick fixture;
        fixture.cluster.silence(2);
        for (int at = 0; at < 6; ++at)
            fixture.tick();
        QVERIFY(fixture.shown(HallMode::GapAge).of({EntityKind::Node, 2}).value >= 5);
    }

    void onlyAMetricWithALimitHasATimeToIt()
    {
        MetricDescriptor metric;
        metric.direction = Direction::HighIsBad;
        QVERIFY(!isShowable(metric, HallMode::TimeToLimit));
        metric.critical = 87.0F;
        QVERIFY(isShowable(metric, HallMode::TimeToLimit));
        metric.direction = Direction::Neutral;
        QVERIFY(!isShowable(metric, HallMode::TimeToLimit));
        for (const HallMode mode : {HallMode::Value, HallMode::Deviation, HallMode::Rate, HallMode::GapAge})
            QVERIFY(isShowable(metric, mode));
    }

    void aHeldRangeStaysWhileValuesLeaveIt()
    {
        OneSick fixture;
        HallValues values;
        const MetricId power = fixture.model.store().metrics().find("gpu.power");
        const auto update = [&] {
            values.update(fixture.model.store(), power, HallMode::Value, fixture.time.cursor(), true);
        };
        update();
        const float high = values.scale().high;
        values.holdScale(true);
        for (std::uint32_t node = 0; node < 16; ++node) {
            for (std::uint32_t gpu = 0; gpu < 8; ++gpu)
                fixture.cluster.force(node, "gpu.power", 1 + gpu, 5000);
        }
        fixture.tick();
        update();
        QCOMPARE(values.scale().high, high);
        values.holdScale(false);
        update();
        QVERIFY(values.scale().high > 4000);
    }
};

LOCKSTEP_TEST(tst_hallmode, TestHallMode)
#include "tst_hallmode.moc"
