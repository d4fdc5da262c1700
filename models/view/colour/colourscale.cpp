// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/colourscale.h"

#include "models/core/median.h"
#include "models/store/clusterstore.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace lockstep {

namespace {

struct Stop
{
    double at; ///< share of the way to the limit
    Rgb colour;
};

/// From the background to a middle grey; the last two are the colours of warnings and critical alerts.
using LimitStops = std::array<Stop, 4>;
constexpr LimitStops stopsOnDark{Stop{0, 0x1F262E}, Stop{0.8, 0x8FA1B0}, Stop{0.91, 0xE5A50A}, Stop{1, 0xE5484D}};
constexpr LimitStops stopsOnLight{Stop{0, 0xE6EAEE}, Stop{0.8, 0xA3B2BF}, Stop{0.91, 0xE5A50A}, Stop{1, 0xC62A30}};

Rgb between(const Stop& from, const Stop& to, double at)
{
    const double share = (at - from.at) / (to.at - from.at);
    Rgb colour = 0;
    for (const unsigned shift : {16U, 8U, 0U}) {
        const double first = (from.colour >> shift) & 0xFFU;
        const double second = (to.colour >> shift) & 0xFFU;
        colour |= static_cast<Rgb>(std::lround(first + share * (second - first))) << shift;
    }
    return colour;
}

std::array<Rgb, 256> makeLimitTable(const LimitStops& stops)
{
    std::array<Rgb, 256> table{};
    for (std::size_t index = 0; index < table.size(); ++index) {
        const double at = static_cast<double>(index) / static_cast<double>(table.size() - 1);
        const auto* const next = std::ranges::find_if(stops.begin() + 1, stops.end() - 1,
                                                      [at](const Stop& stop) { return stop.at >= at; });
        table[index] = between(*(next - 1), *next, at);
    }
    return table;
}

/// For quantities with a limit: grey up to four fifths of the limit, then amber, and red at the limit. Red is the most
/// saturated colour, not the palest.
const std::array<Rgb, 256>& limitTable(bool isOnLight)
{
    static const std::array<Rgb, 256> onDark = makeLimitTable(stopsOnDark);
    static const std::array<Rgb, 256> onLight = makeLimitTable(stopsOnLight);
    return isOnLight ? onLight : onDark;
}

struct Lab
{
    double lightness, a, b;
};

constexpr Lab blueEnd{62, -4, -50};
constexpr Lab middle{42, 0, -2};
constexpr Lab redEnd{62, 60, 34};

/// CIELAB (D65) to sRGB: CIE 15:2004 and IEC 61966-2-1.
Rgb toRgb(Lab lab)
{
    const auto cube = [](double t) {
        return t > 6.0 / 29 ? t * t * t : 3 * (6.0 / 29) * (6.0 / 29) * (t - 4.0 / 29);
    };
    const double fy = (lab.lightness + 16) / 116;
    const double x = 0.95047 * cube(fy + lab.a / 500);
    const double y = cube(fy);
    const double z = 1.08883 * cube(fy - lab.b / 200);
    const auto encoded = [](double linear) {
        const double clipped = std::clamp(linear, 0.0, 1.0);
        const double value = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * std::pow(clipped, 1 / 2.4) - 0.055;
        return static_cast<Rgb>(std::lround(value * 255));
    };
    return encoded(3.2406 * x - 1.5372 * y - 0.4986 * z) << 16U | encoded(-0.9689 * x + 1.8758 * y + 0.0415 * z) << 8U
        | encoded(0.0557 * x - 0.2040 * y + 1.0570 * z);
}

std::array<Rgb, 256> makeTable()
{
    std::array<Rgb, 256> table{};
    for (std::size_t at = 0; at < table.size(); ++at) {
        const double signedShare = (static_cast<double>(at) - 127.5) / 127.5;
        const double share = std::abs(signedShare);
        const Lab& end = signedShare < 0 ? blueEnd : redEnd;
        table[at] = toRgb({std::lerp(middle.lightness, end.lightness, share), std::lerp(middle.a, end.a, share),
                           std::lerp(middle.b, end.b, share)});
    }
    return table;
}

/// Blue, grey, red: 256 sRGB entries on two straight lines in CIELAB that meet in a neutral grey. Lightness is equal at
/// equal distance from the middle, so that neither sign looks worse than the other.
const std::array<Rgb, 256>& divergingTable()
{
    static const std::array<Rgb, 256> table = makeTable();
    return table;
}

/// Inferno, by Nathaniel J. Smith and Stefan van der Walt (2015), released under CC0. 256 sRGB entries.
// clang-format off
constexpr std::array<Rgb, 256> infernoTable{
    0x000004, 0x010005, 0x010106, 0x010108, 0x02010A, 0x02020C, 0x02020E, 0x030210, 0x040312, 0x040314,
    0x050417, 0x060419, 0x07051B, 0x08051D, 0x09061F, 0x0A0722, 0x0B0724, 0x0C0826, 0x0D0829, 0x0E092B,
    0x10092D, 0x110A30, 0x120A32, 0x140B34, 0x150B37, 0x160B39, 0x180C3C, 0x190C3E, 0x1B0C41, 0x1C0C43,
    0x1E0C45, 0x1F0C48, 0x210C4A, 0x230C4C, 0x240C4F, 0x260C51, 0x280B53, 0x290B55, 0x2B0B57, 0x2D0B59,
    0x2F0A5B, 0x310A5C, 0x320A5E, 0x340A5F, 0x360961, 0x380962, 0x390963, 0x3B0964, 0x3D0965, 0x3E0966,
    0x400A67, 0x420A68, 0x440A68, 0x450A69, 0x470B6A, 0x490B6A, 0x4A0C6B, 0x4C0C6B, 0x4D0D6C, 0x4F0D6C,
    0x510E6C, 0x520E6D, 0x540F6D, 0x550F6D, 0x57106E, 0x59106E, 0x5A116E, 0x5C126E, 0x5D126E, 0x5F136E,
    0x61136E, 0x62146E, 0x64156E, 0x65156E, 0x67166E, 0x69166E, 0x6A176E, 0x6C186E, 0x6D186E, 0x6F196E,
    0x71196E, 0x721A6E, 0x741A6E, 0x751B6E, 0x771C6D, 0x781C6D, 0x7A1D6D, 0x7C1D6D, 0x7D1E6D, 0x7F1E6C,
    0x801F6C, 0x82206C, 0x84206B, 0x85216B, 0x87216B, 0x88226A, 0x8A226A, 0x8C2369, 0x8D2369, 0x8F2469,
    0x902568, 0x922568, 0x932667, 0x952667, 0x972766, 0x982766, 0x9A2865, 0x9B2964, 0x9D2964, 0x9F2A63,
    0xA02A63, 0xA22B62, 0xA32C61, 0xA52C60, 0xA62D60, 0xA82E5F, 0xA92E5E, 0xAB2F5E, 0xAD305D, 0xAE305C,
    0xB0315B, 0xB1325A, 0xB3325A, 0xB43359, 0xB63458, 0xB73557, 0xB93556, 0xBA3655, 0xBC3754, 0xBD3853,
    0xBF3952, 0xC03A51, 0xC13A50, 0xC33B4F, 0xC43C4E, 0xC63D4D, 0xC73E4C, 0xC83F4B, 0xCA404A, 0xCB4149,
    0xCC4248, 0xCE4347, 0xCF4446, 0xD04545, 0xD24644, 0xD34743, 0xD44842, 0xD54A41, 0xD74B3F, 0xD84C3E,
    0xD94D3D, 0xDA4E3C, 0xDB503B, 0xDD513A, 0xDE5238, 0xDF5337, 0xE05536, 0xE15635, 0xE25734, 0xE35933,
    0xE45A31, 0xE55C30, 0xE65D2F, 0xE75E2E, 0xE8602D, 0xE9612B, 0xEA632A, 0xEB6429, 0xEB6628, 0xEC6726,
    0xED6925, 0xEE6A24, 0xEF6C23, 0xEF6E21, 0xF06F20, 0xF1711F, 0xF1731D, 0xF2741C, 0xF3761B, 0xF37819,
    0xF47918, 0xF57B17, 0xF57D15, 0xF67E14, 0xF68013, 0xF78212, 0xF78410, 0xF8850F, 0xF8870E, 0xF8890C,
    0xF98B0B, 0xF98C0A, 0xF98E09, 0xFA9008, 0xFA9207, 0xFA9407, 0xFB9606, 0xFB9706, 0xFB9906, 0xFB9B06,
    0xFB9D07, 0xFC9F07, 0xFCA108, 0xFCA309, 0xFCA50A, 0xFCA60C, 0xFCA80D, 0xFCAA0F, 0xFCAC11, 0xFCAE12,
    0xFCB014, 0xFCB216, 0xFCB418, 0xFBB61A, 0xFBB81D, 0xFBBA1F, 0xFBBC21, 0xFBBE23, 0xFAC026, 0xFAC228,
    0xFAC42A, 0xFAC62D, 0xF9C72F, 0xF9C932, 0xF9CB35, 0xF8CD37, 0xF8CF3A, 0xF7D13D, 0xF7D340, 0xF6D543,
    0xF6D746, 0xF5D949, 0xF5DB4C, 0xF4DD4F, 0xF4DF53, 0xF4E156, 0xF3E35A, 0xF3E55D, 0xF2E661, 0xF2E865,
    0xF2EA69, 0xF1EC6D, 0xF1ED71, 0xF1EF75, 0xF1F179, 0xF2F27D, 0xF2F482, 0xF3F586, 0xF3F68A, 0xF4F88E,
    0xF5F992, 0xF6FA96, 0xF8FB9A, 0xF9FC9D, 0xFAFDA1, 0xFCFFA4,
};
// clang-format on

/// Cividis, by J. R. Nunez, C. R. Anderton and R. S. Renslow, "Optimizing colormaps with consideration for color vision
/// deficiency", PLOS ONE 13(7), 2018. 256 sRGB entries.
// clang-format off
constexpr std::array<Rgb, 256> cividisTable{
    0x00224E, 0x00234F, 0x002451, 0x002553, 0x002554, 0x002656, 0x002758, 0x002859, 0x00285B, 0x00295D,
    0x002A5F, 0x002A61, 0x002B62, 0x002C64, 0x002C66, 0x002D68, 0x002E6A, 0x002E6C, 0x002F6D, 0x00306F,
    0x003070, 0x003170, 0x003171, 0x013271, 0x053371, 0x083370, 0x0C3470, 0x0F3570, 0x123570, 0x143670,
    0x163770, 0x18376F, 0x1A386F, 0x1C396F, 0x1E3A6F, 0x203A6F, 0x213B6E, 0x233C6E, 0x243C6E, 0x263D6E,
    0x273E6E, 0x293F6E, 0x2A3F6D, 0x2B406D, 0x2D416D, 0x2E416D, 0x2F426D, 0x31436D, 0x32436D, 0x33446D,
    0x34456C, 0x35456C, 0x36466C, 0x38476C, 0x39486C, 0x3A486C, 0x3B496C, 0x3C4A6C, 0x3D4A6C, 0x3E4B6C,
    0x3F4C6C, 0x404C6C, 0x414D6C, 0x424E6C, 0x434E6C, 0x444F6C, 0x45506C, 0x46516C, 0x47516C, 0x48526C,
    0x49536C, 0x4A536C, 0x4B546C, 0x4C556C, 0x4D556C, 0x4E566C, 0x4F576C, 0x50576C, 0x51586D, 0x52596D,
    0x535A6D, 0x545A6D, 0x555B6D, 0x555C6D, 0x565C6D, 0x575D6D, 0x585E6D, 0x595E6E, 0x5A5F6E, 0x5B606E,
    0x5C616E, 0x5D616E, 0x5E626E, 0x5E636F, 0x5F636F, 0x60646F, 0x61656F, 0x62656F, 0x636670, 0x646770,
    0x656870, 0x656870, 0x666970, 0x676A71, 0x686A71, 0x696B71, 0x6A6C71, 0x6B6D72, 0x6C6D72, 0x6C6E72,
    0x6D6F72, 0x6E6F73, 0x6F7073, 0x707173, 0x717274, 0x727274, 0x727374, 0x737475, 0x747475, 0x757575,
    0x767676, 0x777776, 0x777777, 0x787877, 0x797977, 0x7A7A78, 0x7B7A78, 0x7C7B78, 0x7D7C78, 0x7E7C78,
    0x7E7D78, 0x7F7E78, 0x807F78, 0x817F78, 0x828079, 0x838179, 0x848279, 0x858279, 0x868379, 0x878478,
    0x888578, 0x898578, 0x8A8678, 0x8B8778, 0x8C8878, 0x8D8878, 0x8E8978, 0x8F8A78, 0x908B78, 0x918B78,
    0x928C78, 0x928D78, 0x938E78, 0x948E77, 0x958F77, 0x969077, 0x979177, 0x989277, 0x999277, 0x9A9376,
    0x9B9476, 0x9C9576, 0x9D9576, 0x9E9676, 0x9F9775, 0xA09875, 0xA19975, 0xA29975, 0xA39A74, 0xA49B74,
    0xA59C74, 0xA69C74, 0xA79D73, 0xA89E73, 0xA99F73, 0xAAA073, 0xABA072, 0xACA172, 0xADA272, 0xAEA371,
    0xAFA471, 0xB0A571, 0xB1A570, 0xB3A670, 0xB4A76F, 0xB5A86F, 0xB6A96F, 0xB7A96E, 0xB8AA6E, 0xB9AB6D,
    0xBAAC6D, 0xBBAD6D, 0xBCAE6C, 0xBDAE6C, 0xBEAF6B, 0xBFB06B, 0xC0B16A, 0xC1B26A, 0xC2B369, 0xC3B369,
    0xC4B468, 0xC5B568, 0xC6B667, 0xC7B767, 0xC8B866, 0xC9B965, 0xCBB965, 0xCCBA64, 0xCDBB63, 0xCEBC63,
    0xCFBD62, 0xD0BE62, 0xD1BF61, 0xD2C060, 0xD3C05F, 0xD4C15F, 0xD5C25E, 0xD6C35D, 0xD7C45C, 0xD9C55C,
    0xDAC65B, 0xDBC75A, 0xDCC859, 0xDDC858, 0xDEC958, 0xDFCA57, 0xE0CB56, 0xE1CC55, 0xE2CD54, 0xE4CE53,
    0xE5CF52, 0xE6D051, 0xE7D150, 0xE8D24F, 0xE9D34E, 0xEAD34C, 0xEBD44B, 0xEDD54A, 0xEED649, 0xEFD748,
    0xF0D846, 0xF1D945, 0xF2DA44, 0xF3DB42, 0xF5DC41, 0xF6DD3F, 0xF7DE3E, 0xF8DF3C, 0xF9E03A, 0xFBE138,
    0xFCE236, 0xFDE334, 0xFEE434, 0xFEE535, 0xFEE636, 0xFEE838,
};
// clang-format on

/// The 1st and 99th percentile, so that one broken sensor does not flatten the others.
std::pair<float, float> percentileRange(std::span<const float> values)
{
    constexpr std::size_t enough = 20'000; // a sample of this size is accurate to a fraction of a percentile
    const std::size_t stride = std::max<std::size_t>(values.size() / enough, 1);
    std::vector<float> sample;
    sample.reserve(values.size() / stride + 1);
    for (std::size_t at = 0; at < values.size(); at += stride) {
        if (std::isfinite(values[at]))
            sample.push_back(values[at]);
    }
    if (sample.empty())
        return {0.0F, 1.0F};
    return {quantile(sample, 0.01), quantile(sample, 0.99)};
}

constexpr float roomTemperature = 20.0F; // °C: lowest plausible temperature of a running cluster

/// An empty range would colour noise. Extends it so that the value is at the healthy end.
void openIfFlat(ColourScale& scale, Direction direction)
{
    if (scale.high > scale.low)
        return;
    const float height = scale.low == 0.0F ? 1.0F : std::abs(scale.low) * 0.1F;
    (direction == Direction::LowIsBad ? scale.low : scale.high) += direction == Direction::LowIsBad ? -height : height;
    scale.how += ", widened (all values equal)";
}

/// Up to the critical limit, if a warning limit gives the beginning of the bad range. scaleFor() reverses it for
/// LowIsBad.
void setFullScale(ColourScale& scale, const MetricDescriptor& metric)
{
    scale.low = 0;
    scale.high = *metric.fullScale;
    scale.how = "fixed range";
    if (!metric.warning || metric.direction == Direction::Neutral)
        return;
    float& badEnd = metric.direction == Direction::HighIsBad ? scale.high : scale.low;
    badEnd = metric.critical.value_or(badEnd);
    if (*metric.warning <= scale.low || *metric.warning >= scale.high)
        return;
    scale.map = ColourMap::Limit;
    scale.warning = metric.warning;
    scale.how = metric.critical ? "up to the limit" : scale.how;
}

} // namespace

