// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/allocationmap.h"

#include "models/core/allocationwords.h"
#include "models/core/metrics/metricnames.h"
#include "models/core/metrics/schedulermetrics.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/colour/theme.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace lockstep {

namespace {

constexpr Duration allocationLookback = allocationReportedAgain + std::chrono::seconds(30);

std::span<const float> columnNow(const ClusterStore& store, std::string_view name)
{
    const MetricId metric = store.metrics().find(name);
    return metric.isValid() ? store.current(metric) : std::span<const float>();
}

float valueIn(std::span<const float> column, std::uint32_t entity)
{
    return entity < column.size() ? column[entity] : std::numeric_limits<float>::quiet_NaN();
}

/// The cluster-wide value, reported by the one node that queries the scheduler.
double sumOf(const ClusterStore& store, std::string_view name)
{
    double sum = std::numeric_limits<double>::quiet_NaN();
    for (const float value : columnNow(store, name)) {
        if (!std::isnan(value))
            sum = (std::isnan(sum) ? 0 : sum) + static_cast<double>(value);
    }
    return sum;
}

std::uint32_t countOf(float value)
{
    constexpr float max = 4096;
    return value >= 1 ? static_cast<std::uint32_t>(std::min(value, max)) : 0;
}

void addUp(AllocationSnapshot& reading)
{
    std::map<EntityRef, std::uint64_t> freeByRack;
    for (const NodeAllocation& node : reading.nodes) {
        reading.gpus += node.gpus;
        reading.allocated += node.allocated;
        reading.unavailable += node.isUnavailable ? node.gpus - node.allocated : 0;
        reading.nodesUnavailable += node.isUnavailable ? 1 : 0;
        (node.isFree() ? reading.idleInFree : reading.idleInPart) += node.idle();
        if (node.isFree())
            freeByRack[node.rack] += node.gpus;
    }
    for (const auto& [rack, gpus] : freeByRack) {
        if (gpus > reading.largestFree)
            std::tie(reading.largestFree, reading.largestFreeRack) = std::tie(gpus, rack);
    }
}

} // namespace

AllocationSnapshot readAllocation(const ClusterStore& store, TimePoint moment)
{
    AllocationSnapshot reading;
    const std::span<const float> gpus = columnNow(store, metrics::node::gpus);
    const std::span<const float> allocated = columnNow(store, metrics::node::gpusAllocated);
    const std::span<const float> drained = columnNow(store, metrics::node::drained);
    reading.isAsked = store.metrics().find(metrics::node::gpus).isValid();
    reading.jobsPending = sumOf(store, metrics::scheduler::jobsPending);
    reading.gpusWanted = sumOf(store, metrics::scheduler::gpusWanted);
    reading.longestWaitSeconds = sumOf(store, metrics::scheduler::longestWait);
    const Topology& topology = *store.topology();
    std::unordered_map<std::uint32_t, std::size_t> places; // by index of the node
    for (std::uint32_t at = 0; at < std::min(gpus.size(), topology.count(EntityKind::Node)); ++at) {
        if (std::isnan(gpus[at]))
            continue;
        NodeAllocation node;
        node.node = {EntityKind::Node, at};
        const EntityRef parent = topology.parent(node.node);
        node.rack = parent.kind == EntityKind::Rack ? parent : EntityRef{EntityKind::Rack};
        node.gpus = countOf(gpus[at]);
        node.allocated = std::min(countOf(valueIn(allocated, at)), node.gpus);
        node.isUnavailable = valueIn(drained, at) > 0;
        reading.nodes.push_back(std::move(node));
    }
    std::ranges::stable_sort(reading.nodes, [&](const NodeAllocation& a, const NodeAllocation& b) {
        return std::pair(a.rack, a.node) < std::pair(b.rack, b.node);
    });
    for (std::size_t at = 0; at < reading.nodes.size(); ++at)
        places.emplace(reading.nodes[at].node.index, at);
    const std::vector<SpanLane>& lanes = store.spans().lanes();
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        const auto place = isAllocationLane(store, lane) ? places.find(lanes[lane].entity.index) : places.end();
        if (place == places.end())
            continue;
        NodeAllocation& node = reading.nodes[place->second];
        NodeHoldings holdings = holdingsAt(store, lane, moment);
        for (AllocatedPart& part : holdings.parts)
            part.gpus = std::min(part.gpus, node.gpus);
        node.parts = std::move(holdings.parts);
        node.reason = std::move(holdings.drainReason);
    }
    const auto stretches = store.spansAvailable({moment - allocationLookback, moment});
    reading.isPending = reading.isAsked && std::ranges::any_of(stretches, [](const AvailableRange& each) {
                            return each.state == Availability::Pending;
                        });
    addUp(reading);
    return reading;
}

