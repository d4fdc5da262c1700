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
#include <cctype>
#include <cmath>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <utility>

namespace lockstep {

namespace {

/// Columns of the owners' ports by name in natural order: "mlx5_2" before "mlx5_10".
std::map<std::string, std::size_t> columnsByName(const Topology& topology, EntityKind owners,
                                                 std::vector<MatrixLine>& columns)
{
    std::map<std::string, std::size_t> known;
    for (std::uint32_t port = 0; port < topology.count(EntityKind::Port); ++port) {
        const EntityRef ref{EntityKind::Port, port};
        const EntityRef owner = topology.parent(ref);
        if (owner.isValid() && owner.kind == owners)
            known.emplace(topology.name(ref), 0);
    }
    std::vector<std::string> names;
    for (const auto& [name, column] : known)
        names.push_back(name);
    std::ranges::sort(names,
                      [](const std::string& a, const std::string& b) { return strverscmp(a.c_str(), b.c_str()) < 0; });
    for (const std::string& name : names) {
        known[name] = columns.size();
        columns.push_back({toQString(name), {}});
    }
    return known;
}

/// Switches of two adjacent tiers connected by uplinks.
struct Plane
{
    std::vector<std::uint32_t> lowers;
    std::vector<std::uint32_t> uppers; ///< in column order; one entry per parallel link
};

bool isWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0;
}

/// "r0" of "r0-leaf00" and "r0-leaf01": the common prefix without the word that differs.
std::string commonBeginning(const std::vector<std::string>& names)
{
    std::string common = names.empty() ? std::string() : names.front();
    for (const std::string& name : names) {
        const auto end = std::ranges::mismatch(common, name).in1;
        common.erase(end, common.end());
    }
    if (names.size() > 1 || common.find_first_of("-_/. ") != std::string::npos) {
        while (!common.empty() && isWord(common.back()))
            common.pop_back();
    }
    while (!common.empty() && !isWord(common.back()))
        common.pop_back();
    return common;
}

/// "spine05" of "r0-spine05" and "r1-spine05": the common suffix.
std::string commonEnd(std::vector<std::string> names)
{
    if (names.size() == 1)
        return names.front();
    for (std::string& name : names)
        std::ranges::reverse(name);
    std::string common = names.empty() ? std::string() : names.front();
    for (const std::string& name : names)
        common.erase(std::ranges::mismatch(common, name).in1, common.end());
    std::ranges::reverse(common);
    const auto word = std::ranges::find_if(common, isWord);
    return {word, common.end()};
}

class PlaneFinder
{
public:
    explicit PlaneFinder(const FabricMap& map) : m_parent(map.switchCount())
    {
        std::iota(m_parent.begin(), m_parent.end(), 0U);
        for (const Uplink& uplink : map.uplinks())
            m_parent[rootOf(uplink.lower)] = rootOf(uplink.upper);
    }
    [[nodiscard]] std::uint32_t rootOf(std::uint32_t device)
    {
        while (m_parent[device] != device)
            device = m_parent[device] = m_parent[m_parent[device]];
        return device;
    }

private:
    std::vector<std::uint32_t> m_parent;
};

/// Planes by tier, then by the name of their first leaf. Uplinks are sorted by name, so the result is sorted too.
std::vector<Plane> findPlanes(const FabricMap& map)
{
    PlaneFinder finder(map);
    std::vector<Plane> planes;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> known; // tier and root
    for (const EqualCostSet& set : map.equalCostSets()) {
        const auto key = std::pair(map.tier(set.lower), finder.rootOf(set.lower));
        const auto [at, isNew] = known.emplace(key, planes.size());
        if (isNew)
            planes.emplace_back();
        planes[at->second].lowers.push_back(set.lower);
    }
    std::ranges::stable_sort(planes, {}, [&](const Plane& plane) { return map.tier(plane.lowers.front()); });
    return planes;
}

} // namespace

FabricMatrix::FabricMatrix(std::vector<MatrixLine> rows, std::vector<MatrixLine> columns,
                           std::vector<MatrixGroup> groups, std::vector<std::uint32_t> ports)
    : m_axes(std::move(rows), std::move(columns), std::move(groups)), m_ports(std::move(ports))
{
    m_ports.resize(this->rows().size() * this->columns().size() * portsPerPlace, CellBins::vacant);
    m_placeOfPort.reserve(m_ports.size());
    for (std::size_t at = 0; at < m_ports.size(); ++at) {
        if (m_ports[at] == CellBins::vacant)
            continue;
        m_links += at % portsPerPlace == 0 ? 1 : 0;
        m_placeOfPort.emplace(m_ports[at], at / portsPerPlace);
    }
}

std::optional<MatrixPlace> FabricMatrix::placeOf(std::uint32_t port) const
{
    const auto found = m_placeOfPort.find(port);
    if (found == m_placeOfPort.end())
        return std::nullopt;
    return MatrixPlace{found->second / columns().size(), found->second % columns().size()};
}

