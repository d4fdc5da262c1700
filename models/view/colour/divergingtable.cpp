// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/colour/divergingtable.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

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

} // namespace

const std::array<Rgb, 256>& divergingTable()
{
    static const std::array<Rgb, 256> table = makeTable();
    return table;
}

} // namespace lockstep
