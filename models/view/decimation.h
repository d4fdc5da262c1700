// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Minimum and maximum of the samples in one pixel, so that no extreme is lost.
struct PixelExtent
{
    float low;
    float high;
    float last;
    bool hasData;
    bool hasGap; ///< at least one sample of this pixel is missing
};

/// Reduces samples (NaN is a gap) to one extent per pixel, in order. With fewer samples than pixels, each sample has
/// one pixel, and the pixels in between are empty without being gaps.
/// @return @p pixels extents
[[nodiscard]] std::vector<PixelExtent> decimate(std::span<const float> samples, std::size_t pixels);

} // namespace lockstep
