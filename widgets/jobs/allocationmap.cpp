// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/jobs/allocationmap.h"

#include "models/store/clustermodel.h"
#include "models/view/colour/theme.h"
#include "models/view/selection.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep {

namespace {

constexpr double mapPad = 8;
constexpr double boxGap = 3;
constexpr double widestBox = 220;
constexpr double highestBox = 64;
constexpr double boxShape = 2.6; ///< width by height

/// "GPU 0, 1, 5"; empty: unknown which.
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

/// The number of columns that makes boxes largest.
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
    for (const AllocatedPart& part : node.parts) { // if unknown which, take the next free ones
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
        const int rest = room - metrics.horizontalAdvance(name); // the node is named in full, if there is room
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
