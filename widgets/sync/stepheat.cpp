// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sync/stepheat.h"

#include "widgets/common/paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace lockstep {

namespace {

/// The highest value without the top 0.2 %, which would dominate the scale.
float topOf(const JobSync& job, StepQuantity quantity)
{
    std::vector<float> values;
    for (const auto& step : job.steps) {
        for (const float value : valuesOf(*step, quantity)) {
            if (!std::isnan(value))
                values.push_back(value);
        }
    }
    if (values.empty())
        return 1;
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * 0.998);
    std::ranges::nth_element(values, at);
    return *at;
}

/// Minimum upper end of the scale, so that a healthy job's noise stays dark: a tenth of a step waited, 2 % of the job's
/// GPU time lost to one rank, 5 % slower than the peers.
float minTop(const JobSync& job, StepQuantity quantity)
{
    double seconds = 0;
    for (const auto& step : job.steps)
        seconds += std::chrono::duration<double>(step->range.length()).count() / static_cast<double>(job.steps.size());
    switch (quantity) {
    case StepQuantity::Wait:
        return static_cast<float>(0.1 * seconds);
    case StepQuantity::Blame:
        return static_cast<float>(0.02 * seconds * static_cast<double>(job.ranks.size()));
    case StepQuantity::Slowdown:
        break;
    }
    return 1.05F;
}

ColourScale scaleOf(const JobSync& job, StepQuantity quantity)
{
    const float min = minTop(job, quantity);
    const float top = std::max({topOf(job, quantity), min, 1e-3F});
    if (quantity == StepQuantity::Slowdown) // centred on the peers' value
        return {ColourMap::Diverging, 2 - top, top, "centred on the peers"};
    const std::string unit = quantity == StepQuantity::Blame ? "GPU s, " : "";
    return {ColourMap::Inferno, 0, top, unit + (top > min ? "0 to p99.8" : "fixed range")};
}

/// NaN only if all values are.
float worstOf(const std::vector<float>& values, std::span<const std::uint32_t> lanes)
{
    float worst = noData;
    for (const std::uint32_t lane : lanes) {
        const float value = lane < values.size() ? values[lane] : noData;
        if (!(value <= worst))
            worst = std::isnan(value) ? worst : value;
    }
    return worst;
}

} // namespace

const std::vector<float>& valuesOf(const SyncStep& step, StepQuantity quantity)
{
    switch (quantity) {
    case StepQuantity::Blame:
        return step.blame;
    case StepQuantity::Slowdown:
        return step.slowdown;
    case StepQuantity::Wait:
        break;
    }
    return step.wait;
}

Unit unitOf(StepQuantity quantity)
{
    switch (quantity) {
    case StepQuantity::Wait:
        return Unit::Seconds;
    case StepQuantity::Slowdown:
        return Unit::Ratio;
    case StepQuantity::Blame:
        break;
    }
    return Unit::None; // GPU-seconds, described in the legend
}

std::vector<std::uint32_t> lanesByRank(const JobSync& job)
{
    std::vector<std::uint32_t> lanes(job.ranks.size());
    std::iota(lanes.begin(), lanes.end(), 0U);
    std::ranges::stable_sort(lanes, {}, [&](std::uint32_t lane) { return job.ranks[lane]; });
    return lanes;
}

std::vector<std::uint32_t> lanesByWorst(const JobSync& job, StepQuantity quantity)
{
    std::vector<double> sums(job.ranks.size(), 0);
    for (const auto& step : job.steps) {
        const std::vector<float>& values = valuesOf(*step, quantity);
        for (std::size_t lane = 0; lane < values.size(); ++lane)
            sums[lane] += std::isnan(values[lane]) ? 0.0 : static_cast<double>(values[lane]);
    }
    std::vector<std::uint32_t> lanes = lanesByRank(job);
    std::ranges::stable_sort(lanes, std::greater{}, [&](std::uint32_t lane) { return sums[lane]; });
    return lanes;
}

StepHeat stepHeat(const JobSync& job, const std::vector<std::uint32_t>& lanes, StepQuantity quantity, int height)
{
    StepHeat heat;
    heat.scale = scaleOf(job, quantity);
    const std::size_t rows = std::min(lanes.size(), static_cast<std::size_t>(std::max(height, 0)));
    if (rows == 0 || job.steps.empty())
        return heat;
    std::array<QRgb, 256> colours{};
    for (std::size_t at = 0; at < colours.size(); ++at)
        colours[at] = toColor(colourTable(heat.scale.map)[at]).rgb();
    heat.image
        = QImage(static_cast<int>(job.steps.size()), static_cast<int>(rows), QImage::Format_ARGB32_Premultiplied);
    heat.image.fill(Qt::transparent);
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t from = row * lanes.size() / rows;
        const std::size_t to = (row + 1) * lanes.size() / rows;
        auto* line = reinterpret_cast<QRgb*>(heat.image.scanLine(static_cast<int>(row)));
        for (std::size_t step = 0; step < job.steps.size(); ++step) {
            const float value
                = worstOf(valuesOf(*job.steps[step], quantity), std::span(lanes).subspan(from, to - from));
            if (!std::isnan(value))
                line[step] = colours[heat.scale.index(value)];
        }
    }
    return heat;
}

} // namespace lockstep
