// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/alertmodel.h"

#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/view/timeaxis.h"
#include "models/view/timewindow.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

bool isSame(const PlaceAlert& a, const PlaceAlert& b)
{
    return a.place == b.place && a.code == b.code;
}

} // namespace

AlertModel::AlertModel(const ClusterModel& cluster, const TimeWindow& time, QObject* parent)
    : QAbstractTableModel(parent), m_cluster(cluster), m_time(time)
{
    const auto refreshNow = [this] {
        refresh(wallClockNow());
    };
    connect(&cluster, &ClusterModel::changed, this, refreshNow);
    connect(&time, &TimeWindow::cursorChanged, this, refreshNow);
    connect(&time, &TimeWindow::changed, this, refreshNow);
    refreshNow();
}

int AlertModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int AlertModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AlertModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const PlaceAlert& alert = alertAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(alert, index.column());
    case Qt::ToolTipRole: // whatever there is no room for
        return QStringList{textOf(alert, WhatColumn), textOf(alert, WhereColumn), textOf(alert, StateColumn)}.join(
            QLatin1Char('\n'));
    case EntityRole:
        return alert.entity.isValid() ? QVariant::fromValue(alert.entity) : QVariant();
    case TimeRole:
        return qint64{nsOf(alert.since)};
    case SeverityRole:
        return static_cast<int>(alert.state == PlaceAlert::State::Cleared ? Severity::Information : alert.severity);
    case IsDimRole:
        return alert.state != PlaceAlert::State::Active;
    default:
        return {};
    }
}

QString AlertModel::textOf(const PlaceAlert& alert, int column) const
{
    switch (column) {
    case SinceColumn:
        return QString::fromStdString(formatTime(alert.since, std::chrono::seconds(1))).section(QLatin1Char(' '), 0, 0);
    case SeverityColumn:
        return alert.severity == Severity::Critical ? tr("critical") : tr("warning");
    case WhatColumn:
        return QString::fromStdString(alert.text.empty() ? alert.code : alert.text);
    case WhereColumn:
        return QString::fromStdString(m_cluster.store().topology()->path(alert.entity));
    default:
        break;
    }
    const TimePoint from = alert.state == PlaceAlert::State::Cleared ? alert.until : alert.since;
    const QString length = QString::fromStdString(
        formatDuration(std::chrono::floor<std::chrono::seconds>(std::max(Duration{}, m_moment - from))));
    return alert.state == PlaceAlert::State::Active      ? tr("active, %1").arg(length)
        : alert.state == PlaceAlert::State::Acknowledged ? tr("acknowledged, %1").arg(length)
                                                         : tr("over for %1").arg(length);
}

QVariant AlertModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case SinceColumn:
        return tr("Since");
    case SeverityColumn:
        return {}; // a shape, which needs no name
    case WhatColumn:
        return tr("What");
    case WhereColumn:
        return tr("Where");
    default:
        return tr("State");
    }
}

void AlertModel::setHeld(bool isHeld)
{
    if (std::exchange(m_isHeld, isHeld) == isHeld)
        return;
    m_moment = {};
    refresh(wallClockNow());
}

void AlertModel::refresh(TimePoint now)
{
    const TimePoint moment = m_time.isFollowing() ? now : m_time.cursor();
    const AlertLog& log = m_cluster.store().alerts();
    const bool isSameSecond
        = std::chrono::floor<std::chrono::seconds>(moment) == std::chrono::floor<std::chrono::seconds>(m_moment);
    const bool isKnown = m_cluster.store().knowsAlertsAt(moment);
    if (isSameSecond && m_version == log.version() && m_isKnown == isKnown)
        return;
    m_isKnown = isKnown;
    m_moment = moment;
    m_version = log.version();
    const std::vector<PlaceAlert> alerts = log.at(moment, *m_cluster.store().topology());
    const auto isNew = [this](const PlaceAlert& alert) {
        return rowOf(alert) < 0;
    };
    m_waiting = m_isHeld ? static_cast<std::size_t>(std::ranges::count_if(alerts, isNew)) : 0;
    m_isHeld ? updateRowsInPlace(alerts) : showRows(alerts);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, StateColumn), index(rowCount() - 1, StateColumn)); // its ages
    Q_EMIT refreshed();
}

int AlertModel::rowOf(const PlaceAlert& alert, int from) const
{
    const auto found = std::find_if(m_rows.begin() + from, m_rows.end(),
                                    [&](const PlaceAlert& each) { return isSame(each, alert); });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void AlertModel::setRow(int row, const PlaceAlert& alert)
{
    if (std::exchange(m_rows[static_cast<std::size_t>(row)], alert) != alert)
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

void AlertModel::updateRowsInPlace(const std::vector<PlaceAlert>& alerts)
{
    for (const PlaceAlert& alert : alerts) {
        if (const int row = rowOf(alert); row >= 0)
            setRow(row, alert);
    }
}

/// Row by row, so that what is chosen stays chosen.
void AlertModel::showRows(const std::vector<PlaceAlert>& alerts)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        const bool isThere
            = std::ranges::any_of(alerts, [&](const PlaceAlert& each) { return isSame(each, alertAt(row)); });
        if (isThere)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < static_cast<int>(alerts.size()); ++row) {
        const PlaceAlert& alert = alerts[static_cast<std::size_t>(row)];
        const int before = rowOf(alert, row);
        if (before < 0) {
            beginInsertRows({}, row, row);
            m_rows.insert(m_rows.begin() + row, alert);
            endInsertRows();
        } else if (before > row) {
            beginMoveRows({}, before, before, {}, row);
            std::rotate(m_rows.begin() + row, m_rows.begin() + before, m_rows.begin() + before + 1);
            endMoveRows();
        }
        setRow(row, alert);
    }
}

} // namespace lockstep
