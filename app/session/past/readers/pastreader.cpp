// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/past/readers/pastreader.h"

#include "models/core/metrics/pointwise.h"

#include <algorithm>

namespace lockstep {

namespace {

RecordedBlock computedBlock(PastReader& reader, const PointwiseMetric& metric, TickIndex first, EntitySlice slice,
                            const TopologyPtr& topology)
{
    RecordedBlock computed;
    computed.first = first;
    std::vector<RecordedBlock> inputs;
    for (const std::string_view input : metric.inputs) {
        inputs.push_back(reader.block(std::string(input), first, slice, topology));
        computed.widen(std::max(computed.width, inputs.back().width));
    }
    std::vector<std::span<const float>> rows(inputs.size());
    for (TickIndex tick = first; tick < first + RecordedBlock::ticks; ++tick) {
        std::ranges::transform(inputs, rows.begin(), [tick](const RecordedBlock& input) { return input.row(tick); });
        if (std::ranges::none_of(rows, &std::span<const float>::empty))
            computed.put(tick, 0, metric.column(rows));
    }
    return computed;
}

std::vector<float> computedRow(PastReader& reader, const PointwiseMetric& metric, TickIndex tick,
                               const TopologyPtr& topology)
{
    std::vector<std::vector<float>> inputs;
    for (const std::string_view input : metric.inputs) {
        inputs.push_back(reader.row(std::string(input), tick, topology));
        if (inputs.back().empty())
            return {};
    }
    return metric.column(std::vector<std::span<const float>>(inputs.begin(), inputs.end()));
}

} // namespace

RecordedBlock PastReader::block(const std::string& metric, TickIndex first, EntitySlice slice,
                                const TopologyPtr& topology)
{
    const PointwiseMetric* const computed = computedFrom(metric);
    return computed ? computedBlock(*this, *computed, first, slice, topology)
                    : storedBlock(metric, first, slice, topology);
}

std::vector<float> PastReader::row(const std::string& metric, TickIndex tick, const TopologyPtr& topology)
{
    const PointwiseMetric* const computed = computedFrom(metric);
    return computed ? computedRow(*this, *computed, tick, topology) : storedRow(metric, tick, topology);
}

} // namespace lockstep
