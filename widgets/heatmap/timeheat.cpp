// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/heatmap/timeheat.h"

#include "models/store/settledticks.h"
#include "models/view/colour/colourscale.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

std::int64_t floorDiv(std::int64_t a, std::int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

} // namespace

void TimeCells::setMetric(MetricId metric)
{
    if (std::exchange(m_metric, metric) != metric)
        m_columns.clear();
}

void TimeCells::setAggregate(std::optional<Aggregate> how)
{
    if (std::exchange(m_how, how) != how)
        m_columns.clear();
}

void TimeCells::setBins(CellBins bins, std::int64_t ticksPerColumn)
{
    m_bins = std::move(bins);
    m_ticksPerColumn = ticksPerColumn;
    m_columns.clear();
}

void TimeCells::clear()
{
    m_bins = {};
    m_columns.clear();
}

void TimeCells::invalidate(TickRange ticks)
{
    if (!ticks.isEmpty())
        m_columns.erase(m_columns.lower_bound(columnOf(ticks.from)), m_columns.upper_bound(columnOf(ticks.to - 1)));
}

void TimeCells::keepOnly(Column from, Column to)
{
    m_columns.erase(m_columns.begin(), m_columns.lower_bound(from));
    m_columns.erase(m_columns.lower_bound(to), m_columns.end());
}

TimeCells::Column TimeCells::columnOf(TickIndex tick) const
{
    return floorDiv(tick, m_ticksPerColumn);
}

const std::vector<float>* TimeCells::column(Column column) const
{
    const auto found = m_columns.find(column);
    return found == m_columns.end() ? nullptr : &found->second;
}

bool TimeCells::reduce(const ClusterStore& store, Column from, Column to, std::vector<Column>& changed,
                       std::chrono::microseconds budget)
{
    const TickRange held = store.ticks();
    if (held.isEmpty() || !m_metric.isValid())
        return true;
    const auto deadline = std::chrono::steady_clock::now() + budget;
    const Column oldest = std::max(from, columnOf(held.from));
    for (Column column = std::min(to - 1, columnOf(held.to - 1)); column >= oldest; --column) {
        if (m_columns.contains(column))
            continue;
        if (!changed.empty() && std::chrono::steady_clock::now() > deadline)
            return false;
        reduceColumn(store, column);
        changed.push_back(column);
    }
    return true;
}

void TimeCells::reduceColumn(const ClusterStore& store, Column column)
{
    std::vector<float>& cells = m_columns[column];
    cells.assign(m_bins.count(), noData);
    const TickRange held = store.ticks();
    const TickIndex from = std::max(column * m_ticksPerColumn, held.from);
    const TickIndex to = std::min((column + 1) * m_ticksPerColumn, held.to);
    const Aggregate how = m_how.value_or(aggregateFor(store.metrics().descriptor(m_metric).direction));
    m_ticks.clear();
    const auto cold = coldExtremesOf(store, m_metric, column, m_ticksPerColumn, how);
    if (cold)
        m_ticks.push_back(*cold);
    const TickRange hot = store.ticksInMemory();
    for (TickIndex tick = from; tick < to; ++tick) {
        if (!cold || hot.contains(tick))
            m_ticks.push_back(store.column(m_metric, tick));
    }
    m_bins.reduce(m_ticks, how, cells);
}

std::optional<std::span<const float>> coldExtremesOf(const ClusterStore& store, MetricId metric,
                                                     TimeCells::Column column, std::int64_t ticksPerColumn,
                                                     Aggregate how)
{
    if (how != Aggregate::Max && how != Aggregate::Min)
        return std::nullopt;
    return store.coldExtremes(metric, {column * ticksPerColumn, (column + 1) * ticksPerColumn},
                              how == Aggregate::Max ? Extreme::Highest : Extreme::Lowest);
}

namespace {

/// Time per frame for reducing columns: short while data arrives, because other views paint too; otherwise long enough
/// for a complete picture.
constexpr std::chrono::microseconds liveBudget{1500};
constexpr std::chrono::microseconds stillBudget{12'000};

constexpr TickIndex longestLookBack = 64; ///< for a value beside a row

TickRange ticksOf(TimeRange range, Duration period)
{
    const TickIndex last = tickIndexOf(range.to, period);
    return {tickIndexOf(range.from, period), timeOfTick(last, period) < range.to ? last + 1 : last};
}

bool isNoNodeLive(const ClusterStore& store)
{
    bool isAnyStale = false;
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        const Freshness freshness = store.node({EntityKind::Node, index}).freshness;
        if (freshness == Freshness::Live)
            return false;
        isAnyStale |= freshness == Freshness::Stale;
    }
    return isAnyStale;
}

TimeHeatShape shapeFor(const HeatFrame& frame)
{
    const auto pixels = [](double length) {
        return std::max<std::size_t>(static_cast<std::size_t>(length), 1);
    };
    const std::size_t first = frame.rows.firstVisible();
    const std::size_t end = frame.rows.endVisible();
    const std::size_t down = pixels(frame.area.height());
    TimeHeatShape shape;
    shape.rowsPerBin = std::max<std::size_t>((end - first + down - 1) / down, 1);
    // Bins start at multiples of their size, so that scrolling does not regroup entities.
    shape.rows.from = first / shape.rowsPerBin * shape.rowsPerBin;
    shape.rows.to = std::min((end + shape.rowsPerBin - 1) / shape.rowsPerBin * shape.rowsPerBin, frame.rows.total());
    const std::int64_t ticks = ticksOf(frame.range, frame.store.tickPeriod()).length();
    const auto across = static_cast<std::int64_t>(pixels(frame.area.width()));
    shape.ticksPerColumn = std::max<std::int64_t>((ticks + across - 1) / across, 1);
    return shape;
}

} // namespace

