// SPDX-License-Identifier: GPL-3.0-or-later
// The half of LinkContent that tells what is where.
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"
#include "widgets/fabric/linkcontent.h"
#include "widgets/heatmap/heathover.h"

#include <cmath>

namespace lockstep {

namespace {

QString endName(const Topology& topology, EntityRef end)
{
    const EntityRef owner = end.kind == EntityKind::Port ? topology.parent(end) : end;
    if (owner.kind == EntityKind::Node && end.kind == EntityKind::Port)
        return toQString(topology.name(owner)) + QLatin1Char(' ') + toQString(topology.name(end));
    return toQString(topology.name(owner));
}

/// The worst so far, and what else shares its cell.
struct Worst
{
    bool isHigh;
    MatrixCell found;

    void consider(MatrixPlace place, std::uint32_t port, std::optional<TickIndex> tick, float value)
    {
        const bool isWorse = std::isnan(found.value) ? !std::isnan(value)
            : isHigh                                 ? value > found.value
                                                     : value < found.value;
        if (isWorse || !found.entity.isValid())
            found = {place, {EntityKind::Port, port}, value, tick, found.sharing};
    }
};

} // namespace

const MetricDescriptor* LinkContent::quantity(const ClusterStore& store) const
{
    return m_metric.isValid() ? &store.metrics().descriptor(m_metric) : nullptr;
}

QString LinkContent::summary() const
{
    return countedKind(EntityKind::Link, m_links.linkCount());
}

std::optional<MatrixCell> LinkContent::findIn(const MatrixFrame& frame, std::size_t cell) const
{
    const CellShape& shape = m_picture.shape();
    const RowRange rows = shape.rowsOfCell(cell);
    const RowRange columns = shape.columnsOfCell(cell);
    Worst worst{aggregateFor(quantity(frame.store)->direction) == Aggregate::Max, {{}, {}, noData, std::nullopt, 0}};
    for (std::size_t row = rows.from; row < rows.to; ++row) {
        for (std::size_t column = columns.from; column < columns.to; ++column) {
            const auto ports = m_links.portsAt({row, column});
            worst.found.sharing += ports[0] != CellBins::nobody || ports[1] != CellBins::nobody ? 1 : 0;
            for (const std::uint32_t port : ports) {
                if (port == CellBins::nobody)
                    continue;
                worst.consider({row, column}, port, std::nullopt, noData);
                for (TickIndex tick = frame.ticks.from; tick < frame.ticks.to; ++tick) {
                    const std::span<const float> values = frame.store.column(m_metric, tick);
                    worst.consider({row, column}, port, tick, port < values.size() ? values[port] : noData);
                }
            }
        }
    }
    return worst.found.entity.isValid() ? std::optional(worst.found) : std::nullopt;
}

QString LinkContent::nameOf(const ClusterStore& store, const MatrixCell& cell) const
{
    const Topology& topology = *store.topology();
    const EntityRef far = topology.peer(cell.entity);
    const QString near = endName(topology, cell.entity);
    return far.isValid() ? tr("%1 to %2").arg(near, endName(topology, far)) : near;
}

HoverText LinkContent::hoverOf(const ClusterStore& store, const MatrixCell& cell) const
{
    HoverText text = heatHover(store, {cell.entity, m_metric, cell.tick, cell.value, cell.place.row, cell.sharing});
    text.facts.insert(text.facts.begin(), {tr("Link"), nameOf(store, cell)});
    if (const EntityRef far = store.topology()->peer(cell.entity); far.isValid() && far.kind == EntityKind::Port)
        text.facts.insert(text.facts.begin() + 2, {tr("Far end"), toQString(store.topology()->path(far))});
    return text;
}

std::vector<EntityRef> LinkContent::entitiesAt(MatrixPlace place) const
{
    const std::uint32_t port = m_links.portsAt(place)[0];
    return port != CellBins::nobody ? std::vector{EntityRef{EntityKind::Port, port}} : std::vector<EntityRef>();
}

std::optional<MatrixPlace> LinkContent::placeOf(std::span<const EntityRef> selected) const
{
    const bool isPort = !selected.empty() && selected.back().kind == EntityKind::Port;
    return isPort ? m_links.placeOf(selected.back().index) : std::nullopt;
}

MatrixAdvice LinkContent::advice(const ClusterStore& store) const
{
    if (store.ticks().isEmpty())
        return {tr("No measurements yet."),
                tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo.")};
    if (m_matrix == LinkMatrix::LeafSpine)
        return {tr("No links between switches are known."),
                tr("Switches and the far ends of their ports come from a fabric manager's agent. Nodes' own ports: "
                   "choose \"Node × port\" above.")};
    return {tr("No ports are known."), tr("Agents report ports from /sys/class/infiniband and /sys/class/net.")};
}

} // namespace lockstep