FabricMatrix FabricMatrix::reordered(std::span<const std::uint32_t> order, std::vector<MatrixGroup> groups) const
{
    std::vector<MatrixLine> rows;
    std::vector<std::uint32_t> ports;
    ports.reserve(m_ports.size());
    const std::size_t width = columns().size() * portsPerPlace;
    for (const std::uint32_t row : order) {
        rows.push_back(m_axes.rows()[row]);
        const auto from = m_ports.begin() + static_cast<std::ptrdiff_t>(row * width);
        ports.insert(ports.end(), from, from + static_cast<std::ptrdiff_t>(width));
    }
    return {std::move(rows), columns(), std::move(groups), std::move(ports)};
}

FabricMatrix portMatrix(const Topology& topology, EntityKind owners)
{
    std::vector<MatrixLine> columns;
    const auto columnOf = columnsByName(topology, owners, columns);
    std::vector<MatrixLine> rows;
    std::vector<MatrixGroup> groups;
    std::vector<std::uint32_t> ports;
    const GridRows grid(topology, owners);
    for (const RowGroup& group : grid.groups()) {
        const std::size_t from = rows.size();
        for (std::size_t at = group.rows.from; at < group.rows.to; ++at) {
            const EntityRef owner = grid.entity(at);
            const std::size_t first = rows.size() * columns.size() * FabricMatrix::portsPerPlace;
            bool hasPorts = false;
            for (const EntityRef child : topology.children(owner)) {
                if (child.kind != EntityKind::Port)
                    continue;
                hasPorts = true;
                ports.resize(first + columns.size() * FabricMatrix::portsPerPlace, CellBins::vacant);
                const std::size_t place = first + columnOf.at(topology.name(child)) * FabricMatrix::portsPerPlace;
                const EntityRef peer = topology.peer(child);
                ports[place] = child.index;
                if (peer.isValid() && peer.kind == EntityKind::Port)
                    ports[place + 1] = peer.index;
            }
            if (hasPorts)
                rows.push_back({toQString(topology.name(owner)), owner});
        }
        if (rows.size() > from)
            groups.push_back({group.owner.isValid() ? toQString(topology.name(group.owner)) : QString(),
                              group.owner,
                              {from, rows.size()}});
    }
    if (groups.size() < 2)
        groups.clear();
    return {std::move(rows), std::move(columns), std::move(groups), std::move(ports)};
}

FabricMatrix leafSpineMatrix(const Topology& topology, const FabricMap& map)
{
    const auto name = [&topology](std::uint32_t device) {
        return topology.name({EntityKind::Switch, device});
    };
    std::vector<std::span<const Uplink>> uplinksOf(map.switchCount());
    for (const EqualCostSet& set : map.equalCostSets())
        uplinksOf[set.lower] = std::span(map.uplinks()).subspan(set.from, set.to - set.from);

    std::vector<Plane> planes = findPlanes(map);
    std::size_t width = 0;
    for (Plane& plane : planes) {
        std::map<std::pair<std::string, std::uint32_t>, std::size_t> max; // links of one leaf to each spine
        for (const std::uint32_t lower : plane.lowers) {
            std::map<std::uint32_t, std::size_t> count;
            for (const Uplink& uplink : uplinksOf[lower]) {
                std::size_t& links = max[{name(uplink.upper), uplink.upper}];
                links = std::max(links, ++count[uplink.upper]);
            }
        }
        for (const auto& [upper, links] : max)
            plane.uppers.insert(plane.uppers.end(), links, upper.second);
        width = std::max(width, plane.uppers.size());
    }

    std::vector<MatrixLine> rows;
    std::vector<MatrixGroup> groups;
    std::vector<std::uint32_t> ports;
    for (const Plane& plane : planes) {
        std::vector<std::string> names;
        const std::size_t from = rows.size();
        for (const std::uint32_t lower : plane.lowers) {
            names.push_back(name(lower));
            rows.push_back({toQString(names.back()), {EntityKind::Switch, lower}});
            ports.resize(rows.size() * width * FabricMatrix::portsPerPlace, CellBins::vacant);
            std::size_t column = 0;
            for (const Uplink& uplink : uplinksOf[lower]) { // both are in the order of the spines' names
                while (column < plane.uppers.size() && plane.uppers[column] != uplink.upper)
                    ++column;
                const std::size_t place = ((rows.size() - 1) * width + column++) * FabricMatrix::portsPerPlace;
                ports[place] = uplink.port;
                ports[place + 1] = uplink.farPort;
            }
        }
        std::string common = commonBeginning(names);
        groups.push_back({common.empty()
                              ? QCoreApplication::translate("lockstep::FabricView", "plane %1").arg(groups.size() + 1)
                              : toQString(common),
                          {},
                          {from, rows.size()}});
    }
    if (groups.size() < 2)
        groups.clear();

    std::vector<MatrixLine> columns(width);
    for (std::size_t column = 0; column < width; ++column) {
        std::vector<std::string> names;
        for (const Plane& plane : planes) {
            if (column < plane.uppers.size())
                names.push_back(name(plane.uppers[column]));
        }
        const std::string common = commonEnd(names);
        columns[column].name = common.empty() ? QString::number(column + 1) : toQString(common);
        if (planes.size() == 1)
            columns[column].entity = {EntityKind::Switch, planes.front().uppers[column]};
    }
    return {std::move(rows), std::move(columns), std::move(groups), std::move(ports)};
}

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
