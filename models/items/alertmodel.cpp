// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/alertmodel.h"

#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/joinedalerts.h"
#include "models/items/itemroles.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"

#include <algorithm>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t namedInFull = 3;
constexpr Duration maxPause = std::chrono::minutes(1); ///< maximum time between two refreshes while time passes

QString someNames(const std::vector<std::string>& names)
{
    QStringList shown;
    for (std::size_t at = 0; at < std::min(names.size(), namedInFull); ++at)
        shown.append(modelText(names[at]));
    const QString text = shown.join(QStringLiteral(", "));
    return names.size() <= namedInFull ? text
                                       : lockstep::tr("%1 and %2 more").arg(text).arg(names.size() - namedInFull);
}

bool isVerdict(const Judgement& judgement)
{
    return judgement.verdict == Judgement::Verdict::Confirmed || judgement.verdict == Judgement::Verdict::Rejected;
}

/// The latest local judgement decides.
bool isRejected(const std::vector<Judgement>& judged)
{
    const auto found = std::ranges::find_if(judged, isVerdict);
    return found != judged.end() && !found->isForeign() && found->verdict == Judgement::Verdict::Rejected;
}

QString verdictText(const std::vector<Judgement>& judged)
{
    const auto found = std::ranges::find_if(judged, isVerdict);
    if (found == judged.end())
        return {};
    const QString word
        = found->verdict == Judgement::Verdict::Rejected ? AlertModel::tr("rejected") : AlertModel::tr("confirmed");
    return QStringLiteral(" · ") + (found->isForeign() ? AlertModel::tr("%1 elsewhere").arg(word) : word);
}

std::string assignedTo(const std::vector<Judgement>& judged)
{
    const auto found = std::ranges::find(judged, Judgement::Verdict::Assigned, &Judgement::verdict);
    return found == judged.end() || found->isForeign() ? std::string() : found->text;
}

} // namespace

AlertModel::AlertModel(const ClusterModel& cluster, const TimeWindow& time, const JoinedAlerts& joinedAlerts,
                       QObject* parent)
    : TableModel({{tr("Since")}, {{}}, {tr("Alert")}, {tr("Where")}, {tr("Owner")}, {tr("State")}}, parent),
      m_cluster(cluster),
      m_time(time),
      m_joinedAlerts(joinedAlerts)
{
    const auto refreshNow = [this] {
        refresh(wallClockNow());
    };
    connect(&cluster, &ClusterModel::changed, this, [this, refreshNow](const ChangeSet& changes) {
        // Titles contain figures, and columns of the past arrive after they have been read.
        if (!changes.ticks.isEmpty() && !m_rows.empty())
            Q_EMIT dataChanged(index(0, WhatColumn), index(rowCount() - 1, WhatColumn));
        refreshNow();
    });
    connect(&time, &TimeWindow::cursorChanged, this, refreshNow);
    connect(&time, &TimeWindow::changed, this, refreshNow);
    connect(&joinedAlerts, &JoinedAlerts::joined, this, [this] {
        m_version = 0;
        refresh(wallClockNow());
    });
    refreshNow();
}

QVariant AlertModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Alert& alert = alertAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(alert, index.column());
    case Qt::ToolTipRole: // text that does not fit into the cell
        return QStringList{textOf(alert, WhatColumn), textOf(alert, WhereColumn), textOf(alert, OwnerColumn),
                           textOf(alert, StateColumn)}
            .join(QLatin1Char('\n'));
    case EntityRole:
        return alert.entities.empty() ? QVariant() : QVariant::fromValue(alert.entities.front());
    case TimeRole:
        return qint64{nsOf(alert.onset)};
    case SeverityRole:
        return static_cast<int>(alert.state == Alert::State::Cleared ? Severity::Information : alert.severity);
    case IsDimRole:
        return alert.state != Alert::State::Active || isRejected(judgementsOf(alert));
    default:
        return {};
    }
}

