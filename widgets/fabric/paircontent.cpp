// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/fabric/paircontent.h"

#include "models/core/metrics/metriccatalogue.h"
#include "models/core/metrics/metricnames.h"
#include "models/view/cellbins.h"
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <tuple>
#include <utility>

namespace lockstep {

PairReduction::PairReduction(const CellShape& shape, Direction direction)
    : m_shape(shape),
      m_sign(aggregateFor(direction) == Aggregate::Max ? 1.0F : -1.0F),
      m_values(shape.count(), noData),
      m_isVacant(shape.count(), 1)
{ }

void PairReduction::sortIntoBins(std::span<const std::uint32_t> members, RowRange lines, std::size_t perCell,
                                 std::vector<Bin>& bins)
{
    bins.clear();
    for (auto member = std::ranges::lower_bound(members, lines.from); member != members.end() && *member < lines.to;
         ++member) {
        const std::size_t at = (*member - lines.from) / perCell;
        if (bins.empty() || bins.back().at != at)
            bins.push_back({at, *member, *member});
        bins.back().last = *member;
    }
}

void PairReduction::add(std::span<const std::uint32_t> members, float value)
{
    sortIntoBins(members, m_shape.rows, m_shape.rowsPerCell, m_down);
    sortIntoBins(members, m_shape.columns, m_shape.columnsPerCell, m_across);
    const std::size_t width = m_shape.across();
    for (const Bin& down : m_down) {
        float* const row = m_values.data() + down.at * width;
        std::uint8_t* const vacant = m_isVacant.data() + down.at * width;
        for (const Bin& across : m_across) {
            // A line does not form a pair with itself.
            if (down.first == across.last && down.last == across.first)
                continue;
            vacant[across.at] = 0;
            float& worst = row[across.at];
            if (std::isnan(worst) || m_sign * value > m_sign * worst)
                worst = value;
        }
    }
}

namespace {

/// Place of a GPU or node in a job.
struct Member
{
    NameId job;
    std::uint32_t rank = Span::noRank; ///< the lowest there
    bool isThere = false;
};

/// By index of the GPU or node.
std::vector<Member> membersOf(const ClusterStore& store, EntityKind kind)
{
    const Topology& topology = *store.topology();
    std::vector<Member> members(topology.count(kind));
    for (const SpanLane& lane : store.spans().lanes()) {
        const EntityRef entity = lane.entity.kind == EntityKind::Gpu && topology.contains(lane.entity)
            ? topology.ancestor(lane.entity, kind)
            : EntityRef{};
        if (!entity.isValid())
            continue;
        Member& member = members[entity.index];
        const bool isNewJob = member.isThere && lane.job != member.job; // the last one counts
        member.rank = isNewJob ? lane.rank : std::min(member.rank, lane.rank);
        member.job = lane.job;
        member.isThere = true;
    }
    return members;
}

MatrixLine lineOf(const Topology& topology, EntityRef entity, const Member& member)
{
    const bool isRank = entity.kind == EntityKind::Gpu && member.rank != Span::noRank;
    return {isRank ? tr("rank %1").arg(member.rank) : entityLabel(topology, entity), entity};
}

MatrixAxes byPosition(const Topology& topology, EntityKind kind, const std::vector<Member>& members)
{
    std::vector<MatrixLine> lines;
    std::vector<MatrixGroup> groups;
    const GridRows all(topology, kind);
    for (const RowGroup& group : all.groups()) {
        const std::size_t from = lines.size();
        for (std::size_t row = group.rows.from; row < group.rows.to; ++row) {
            const EntityRef entity = all.entity(row);
            if (members[entity.index].isThere)
                lines.push_back(lineOf(topology, entity, members[entity.index]));
        }
        if (lines.size() > from)
            groups.push_back({group.owner.isValid() ? toQString(topology.name(group.owner)) : QString(),
                              group.owner,
                              {from, lines.size()}});
    }
    if (groups.size() < 2)
        groups.clear();
    return MatrixAxes::square(std::move(lines), std::move(groups));
}

MatrixAxes byJob(const ClusterStore& store, EntityKind kind, const std::vector<Member>& members)
{
    std::vector<std::uint32_t> order;
    for (std::uint32_t at = 0; at < members.size(); ++at) {
        if (members[at].isThere)
            order.push_back(at);
    }
    std::ranges::sort(order, {},
                      [&members](std::uint32_t at) { return std::tuple(members[at].job.value, members[at].rank, at); });
    std::vector<MatrixLine> lines;
    std::vector<MatrixGroup> groups;
    for (const std::uint32_t at : order) {
        const NameId job = members[at].job;
        if (lines.empty() || members[lines.back().entity.index].job != job) {
            const bool isNamed = job.isValid() && !store.spans().names().name(job).empty();
            groups.push_back({isNamed ? toQString(store.spans().names().name(job)) : tr("no job"),
                              {},
                              {lines.size(), lines.size()}});
        }
        lines.push_back(lineOf(*store.topology(), {kind, at}, members[at]));
        groups.back().rows.to = lines.size();
    }
    return MatrixAxes::square(std::move(lines), std::move(groups));
}

constexpr auto budget = std::chrono::microseconds(1500); ///< for reducing groups, in one frame
constexpr double minCell = 2; ///< pixels; a finer matrix of thousands of ranks is neither readable nor affordable

/// Within a node, collectives use other links than those with a known rate.
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

QString rateText(float bytesPerSecond)
{
    return quantityText(static_cast<double>(bytesPerSecond), Unit::BytesPerSecond);
}

/// Ranks, or their nodes, as rows and columns: by position in the hall, or by job and rank. Order by similarity is not
/// supported and treated like order by job. Contains the ranks that have lanes in the store.
MatrixAxes pairAxes(const ClusterStore& store, PairUnit unit, MatrixOrder order)
{
    const EntityKind kind = unit == PairUnit::Rank ? EntityKind::Gpu : EntityKind::Node;
    const std::vector<Member> members = membersOf(store, kind);
    return order == MatrixOrder::Position ? byPosition(*store.topology(), kind, members) : byJob(store, kind, members);
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
        m_picture.setShape({}); // the old picture is invalid
        m_isDirty = true;
    }
    const FabricResults::Flows flows = m_fabricResults != nullptr ? m_fabricResults->flows() : nullptr;
    if (std::exchange(m_flows, flows) != flows)
        gatherGroups(frame.store);
    return isOther;
}

/// They are rebuilt when the next frame settles.
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
        m_lines.clear(); // communicators may have disappeared
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

const MetricDescriptor* PairContent::quantity(const ClusterStore&) const
{
    return &descriptorOf(m_quantity);
}

QString PairContent::summary() const
{
    const QString lines = countText(m_axes.rows().size());
    return tr("%1 · %2 communicators", nullptr, static_cast<int>(m_groups.size()))
        .arg(m_unit == PairUnit::Rank ? tr("%1 ranks").arg(lines) : tr("%1 nodes").arg(lines),
             countText(m_groups.size()));
}

const PairContent::Lines* PairContent::knownLinesOf(const CommunicatorFlow& flow) const
{
    const auto known = m_lines.find(flow.gpus);
    return known == m_lines.end() ? nullptr : &known->second;
}

const PairContent::Group* PairContent::groupAt(MatrixPlace place) const
{
    const float sign = aggregateFor(descriptorOf(m_quantity).direction) == Aggregate::Max ? 1.0F : -1.0F;
    const Group* worst = nullptr;
    for (const Group& group : m_groups) {
        const Lines* lines = knownLinesOf(*group.flow);
        const bool hasBoth = lines != nullptr && place.row != place.column
            && std::ranges::binary_search(*lines, place.row) && std::ranges::binary_search(*lines, place.column);
        if (hasBoth && (worst == nullptr || std::isnan(worst->value) || sign * group.value > sign * worst->value))
            worst = &group;
    }
    return worst;
}

std::optional<MatrixCell> PairContent::findIn(const MatrixFrame&, std::size_t cell) const
{
    const CellShape& shape = m_picture.shape();
    const RowRange rows = shape.rowsOfCell(cell);
    const RowRange columns = shape.columnsOfCell(cell);
    const float value = m_picture.cellValue(cell);
    for (const Group& group : m_groups) {
        // Compares with the group that determined the cell's value first, to avoid searching all members.
        const bool isSame = group.value == value || (std::isnan(group.value) && std::isnan(value));
        const Lines* lines = isSame ? knownLinesOf(*group.flow) : nullptr;
        if (lines == nullptr)
            continue;
        for (auto row = std::ranges::lower_bound(*lines, rows.from); row != lines->end() && *row < rows.to; ++row) {
            auto column = std::ranges::lower_bound(*lines, columns.from);
            if (column != lines->end() && *column == *row)
                ++column;
            if (column != lines->end() && *column < columns.to)
                return MatrixCell{
                    {*row, *column}, m_axes.rows()[*row].entity, value, std::nullopt, rows.count() * columns.count()};
        }
    }
    return std::nullopt;
}

QString PairContent::nameOf(const ClusterStore&, const MatrixCell& cell) const
{
    return tr("%1 and %2").arg(m_axes.rows()[cell.place.row].name, m_axes.columns()[cell.place.column].name);
}

HoverText PairContent::hoverOf(const ClusterStore& store, const MatrixCell& cell) const
{
    const Topology& topology = *store.topology();
    const Group* group = groupAt(cell.place);
    HoverText text;
    if (group == nullptr)
        return text;
    const CommunicatorFlow& flow = *group->flow;
    const QString name = toQString(store.spans().names().name(NameId{flow.communicator}));
    text.sentence = std::isnan(flow.lineRate) || !flow.crossesNodes
        ? tr("%1 communicate in %2, at a bus bandwidth of %3.")
              .arg(nameOf(store, cell), name, rateText(flow.busBandwidth))
        : tr("%1 communicate in %2, at a bus bandwidth of %3. The line rate of the slowest NIC is %4.")
              .arg(nameOf(store, cell), name, rateText(flow.busBandwidth), rateText(flow.lineRate));
    for (const EntityRef end : entitiesAt(cell.place))
        text.facts.push_back({end == cell.entity ? tr("Between") : tr("and"), toQString(topology.path(end))});
    text.facts.push_back({tr("Communicator"), tr("%1, %2 ranks").arg(name, countText(flow.gpus->size()))});
    text.facts.push_back({tr("Bus bandwidth"), rateText(flow.busBandwidth)});
    text.facts.push_back({tr("Traffic per rank"), rateText(flow.traffic)});
    if (cell.sharing > 1)
        text.facts.push_back({tr("Value shown"), tr("worst of %1 pairs in this pixel").arg(cell.sharing)});
    return text;
}

std::vector<EntityRef> PairContent::entitiesAt(MatrixPlace place) const
{
    const EntityRef row = m_axes.rows()[place.row].entity;
    const EntityRef column = m_axes.columns()[place.column].entity;
    return row == column ? std::vector{row} : std::vector{row, column};
}

std::optional<MatrixPlace> PairContent::placeOf(std::span<const EntityRef> selected) const
{
    if (selected.empty())
        return std::nullopt;
    const EntityRef last = selected.back();
    const auto column = m_axes.columnsOf(last);
    const auto row = selected.size() > 1 ? m_axes.rowsOf(selected[selected.size() - 2]) : m_axes.rowsOf(last);
    if (!row || !column)
        return std::nullopt;
    return MatrixPlace{row->from, column->from};
}

MatrixAdvice PairContent::advice(const ClusterStore& store) const
{
    if (m_fabricResults != nullptr && m_flows == nullptr && !store.spans().lanes().empty())
        return {tr("No information about collectives at this time."),
                tr("Lockstep matches collectives only while it receives live data. Press L to go live.")};
    if (!m_axes.isEmpty() && !m_family.empty())
        return {tr("These communicators ran no large collective in the last minute."),
                tr("Choose other communicators above.")};
    return {tr("No large collectives yet."),
            tr("Run a job with the NCCL plugin, or post job events that include the bytes and communicator of each "
               "collective.")};
}

} // namespace lockstep