namespace {

constexpr double mapPad = 8;
constexpr double boxGap = 3;
constexpr double widestBox = 220;
constexpr double highestBox = 64;
constexpr double boxShape = 2.6; ///< width by height

/// "GPU 0, 1, 5"; empty: unknown.
QString gpuNumbers(std::uint64_t which)
{
    QStringList numbers;
    for (int gpu = 0; gpu < 64; ++gpu) {
        if ((which >> static_cast<unsigned>(gpu) & 1U) != 0)
            numbers << QString::number(gpu);
    }
    return numbers.isEmpty() ? QString() : AllocationMap::tr("GPU %1").arg(numbers.join(QStringLiteral(", ")));
}

} // namespace

AllocationMap::AllocationMap(ViewContext context, QWidget* parent)
    : Canvas(context, tr("Allocation: which jobs hold which nodes and GPUs"), parent)
{ }

void AllocationMap::show(AllocationSnapshot reading)
{
    m_reading = std::move(reading);
    m_order.clear();
    for (const NodeAllocation& node : m_reading.nodes) {
        for (const AllocatedPart& part : node.parts)
            m_order.try_emplace(part.job, m_order.size());
    }
    update();
}

/// The number of columns that makes the boxes largest.
AllocationMap::Grid AllocationMap::grid() const
{
    const auto count = static_cast<double>(std::max<std::size_t>(m_reading.nodes.size(), 1));
    const double wide = std::max(1.0, width() - 2 * mapPad);
    const double high = std::max(1.0, height() - 2 * mapPad);
    const double ideal = std::sqrt(count * wide / high / boxShape);
    Grid best;
    double max = 0;
    for (const double columns : {std::floor(ideal), std::ceil(ideal), std::ceil(wide / widestBox)}) {
        Grid grid;
        grid.columns = static_cast<int>(std::clamp(columns, 1.0, count));
        grid.wide = std::min(widestBox, wide / grid.columns);
        grid.high = std::min(highestBox, high / std::ceil(count / grid.columns));
        const double size = std::min(grid.wide, grid.high * boxShape);
        if (size > max) {
            max = size;
            best = grid;
        }
    }
    return best;
}

QRectF AllocationMap::boxOf(std::size_t node) const
{
    const Grid plan = grid();
    const auto columns = static_cast<std::size_t>(plan.columns);
    const double gap = std::min({boxGap, plan.wide / 4, plan.high / 4});
    return {mapPad + static_cast<double>(node % columns) * plan.wide,
            mapPad + static_cast<double>(node / columns) * plan.high, plan.wide - gap, plan.high - gap};
}

const NodeAllocation* AllocationMap::nodeAt(QPointF point) const
{
    const Grid plan = grid();
    const double column = std::floor((point.x() - mapPad) / plan.wide);
    const double row = std::floor((point.y() - mapPad) / plan.high);
    if (column < 0 || column >= plan.columns || row < 0)
        return nullptr;
    const auto at = static_cast<std::size_t>(row * plan.columns + column);
    return at < m_reading.nodes.size() ? &m_reading.nodes[at] : nullptr;
}

