// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/metricheat.h"

#include "models/view/colour/colourscale.h"
#include "models/view/cursorvalues.h"
#include "models/view/modeltext.h"
#include "models/view/translation.h"
#include "widgets/common/fonts.h"
#include "widgets/common/paint.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

std::span<const float> believedColumn(const ClusterStore& store, const GridRows& rows, MetricId metric,
                                      std::optional<TickIndex> tick, std::vector<float>& scratch)
{
    const std::span<const float> latest = valuesAt(store, metric, tick);
    if (tick)
        return latest;
    bool hasCopy = false;
    const auto blankIfStale = [&](EntityRef judged, RowRange range) {
        if (store.freshness(judged) == Freshness::Live)
            return;
        if (!hasCopy)
            scratch.assign(latest.begin(), latest.end());
        hasCopy = true;
        for (std::size_t row = range.from; row < range.to; ++row) {
            if (rows.entities()[row] < scratch.size())
                scratch[rows.entities()[row]] = noData;
        }
    };
    for (const RowGroup& group : rows.groups()) {
        const bool isJudgedByOwner = group.owner.kind == EntityKind::Node || group.owner.kind == EntityKind::Switch;
        if (group.owner.isValid() && isJudgedByOwner) {
            blankIfStale(group.owner, group.rows);
            continue;
        }
        for (std::size_t row = group.rows.from; row < group.rows.to; ++row)
            blankIfStale(rows.entity(row), {row, row + 1});
    }
    return hasCopy ? std::span<const float>(scratch) : latest;
}

namespace {

constexpr std::size_t fewEntities = 12; ///< up to this many fit side by side with readable names
constexpr std::size_t maxPrintedCells = 3000; ///< up to this many cells show numbers

} // namespace

void MetricHeat::setRows(const GridRows& rows)
{
    m_rows = &rows;
    m_isDirty = true;
}

void MetricHeat::invalidate(TickRange ticks)
{
    if (!ticks.isEmpty() && (!m_tick || ticks.contains(*m_tick)))
        m_isDirty = true;
}

void MetricHeat::settle(const ClusterStore& store)
{
    const auto metrics = m_rows == nullptr ? std::vector<MetricId>() : store.metrics().ofKind(m_rows->kind());
    if (!std::ranges::equal(metrics, m_cells, {}, {}, &Row::metric)) {
        m_cells.clear();
        for (const MetricId metric : metrics)
            m_cells.push_back({metric, {}, {}});
        m_isDirty = true;
    }
    const bool turned = m_rows != nullptr && m_rows->count() <= fewEntities && metrics.size() >= m_rows->count();
    m_isDirty |= std::exchange(m_isTurned, turned) != turned;
}

bool MetricHeat::refresh(const HeatFrame& frame)
{
    if (m_rows == nullptr || frame.area.isEmpty())
        return true;
    const std::size_t first = m_isTurned ? 0 : frame.rows.firstVisible();
    const std::size_t end = m_isTurned ? m_rows->count() : frame.rows.endVisible();
    const auto pixels = std::max<std::size_t>(static_cast<std::size_t>(frame.area.height()), 1);
    const std::size_t perBin = m_isTurned ? 1 : std::max<std::size_t>((end - first + pixels - 1) / pixels, 1);
    const RowRange rows{first / perBin * perBin, std::min((end + perBin - 1) / perBin * perBin, m_rows->count())};
    const auto tick = frame.isFollowing ? std::nullopt : std::optional(tickAt(frame.store, frame.cursor));
    m_isDirty |= std::exchange(m_isOnLight, frame.isOnLight) != frame.isOnLight;
    if (!m_isDirty && rows == m_binned && perBin == m_rowsPerBin && tick == m_tick)
        return true;
    m_isDirty = false;
    m_binned = rows;
    m_rowsPerBin = perBin;
    m_tick = tick;
    m_bins = CellBins(std::span(m_rows->entities()).subspan(rows.from, rows.count()), perBin);

    std::vector<float> scratch;
    for (Row& row : m_cells) {
        const MetricDescriptor& descriptor = frame.store.metrics().descriptor(row.metric);
        const std::span<const float> column = believedColumn(frame.store, *m_rows, row.metric, tick, scratch);
        if (!m_holdsScale || row.cells.empty())
            row.scale = scaleOver(frame.store, row.metric, frame.range);
        row.scale.isOnLight = frame.isOnLight;
        row.cells.assign(m_bins.count(), noData);
        m_bins.reduce(column, aggregateFor(descriptor.direction), row.cells);
    }
    colour();
    return true;
}

