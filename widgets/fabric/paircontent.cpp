// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/paircontent.h"

#include "models/core/metriccatalogue.h"
#include "models/core/metricnames.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockstep {

namespace {

constexpr auto budget = std::chrono::microseconds(1500); ///< for reducing groups, in one frame
constexpr double minCell = 2; ///< pixels: thousands of ranks would be finer than is worth seeing, or paying for

/// Inside a node, collectives run over other links than those whose rate is known.
bool concerns(PairQuantity quantity, const CommunicatorFlow& flow)
{
    return flow.crossesNodes || quantity != PairQuantity::Shortfall;
}

float valueOf(PairQuantity quantity, const CommunicatorFlow& flow)
{
    if (quantity == PairQuantity::Bandwidth)
        return flow.busBandwidth;
    if (quantity == PairQuantity::Shortfall)
        return std::max(1 - flow.busBandwidth / flow.lineRate, 0.0F);
    return flow.traffic / static_cast<float>(std::max<std::size_t>(flow.gpus->size(), 2) - 1);
}

} // namespace

const MetricDescriptor& descriptorOf(PairQuantity quantity)
{
    return *findMetric(quantity == PairQuantity::Shortfall       ? metrics::pair::collectiveShortfall
                           : quantity == PairQuantity::Bandwidth ? metrics::pair::collectiveBandwidth
                                                                 : metrics::pair::collectiveTraffic);
}

std::string_view familyOf(std::string_view communicator)
{
    const auto last = communicator.find_last_not_of("0123456789");
    return last == std::string_view::npos ? communicator : communicator.substr(0, last + 1);
}

void PairContent::setUnit(PairUnit unit)
{
    m_isOld |= std::exchange(m_unit, unit) != unit;
}

void PairContent::setQuantity(PairQuantity quantity)
{
    m_quantity = quantity;
    forgetGroups();
}

void PairContent::setFamily(std::string family)
{
    m_family = std::move(family);
    forgetGroups();
}

void PairContent::setOrder(MatrixOrder order)
{
    m_isOld |= std::exchange(m_order, order) != order;
}

bool PairContent::settle(const MatrixFrame& frame)
{
    const SpanStore& spans = frame.store.spans();
    m_isOld |= std::exchange(m_generation, spans.generation()) != spans.generation();
    m_isOld |= std::exchange(m_laneCount, spans.lanes().size()) != spans.lanes().size();
    const bool isOther = std::exchange(m_isOld, false);
    if (isOther) {
        m_axes = pairAxes(frame.store, m_unit, m_order);
        m_lines.clear();
        m_picture.setShape({}); // what it showed is no more
        m_isDirty = true;
    }
    FabricBoard::Flows flows;
    if (m_board != nullptr)
        flows = frame.isFollowing ? m_board->flows() : m_board->flowsAt(frame.ticks.to - 1);
    if (std::exchange(m_flows, flows) != flows)
        gatherGroups(frame.store);
    return isOther;
}

/// They are gathered anew when the next frame settles.
void PairContent::forgetGroups()
{
    m_groups.clear();
    m_flows.reset();
}

void PairContent::gatherGroups(const ClusterStore& store)
{
    m_groups.clear();
    m_isDirty = true;
    if (!m_flows)
        return;
    if (m_lines.size() > 2 * m_flows->size())
        m_lines.clear(); // of communicators that are no more
    for (const CommunicatorFlow& flow : *m_flows) {
        const std::string& name = store.spans().names().name(NameId{flow.communicator});
        if (concerns(m_quantity, flow) && (m_family.empty() || familyOf(name) == m_family))
            m_groups.push_back({&flow, valueOf(m_quantity, flow)});
    }
}

const PairContent::Lines& PairContent::linesOf(const Topology& topology, const CommunicatorFlow& flow)
{
    const auto [at, isNew] = m_lines.try_emplace(flow.gpus);
    Lines& lines = at->second;
    if (!isNew)
        return lines;
    for (const EntityRef gpu : *flow.gpus) {
        const EntityRef member
            = gpu.isValid() && m_unit == PairUnit::Node ? topology.ancestor(gpu, EntityKind::Node) : gpu;
        if (const auto row = member.isValid() ? m_axes.rowsOf(member) : std::nullopt)
            lines.push_back(static_cast<std::uint32_t>(row->from));
    }
    std::ranges::sort(lines);
    const auto repeated = std::ranges::unique(lines);
    lines.erase(repeated.begin(), repeated.end());
    return lines;
}

bool PairContent::refresh(const MatrixFrame& frame)
{
    if (isEmpty() || frame.area.isEmpty())
        return true;
    const CellShape shape = CellShape::of(frame, minCell);
    if (std::exchange(m_isDirty, false) || shape != m_reduction.shape()) {
        m_reduction = PairReduction(shape, descriptorOf(m_quantity).direction);
        m_nextGroup = 0;
        m_isDone = false;
    }
    if (m_isDone)
        return true;
    const auto deadline = std::chrono::steady_clock::now() + budget;
    for (; m_nextGroup < m_groups.size(); ++m_nextGroup) {
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        const Group& group = m_groups[m_nextGroup];
        m_reduction.add(linesOf(*frame.store.topology(), *group.flow), group.value);
    }
    m_picture.setShape(shape);
    m_picture.setCells(descriptorOf(m_quantity), m_reduction.values(), m_reduction.isVacant());
    m_isDone = true;
    return true;
}

} // namespace lockstep
