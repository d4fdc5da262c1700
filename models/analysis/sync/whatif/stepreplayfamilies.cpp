// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/whatif/stepreplayfamilies.h"

#include <algorithm>
#include <limits>

namespace lockstep {

void StepReplay::Families::gather(const std::vector<Item>& items, std::span<const std::uint32_t> family)
{
    m_values.clear();
    for (const std::uint32_t item : family)
        m_values.push_back(items[item].observed);
}

float StepReplay::Families::mean() const
{
    double sum = 0;
    for (const float value : m_values)
        sum += static_cast<double>(value);
    return static_cast<float>(sum / static_cast<double>(m_values.size()));
}

float StepReplay::Families::median()
{
    const auto middle = m_values.begin() + static_cast<std::ptrdiff_t>(m_values.size() / 2);
    std::ranges::nth_element(m_values, middle);
    return *middle;
}

void StepReplay::Families::idealise(std::vector<Item>& items)
{
    for (const auto& [key, family] : m_families) {
        gather(items, family);
        const float ideal = key.kind == Kind::Transfer ? median() : mean();
        for (const std::uint32_t item : family)
            items[item].ideal = ideal;
    }
}

std::vector<LanePace> StepReplay::Families::paces(const std::vector<Item>& items, std::size_t lanes,
                                                  const std::vector<bool>& isLost)
{
    struct Sum
    {
        double own = 0;
        double ideal = 0;
        double pausedLonger = 0; ///< excess over the ideal
    };
    std::vector<Sum> sums(lanes);
    for (const auto& [key, family] : m_families) {
        if (key.kind != Kind::Work && key.kind != Kind::Pause)
            continue;
        for (const std::uint32_t item : family) {
            const auto own = static_cast<double>(items[item].observed);
            const auto ideal = static_cast<double>(items[item].ideal);
            Sum& sum = sums[items[item].lane];
            sum.own += own;
            sum.ideal += ideal;
            sum.pausedLonger += key.kind == Kind::Pause ? own - ideal : 0;
        }
    }
    std::vector<LanePace> paces(lanes, {std::numeric_limits<float>::quiet_NaN(), 0});
    m_values.clear();
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const Sum& sum = sums[lane];
        if (!(sum.ideal > 0) || (lane < isLost.size() && isLost[lane]))
            continue;
        const double longer = sum.own - sum.ideal;
        paces[lane] = {static_cast<float>(sum.own / sum.ideal),
                       static_cast<float>(longer > 0 ? std::clamp(sum.pausedLonger / longer, 0.0, 1.0) : 0)};
        m_values.push_back(paces[lane].slowdown);
    }
    const float usual = m_values.empty() ? 1 : median();
    for (LanePace& pace : paces)
        pace.slowdown /= usual > 0 ? usual : 1;
    return paces;
}

} // namespace lockstep
