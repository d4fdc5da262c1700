// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/linkcontent.h"

#include "models/store/clusterstore.h"
#include "models/view/cellbins.h"
#include "models/view/seriation.h"
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"
#include "widgets/heatmap/heathover.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace lockstep {

namespace {

using Counts = std::map<std::uint32_t, std::size_t>; ///< by name of the job

NameId mostFrequentJob(const Counts& counts)
{
    const auto largest = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return largest == counts.end() ? NameId{} : NameId{largest->first};
}

std::vector<NameId> jobOfNodes(const ClusterStore& store)
{
    std::vector<Counts> counts(store.topology()->count(EntityKind::Node));
    for (const SpanLane& lane : store.spans().lanes()) {
        const EntityRef node = store.topology()->ancestor(lane.entity, EntityKind::Node);
        if (node.isValid() && lane.job.isValid() && !store.spans().names().name(lane.job).empty())
            ++counts[node.index][lane.job.value];
    }
    std::vector<NameId> jobs;
    std::ranges::transform(counts, std::back_inserter(jobs), mostFrequentJob);
    return jobs;
}

std::vector<NameId> jobOfSwitches(const Topology& topology, const std::vector<NameId>& jobs)
{
    std::vector<Counts> counts(topology.count(EntityKind::Switch));
    const FabricMap map(topology);
    for (const FabricNic& nic : map.nics()) {
        if (jobs[nic.node].isValid())
            ++counts[nic.leaf][jobs[nic.node].value];
    }
    std::vector<NameId> found;
    std::ranges::transform(counts, std::back_inserter(found), mostFrequentJob);
    return found;
}

/// Groups rows by job: a node under the job with most of its lanes, a leaf under the job of most of its nodes. Rows
/// without a job come last.
FabricMatrix orderedByJob(const FabricMatrix& matrix, const ClusterStore& store)
{
    const std::vector<NameId> ofNodes = jobOfNodes(store);
    const std::vector<NameId> ofSwitches = jobOfSwitches(*store.topology(), ofNodes);
    std::vector<NameId> jobs;
    for (const MatrixLine& row : matrix.rows()) {
        const std::vector<NameId>& known = row.entity.kind == EntityKind::Switch ? ofSwitches : ofNodes;
        jobs.push_back(row.entity.isValid() && row.entity.index < known.size() ? known[row.entity.index] : NameId{});
    }
    std::vector<std::uint32_t> order(jobs.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&jobs](std::uint32_t row) { return jobs[row].value; });
    std::vector<MatrixGroup> groups;
    for (std::size_t at = 0; at < order.size(); ++at) {
        const NameId job = jobs[order[at]];
        if (at == 0 || job != jobs[order[at - 1]])
            groups.push_back({job.isValid() ? toQString(store.spans().names().name(job))
                                            : QCoreApplication::translate("lockstep::FabricView", "no job"),
                              {},
                              {at, at}});
        groups.back().rows.to = at + 1;
    }
    return matrix.reordered(order, std::move(groups));
}

/// Places rows with similar values next to each other, by their means over @p ticks.
FabricMatrix orderedBySimilarity(const FabricMatrix& matrix, const ClusterStore& store, MetricId metric,
                                 TickRange ticks)
{
    if (!metric.isValid() || matrix.columns().empty())
        return matrix;
    std::vector<std::span<const float>> columns;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick)
        columns.push_back(store.column(metric, tick));
    const CellBins places(matrix.ports(), matrix.columns().size() * FabricMatrix::portsPerPlace, 1,
                          FabricMatrix::portsPerPlace);
    std::vector<float> values(places.count());
    places.reduce(columns, Aggregate::Mean, values);
    return matrix.reordered(similarityOrder(values, matrix.columns().size()), {});
}

QString endName(const Topology& topology, EntityRef end)
{
    const EntityRef owner = end.kind == EntityKind::Port ? topology.parent(end) : end;
    const EntityRef node = topology.ancestor(owner, EntityKind::Node);
    if (!node.isValid())
        return toQString(topology.name(owner));
    QString name = toQString(topology.name(node));
    if (owner != node)
        name += QLatin1Char(' ') + toQString(topology.name(owner));
    return end.kind == EntityKind::Port ? name + QLatin1Char(' ') + toQString(topology.name(end)) : name;
}

