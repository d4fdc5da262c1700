// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"
#include "models/view/colour/palette.h"
#include "tests/support/testentry.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace lockstep;

namespace {

/// CIELAB lightness of an sRGB colour (CIE 15:2004).
double lightness(Rgb colour)
{
    const auto linear = [colour](unsigned shift) {
        const double value = ((colour >> shift) & 0xFFU) / 255.0;
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    const double y = 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0);
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

} // namespace

class TestColours : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsReadableOnEverySurface_data();
    void textIsReadableOnEverySurface();
    void contrastIsThatOfTheStandard();
    void severitiesDiffer();
    void everySpanKindHasAColour();
    void theMapsAreThePublishedOnes();
    void theMapsGrowLighterEvenly();
    void theDivergingMapIsSymmetric();
    void valuesBeyondTheRangeKeepItsEnds();
    void mapsSuitTheirQuantities();
    void aRangeSaysHowItWasChosen();
    void aFullScaleWithALimitIsColouredFromThereOn();
    void onlyWhatIsNearItsLimitHasAColour();
    void theCalmEndIsNearTheBackgroundAndTheBadEndIsNot();
    void whatIsBadIsBrightWhicheverWayIsBad();
    void oneBrokenSensorDoesNotFlattenTheRest();
    void aRangeIsNeverFlat();
    void whatIsEverywhereTheSameIsCalm();
    void aLargeMarginToALimitIsCalm();
    void nothingAnywhereIsTheLowEnd();
    void deviationsAreCentredOnZero();
};

void TestColours::textIsReadableOnEverySurface_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("dark") << true;
    QTest::newRow("light") << false;
}

void TestColours::textIsReadableOnEverySurface()
{
    QFETCH(bool, isDark);
    const Palette& palette = isDark ? darkPalette() : lightPalette();
    const std::pair<const char*, Rgb> texts[] = {
        {"text", palette.text},       {"dim text", palette.dimText},
        {"accent", palette.accent},   {"information", palette.information},
        {"warning", palette.warning}, {"critical", palette.critical},
    };
    const std::pair<const char*, Rgb> surfaces[]
        = {{"window", palette.window}, {"panel", palette.panel}, {"raised", palette.raised}};
    for (const auto& [textName, text] : texts) {
        for (const auto& [surfaceName, surface] : surfaces) {
            const double ratio = contrastRatio(text, surface);
            QVERIFY2(ratio >= 4.5,
                     qPrintable(QStringLiteral("%1 on %2: %3")
                                    .arg(QLatin1StringView(textName), QLatin1StringView(surfaceName))
                                    .arg(ratio)));
        }
    }
    for (const Rgb block : {palette.compute, palette.transfer, palette.wait, palette.checkpoint, palette.restart})
        QVERIFY(contrastRatio(block, palette.panel) >= 1.5); // shapes, not text
}

void TestColours::contrastIsThatOfTheStandard()
{
    QCOMPARE(contrastRatio(0x000000, 0xFFFFFF), 21.0);
    QCOMPARE(contrastRatio(0x777777, 0x777777), 1.0);
    QVERIFY(std::abs(contrastRatio(0x767676, 0xFFFFFF) - 4.54) < 0.01); // WCAG's well-known lightest grey on white
}

void TestColours::severitiesDiffer()
{
    for (const Palette* palette : {&darkPalette(), &lightPalette()}) {
        std::set<Rgb> colours;
        for (const Severity severity : {Severity::Information, Severity::Warning, Severity::Critical})
            colours.insert(severityColour(*palette, severity));
        QCOMPARE(colours.size(), 3U);
    }
}

void TestColours::everySpanKindHasAColour()
{
    const Palette& palette = darkPalette();
    QCOMPARE(spanColour(palette, SpanKind::Wait), palette.wait);
    QCOMPARE(spanColour(palette, SpanKind::Collective), palette.transfer);
    std::set<Rgb> colours;
    for (int kind = 0; kind <= static_cast<int>(SpanKind::Marker); ++kind)
        colours.insert(spanColour(palette, static_cast<SpanKind>(kind)));
    QCOMPARE(colours.size(), 8U); // only collective and transfer share one
}