bool isLight(Rgb ground)
{
    return contrastRatio(ground, 0x000000) > contrastRatio(ground, 0xFFFFFF);
}

const std::array<Rgb, 256>& colourTable(ColourMap map, bool isOnLight)
{
    switch (map) {
    case ColourMap::Inferno:
        return infernoTable;
    case ColourMap::Diverging:
        return divergingTable();
    case ColourMap::Limit:
        return limitTable(isOnLight);
    case ColourMap::Cividis:
        break;
    }
    return cividisTable;
}

ColourMap colourMapFor(const MetricDescriptor& metric)
{
    if (metric.isDeviation)
        return ColourMap::Diverging;
    switch (metric.unit) {
    case Unit::Celsius:
    case Unit::Watt:
    case Unit::Joule:
    case Unit::KelvinPerWatt:
        return ColourMap::Inferno;
    case Unit::KelvinDelta: // or the distance to a limit, where a larger value is better
        return metric.direction == Direction::LowIsBad ? ColourMap::Cividis : ColourMap::Diverging;
    case Unit::KelvinPerMinute:
        return ColourMap::Diverging;
    default:
        return ColourMap::Cividis;
    }
}

std::uint8_t ColourScale::index(float value) const
{
    const float where = share(value);
    if (!(where > 0.0F))
        return 0;
    return static_cast<std::uint8_t>(std::min(where, 1.0F) * 255.0F + 0.5F);
}

