// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/fabric/fabricboard.h"

#include <algorithm>

namespace lockstep {

namespace {
/// Results come some ticks after the data, and while there is much to do not for each.
constexpr TickIndex speaksFor = 10;
} // namespace

FabricBoard::FabricBoard(QObject* parent) : QObject(parent), m_flows(std::make_shared<std::vector<CommunicatorFlow>>())
{ }

FabricBoard::Flows FabricBoard::flowsAt(TickIndex tick) const
{
    const auto after = std::ranges::upper_bound(m_moments, tick, {}, &Moment::tick);
    if (after == m_moments.begin() || tick - std::prev(after)->tick > speaksFor)
        return nullptr;
    return std::prev(after)->flows;
}

void FabricBoard::publish(TickIndex tick, Flows flows)
{
    while (!m_moments.empty() && m_moments.back().tick >= tick) {
        m_kept -= m_moments.back().flows->size();
        m_moments.pop_back();
    }
    m_flows = flows;
    m_kept += flows->size();
    m_moments.push_back({tick, std::move(flows)});
    while (m_kept > maxKept && m_moments.size() > 1) {
        m_kept -= m_moments.front().flows->size();
        m_moments.pop_front();
    }
    Q_EMIT changed();
}

void FabricBoard::clear()
{
    m_flows = std::make_shared<std::vector<CommunicatorFlow>>();
    m_moments.clear();
    m_kept = 0;
    Q_EMIT changed();
}

} // namespace lockstep