void TestColours::theMapsAreThePublishedOnes()
{
    const auto& inferno = colourTable(ColourMap::Inferno);
    QCOMPARE(inferno[0], 0x000004U);
    QCOMPARE(inferno[128], 0xBC3754U);
    QCOMPARE(inferno[255], 0xFCFFA4U);
    const auto& cividis = colourTable(ColourMap::Cividis);
    QCOMPARE(cividis[0], 0x00224EU);
    QCOMPARE(cividis[255], 0xFEE838U);
}

void TestColours::theMapsGrowLighterEvenly()
{
    for (const ColourMap map : {ColourMap::Inferno, ColourMap::Cividis}) {
        const auto& table = colourTable(map);
        for (std::size_t at = 1; at < table.size(); ++at) {
            const double step = lightness(table[at]) - lightness(table[at - 1]);
            QVERIFY(step > -0.5 && step < 2);
        }
        QVERIFY(lightness(table[255]) - lightness(table[0]) > 70);
    }
}

void TestColours::theDivergingMapIsSymmetric()
{
    const auto& table = colourTable(ColourMap::Diverging);
    for (std::size_t at = 0; at < 128; ++at)
        QVERIFY(std::abs(lightness(table[at]) - lightness(table[255 - at])) < 2.5);
    const auto saturation = [](Rgb colour) {
        const Rgb channels[] = {colour >> 16U, (colour >> 8U) & 0xFFU, colour & 0xFFU};
        return *std::ranges::max_element(channels) - *std::ranges::min_element(channels);
    };
    QVERIFY(saturation(table[127]) < 12 && saturation(table[128]) < 12);
    QVERIFY((table[0] & 0xFFU) > (table[0] >> 16U)); // blue
    QVERIFY((table[255] & 0xFFU) < (table[255] >> 16U)); // red
}

void TestColours::valuesBeyondTheRangeKeepItsEnds()
{
    const ColourScale scale{ColourMap::Inferno, 20, 80, {}};
    QCOMPARE(scale.index(-1e30F), std::uint8_t{0});
    QCOMPARE(scale.index(20), std::uint8_t{0});
    QCOMPARE(scale.index(50), std::uint8_t{128});
    QCOMPARE(scale.index(80), std::uint8_t{255});
    QCOMPARE(scale.index(1e30F), std::uint8_t{255});
    QCOMPARE(scale.index(std::numeric_limits<float>::infinity()), std::uint8_t{255});
    QCOMPARE(scale.colour(80), 0xFCFFA4U);
}

void TestColours::mapsSuitTheirQuantities()
{
    MetricDescriptor metric;
    metric.unit = Unit::Celsius;
    QCOMPARE(colourMapFor(metric), ColourMap::Inferno);
    metric.unit = Unit::Ratio;
    QCOMPARE(colourMapFor(metric), ColourMap::Cividis);
    metric.unit = Unit::BytesPerSecond;
    QCOMPARE(colourMapFor(metric), ColourMap::Cividis);
    metric.unit = Unit::KelvinDelta;
    QCOMPARE(colourMapFor(metric), ColourMap::Diverging);
}

void TestColours::aRangeSaysHowItWasChosen()
{
    const std::vector<float> values{3, 4, noData, 5};
    MetricDescriptor metric;
    metric.unit = Unit::Ratio;
    metric.fullScale = 1.0F;
    QCOMPARE(scaleFor(metric, values).high, 1.0F);
    QCOMPARE(scaleFor(metric, values).how, std::string("fixed range"));
    metric = {};
    const ColourScale fromData = scaleFor(metric, values);
    QCOMPARE(fromData.low, 3.0F);
    QCOMPARE(fromData.high, 5.0F);
    QCOMPARE(fromData.how, std::string("p1 to p99 of the visible data"));
    metric.direction = Direction::HighIsBad;
    metric.unit = Unit::Celsius;
    metric.critical = 87.0F;
    QCOMPARE(scaleFor(metric, values).high, 87.0F);
    metric = {};
    metric.direction = Direction::HighIsBad;
    metric.warning = 0.001F; // any value above zero is bad: the scale follows the data
    QCOMPARE(scaleFor(metric, values).high, 5.0F);
    QCOMPARE(scaleFor(metric, {}).high, 1.0F);
}