/// Metric that is shown until a link metric has been measured: links without values.
const MetricDescriptor& unmeasured()
{
    static const MetricDescriptor links = [] {
        MetricDescriptor metric;
        metric.title = "Links";
        metric.entityKind = EntityKind::Port;
        return metric;
    }();
    return links;
}

/// The worst value so far, and the other contents of its cell.
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

void LinkContent::setMatrix(LinkMatrix matrix)
{
    m_isOld |= std::exchange(m_matrix, matrix) != matrix;
}

void LinkContent::setOrder(MatrixOrder order)
{
    m_order = order;
    m_isOrderOld = true;
}

void LinkContent::setMetric(MetricId metric)
{
    if (std::exchange(m_metric, metric) == metric)
        return;
    m_cells.setMetric(metric);
    m_isDirty = true;
}

void LinkContent::setAggregate(std::optional<Aggregate> how)
{
    m_how = how;
    m_cells.setAggregate(how);
    m_isDirty = true;
}

void LinkContent::invalidate(TickRange ticks)
{
    m_cells.invalidate(ticks);
    m_isDirty |= std::max(ticks.from, m_ticks.from) < std::min(ticks.to, m_ticks.to);
}

bool LinkContent::settle(const MatrixFrame& frame)
{
    if (!m_isOld && !m_isOrderOld)
        return false;
    const Topology& topology = *frame.store.topology();
    if (std::exchange(m_isOld, false))
        m_byPosition = m_matrix == LinkMatrix::LeafSpine
            ? leafSpineMatrix(topology, FabricMap(topology))
            : portMatrix(topology, m_matrix == LinkMatrix::GpuPort ? EntityKind::Gpu : EntityKind::Node);
    orderRows(frame);
    m_axes = m_links.axes();
    m_picture.setShape({}); // the old picture is invalid
    return true;
}

void LinkContent::orderRows(const MatrixFrame& frame)
{
    m_isOrderOld = false;
    if (m_order == MatrixOrder::Position || m_byPosition.isEmpty())
        m_links = m_byPosition;
    else if (m_order == MatrixOrder::Job)
        m_links = orderedByJob(m_byPosition, frame.store);
    else
        m_links = orderedBySimilarity(m_byPosition, frame.store, m_metric, frame.ticks);
    m_cells.clear();
    m_hasShape = false;
    m_isDirty = true;
}

void LinkContent::setShape(const CellShape& shape)
{
    if (m_hasShape && shape == m_picture.shape())
        return;
    m_picture.setShape(shape);
    m_hasShape = true;
    m_isDirty = true;
    std::vector<std::uint32_t> ports;
    ports.reserve(shape.rows.count() * shape.columns.count() * FabricMatrix::portsPerPlace);
    m_isVacant.assign(shape.count(), 1);
    for (std::size_t row = shape.rows.from; row < shape.rows.to; ++row) {
        for (std::size_t column = shape.columns.from; column < shape.columns.to; ++column) {
            const auto both = m_links.portsAt({row, column});
            ports.insert(ports.end(), both.begin(), both.end());
            const bool isVacant = both[0] == CellBins::vacant && both[1] == CellBins::vacant;
            m_isVacant[shape.cellOf({row, column})] &= isVacant ? 1 : 0;
        }
    }
    m_cells.setBins(CellBins(ports, shape.columns.count() * FabricMatrix::portsPerPlace, shape.rowsPerCell,
                             shape.columnsPerCell * FabricMatrix::portsPerPlace),
                    1);
}

bool LinkContent::refresh(const MatrixFrame& frame)
{
    if (m_links.isEmpty() || frame.area.isEmpty())
        return true;
    setShape(CellShape::of(frame));
    m_isDirty |= std::exchange(m_ticks, frame.ticks) != frame.ticks;
    if (!m_isDirty)
        return true;
    bool isComplete = true;
    if (m_metric.isValid()) {
        m_cells.keepOnly(frame.ticks.from, frame.ticks.to);
        std::vector<TimeCells::Column> changed;
        isComplete = m_cells.reduce(frame.store, frame.ticks.from, frame.ticks.to, changed);
    }
    m_picture.setCells(*quantity(frame.store), combineTicks(frame.store, frame.ticks), m_isVacant);
    m_isDirty = !isComplete;
    return isComplete;
}

