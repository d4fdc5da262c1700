// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"
#include "tests/support/testentry.h"
#include "tests/views3d/hallfixture.h"
#include "views3d/values/hallcolours.h"
#include "views3d/values/hallvalues.h"

#include <QTest>

#include <cmath>

using namespace lockstep;

namespace {

FakeClusterOptions twoRacks()
{
    FakeClusterOptions options;
    options.nodes = 8;
    return options;
}

HallValues valuesOf(HallFixture& fixture, std::string_view metric)
{
    fixture.colourBy(metric);
    HallValues values;
    values.update(fixture.model.store(), fixture.selection.metric(), HallMode::Value, fixture.time.cursor(),
                  fixture.time.isFollowing());
    return values;
}

EntityRef gpu(std::uint32_t node, std::uint32_t at)
{
    return {EntityKind::Gpu, node * 8 + at};
}

/// Index of a GPU among the entities of FakeCluster's layout.
constexpr std::uint32_t layoutGpu(std::uint32_t at)
{
    return 1 + at;
}

constexpr EntityRef firstRack{EntityKind::Rack, 0};
constexpr EntityRef secondRack{EntityKind::Rack, 1};

} // namespace

class TestHallValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theScaleIsTheOneOfTheTimeWindowThatOtherViewsHaveToo()
    {
        HallFixture fixture(twoRacks());
        for (int tick = 0; tick < 30; ++tick)
            fixture.tick();
        fixture.colourBy("gpu.power"); // its range comes from the data
        const TimeRange window{fixture.now - std::chrono::seconds(20), fixture.now};
        HallValues values;
        values.update(fixture.model.store(), fixture.selection.metric(), HallMode::Value, fixture.time.cursor(), true,
                      window);
        QVERIFY(values.scale() == scaleOver(fixture.model.store(), fixture.selection.metric(), window));
        QVERIFY(!(values.scale() == valuesOf(fixture, "gpu.power").scale())); // not from this moment alone
    }

    void withoutAMetricNothingIsMeasured()
    {
        HallFixture fixture(twoRacks());
        HallValues values;
        values.update(fixture.model.store(), {}, HallMode::Value, fixture.time.cursor(), true);
        QVERIFY(!values.metric());
        QCOMPARE(values.of(gpu(0, 0)).valueState, ValueState::NotMeasured);
    }

    void aThingShowsItsOwnValue()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.force(3, "gpu.temperature", layoutGpu(5), 66.5F);
        fixture.tick();
        const HallSample sample = valuesOf(fixture, "gpu.temperature").of(gpu(3, 5));
        QCOMPARE(sample.valueState, ValueState::Current);
        QCOMPARE(sample.value, 66.5F);
    }

    void whatIsWorkedOutShowsThoughItComesLate()
    {
        HallFixture fixture(twoRacks());
        for (int tick = 0; tick < 10; ++tick)
            fixture.tick();
        MetricDescriptor metric;
        metric.name = "gpu.test.derived";
        metric.entityKind = EntityKind::Gpu;
        metric.derivation = "a test";
        const TickIndex newest = fixture.model.store().ticks().to - 1;
        Derived derived;
        derived.columns.push_back({metric, newest - 3, std::vector<float>(64, 0.5F)});
        derived.columns.back().values[gpu(3, 5).index] = noData;
        fixture.model.applyDerived(derived);
        const HallValues values = valuesOf(fixture, metric.name);
        QCOMPARE(values.of(gpu(0, 0)).valueState, ValueState::Current);
        QCOMPARE(values.of(gpu(0, 0)).value, 0.5F);
        QCOMPARE(values.of(gpu(3, 5)).valueState, ValueState::NoData);
    }

    void parentsShowTheWorstWithinThem()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.force(2, "gpu.temperature", layoutGpu(7), 99);
        fixture.tick();
        const HallValues values = valuesOf(fixture, "gpu.temperature");
        for (const EntityRef whole : {EntityRef{EntityKind::Node, 2}, firstRack}) {
            QCOMPARE(values.of(whole).value, 99.0F);
            QCOMPARE(values.of(whole).worst, gpu(2, 7).index);
        }
        QVERIFY(values.of(secondRack).value < 99);
        QVERIFY(values.of({EntityKind::Node, 1}).value < 99);
    }

    void theWorstIsTheLowestWhereLowIsBad()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.force(1, "gpu.clock.sm", layoutGpu(0), 210e6F);
        fixture.tick();
        QCOMPARE(valuesOf(fixture, "gpu.clock.sm").of(firstRack).value, 210e6F);
    }

    void othersAreNotMeasured()
    {
        HallFixture fixture(twoRacks());
        const HallValues values = valuesOf(fixture, "gpu.temperature");
        QCOMPARE(values.of({EntityKind::Disk, 0}).valueState, ValueState::NotMeasured);
        QCOMPARE(values.of({EntityKind::Core, 0}).valueState, ValueState::NotMeasured);
    }

    void aMissingValueIsNoDataOnceItsTimeIsUp()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.force(0, "gpu.temperature", layoutGpu(1), noData);
        for (int at = 0; at < 3; ++at)
            fixture.tick();
        const HallSample sample = valuesOf(fixture, "gpu.temperature").of(gpu(0, 1));
        QCOMPARE(sample.valueState, ValueState::NoData);
        QVERIFY(std::isnan(sample.value));
    }

    void aSilentNodeIsStaleAndKeepsItsLastValue()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.force(2, "gpu.temperature", layoutGpu(0), 70);
        fixture.tick();
        fixture.cluster.silence(2);
        for (int at = 0; at < 4; ++at)
            fixture.tick();
        const HallValues values = valuesOf(fixture, "gpu.temperature");
        QCOMPARE(values.of(gpu(2, 0)).valueState, ValueState::Stale);
        QCOMPARE(values.of(gpu(2, 0)).value, 70.0F);
        QCOMPARE(values.of({EntityKind::Node, 2}).valueState, ValueState::Stale);
        QCOMPARE(values.of(gpu(1, 0)).valueState, ValueState::Current);
    }

    void aRackWithASilentNodeDoesNotReadAllWell()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.silence(2);
        for (int at = 0; at < 4; ++at)
            fixture.tick();
        const HallValues values = valuesOf(fixture, "gpu.temperature");
        QCOMPARE(values.of(firstRack).valueState, ValueState::Current);
        QVERIFY(values.of(firstRack).hidesSilence);
        QVERIFY(!values.of(secondRack).hidesSilence);
        const NeutralColours tones(darkPalette());
        QCOMPARE(colourOf(values.of(firstRack), values.scale(), tones).fill, Fill::CrossHatched);
        QCOMPARE(colourOf(values.of(secondRack), values.scale(), tones).fill, Fill::Plain);
    }

    void aNodeThatWasNeverHeardOfHasNoData()
    {
        HallFixture fixture(twoRacks());
        TopologyBuilder builder;
        builder.addNode("silent", builder.addRack("Z9", {}), {1, 8});
        ClusterModel model;
        model.setTopology(builder.build());
        model.apply(fixture.cluster.introductions(fixture.now), fixture.now);
        model.apply(fixture.cluster.tick(fixture.now), fixture.now);
        HallValues values;
        values.update(model.store(), model.store().metrics().find("gpu.temperature"), HallMode::Value, fixture.now,
                      true);
        QCOMPARE(values.of({EntityKind::Node, 0}).valueState, ValueState::NoData);
        QCOMPARE(values.of(firstRack).valueState, ValueState::NoData);
    }

    void aMomentInThePastShowsWhatWasThen()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.force(0, "gpu.temperature", layoutGpu(0), 41);
        fixture.tick();
        const TimePoint then = fixture.now;
        fixture.cluster.force(0, "gpu.temperature", layoutGpu(0), 80);
        for (int at = 0; at < 5; ++at)
            fixture.tick();
        fixture.time.setRange({HallFixture::start, fixture.now});
        fixture.time.setCursor(then);
        QCOMPARE(valuesOf(fixture, "gpu.temperature").of(gpu(0, 0)).value, 41.0F);
        fixture.time.setCursor(then + std::chrono::seconds(2));
        QCOMPARE(valuesOf(fixture, "gpu.temperature").of(gpu(0, 0)).value, 80.0F);
    }

    void aGapInThePastIsAGap()
    {
        HallFixture fixture(twoRacks());
        fixture.cluster.silence(0);
        fixture.tick();
        const TimePoint gap = fixture.now;
        fixture.cluster.unsilence(0);
        for (int at = 0; at < 5; ++at)
            fixture.tick();
        fixture.time.setRange({HallFixture::start, fixture.now});
        fixture.time.setCursor(gap);
        QCOMPARE(valuesOf(fixture, "gpu.temperature").of(gpu(0, 0)).valueState, ValueState::NoData);
        QCOMPARE(valuesOf(fixture, "gpu.temperature").of(gpu(1, 0)).valueState, ValueState::Current);
    }

    void aSensorOfAnotherQuantityIsNotMissingData()
    {
        FakeClusterOptions options;
        options.gpusPerNode = 0;
        HallFixture fixture(options);
        fixture.cluster.force(0, "sensor.temperature",
                              static_cast<std::uint32_t>(fixture.cluster.layout().entities.size() - 1), noData);
        HallFixture fresh(options);
        HallValues values;
        ClusterModel model;
        model.apply(fixture.cluster.introductions(fixture.now), fixture.now);
        model.apply(fixture.cluster.tick(fixture.now), fixture.now);
        values.update(model.store(), model.store().metrics().find("sensor.temperature"), HallMode::Value, fixture.now,
                      true);
        QCOMPARE(values.of({EntityKind::Sensor, 0}).valueState, ValueState::Current);
        QCOMPARE(values.of({EntityKind::Sensor, 1}).valueState, ValueState::NotMeasured);
    }

    void theScaleHoldsStillWhileItFits()
    {
        const ColourScale inUse{ColourMap::Inferno, 20, 80, "data"};
        QCOMPARE(steadyScale(inUse, {ColourMap::Inferno, 25, 79, "data"}).low, 20.0F);
        QCOMPARE(steadyScale(inUse, {ColourMap::Inferno, 25, 95, "data"}).high, 95.0F);
        QCOMPARE(steadyScale(inUse, {ColourMap::Inferno, 40, 50, "data"}).low, 40.0F);
        const ColourScale turned{ColourMap::Inferno, 80, 20, "data"}; // low is bad
        QCOMPARE(steadyScale(turned, {ColourMap::Inferno, 79, 25, "data"}).low, 80.0F);
        QCOMPARE(steadyScale(turned, {ColourMap::Inferno, 95, 25, "data"}).low, 95.0F);
        QCOMPARE(steadyScale(turned, inUse).low, 20.0F);
        QCOMPARE(steadyScale(inUse, {ColourMap::Cividis, 25, 79, "data"}).low, 25.0F);
        QCOMPARE(steadyScale(inUse, {ColourMap::Inferno, 25, 79, "limit"}).low, 25.0F);
    }

    void coloursComeFromTheScale()
    {
        const ColourScale scale{ColourMap::Inferno, 20, 80, "data"};
        const NeutralColours tones(darkPalette());
        const BoxColour colour = colourOf({50, 0, ValueState::Current, false}, scale, tones);
        const Rgb expected = scale.colour(50);
        QCOMPARE(colour.red, static_cast<std::uint8_t>(expected >> 16));
        QCOMPARE(colour.green, static_cast<std::uint8_t>(expected >> 8));
        QCOMPARE(colour.blue, static_cast<std::uint8_t>(expected));
        QCOMPARE(colour.fill, Fill::Plain);
    }

    void noDataStaleAndUnmeasuredLookDifferentInBothThemes()
    {
        const ColourScale scale{ColourMap::Cividis, 0, 1, "data"};
        for (const Palette* palette : {&darkPalette(), &lightPalette()}) {
            const NeutralColours tones(*palette);
            const BoxColour missing = colourOf({noData, 0, ValueState::NoData, false}, scale, tones);
            const BoxColour stale = colourOf({noData, 0, ValueState::Stale, false}, scale, tones);
            const BoxColour unmeasured = colourOf({}, scale, tones);
            QVERIFY(missing != stale && stale != unmeasured && missing != unmeasured);
            QCOMPARE(missing.fill, Fill::Hatched);
        }
    }
};

LOCKSTEP_TEST(tst_hallvalues, TestHallValues)
#include "tst_hallvalues.moc"