void MetricHeat::colour()
{
    const int metricCount = static_cast<int>(m_cells.size());
    const int bins = static_cast<int>(m_bins.count());
    m_image.resize(m_isTurned ? bins : metricCount, m_isTurned ? metricCount : bins);
    if (m_image.image().isNull())
        return;
    std::vector<HeatImage::Column> columns;
    for (int i = 0; i < metricCount; ++i) {
        const Row& row = m_cells[static_cast<std::size_t>(i)];
        if (m_isTurned)
            m_image.setRow(i, row.cells, row.scale);
        else
            columns.push_back({row.cells, &row.scale});
    }
    if (!m_isTurned)
        m_image.setColumns(0, columns);
}

void MetricHeat::paint(QPainter& painter, const HeatFrame& frame) const
{
    const double firstRow = m_isTurned ? 0 : static_cast<double>(m_binned.from);
    const double endRow = m_isTurned ? m_image.rows() : firstRow + static_cast<double>(m_bins.count() * m_rowsPerBin);
    const double top = frame.area.top() + frame.rows.yOf(firstRow);
    const double bottom = frame.area.top() + frame.rows.yOf(endRow);
    m_image.draw(painter, QRectF(frame.area.left(), top, frame.area.width(), bottom - top), frame.area);
    printValues(painter, frame);
}

void MetricHeat::printValues(QPainter& painter, const HeatFrame& frame) const
{
    const QFontMetrics metrics(figureFont());
    const int columns = m_image.columns();
    const std::size_t printed
        = (frame.rows.endVisible() - frame.rows.firstVisible()) * static_cast<std::size_t>(columns);
    if (columns == 0 || m_rowsPerBin > 1 || frame.rows.rowPixels() < metrics.height() || printed > maxPrintedCells)
        return;
    const double width = frame.area.width() / columns;
    painter.save();
    painter.setClipRect(frame.area, Qt::IntersectClip);
    painter.setFont(figureFont());
    for (std::size_t row = frame.rows.firstVisible(); row < frame.rows.endVisible(); ++row) {
        for (int x = 0; x < columns; ++x) {
            const std::size_t metric = m_isTurned ? row : static_cast<std::size_t>(x);
            const std::size_t bin = m_isTurned ? static_cast<std::size_t>(x) : row - m_binned.from;
            if (metric >= m_cells.size() || bin >= m_cells[metric].cells.size())
                continue;
            const float value = m_cells[metric].cells[bin];
            const MetricDescriptor& descriptor = frame.store.metrics().descriptor(m_cells[metric].metric);
            const QString text = valueText(descriptor, value);
            if (std::isnan(value) || metrics.horizontalAdvance(text) + 6 > width)
                continue;
            painter.setPen(toColor(readableOn(m_cells[metric].scale.colour(value))));
            painter.drawText(QRectF(frame.area.left() + width * x,
                                    frame.area.top() + frame.rows.yOf(static_cast<double>(row)), width,
                                    frame.rows.rowPixels()),
                             Qt::AlignCenter, text);
        }
    }
    painter.restore();
}

std::size_t MetricHeat::rowCount() const
{
    return m_rows == nullptr ? 0 : m_isTurned ? m_cells.size() : m_rows->count();
}

HeatHeading MetricHeat::headingOf(const ClusterStore& store, const Row& row) const
{
    const MetricDescriptor& descriptor = store.metrics().descriptor(row.metric);
    if (!row.scale.flags.empty())
        return {modelText(descriptor.title), lockstep::tr("by severity"), row.metric};
    const QString range = quantityText(static_cast<double>(row.scale.min()), descriptor.unit) + QChar(0x2013)
        + quantityText(static_cast<double>(row.scale.max()), descriptor.unit);
    return {modelText(descriptor.title), range, row.metric};
}