void TestColours::aFullScaleWithALimitIsColouredFromThereOn()
{
    const auto isWarm = [](Rgb colour) {
        return (colour >> 16U) > (colour & 0xFFU) + 100;
    };
    MetricDescriptor faults;
    faults.unit = Unit::Ratio;
    faults.direction = Direction::HighIsBad;
    faults.warning = 0.3F;
    faults.critical = 0.9F;
    faults.fullScale = 1.0F;
    const ColourScale scale = scaleFor(faults, {});
    for (const float calm : {0.0F, 0.1F, 0.2F})
        QVERIFY(!isWarm(scale.colour(calm)) && (scale.colour(calm) & 0xFFU) < (scale.colour(calm) >> 16U) + 48); // grey
    for (const float bad : {0.3F, 0.6F, 0.9F, 1.0F})
        QVERIFY(isWarm(scale.colour(bad)));
    QCOMPARE(scale.colour(0.9F), colourTable(ColourMap::Limit)[255]);
    QCOMPARE(scale.bar()[0], scale.colour(0));
    QCOMPARE(scale.bar()[255], scale.colour(0.9F));
    QVERIFY(isWarm(scale.bar()[90]) && !isWarm(scale.bar()[70])); // the limit is at 85
    faults.direction = Direction::LowIsBad;
    faults.warning = 0.5F;
    faults.critical = 0.2F;
    const ColourScale turned = scaleFor(faults, {});
    QVERIFY(isWarm(turned.colour(0.2F)) && isWarm(turned.colour(0.5F)));
    QVERIFY(!isWarm(turned.colour(0.8F)) && !isWarm(turned.colour(1.0F)));
    QVERIFY(isWarm(turned.bar()[0]) && !isWarm(turned.bar()[255]));
    faults.direction = Direction::Neutral;
    QCOMPARE(scaleFor(faults, {}).map, ColourMap::Cividis); // plain utilisation
}

void TestColours::onlyWhatIsNearItsLimitHasAColour()
{
    MetricDescriptor metric;
    metric.direction = Direction::HighIsBad;
    metric.unit = Unit::Celsius;
    metric.warning = 83.0F;
    metric.critical = 87.0F;
    const ColourScale scale = scaleFor(metric, std::vector<float>{55, 59, 62});
    const auto saturation = [&scale](float value) {
        const Rgb colour = scale.colour(value);
        const auto [min, max] = std::minmax({colour >> 16U, (colour >> 8U) & 0xFFU, colour & 0xFFU});
        return max - min;
    };
    for (const float calm : {20.0F, 45.0F, 59.0F, 70.0F})
        QVERIFY2(saturation(calm) < 40, qPrintable(QString::number(calm)));
    QVERIFY(saturation(83) > 120 && saturation(87) > 120);
    double palest = 0;
    for (const Rgb colour : colourTable(ColourMap::Limit))
        palest = std::max(palest, lightness(colour));
    QVERIFY(lightness(scale.colour(87)) < palest - 5);
    metric.critical = std::nullopt;
    metric.warning = 0.001F; // any value above zero is bad: the scale follows the data
    QVERIFY(scaleFor(metric, std::vector<float>{1, 5}).map != ColourMap::Limit);
}

void TestColours::theCalmEndIsNearTheBackgroundAndTheBadEndIsNot()
{
    MetricDescriptor metric;
    metric.direction = Direction::HighIsBad;
    metric.unit = Unit::Celsius;
    metric.critical = 87.0F;
    for (const Palette* palette : {&darkPalette(), &lightPalette()}) {
        ColourScale scale = scaleFor(metric, {});
        scale.isOnLight = isLight(palette->panel);
        QVERIFY(contrastRatio(scale.colour(20), palette->panel) < 1.5);
        QVERIFY(contrastRatio(scale.colour(60), palette->panel) < 5);
        QVERIFY(contrastRatio(scale.colour(87), palette->panel) > 3);
        QCOMPARE(scale.bar().front(), scale.colour(20));
    }
}

