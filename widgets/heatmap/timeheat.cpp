// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/timeheat.h"

#include "models/view/timeaxis.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockstep {

namespace {

constexpr auto budget = std::chrono::microseconds(1500); ///< for reducing columns, in one frame
constexpr std::size_t scaleSamples = 4096; ///< values looked at to choose a scale

std::int64_t floorDiv(std::int64_t a, std::int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

TickRange ticksOf(TimeRange range, Duration period)
{
    const TickIndex last = tickIndexOf(range.to, period);
    return {tickIndexOf(range.from, period), timeOfTick(last, period) < range.to ? last + 1 : last};
}

} // namespace

void TimeHeat::setRows(const GridRows& rows)
{
    m_rows = &rows;
    m_shape = {};
    m_columns.clear();
}

void TimeHeat::setMetric(MetricId metric)
{
    m_metric = metric;
    m_columns.clear();
}

void TimeHeat::setGround(Rgb colour)
{
    if (std::exchange(m_ground, colour) != colour)
        m_image.resize(0, 0);
}

void TimeHeat::invalidate(TickRange ticks)
{
    if (!ticks.isEmpty())
        m_columns.erase(m_columns.lower_bound(columnOf(ticks.from)), m_columns.upper_bound(columnOf(ticks.to - 1)));
}

TimeHeat::Column TimeHeat::columnOf(TickIndex tick) const
{
    return floorDiv(tick, m_shape.ticksPerColumn);
}

TimeHeat::Shape TimeHeat::shapeFor(const HeatFrame& frame)
{
    const auto pixels = [](double length) {
        return std::max<std::size_t>(static_cast<std::size_t>(length), 1);
    };
    Shape shape;
    const std::size_t first = frame.rows.firstVisible();
    const std::size_t end = frame.rows.endVisible();
    shape.rowsPerBin
        = std::max<std::size_t>((end - first + pixels(frame.area.height()) - 1) / pixels(frame.area.height()), 1);
    // Bins start at multiples of their size, so that scrolling does not reshuffle what shares a pixel.
    shape.firstRow = first / shape.rowsPerBin * shape.rowsPerBin;
    shape.endRow = std::min((end + shape.rowsPerBin - 1) / shape.rowsPerBin * shape.rowsPerBin, frame.rows.total());
    const std::int64_t ticks = ticksOf(frame.range, frame.store.tickPeriod()).length();
    const auto across = static_cast<std::int64_t>(pixels(frame.area.width()));
    shape.ticksPerColumn = std::max<std::int64_t>((ticks + across - 1) / across, 1);
    return shape;
}

bool TimeHeat::refresh(const HeatFrame& frame)
{
    if (m_rows == nullptr || !m_metric.isValid() || frame.area.isEmpty())
        return true;
    if (const Shape shape = shapeFor(frame); shape != m_shape || m_columns.empty()) {
        m_shape = shape;
        m_columns.clear();
        m_bins = RowBins(std::span(m_rows->entities()).subspan(shape.firstRow, shape.endRow - shape.firstRow),
                         shape.rowsPerBin);
    }
    const TickRange ticks = ticksOf(frame.range, frame.store.tickPeriod());
    const Column from = columnOf(ticks.from);
    const Column to = columnOf(ticks.to - 1) + 1;
    const bool moves = std::exchange(m_from, from) != from || m_to != to;
    m_to = to;
    m_columns.erase(m_columns.begin(), m_columns.lower_bound(from));
    m_columns.erase(m_columns.lower_bound(to), m_columns.end());

    std::vector<Column> changed;
    const bool isComplete = reduceColumns(frame, changed);
    const bool resized = m_image.resize(static_cast<int>(to - from), static_cast<int>(m_bins.count()));
    const bool recoloured = !changed.empty() && updateScale(frame.store);
    if (resized || moves || recoloured) {
        for (Column column = from; column < to; ++column)
            colourColumn(frame.store, column);
    } else {
        for (const Column column : changed)
            colourColumn(frame.store, column);
    }
    return isComplete;
}

bool TimeHeat::reduceColumns(const HeatFrame& frame, std::vector<Column>& changed)
{
    const TickRange held = frame.store.ticks();
    if (held.isEmpty())
        return true;
    const auto deadline = std::chrono::steady_clock::now() + budget;
    const Column newest = std::min(m_to - 1, columnOf(held.to - 1));
    const Column oldest = std::max(m_from, columnOf(held.from));
    for (Column column = newest; column >= oldest; --column) {
        if (m_columns.contains(column))
            continue;
        if (!changed.empty() && std::chrono::steady_clock::now() > deadline)
            return false;
        reduceColumn(frame.store, column);
        changed.push_back(column);
    }
    return true;
}

void TimeHeat::reduceColumn(const ClusterStore& store, Column column)
{
    std::vector<float>& cells = m_columns[column];
    cells.assign(m_bins.count(), noData);
    const Worst worst = worstOf(store.metrics().descriptor(m_metric));
    const TickRange held = store.ticks();
    const TickIndex from = std::max(column * m_shape.ticksPerColumn, held.from);
    const TickIndex to = std::min((column + 1) * m_shape.ticksPerColumn, held.to);
    for (TickIndex tick = from; tick < to; ++tick)
        m_bins.merge(store.column(m_metric, tick), worst, cells);
}

bool TimeHeat::updateScale(const ClusterStore& store)
{
    if (m_holdsScale)
        return false;
    const std::size_t all = m_columns.size() * m_bins.count();
    const std::size_t stride = all / scaleSamples + 1;
    std::vector<float> sample;
    sample.reserve(all / stride + 1);
    std::size_t skip = 0;
    for (const auto& [column, cells] : m_columns) {
        for (; skip < cells.size(); skip += stride)
            sample.push_back(cells[skip]);
        skip -= cells.size();
    }
    const ColourScale scale = scaleFor(store.metrics().descriptor(m_metric), sample);
    const bool differs = scale.low != m_scale.low || scale.high != m_scale.high || scale.map != m_scale.map;
    m_scale = scale;
    return differs;
}

void TimeHeat::colourColumn(const ClusterStore& store, Column column)
{
    const auto x = static_cast<int>(column - m_from);
    if (const auto found = m_columns.find(column); found != m_columns.end()) {
        m_image.setColumn(x, found->second, m_scale);
        return;
    }
    // Time that left memory has no data; time to come, or a column not yet reduced, has nothing to say yet.
    const TickRange held = store.ticks();
    if (!held.isEmpty() && column < columnOf(held.from)) {
        const std::vector<float> nothing(m_bins.count(), noData);
        m_image.setColumn(x, nothing, m_scale);
    } else {
        m_image.fillColumn(x, m_ground);
    }
}

QRectF TimeHeat::target(const HeatFrame& frame) const
{
    const Duration period = frame.store.tickPeriod();
    const TimeAxis axis{frame.range, frame.area.width()};
    const double left = axis.pixelOf(timeOfTick(m_from * m_shape.ticksPerColumn, period));
    const double right = axis.pixelOf(timeOfTick(m_to * m_shape.ticksPerColumn, period));
    const std::size_t endRow = m_shape.firstRow + m_bins.count() * m_shape.rowsPerBin;
    const QPointF topLeft(left, frame.rows.yOf(static_cast<double>(m_shape.firstRow)));
    const QPointF bottomRight(right, frame.rows.yOf(static_cast<double>(endRow)));
    return QRectF(topLeft, bottomRight).translated(frame.area.topLeft());
}

void TimeHeat::paint(QPainter& painter, const HeatFrame& frame) const
{
    m_image.draw(painter, target(frame), frame.area);
}

std::size_t TimeHeat::rowCount(const ClusterStore&) const
{
    return m_rows == nullptr ? 0 : m_rows->count();
}

std::span<const RowGroup> TimeHeat::groups() const
{
    return m_rows == nullptr ? std::span<const RowGroup>() : std::span(m_rows->groups());
}

HeatHeading TimeHeat::rowHeading(const ClusterStore& store, std::size_t row) const
{
    return {toQString(store.topology()->name(m_rows->entity(row))), {}, {}};
}

QString TimeHeat::rowNote(const ClusterStore& store, std::size_t row) const
{
    const std::span<const float> latest = store.latest(m_metric);
    const EntityRef entity = m_rows->entity(row);
    if (entity.index >= latest.size() || std::isnan(latest[entity.index]))
        return {};
    if (store.freshness(entity) != Freshness::Live)
        return QStringLiteral("stale");
    return quantityText(static_cast<double>(latest[entity.index]), store.metrics().descriptor(m_metric).unit);
}

std::vector<HeatHeading> TimeHeat::columnHeadings(const ClusterStore&) const
{
    return {};
}

std::optional<HeatCell> TimeHeat::cellAt(const HeatFrame& frame, QPointF point) const
{
    const QPointF inside = point - frame.area.topLeft();
    const double row = frame.rows.rowAt(inside.y());
    if (m_rows == nullptr || !m_metric.isValid() || !frame.area.contains(point) || row < 0
        || row >= static_cast<double>(m_rows->count()))
        return std::nullopt;
    const TimePoint time = TimeAxis{frame.range, frame.area.width()}.timeAt(inside.x());
    const Column column = columnOf(tickIndexOf(time, frame.store.tickPeriod()));
    const std::size_t bin = static_cast<std::size_t>(row) / m_shape.rowsPerBin * m_shape.rowsPerBin;
    const std::size_t end = std::min(bin + m_shape.rowsPerBin, m_rows->count());

    // Many entities may share these pixels; the worst gave the colour, so it is the one to name.
    HeatCell cell{m_rows->entity(static_cast<std::size_t>(row)),
                  m_metric,
                  tickIndexOf(time, frame.store.tickPeriod()),
                  noData,
                  static_cast<std::size_t>(row),
                  end - bin};
    const bool highest = worstOf(frame.store.metrics().descriptor(m_metric)) == Worst::Highest;
    for (TickIndex tick = column * m_shape.ticksPerColumn; tick < (column + 1) * m_shape.ticksPerColumn; ++tick) {
        const std::span<const float> values = frame.store.column(m_metric, tick);
        for (std::size_t at = bin; at < end; ++at) {
            const std::uint32_t entity = m_rows->entities()[at];
            const float value = entity < values.size() ? values[entity] : noData;
            if (std::isnan(cell.value) ? !std::isnan(value) : highest ? value > cell.value : value < cell.value) {
                cell.value = value;
                cell.entity = m_rows->entity(at);
                cell.row = at;
                cell.tick = tick;
            }
        }
    }
    return cell;
}

std::optional<QRectF> TimeHeat::areaOf(const HeatFrame& frame, EntityRef entity) const
{
    if (m_rows == nullptr || !frame.store.topology())
        return std::nullopt;
    const std::optional<RowRange> rows = m_rows->rowsOf(*frame.store.topology(), entity);
    if (!rows)
        return std::nullopt;
    const double top = frame.area.top() + frame.rows.yOf(static_cast<double>(rows->from));
    const double bottom = frame.area.top() + frame.rows.yOf(static_cast<double>(rows->to));
    return QRectF(frame.area.left(), top, frame.area.width(), bottom - top);
}

} // namespace lockstep