HeatHeading MetricHeat::rowHeading(const ClusterStore& store, std::size_t row) const
{
    if (m_isTurned)
        return row < m_cells.size() ? headingOf(store, m_cells[row]) : HeatHeading{};
    return {toQString(store.topology()->name(m_rows->entity(row))), {}, {}};
}

QString MetricHeat::rowNote(const ClusterStore&, std::size_t) const
{
    return {};
}

std::span<const RowGroup> MetricHeat::groups() const
{
    return m_rows == nullptr || m_isTurned ? std::span<const RowGroup>() : std::span(m_rows->groups());
}

QString MetricHeat::columnName(const ClusterStore& store, std::size_t row) const
{
    const QString name = toQString(store.topology()->name(m_rows->entity(row)));
    const EntityRef owner = m_rows->groups()[m_rows->groupOf(row)].owner;
    if (m_rows->groups().size() < 2 || !owner.isValid())
        return name;
    return toQString(store.topology()->name(owner)) + QLatin1Char('/') + name;
}

std::size_t MetricHeat::columnCount() const
{
    return m_isTurned && m_rows != nullptr ? m_rows->count() : m_cells.size();
}

std::vector<HeatHeading> MetricHeat::columnHeadings(const ClusterStore& store) const
{
    std::vector<HeatHeading> headings;
    if (m_rows != nullptr && m_isTurned) {
        for (std::size_t row = 0; row < m_rows->count(); ++row)
            headings.push_back({columnName(store, row), {}, {}});
    } else {
        for (const Row& row : m_cells)
            headings.push_back(headingOf(store, row));
    }
    return headings;
}

std::optional<HeatCell> MetricHeat::cellAt(const HeatFrame& frame, QPointF point) const
{
    const QPointF inside = point - frame.area.topLeft();
    const double at = frame.rows.rowAt(inside.y());
    if (m_image.columns() == 0 || !frame.area.contains(point) || at < 0
        || at >= static_cast<double>(frame.rows.total()))
        return std::nullopt;
    const auto row = static_cast<std::size_t>(at);
    const auto column = static_cast<std::size_t>(inside.x() / frame.area.width() * m_image.columns());
    const std::size_t metric = m_isTurned ? row : column;
    const std::size_t entityRow = m_isTurned ? column : row;
    if (metric >= m_cells.size() || entityRow >= m_rows->count())
        return std::nullopt;

    // Several entities may share these pixels. Names the worst, which determines the colour.
    const MetricId id = m_cells[metric].metric;
    const bool highest = aggregateFor(frame.store.metrics().descriptor(id).direction) == Aggregate::Max;
    const std::size_t bin = entityRow / m_rowsPerBin * m_rowsPerBin;
    const std::size_t end = std::min(bin + m_rowsPerBin, m_rows->count());
    HeatCell cell{m_rows->entity(entityRow), id, m_tick, noData, row, end - bin};
    for (std::size_t i = bin; i < end; ++i) {
        const EntityRef entity = m_rows->entity(i);
        const float value = valueAt(frame.store, id, entity, m_tick);
        if (std::isnan(cell.value) ? !std::isnan(value) : highest ? value > cell.value : value < cell.value) {
            cell.value = value;
            cell.entity = entity;
            cell.row = m_isTurned ? row : i;
        }
    }
    return cell;
}

std::optional<QRectF> MetricHeat::areaOf(const HeatFrame& frame, EntityRef entity) const
{
    if (m_rows == nullptr || !frame.store.topology())
        return std::nullopt;
    const std::optional<RowRange> rows = m_rows->rowsOf(*frame.store.topology(), entity);
    if (!rows)
        return std::nullopt;
    const auto from = static_cast<double>(rows->from);
    const auto count = static_cast<double>(rows->count());
    if (m_isTurned) {
        const double width = frame.area.width() / static_cast<double>(std::max<std::size_t>(m_rows->count(), 1));
        const double height = frame.rows.rowPixels() * static_cast<double>(frame.rows.total());
        return QRectF(frame.area.left() + width * from, frame.area.top() + frame.rows.yOf(0), width * count, height);
    }
    return QRectF(frame.area.left(), frame.area.top() + frame.rows.yOf(from), frame.area.width(),
                  frame.rows.rowPixels() * count);
}

} // namespace lockstep