std::array<Rgb, 256> ColourScale::bar() const
{
    std::array<Rgb, 256> colours = table();
    if (warning) {
        for (std::size_t at = 0; at < colours.size(); ++at)
            colours[at] = colour(std::lerp(min(), max(), static_cast<float>(at) / 255.0F));
    } else if (low > high)
        std::ranges::reverse(colours);
    return colours;
}

ColourScale scaleFor(const MetricDescriptor& metric, std::span<const float> values)
{
    ColourScale scale;
    scale.map = colourMapFor(metric);
    scale.flags = flagsOf(metric);
    if (!scale.flags.empty()) {
        scale.how = "by severity: harmless, thermal, hardware";
        return scale;
    }
    const auto limit = metric.critical ? metric.critical : metric.warning;
    if (scale.map == ColourMap::Diverging) {
        const auto [low, high] = percentileRange(values);
        const float widest = std::max(std::abs(low), std::abs(high));
        // The full scale is the minimum range, so that the noise of a healthy cluster stays grey.
        const float min = metric.fullScale.value_or(1e-3F);
        scale.high = std::max(widest, min);
        scale.low = -scale.high;
        scale.isFromData = !metric.fullScale || widest > min;
        scale.how
            = scale.isFromData ? "p1 to p99 of the visible data, centred on zero" : "fixed range, centred on zero";
    } else if (metric.fullScale) {
        setFullScale(scale, metric);
    } else if (limit && metric.direction == Direction::HighIsBad) {
        scale.low = std::min(metric.unit == Unit::Celsius ? roomTemperature : 0.0F, *limit);
        // A limit that means "any value" gives no range, so the data determine it.
        scale.high = metric.critical ? *limit : std::max(*limit, percentileRange(values).second);
        scale.isFromData = scale.high > *limit;
        scale.how = scale.isFromData ? "0 to p99 of the visible data" : "up to the limit";
        scale.map = scale.isFromData ? scale.map : ColourMap::Limit;
    } else if (limit && metric.direction == Direction::LowIsBad) {
        scale.low = *limit;
        scale.high = percentileRange(values).second;
        scale.isFromData = true;
        scale.how = "limit to p99 of the visible data";
        scale.map = scale.high > scale.low ? ColourMap::Limit : scale.map;
    } else {
        std::tie(scale.low, scale.high) = percentileRange(values);
        scale.isFromData = true;
        scale.how = "p1 to p99 of the visible data";
    }
    openIfFlat(scale, metric.direction);
    if (metric.direction == Direction::LowIsBad && scale.map != ColourMap::Diverging)
        std::swap(scale.low, scale.high);
    return scale;
}