std::vector<const AllocatedPart*> AllocationMap::holders(const NodeAllocation& node) const
{
    std::vector<const AllocatedPart*> holders(node.gpus, nullptr);
    for (const AllocatedPart& part : node.parts) {
        for (std::size_t gpu = 0; gpu < std::min<std::size_t>(holders.size(), 64); ++gpu) {
            if ((part.which >> gpu & 1U) != 0)
                holders[gpu] = &part;
        }
    }
    for (const AllocatedPart& part : node.parts) { // if the GPUs are unknown, uses the next free ones
        std::uint32_t left = part.which != 0 ? 0 : part.gpus;
        for (std::size_t gpu = 0; gpu < holders.size() && left > 0; ++gpu) {
            if (holders[gpu] == nullptr) {
                holders[gpu] = &part;
                --left;
            }
        }
    }
    return holders;
}

/// Neighbours have different shades; no shade indicates a problem.
Rgb AllocationMap::shadeOf(const AllocatedPart& part) const
{
    static constexpr std::array<double, 3> strengths{0.6, 1.0, 0.8};
    const Palette& palette = m_context.theme.palette();
    const auto place = m_order.find(part.job);
    return mixed(palette.panel, palette.compute,
                 strengths[(place == m_order.end() ? 0 : place->second) % strengths.size()]);
}

std::string AllocationMap::selectedJob() const
{
    const EntityRef current = m_context.selection.current();
    const Topology& topology = *m_context.cluster.store().topology();
    return current.kind == EntityKind::Job && topology.contains(current) ? topology.name(current) : std::string();
}

void AllocationMap::paintOn(QPainter& painter)
{
    const Palette& palette = m_context.theme.palette();
    painter.fillRect(rect(), toColor(palette.panel));
    painter.setFont(smallTextFont());
    const std::string job = selectedJob();
    for (std::size_t at = 0; at < m_reading.nodes.size(); ++at) {
        const NodeAllocation& node = m_reading.nodes[at];
        const QRectF box = boxOf(at);
        drawNode(painter, node, box);
        const bool isJobs = !job.empty() && std::ranges::find(node.parts, job, &AllocatedPart::job) != node.parts.end();
        const bool isSelected = isJobs || m_context.selection.isSelected(node.node);
        if (!isSelected && m_context.selection.hovered() != node.node)
            continue;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(toColor(isSelected ? palette.accent : palette.hover), 2));
        painter.drawRect(box.adjusted(-1, -1, 0, 0));
    }
}

void AllocationMap::drawNode(QPainter& painter, const NodeAllocation& node, const QRectF& box) const
{
    const Palette& palette = m_context.theme.palette();
    const QFontMetrics metrics = painter.fontMetrics();
    QRectF cells = box;
    const QString name = toQString(m_context.cluster.store().topology()->name(node.node));
    if (box.height() >= 2.2 * metrics.height() && box.width() >= metrics.horizontalAdvance(name.left(6))) {
        const QRectF line(box.left() + 2, box.top(), box.width() - 4, metrics.height());
        QString use;
        if (node.isUnavailable)
            use = QStringLiteral(" – ") + (node.reason.empty() ? tr("no new jobs") : toQString(node.reason));
        else if (node.parts.size() == 1)
            use = QStringLiteral(" – ") + toQString(node.parts.front().job);
        painter.setPen(toColor(node.isUnavailable ? palette.text : palette.dimText));
        const int room = static_cast<int>(line.width());
        const int rest = room - metrics.horizontalAdvance(name); // the node's name is complete if there is space
        const bool hasUse = rest >= metrics.horizontalAdvance(use.left(6));
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                         hasUse ? name + metrics.elidedText(use, Qt::ElideRight, rest)
                                : elidedName(metrics, name, room));
        cells.setTop(box.top() + metrics.height() + 1);
    }
    drawGpus(painter, node, cells);
    if (!node.isUnavailable)
        return;
    // A cross, so that colour is not the only sign.
    painter.setPen(QPen(toColor(palette.warning), box.width() > 12 ? 1.5 : 1));
    painter.drawLine(cells.topLeft(), cells.bottomRight());
    painter.drawLine(cells.topRight(), cells.bottomLeft());
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cells);
}

