// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/ids.h"
#include "models/core/metric.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lockstep {

/// Sums over several lanes of the entities of one kind; no data until a lane reports. A plain value.
class EntitySums
{
public:
    EntitySums() = default;
    explicit EntitySums(std::size_t size) : m_sums(size, 0), m_counts(size, 0) { }

    void add(EntityRef entity, float value)
    {
        if (!entity.isValid() || entity.index >= m_sums.size() || std::isnan(value))
            return;
        m_sums[entity.index] += value;
        ++m_counts[entity.index];
    }
    void add(const EntitySums& others)
    {
        grow(others.m_sums.size());
        for (std::size_t at = 0; at < others.m_sums.size(); ++at) {
            m_sums[at] += others.m_sums[at];
            m_counts[at] += others.m_counts[at];
        }
    }
    /// @pre @p others were added before
    void subtract(const EntitySums& others)
    {
        for (std::size_t at = 0; at < std::min(m_sums.size(), others.m_sums.size()); ++at) {
            m_sums[at] -= others.m_sums[at];
            m_counts[at] -= others.m_counts[at];
        }
    }

    [[nodiscard]] std::vector<float> sums() const { return values(false); }
    [[nodiscard]] std::vector<float> means() const { return values(true); }

private:
    void grow(std::size_t size)
    {
        if (size <= m_sums.size())
            return;
        m_sums.resize(size, 0);
        m_counts.resize(size, 0);
    }
    [[nodiscard]] std::vector<float> values(bool isMean) const
    {
        std::vector<float> values(m_sums.size(), noData);
        for (std::size_t at = 0; at < values.size(); ++at) {
            if (m_counts[at] > 0)
                values[at] = static_cast<float>(isMean ? m_sums[at] / m_counts[at] : m_sums[at]);
        }
        return values;
    }

    std::vector<double> m_sums; ///< double, so that subtraction leaves no visible remainder
    std::vector<std::uint32_t> m_counts;
};

} // namespace lockstep
