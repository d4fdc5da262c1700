// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/store/columns/pointwisecolumns.h"

#include "models/core/metrics/pointwise.h"
#include "models/ingest/metrictable.h"
#include "models/store/columns/columnstore.h"

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep {

namespace {

constexpr TickIndex newestOfEach = std::numeric_limits<TickIndex>::max(); ///< cache key for ColumnStore::latest()
constexpr std::size_t maxKeptFloats = std::size_t{16} << 20U;

} // namespace

const PointwiseMetric* pointwiseFrom(const MetricTable& metrics, std::string_view name)
{
    const PointwiseMetric* const what = findPointwise(name);
    const bool isKnown = what && std::ranges::all_of(what->inputs, [&](std::string_view input) {
                             const MetricId id = metrics.find(input);
                             return id.isValid() && metrics.descriptor(id).entityKind == what->descriptor.entityKind;
                         });
    return isKnown ? what : nullptr;
}

void PointwiseColumns::declareIn(MetricTable& metrics)
{
    for (const PointwiseMetric& what : pointwiseMetrics()) {
        const bool isNew = std::ranges::find(m_rows, &what, &Row::what) == m_rows.end();
        if (!isNew || !pointwiseFrom(metrics, what.descriptor.name))
            continue;
        Row row{metrics.add(what.descriptor), &what, {}};
        for (const std::string_view input : what.inputs)
            row.inputs.push_back(metrics.find(input));
        m_rows.push_back(std::move(row));
    }
}

const PointwiseColumns::Row* PointwiseColumns::rowOf(MetricId metric) const
{
    const auto found = std::ranges::find(m_rows, metric, &Row::metric);
    return found == m_rows.end() ? nullptr : &*found;
}

template <class ColumnOf>
std::span<const float> PointwiseColumns::computed(const Row& row, Key key, ColumnOf&& columnOf) const
{
    if (const auto kept = m_kept.find(key); kept != m_kept.end())
        return kept->second;
    std::array<std::span<const float>, PointwiseMetric::maxInputs> columns;
    for (std::size_t at = 0; at < row.inputs.size(); ++at) {
        columns[at] = columnOf(row.inputs[at]);
        if (columns[at].empty())
            return {};
    }
    std::vector<float> values = row.what->column(std::span(columns).first(row.inputs.size()));
    m_floats += values.size();
    return m_kept.emplace(key, std::move(values)).first->second;
}

std::span<const float> PointwiseColumns::column(MetricId metric, TickIndex tick) const
{
    if (!m_columns.ticks().contains(tick))
        return {};
    return computed(*rowOf(metric), {tick, metric.value},
                    [&](MetricId input) { return m_columns.column(input, tick); });
}

std::span<const float> PointwiseColumns::latest(MetricId metric) const
{
    return computed(*rowOf(metric), {newestOfEach, metric.value},
                    [&](MetricId input) { return m_columns.latest(input); });
}

float PointwiseColumns::value(MetricId metric, std::uint32_t entity, TickIndex tick) const
{
    const Row& row = *rowOf(metric);
    std::array<float, PointwiseMetric::maxInputs> in{};
    for (std::size_t at = 0; at < row.inputs.size(); ++at)
        in[at] = m_columns.value(row.inputs[at], entity, tick);
    return row.what->valueOf(in.data());
}

void PointwiseColumns::forget(TickRange changed)
{
    const TickRange held = m_columns.ticks();
    const bool isTooMuch = m_floats > maxKeptFloats;
    std::erase_if(m_kept, [&](const auto& each) {
        const TickIndex tick = each.first.first;
        const bool goes = isTooMuch || changed.contains(tick) || !held.contains(tick);
        m_floats -= goes ? each.second.size() : 0;
        return goes;
    });
}

} // namespace lockstep