void AllocationMap::drawGpus(QPainter& painter, const NodeAllocation& node, const QRectF& area) const
{
    const Palette& palette = m_context.theme.palette();
    const std::vector<const AllocatedPart*> held = holders(node);
    if (held.empty())
        return painter.fillRect(area, toColor(palette.raised));
    const double wide = area.width() / static_cast<double>(held.size());
    const double gap = wide >= 6 ? 1 : 0;
    std::uint32_t unknown = 0; // allocated to an unknown job
    const auto known = static_cast<std::uint32_t>(
        std::ranges::count_if(held, [](const AllocatedPart* part) { return part != nullptr; }));
    unknown = node.allocated > known ? node.allocated - known : 0;
    for (std::size_t gpu = 0; gpu < held.size(); ++gpu) {
        const QRectF cell(area.left() + static_cast<double>(gpu) * wide, area.top(), wide - gap, area.height());
        if (held[gpu] != nullptr) {
            painter.fillRect(cell, toColor(shadeOf(*held[gpu])));
        } else if (unknown > 0) {
            --unknown;
            painter.fillRect(cell, noDataBrush(palette));
        } else {
            if (gap == 0) {
                painter.fillRect(cell, toColor(palette.raised));
            } else {
                painter.setPen(toColor(palette.line));
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(cell.adjusted(0, 0, -1, -1));
            }
        }
    }
}

HoverText AllocationMap::explain(const NodeAllocation& node) const
{
    const Topology& topology = *m_context.cluster.store().topology();
    QString where = toQString(topology.name(node.node));
    if (node.rack.isValid())
        where = tr("%1 in rack %2").arg(where, toQString(topology.name(node.rack)));
    HoverText text{tr("%1: %2 of %3 GPUs allocated").arg(where).arg(node.allocated).arg(node.gpus), {}};
    if (node.isUnavailable)
        text.sentence = tr("%1 accepts no new jobs; %2 of its %3 GPUs are still in use")
                            .arg(where)
                            .arg(node.allocated)
                            .arg(node.gpus);
    if (node.isUnavailable)
        text.facts.push_back({tr("Reason"), node.reason.empty() ? tr("unknown") : toQString(node.reason)});
    for (const AllocatedPart& part : node.parts) {
        const QString which = gpuNumbers(part.which);
        text.facts.push_back(
            {toQString(part.job),
             tr("%1, %2").arg(toQString(part.tenant),
                              which.isEmpty() ? tr("%n GPUs", nullptr, static_cast<int>(part.gpus)) : which)});
    }
    return text;
}

void AllocationMap::hover(QPointF point)
{
    const NodeAllocation* const node = nodeAt(point);
    m_context.selection.setHovered(node != nullptr ? node->node : EntityRef{});
    if (node != nullptr)
        m_tip->showAt(point.toPoint(), explain(*node));
    else
        m_tip->hide();
}

void AllocationMap::click(QPointF point, Qt::KeyboardModifiers modifiers)
{
    const NodeAllocation* const node = nodeAt(point);
    if (node == nullptr)
        return;
    if ((modifiers & Qt::ControlModifier) != 0)
        m_context.selection.toggle(node->node);
    else
        m_context.selection.select(node->node);
}

void AllocationMap::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Left ? -1
        : event->key() == Qt::Key_Right           ? 1
        : event->key() == Qt::Key_Up              ? -grid().columns
        : event->key() == Qt::Key_Down            ? grid().columns
                                                  : 0;
    if (step == 0 || m_reading.nodes.empty())
        return Canvas::keyPressEvent(event);
    const auto current = std::ranges::find(m_reading.nodes, m_context.selection.current(), &NodeAllocation::node);
    const std::ptrdiff_t last = std::ssize(m_reading.nodes) - 1;
    const std::ptrdiff_t at = current == m_reading.nodes.end() ? 0 : current - m_reading.nodes.begin() + step;
    m_context.selection.select(m_reading.nodes[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))].node);
}

} // namespace lockstep

#include "moc_allocationmap.cpp"
