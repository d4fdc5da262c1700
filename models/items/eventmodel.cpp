// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/eventmodel.h"

#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockstep {

EventModel::EventModel(const ClusterModel& cluster, QObject* parent)
    : TableModel({{tr("Time")}, {{}}, {tr("Where")}, {tr("Event")}, {tr("Count")}}, parent), m_cluster(cluster)
{
    m_first = m_end = cluster.store().events().firstNumber();
    m_repeats = cluster.store().events().repeats();
    followLog();
    connect(&cluster, &ClusterModel::changed, this, &EventModel::onChanged);
}

const LoggedEvent* EventModel::eventOf(std::uint64_t number) const
{
    const EventLog& log = m_cluster.store().events();
    const bool isHeld = number >= log.firstNumber() && number - log.firstNumber() < log.events().size();
    return isHeld ? &log.events()[number - log.firstNumber()] : nullptr;
}

QVariant EventModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const LoggedEvent* const event = eventAt(index.row());
    if (!event)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(*event, index.column());
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case EntityRole:
        return event->entity.isValid() ? QVariant::fromValue(event->entity) : QVariant();
    case TimeRole:
        return qint64{nsOf(event->lastTime)};
    case SeverityRole:
        return static_cast<int>(event->event.severity);
    case IsDimRole:
        return m_moment && event->lastTime > *m_moment;
    case SortRole:
        return sortKeyOf(*event, index.column());
    default:
        return {};
    }
}

QString EventModel::textOf(const LoggedEvent& event, int column) const
{
    switch (column) {
    case TimeColumn:
        return QString::fromStdString(formatTime(event.lastTime, std::chrono::milliseconds(1)));
    case SeverityColumn:
        return event.event.severity == Severity::Critical ? tr("critical")
            : event.event.severity == Severity::Warning   ? tr("warning")
                                                          : tr("information");
    case WhereColumn:
        return QString::fromStdString(m_cluster.store().topology()->path(event.entity));
    case WhatColumn:
        return event.event.text.empty() ? QString::fromStdString(event.event.code) : modelText(sentenceOf(event.event));
    default:
        return event.count > 1 ? QStringLiteral("%1×").arg(event.count) : QString();
    }
}

QVariant EventModel::sortKeyOf(const LoggedEvent& event, int column) const
{
    switch (column) {
    case TimeColumn:
        return qint64{nsOf(event.lastTime)};
    case SeverityColumn:
        return static_cast<int>(event.event.severity);
    case CountColumn:
        return event.count;
    default:
        return textOf(event, column);
    }
}

void EventModel::onChanged(const ChangeSet& changes)
{
    if (!changes.events)
        return;
    if (m_isHeld)
        countWaiting();
    else
        followLog();
}

void EventModel::setHeld(bool isHeld)
{
    if (std::exchange(m_isHeld, isHeld) == isHeld || isHeld)
        return;
    followLog();
    countWaiting();
}

void EventModel::countWaiting()
{
    const EventLog& log = m_cluster.store().events();
    const std::uint64_t fresh = log.firstNumber() + log.events().size() - m_end + (log.repeats() - m_repeats);
    if (std::exchange(m_waiting, std::size_t(fresh)) == fresh)
        return;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, TimeColumn), index(rowCount() - 1, CountColumn));
    Q_EMIT waitingChanged();
}

/// The position of a row: before all older ones.
int EventModel::placeOf(const Row& row) const
{
    const auto isNewer = [](const Row& a, const Row& b) {
        return std::tie(a.time, a.number) > std::tie(b.time, b.number);
    };
    return static_cast<int>(std::ranges::lower_bound(m_rows, row, isNewer) - m_rows.begin());
}

void EventModel::followLog()
{
    removeDroppedEvents();
    insertNew();
    moveRepeated();
}

void EventModel::removeDroppedEvents()
{
    const std::uint64_t first = m_cluster.store().events().firstNumber();
    if (first <= m_first)
        return;
    for (int row = rowCount() - 1; row >= 0; --row) {
        if (m_rows[std::size_t(row)].number >= first)
            continue;
        int top = row; // adjacent rows are removed together
        while (top > 0 && m_rows[std::size_t(top - 1)].number < first)
            --top;
        beginRemoveRows({}, top, row);
        m_rows.erase(m_rows.begin() + top, m_rows.begin() + row + 1);
        endRemoveRows();
        row = top;
    }
    m_first = first;
    m_end = std::max(m_end, first);
}

void EventModel::insertNew()
{
    const EventLog& log = m_cluster.store().events();
    const std::uint64_t end = log.firstNumber() + log.events().size();
    Rows fresh;
    for (; m_end < end; ++m_end)
        fresh.push_back({eventOf(m_end)->lastTime, m_end});
    std::ranges::sort(
        fresh, [](const Row& a, const Row& b) { return std::tie(a.time, a.number) > std::tie(b.time, b.number); });
    for (auto from = fresh.begin(); from != fresh.end();) {
        const int row = placeOf(*from);
        const auto to = std::find_if(from, fresh.end(), [&](const Row& each) { return placeOf(each) != row; });
        beginInsertRows({}, row, row + static_cast<int>(to - from) - 1);
        m_rows.insert(m_rows.begin() + row, from, to);
        endInsertRows();
        from = to;
    }
}

void EventModel::moveRepeated()
{
    const EventLog& log = m_cluster.store().events();
    const std::uint64_t before = std::exchange(m_repeats, log.repeats());
    if (before == m_repeats)
        return;
    for (int row = 0; row < rowCount(); ++row) {
        const LoggedEvent& event = *eventAt(row);
        if (event.repeated <= before)
            continue;
        const Row moved{event.lastTime, m_rows[std::size_t(row)].number};
        const int to = placeOf(moved); // an event never moves down, because its latest repeat only becomes later
        if (to < row) {
            beginMoveRows({}, row, row, {}, to);
            std::rotate(m_rows.begin() + to, m_rows.begin() + row, m_rows.begin() + row + 1);
            endMoveRows();
        }
        m_rows[std::size_t(to)] = moved;
        Q_EMIT dataChanged(index(to, TimeColumn), index(to, CountColumn));
    }
}

int EventModel::countAfter(std::optional<TimePoint> moment) const
{
    if (!moment)
        return 0;
    const auto isAfter = [&](const Row& row) {
        return row.time > *moment;
    };
    return static_cast<int>(std::ranges::partition_point(m_rows, isAfter) - m_rows.begin());
}

void EventModel::setMoment(std::optional<TimePoint> moment)
{
    if (moment == m_moment)
        return;
    const auto [from, to] = std::minmax({countAfter(std::exchange(m_moment, moment)), countAfter(moment)});
    if (from < to)
        Q_EMIT dataChanged(index(from, TimeColumn), index(to - 1, CountColumn), {IsDimRole});
}

} // namespace lockstep

#include "moc_eventmodel.cpp"
