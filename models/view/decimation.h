// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lockstep {

/// Minimum and maximum of the samples on one pixel: nothing is averaged away.
struct PixelExtent
{
    float low;
    float high;
    float last;
    bool hasData;
    bool hasGap; ///< at least one sample of this pixel is missing
};

/// Reduces samples (NaN is a gap) to one extent a pixel, in order. With fewer samples than pixels every sample keeps a
/// pixel of its own and the pixels in between are empty without being gaps. @return @p pixels extents
[[nodiscard]] std::vector<PixelExtent> decimate(std::span<const float> samples, std::size_t pixels);

} // namespace lockstep