void TimeHeat::setRows(const GridRows& rows)
{
    m_rows = &rows;
    m_cells.clear();
}

void TimeHeat::setShape(const TimeHeatShape& shape)
{
    if (shape == m_shape && m_cells.binCount() > 0)
        return;
    m_shape = shape;
    m_cells.setBins(
        CellBins(std::span(m_rows->entities()).subspan(shape.rows.from, shape.rows.count()), shape.rowsPerBin),
        shape.ticksPerColumn);
}

void TimeHeat::setMetric(MetricId metric)
{
    m_metric = metric;
    m_cells.setMetric(metric);
}

void TimeHeat::setGround(Rgb colour)
{
    if (std::exchange(m_ground, colour) != colour)
        m_image.resize(0, 0);
}

bool TimeHeat::refresh(const HeatFrame& frame)
{
    if (m_rows == nullptr || !m_metric.isValid() || frame.area.isEmpty())
        return true;
    setShape(shapeFor(frame));
    const TickRange ticks = ticksOf(frame.range, frame.store.tickPeriod());
    const Column from = m_cells.columnOf(ticks.from);
    const Column to = m_cells.columnOf(ticks.to - 1) + 1;
    m_cells.keepOnly(from, to);
    std::vector<Column> changed;
    findOverdue(frame, changed);
    const Column unsettled = m_cells.columnOf(frame.store.ticks().to - 1 - lagOf(frame.store));
    const Column settled = std::exchange(m_unsettled, unsettled);
    const bool isComplete
        = m_cells.reduce(frame.store, from, to, changed, frame.isFollowing ? liveBudget : stillBudget);

    const Column shift = from - m_from;
    const bool isSameWidth = to - from == m_to - m_from;
    bool recolours = m_image.resize(static_cast<int>(to - from), static_cast<int>(m_cells.binCount()));
    recolours |= !isSameWidth || shift < 0 || shift >= to - from;
    recolours |= std::exchange(m_scale.isOnLight, frame.isOnLight) != frame.isOnLight;
    recolours |= (!changed.empty() || frame.range != m_scaledOver) && updateScale(frame);
    m_from = from;
    m_to = to;
    if (recolours) {
        colourColumns(from, to);
        return isComplete;
    }
    if (shift > 0) {
        m_image.shiftLeft(static_cast<int>(shift));
        colourColumns(to - shift, to);
    }
    for (Column column = std::max(settled, from); column < std::min(unsettled, to); ++column)
        changed.push_back(column);
    for (const Column column : changed)
        colourColumns(std::max(column, from), std::min(column + 1, to));
    return isComplete;
}

void TimeHeat::findOverdue(const HeatFrame& frame, std::vector<Column>& changed)
{
    const ClusterStore& store = frame.store;
    const bool isSilent = frame.isFollowing && isNoNodeLive(store);
    const Column from = isSilent ? m_cells.columnOf(store.ticks().to) : 0;
    const Column to = isSilent ? m_cells.columnOf(tickIndexOf(store.now(), store.tickPeriod())) : 0;
    // It grows from its end, or is new or over.
    const bool isSame = from == std::exchange(m_overdueFrom, from);
    const Column before = std::exchange(m_overdueTo, to);
    for (Column column = isSame ? std::min(before, to) : std::max(from, m_from); column < to; ++column)
        changed.push_back(column);
}

/// Some nodes have not reported the newest tick yet, and derived metrics follow later. Neither is a gap.
TickIndex TimeHeat::lagOf(const ClusterStore& store) const
{
    const bool isDerived = !store.metrics().descriptor(m_metric).derivation.empty();
    return isDerived ? SettledTicks::settledAfter + 1 : 0;
}

bool TimeHeat::updateScale(const HeatFrame& frame)
{
    m_scaledOver = frame.range;
    if (m_holdsScale)
        return false;
    ColourScale scale = scaleOver(frame.store, m_metric, frame.range);
    scale.isOnLight = frame.isOnLight;
    if (scale == m_scale)
        return false;
    m_scale = std::move(scale);
    return true;
}