namespace {

constexpr std::size_t scaleSamples = 2048;
constexpr TickIndex scaleTicks = 32;

/// Whether the range does not depend on the data.
bool isFixed(const MetricDescriptor& metric)
{
    if (colourMapFor(metric) == ColourMap::Diverging)
        return false;
    return metric.fullScale || (metric.critical && metric.direction == Direction::HighIsBad);
}

/// The largest of 1, 2 or 5 times a power of ten that is at most @p value.
double roundStep(double value)
{
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    const double share = value / decade;
    return decade * (share >= 5 ? 5 : share >= 2 ? 2 : 1);
}

void roundOutwards(ColourScale& scale)
{
    constexpr double stepsAcross = 12; // fine enough to lose little of the colour map
    const double min = std::min(scale.low, scale.high);
    const double max = std::max(scale.low, scale.high);
    if (!std::isfinite(min) || !(max > min))
        return;
    const double step = roundStep((max - min) / stepsAcross);
    constexpr double slack = 1e-3; // of a step: a range that is already round stays as it is
    const auto low = static_cast<float>(std::floor(min / step + slack) * step);
    const auto high = static_cast<float>(std::ceil(max / step - slack) * step);
    const bool isTurned = scale.low > scale.high;
    scale.low = isTurned ? high : low;
    scale.high = isTurned ? low : high;
}

} // namespace

