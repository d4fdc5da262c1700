// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/derived.h"

#include "models/core/metrics/metriccatalogue.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace lockstep {

std::size_t usedWidth(std::span<const float> values)
{
    const auto last = std::find_if(values.rbegin(), values.rend(), [](float value) { return !std::isnan(value); });
    return static_cast<std::size_t>(values.rend() - last);
}

std::vector<float>& Derived::addColumn(std::string_view metric, TickIndex tick, std::size_t count)
{
    const MetricDescriptor* const known = findMetric(metric);
    assert(known != nullptr);
    return columns.emplace_back(DerivedColumn{*known, tick, std::vector<float>(count, noData)}).values;
}

} // namespace lockstep
