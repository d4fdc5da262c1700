// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/decimation.h"

#include "models/core/metric.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

PixelExtent extentOf(std::span<const float> samples)
{
    PixelExtent extent{noData, noData, noData, false, false};
    for (const float sample : samples) {
        if (std::isnan(sample)) {
            extent.hasGap = true;
            continue;
        }
        extent.low = extent.hasData ? std::min(extent.low, sample) : sample;
        extent.high = extent.hasData ? std::max(extent.high, sample) : sample;
        extent.last = sample;
        extent.hasData = true;
    }
    return extent;
}

} // namespace

std::vector<PixelExtent> decimate(std::span<const float> samples, std::size_t pixels)
{
    std::vector<PixelExtent> extents(pixels, PixelExtent{noData, noData, noData, false, false});
    if (samples.empty() || pixels == 0)
        return extents;
    if (samples.size() < pixels) {
        for (std::size_t at = 0; at < samples.size(); ++at)
            extents[at * pixels / samples.size()] = extentOf(samples.subspan(at, 1));
        return extents;
    }
    for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
        const std::size_t from = pixel * samples.size() / pixels;
        const std::size_t to = (pixel + 1) * samples.size() / pixels;
        extents[pixel] = extentOf(samples.subspan(from, to - from));
    }
    return extents;
}

} // namespace lockstep