std::vector<float> LinkContent::combineTicks(const ClusterStore& store, TickRange ticks) const
{
    std::vector<float> combined(m_cells.binCount(), noData);
    std::vector<float> counts(m_how == Aggregate::Mean ? combined.size() : 0, 0.0F);
    const bool isMin = !m_how && aggregateFor(quantity(store)->direction) == Aggregate::Min;
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        const std::vector<float>* cells = m_cells.column(tick);
        if (cells == nullptr)
            continue;
        for (std::size_t cell = 0; cell < combined.size(); ++cell) {
            const float value = (*cells)[cell];
            float& all = combined[cell];
            if (!counts.empty()) {
                counts[cell] += std::isnan(value) ? 0.0F : 1.0F;
                all = std::isnan(value) ? all : std::isnan(all) ? value : all + value;
            } else {
                all = std::isnan(all) || (isMin ? value < all : value > all) ? value : all;
            }
        }
    }
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        combined[cell] /= std::max(counts[cell], 1.0F);
    return combined;
}

const MetricDescriptor* LinkContent::quantity(const ClusterStore& store) const
{
    return m_metric.isValid() ? &store.metrics().descriptor(m_metric) : &unmeasured();
}

QString LinkContent::summary() const
{
    const QString links = countedKind(EntityKind::Link, m_links.linkCount());
    return m_metric.isValid() ? links : tr("%1, nothing measured yet").arg(links);
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
            worst.found.sharing += ports[0] != CellBins::vacant || ports[1] != CellBins::vacant ? 1 : 0;
            for (const std::uint32_t port : ports) {
                if (port == CellBins::vacant)
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
    HoverText text = m_metric.isValid()
        ? heatHover(store, {cell.entity, m_metric, cell.tick, cell.value, cell.place.row, cell.sharing})
        : HoverText{tr("No data for this link yet."), {{tr("Where"), toQString(store.topology()->path(cell.entity))}}};
    text.facts.insert(text.facts.begin(), {tr("Link"), nameOf(store, cell)});
    if (const EntityRef far = store.topology()->peer(cell.entity); far.isValid() && far.kind == EntityKind::Port)
        text.facts.insert(text.facts.begin() + 2, {tr("Far end"), toQString(store.topology()->path(far))});
    return text;
}

std::vector<EntityRef> LinkContent::entitiesAt(MatrixPlace place) const
{
    const std::uint32_t port = m_links.portsAt(place)[0];
    return port != CellBins::vacant ? std::vector{EntityRef{EntityKind::Port, port}} : std::vector<EntityRef>();
}

std::optional<MatrixPlace> LinkContent::placeOf(std::span<const EntityRef> selected) const
{
    const bool isPort = !selected.empty() && selected.back().kind == EntityKind::Port;
    return isPort ? m_links.placeOf(selected.back().index) : std::nullopt;
}

MatrixAdvice LinkContent::advice(const ClusterStore& store) const
{
    if (!store.topology() || (store.ticks().isEmpty() && store.topology()->count(EntityKind::Port) == 0))
        return {tr("No measurements yet."),
                tr("Connect to an agent (lockstep --connect HOST:PORT), or start the demo.")};
    if (m_matrix == LinkMatrix::LeafSpine)
        return {tr("No links between switches are known."),
                tr("Agents that read the switches report these links. To see the ports of the nodes, choose \"Node × "
                   "port\" above.")};
    if (m_matrix == LinkMatrix::GpuPort)
        return {tr("No NVLinks are known."),
                tr("Agents read NVLinks from NVML. Prometheus provides them if dcgm-exporter exports the counters of "
                   "each link.")};
    return {tr("No ports are known."), tr("Agents read ports from /sys/class/infiniband and /sys/class/net.")};
}

} // namespace lockstep