QString AlertModel::textOf(const Alert& alert, int column) const
{
    switch (column) {
    case SinceColumn:
        return QString::fromStdString(formatTime(alert.onset, std::chrono::seconds(1))).section(QLatin1Char(' '), 0, 0);
    case SeverityColumn:
        return alert.severity == Severity::Critical ? tr("critical") : tr("warning");
    case WhatColumn:
        return modelText(titleAt(alert, m_cluster.store(), m_moment));
    case WhereColumn:
        return someNames(alert.names);
    case OwnerColumn:
        if (const std::string who = assignedTo(judgementsOf(alert)); !who.empty())
            return QString::fromStdString(who);
        return alert.owners.empty() ? QString() : QString::fromStdString(alert.owners.front());
    default:
        break;
    }
    const TimePoint from = alert.end.value_or(alert.onset);
    const QString length = QString::fromStdString(
        formatDuration(std::chrono::floor<std::chrono::seconds>(std::max(Duration{}, m_moment - from))));
    const std::vector<Judgement> judged = judgementsOf(alert);
    const bool isMuted = std::ranges::any_of(
        judged, [](const Judgement& each) { return each.verdict == Judgement::Verdict::Muted && !each.isForeign(); });
    const QString verdict = verdictText(judged);
    switch (alert.state) {
    case Alert::State::Active:
        return tr("active, %1").arg(length) + verdict;
    case Alert::State::Acknowledged:
        return tr("acknowledged, %1").arg(length) + verdict;
    case Alert::State::Shelved:
        return (isMuted ? tr("muted, %1") : tr("shelved, %1")).arg(length) + verdict;
    case Alert::State::Cleared:
        return tr("cleared, %1 ago").arg(length) + verdict;
    }
    return {};
}

std::vector<Judgement> AlertModel::judgementsOf(const Alert& alert) const
{
    if (m_judgements.empty())
        return {};
    return lockstep::judgementsOf(m_judgements, alert.key, alert.kind, alert.names, m_moment);
}

void AlertModel::setJudgements(const Judgements& judgements)
{
    if (m_judgements == judgements)
        return;
    m_judgements = judgements;
    changeRows(0, rowCount());
    Q_EMIT refreshed();
}

void AlertModel::setHeld(bool isHeld)
{
    if (std::exchange(m_isHeld, isHeld) == isHeld)
        return;
    m_version = 0;
    refresh(wallClockNow());
}

void AlertModel::refresh(TimePoint now)
{
    const TimePoint moment = m_time.isFollowing() ? now : m_time.cursor();
    const bool isSameSecond
        = std::chrono::floor<std::chrono::seconds>(moment) == std::chrono::floor<std::chrono::seconds>(m_moment);
    const bool isKnown = m_cluster.store().hasDataAt(moment);
    if (isSameSecond && m_version == m_joinedAlerts.version() && m_isKnown == isKnown)
        return;
    // While time passes, held rows may stay. After a jump to another moment, they would show the future.
    const bool isJump = moment < m_moment || moment - m_moment > maxPause;
    m_isKnown = isKnown;
    m_moment = moment;
    m_version = m_joinedAlerts.version();
    const std::vector<Alert> alerts
        = m_joinedAlerts.at(moment); // a copy, because receivers of signals may call at() too
    const bool isHeld = m_isHeld && !isJump;
    const auto isNew = [this](const Alert& alert) {
        return rowOf(alert) < 0;
    };
    m_waiting = isHeld ? static_cast<std::size_t>(std::ranges::count_if(alerts, isNew)) : 0;
    isHeld ? updateRowsInPlace(alerts) : showRows(alerts);
    changeRows(0, rowCount()); // ages and figures
    Q_EMIT refreshed();
}

int AlertModel::rowOf(const Alert& alert, int from) const
{
    const auto found
        = std::find_if(m_rows.begin() + from, m_rows.end(), [&](const Alert& each) { return each.key == alert.key; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

void AlertModel::setRow(int row, const Alert& alert)
{
    if (std::exchange(m_rows[static_cast<std::size_t>(row)], alert) != alert)
        changeRows(row, row + 1);
}

void AlertModel::updateRowsInPlace(const std::vector<Alert>& alerts)
{
    for (const Alert& alert : alerts) {
        if (const int row = rowOf(alert); row >= 0)
            setRow(row, alert);
    }
}

/// Row by row, so that the selection is kept.
void AlertModel::showRows(const std::vector<Alert>& alerts)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        const bool isThere
            = std::ranges::any_of(alerts, [&](const Alert& each) { return each.key == alertAt(row).key; });
        if (isThere)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
    for (int row = 0; row < static_cast<int>(alerts.size()); ++row) {
        const Alert& alert = alerts[static_cast<std::size_t>(row)];
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

#include "moc_alertmodel.cpp"