ColourScale scaleOver(const ClusterStore& store, MetricId metric, TimeRange range)
{
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    if (isFixed(descriptor))
        return scaleFor(descriptor, {});
    const TickRange held = store.ticks();
    const TickRange ticks{std::max(tickIndexOf(range.from, store.tickPeriod()), held.from),
                          std::min(tickIndexOf(range.to, store.tickPeriod()) + 1, held.to)};
    // At multiples of the step, so that the same ticks are sampled while the window moves.
    const TickIndex step = std::max<TickIndex>(ticks.length() / scaleTicks, 1);
    std::vector<float> sample;
    sample.reserve(scaleSamples);
    const auto add = [&](std::span<const float> column) {
        const std::size_t stride = column.size() * static_cast<std::size_t>(scaleTicks) / scaleSamples + 1;
        for (std::size_t at = 0; at < column.size(); at += stride)
            sample.push_back(column[at]);
    };
    // Uses extremes per step as the sample, if those of this range are in memory, because old ticks would be requested
    // one by one.
    const TickRange hot = store.ticksInMemory();
    const auto steps = store.coldStepsAtHand(metric, ticks);
    for (const std::span<const float> values : steps.value_or(ColdColumns::Steps()))
        add(values);
    const auto take = [&](TickIndex tick) {
        if (!steps || hot.contains(tick))
            add(store.column(metric, tick));
    };
    if (!ticks.isEmpty())
        take(ticks.to - 1);
    for (TickIndex tick = (ticks.to - 2) / step * step; tick >= ticks.from; tick -= step)
        take(tick);
    ColourScale scale = scaleFor(descriptor, sample);
    if (scale.isFromData)
        roundOutwards(scale);
    return scale;
}

} // namespace lockstep
