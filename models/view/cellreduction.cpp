// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/view/cellreduction.h"

#include <algorithm>
#include <cmath>

namespace lockstep {

CellReduction::CellReduction(Aggregate how, std::vector<float>& scratch) : m_how(how), m_scratch(scratch)
{
    m_scratch.clear();
}

void CellReduction::add(std::span<const float> samples)
{
    const std::size_t before = m_count;
    for (const float sample : samples) {
        const bool isThere = !std::isnan(sample);
        m_count += isThere ? 1 : 0;
        m_sum += isThere ? static_cast<double>(sample) : 0.0;
        if (isThere && m_how == Aggregate::P99)
            m_scratch.push_back(sample);
    }
    m_isPartial |= m_count - before < samples.size();
}

float CellReduction::value() const
{
    if (m_count == 0)
        return noData;
    if (m_how == Aggregate::Mean)
        return static_cast<float>(m_sum / static_cast<double>(m_count));
    const auto rank = static_cast<std::ptrdiff_t>(std::ceil(0.99 * static_cast<double>(m_count))) - 1;
    std::ranges::nth_element(m_scratch, m_scratch.begin() + rank);
    return m_scratch[static_cast<std::size_t>(rank)];
}

} // namespace lockstep
