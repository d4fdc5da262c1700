// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/eventmodel.h"

#include "models/store/clustermodel.h"
#include "models/view/timeaxis.h"

#include <algorithm>
#include <utility>

namespace lockstep {

EventModel::EventModel(const ClusterModel& cluster, QObject* parent) : QAbstractTableModel(parent), m_cluster(cluster)
{
    const EventLog& log = cluster.store().events();
    m_first = log.firstNumber();
    m_end = m_first + log.events().size();
    m_repeats = log.repeats();
    connect(&cluster, &ClusterModel::changed, this, &EventModel::onChanged);
}

int EventModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_end - m_first);
}

int EventModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const LoggedEvent* EventModel::eventAt(int row) const
{
    const EventLog& log = m_cluster.store().events();
    const std::uint64_t number = m_end - 1 - static_cast<std::uint64_t>(row);
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
        return QString::fromStdString(event.event.text.empty() ? event.event.code : event.event.text);
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

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case SeverityColumn:
        return tr("Severity");
    case WhereColumn:
        return tr("Where");
    case WhatColumn:
        return tr("What");
    case CountColumn:
        return tr("Count");
    default:
        return {};
    }
}

void EventModel::onChanged(const ChangeSet& changes)
{
    if (changes.events)
        followLog();
}

void EventModel::followLog()
{
    const EventLog& log = m_cluster.store().events();
    const std::uint64_t logEnd = log.firstNumber() + log.events().size();
    // Old events leave at the bottom first, so that no row ever points beyond the log for longer than this.
    if (const std::uint64_t first = std::clamp(log.firstNumber(), m_first, m_end); first > m_first) {
        const int last = rowCount() - 1;
        beginRemoveRows({}, last - static_cast<int>(first - m_first) + 1, last);
        m_first = first;
        endRemoveRows();
    }
    if (m_first == m_end)
        m_first = m_end = std::max(log.firstNumber(), m_end); // events that came and went unseen
    if (logEnd > m_end) {
        beginInsertRows({}, 0, static_cast<int>(logEnd - m_end) - 1);
        m_end = logEnd;
        endInsertRows();
    }
    if (std::exchange(m_repeats, log.repeats()) != log.repeats() && rowCount() > 0)
        Q_EMIT dataChanged(index(0, TimeColumn), index(rowCount() - 1, CountColumn));
}

} // namespace lockstep