void TimeHeat::colourColumns(Column from, Column to)
{
    std::vector<HeatImage::Column> columns;
    for (Column column = from; column < to; ++column) {
        if (const std::vector<float>* cells = m_cells.column(column)) {
            columns.push_back({*cells, &m_scale, column >= m_unsettled ? std::optional(m_ground) : std::nullopt});
            continue;
        }
        // The future, the time before the first sample, and columns not reduced yet have no hatch, because nothing is
        // missing there.
        const bool isOverdue = column >= m_overdueFrom && column < m_overdueTo;
        columns.push_back({{}, &m_scale, isOverdue ? std::nullopt : std::optional(m_ground)});
    }
    m_image.setColumns(static_cast<int>(from - m_from), columns);
}

QRectF TimeHeat::target(const HeatFrame& frame) const
{
    const Duration period = frame.store.tickPeriod();
    const TimeHeatShape& shape = m_shape;
    const TimeAxis axis{frame.range, frame.area.width()};
    const double left = axis.pixelOf(timeOfTick(m_from * shape.ticksPerColumn, period));
    const double right = axis.pixelOf(timeOfTick(m_to * shape.ticksPerColumn, period));
    const std::size_t endRow = shape.rows.from + m_cells.binCount() * shape.rowsPerBin;
    const QPointF topLeft(left, frame.rows.yOf(static_cast<double>(shape.rows.from)));
    const QPointF bottomRight(right, frame.rows.yOf(static_cast<double>(endRow)));
    return QRectF(topLeft, bottomRight).translated(frame.area.topLeft());
}

void TimeHeat::paint(QPainter& painter, const HeatFrame& frame) const
{
    m_image.draw(painter, target(frame), frame.area);
}

std::size_t TimeHeat::rowCount() const
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
    const EntityRef entity = m_rows->entity(row);
    if (m_moment)
        return noteAt(store, entity, std::min(tickIndexOf(*m_moment, store.tickPeriod()), store.ticks().to - 1));
    const std::span<const float> latest = store.latest(m_metric);
    if (entity.index >= latest.size() || std::isnan(latest[entity.index]))
        return {};
    if (store.freshness(entity) != Freshness::Live)
        return lockstep::tr("stale");
    return valueText(store.metrics().descriptor(m_metric), latest[entity.index]);
}

/// The newest sample up to the tick, with its age if the next one is overdue.
QString TimeHeat::noteAt(const ClusterStore& store, EntityRef entity, TickIndex tick) const
{
    for (TickIndex back = 0; back < longestLookBack; ++back) {
        const std::span<const float> values = store.column(m_metric, tick - back);
        const bool isMissing = entity.index >= values.size() || std::isnan(values[entity.index]);
        if (isMissing && store.available(m_metric, {tick - back, tick - back + 1}) == Availability::Pending)
            return {}; // being read; an older sample would belong to another moment
        if (isMissing)
            continue;
        const QString value = valueText(store.metrics().descriptor(m_metric), values[entity.index]);
        const EntityRef node = store.topology()->ancestor(entity, EntityKind::Node);
        const NodeIdentity* const identity = node.isValid() ? store.topology()->identity(node) : nullptr;
        const Duration period = std::max(identity ? identity->tickPeriod : Duration{}, store.tickPeriod());
        const Duration age = back * store.tickPeriod();
        return age < 2 * period ? value : lockstep::tr("%1, %2").arg(value, ageText(age));
    }
    return lockstep::tr("no data");
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
    const TimeHeatShape& shape = m_shape;
    const Column column = m_cells.columnOf(tickIndexOf(time, frame.store.tickPeriod()));
    const std::size_t bin = static_cast<std::size_t>(row) / shape.rowsPerBin * shape.rowsPerBin;
    const std::size_t end = std::min(bin + shape.rowsPerBin, m_rows->count());

    // Several entities may share these pixels. Names the worst, which determines the colour.
    HeatCell cell{m_rows->entity(static_cast<std::size_t>(row)),
                  m_metric,
                  tickIndexOf(time, frame.store.tickPeriod()),
                  noData,
                  static_cast<std::size_t>(row),
                  end - bin};
    const Aggregate how = aggregateFor(frame.store.metrics().descriptor(m_metric).direction);
    const bool highest = how == Aggregate::Max;
    const auto look = [&](TickIndex tick, std::span<const float> values) {
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
    };
    const TickRange ticks{column * shape.ticksPerColumn, (column + 1) * shape.ticksPerColumn};
    const auto cold = coldExtremesOf(frame.store, m_metric, column, shape.ticksPerColumn, how);
    if (cold)
        look(ticks.from, *cold); // its exact time is unknown
    const TickRange hot = frame.store.ticksInMemory();
    for (TickIndex tick = ticks.from; tick < ticks.to; ++tick) {
        if (!cold || hot.contains(tick))
            look(tick, frame.store.column(m_metric, tick));
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