void TestColours::whatIsBadIsBrightWhicheverWayIsBad()
{
    MetricDescriptor metric;
    metric.unit = Unit::Ratio;
    metric.fullScale = 1.0F;
    metric.direction = Direction::LowIsBad;
    const ColourScale up = scaleFor(metric, {});
    QCOMPARE(up.index(1.0F), std::uint8_t{0}); // healthy is dark
    QCOMPARE(up.index(0.0F), std::uint8_t{255});
    QVERIFY(up.index(0.4F) > up.index(0.6F));
    metric.direction = Direction::HighIsBad;
    QVERIFY(scaleFor(metric, {}).index(0.4F) < scaleFor(metric, {}).index(0.6F));
    metric = {};
    metric.direction = Direction::LowIsBad;
    const ColourScale fromData = scaleFor(metric, std::vector<float>{3, 4, 5});
    QCOMPARE(fromData.index(3), std::uint8_t{255});
    QCOMPARE(fromData.index(5), std::uint8_t{0});
}

void TestColours::oneBrokenSensorDoesNotFlattenTheRest()
{
    std::vector<float> values(1000, 50.0F);
    for (std::size_t at = 0; at < 500; ++at)
        values[at] = 40.0F;
    values[7] = 1e9F;
    const ColourScale scale = scaleFor({}, values);
    QCOMPARE(scale.low, 40.0F);
    QCOMPARE(scale.high, 50.0F);
}

void TestColours::aRangeIsNeverFlat()
{
    for (const float value : {0.0F, 5.0F, -3.0F, noData, std::numeric_limits<float>::infinity()}) {
        const std::vector<float> values(10, value);
        const ColourScale scale = scaleFor({}, values);
        QVERIFY(scale.high > scale.low && std::isfinite(scale.high) && std::isfinite(scale.low));
    }
}

/// All GPUs at their power limit of 700 W, or all clocks equal: no reason for a bright colour.
void TestColours::whatIsEverywhereTheSameIsCalm()
{
    MetricDescriptor metric;
    metric.unit = Unit::Watt;
    QCOMPARE(int(scaleFor(metric, std::vector<float>(10, 700.0F)).index(700)), 0);
    metric.direction = Direction::LowIsBad;
    QCOMPARE(int(scaleFor(metric, std::vector<float>(10, 700.0F)).index(700)), 0);
}

void TestColours::aLargeMarginToALimitIsCalm()
{
    MetricDescriptor metric;
    metric.unit = Unit::KelvinDelta;
    metric.direction = Direction::LowIsBad;
    metric.warning = 6.0F;
    metric.critical = 2.0F;
    const ColourScale scale = scaleFor(metric, std::vector<float>{52, 50, 48});
    QCOMPARE(scale.map, ColourMap::Limit);
    QVERIFY(scale.index(50) < 16);
    QCOMPARE(int(scale.index(2)), 255);
}

void TestColours::nothingAnywhereIsTheLowEnd()
{
    const ColourScale scale = scaleFor({}, std::vector<float>(10, 0.0F));
    QCOMPARE(scale.low, 0.0F); // no range of a millionth of a byte
    QCOMPARE(scale.high, 1.0F);
    QCOMPARE(int(scale.index(0)), 0);
}

void TestColours::deviationsAreCentredOnZero()
{
    MetricDescriptor metric;
    metric.unit = Unit::KelvinDelta;
    const std::vector<float> values{-2, 0, 8};
    const ColourScale scale = scaleFor(metric, values);
    QCOMPARE(scale.low, -scale.high);
    QVERIFY(scale.high >= 8);
    QVERIFY(scale.index(0) == 127 || scale.index(0) == 128);
}

LOCKSTEP_TEST(tst_colours, TestColours)
#include "tst_colours.moc"
