// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/sourcemodel.h"

#include "models/core/clockoffset.h"
#include "models/core/eventcodes.h"
#include "models/core/units.h"
#include "models/store/clustermodel.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"

#include <QString>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockstep {

namespace {

QString durationText(Duration duration)
{
    return QString::fromStdString(formatDuration(duration));
}

QString countText(std::uint64_t count)
{
    return QString::fromStdString(formatNumber(static_cast<double>(count)));
}

/// The source's reason, with the time of the next attempt.
QString sourceReasonText(const SourceStatus& source, TimePoint now)
{
    QString text = modelText(source.reason);
    if (source.nextTry && *source.nextTry > now) {
        const auto wait = std::chrono::ceil<std::chrono::seconds>(*source.nextTry - now);
        const QString next = tr("retrying in %1").arg(durationText(wait));
        text = text.isEmpty() ? next : QStringLiteral("%1; %2").arg(text, next);
    }
    if (source.rejectedFrames > 0) {
        const QString rejected = tr("%1 unreadable frames", nullptr, static_cast<int>(source.rejectedFrames))
                                     .arg(countText(source.rejectedFrames));
        text = text.isEmpty() ? rejected : QStringLiteral("%1; %2").arg(text, rejected);
    }
    return text;
}

/// Age of the newest tick in whole units ("3 s"); "never" before the first.
QString ageText(const NodeMoment& node, TimePoint moment)
{
    if (!node.heard)
        return node.freshness == Freshness::Stale ? tr("not recorded") : tr("never");
    const auto age = std::chrono::floor<std::chrono::seconds>(moment - *node.heard);
    const QString text = durationText(std::max(age, std::chrono::seconds(0)));
    return node.isHeardEarlier ? tr("more than %1").arg(text) : text;
}

/// "+1.20 ms ± 80 µs"; "unknown" without an estimate.
QString clockText(const std::optional<ClockOffset>& clock)
{
    if (!clock)
        return tr("unknown");
    const QString sign = clock->offset < Duration::zero() ? QString() : QStringLiteral("+");
    return QStringLiteral("%1%2 ± %3").arg(sign, durationText(clock->offset), durationText(clock->uncertainty));
}

} // namespace

SourceModel::SourceModel(const ClusterModel& cluster, QObject* parent)
    : TableModel({{tr("Node")},
                  {tr("State")},
                  {tr("Reason")},
                  {tr("Age")},
                  {tr("Clock offset")},
                  {tr("Gaps")},
                  {tr("Missed samples")},
                  {tr("Address")}},
                 parent),
      m_cluster(cluster)
{
    m_rows = rowsNow();
    connect(&cluster, &ClusterModel::changed, this, &SourceModel::onChanged);
}

std::vector<SourceModel::Row> SourceModel::rowsNow() const
{
    const ClusterStore& store = m_cluster.store();
    std::vector<Row> rows;
    std::vector<bool> hasNode(store.sources().size(), false);
    for (std::uint32_t index = 0; index < store.topology()->count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const SourceId source = store.node(node).source;
        if (!source.isValid())
            continue;
        rows.push_back({source, node});
        if (source.value < hasNode.size())
            hasNode[source.value] = true;
    }
    for (std::uint32_t source = 0; source < hasNode.size(); ++source) {
        if (!hasNode[source])
            rows.push_back({SourceId{source}, EntityRef{}});
    }
    std::ranges::sort(rows);
    return rows;
}

const SourceStatus* SourceModel::statusOf(const Row& row) const
{
    const auto& sources = m_cluster.store().sources();
    return row.source.value < sources.size() ? &sources[row.source.value] : nullptr;
}

std::optional<NodeMoment> SourceModel::nodeOf(const Row& row) const
{
    const ClusterStore& store = m_cluster.store();
    return store.topology()->contains(row.node) ? std::optional(store.nodeAtMoment(row.node)) : std::nullopt;
}

TimePoint SourceModel::moment() const
{
    const ClusterStore& store = m_cluster.store();
    return store.viewTime().value_or(store.now());
}

QVariant SourceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return textOf(row, index.column());
    case Qt::TextAlignmentRole:
        return index.column() >= AgeColumn && index.column() <= MissedColumn
            ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
            : QVariant();
    case EntityRole:
        return row.node.isValid() ? QVariant::fromValue(row.node) : QVariant();
    case FreshnessRole: {
        const auto node = nodeOf(row);
        return static_cast<int>(node ? node->freshness : Freshness::NeverSeen);
    }
    case TimeRole: {
        const auto node = nodeOf(row);
        return node && node->heard ? QVariant(qint64{node->heard->time_since_epoch().count()}) : QVariant();
    }
    case SourceRole:
        return row.source.value;
    case SourceStateRole: { // of connections, the past is not recorded
        const SourceStatus* const status = m_cluster.store().viewTime() ? nullptr : statusOf(row);
        return status ? QVariant(static_cast<int>(status->state)) : QVariant();
    }
    case SortRole:
        return sortKeyOf(row, index.column());
    default:
        return {};
    }
}

/// The source's state; "stale" for a node that is silent on a connection that is live. In the past, the node's.
QString SourceModel::stateText(const Row& row) const
{
    const SourceStatus* const source = statusOf(row);
    const auto node = nodeOf(row);
    const bool isPast = m_cluster.store().viewTime().has_value();
    const bool isRecording = source && source->state == SourceState::Recorded;
    if (isPast && isRecording && node && node->freshness == Freshness::NeverSeen)
        return tr("not recorded");
    const bool isOfNode = !source || isPast || source->state == SourceState::Live;
    if (node && isOfNode && node->freshness != Freshness::NeverSeen
        && (isPast || !source || node->freshness == Freshness::Stale))
        return node->freshness == Freshness::Stale ? tr("stale") : tr("live");
    if (!source || (isPast && !isRecording))
        return isPast && !node ? tr("not recorded") : tr("unknown");
    return modelText(sourceStateName(source->state));
}

QString SourceModel::reasonText(const Row& row) const
{
    const SourceStatus* const source = statusOf(row);
    const ClusterStore& store = m_cluster.store();
    if (!store.viewTime())
        return source ? sourceReasonText(*source, store.now()) : QString();
    const auto node = nodeOf(row);
    if (node && node->freshness == Freshness::Stale)
        return recordedReason(row.node, *node);
    const bool isSeen = !node || node->freshness != Freshness::NeverSeen;
    return source && source->state == SourceState::Recorded && isSeen ? QString::fromStdString(source->reason)
                                                                      : QString();
}

/// Reason of a node's silence, from the newest finding since its last report, or from the gap.
QString SourceModel::recordedReason(EntityRef node, const NodeMoment& at) const
{
    const ClusterStore& store = m_cluster.store();
    const auto isOfNode = [&](EntityRef place) {
        return place == node || (place.isValid() && store.topology()->ancestor(node, place.kind) == place);
    };
    const LoggedEvent* newest = nullptr;
    for (const LoggedEvent& each : store.events().events()) {
        const std::string& code = each.event.code;
        if (code != codes::nodeLost && code != codes::sourceEngineLost && code != codes::sourceRelayLost)
            continue;
        const TimePoint time = each.event.time;
        if (time <= moment() && (!at.heard || time >= *at.heard) && (!newest || time >= newest->event.time)
            && isOfNode(each.entity))
            newest = &each;
    }
    if (newest && newest->event.severity != Severity::Information)
        return modelText(newest->event.text);
    return at.gapReason.empty() ? tr("not recorded") : QString::fromStdString(at.gapReason);
}

QString SourceModel::textOf(const Row& row, int column) const
{
    switch (column) {
    case NodeColumn:
        if (row.node.isValid())
            return QString::fromStdString(m_cluster.store().topology()->name(row.node));
        [[fallthrough]];
    case PeerColumn: {
        const SourceStatus* const status = statusOf(row);
        return status ? QString::fromStdString(status->peer) : QString();
    }
    case StateColumn:
        return stateText(row);
    case ReasonColumn:
        return reasonText(row);
    default:
        break;
    }
    const auto node = nodeOf(row);
    if (!node)
        return {};
    switch (column) {
    case AgeColumn:
        return ageText(*node, moment());
    case ClockColumn:
        return clockText(node->clock);
    case GapsColumn:
        return countText(node->gaps);
    default:
        return countText(node->lostTicks);
    }
}

QVariant SourceModel::sortKeyOf(const Row& row, int column) const
{
    if (column < AgeColumn || column == PeerColumn)
        return textOf(row, column);
    const auto node = nodeOf(row);
    switch (column) {
    case AgeColumn:
        return node && node->heard ? QVariant(-qint64{node->heard->time_since_epoch().count()}) : QVariant();
    case ClockColumn:
        return node && node->clock ? QVariant(qint64{node->clock->offset.count()}) : QVariant();
    case GapsColumn:
        return node ? QVariant(static_cast<qulonglong>(node->gaps)) : QVariant();
    default:
        return node ? QVariant(static_cast<qulonglong>(node->lostTicks)) : QVariant();
    }
}

void SourceModel::onChanged(const ChangeSet& changes)
{
    const std::int64_t second = tickIndexOf(moment(), std::chrono::seconds(1));
    const bool isNextSecond = std::exchange(m_shownSecond, second) != second;
    if (changes.sources || changes.topology)
        followRows();
    if (changes.sources || isNextSecond)
        changeRows(0, rowCount());
}

void SourceModel::followRows()
{
    const std::vector<Row> now = rowsNow();
    if (now == m_rows)
        return;
    nameSources(now);
    removeRowsNotIn(now);
    // Both lists are sorted and the new one contains the old one: insert each run of new rows at once.
    for (std::size_t at = 0; at < now.size(); ++at) {
        std::size_t end = at;
        while (end < now.size() && (at >= m_rows.size() || now[end] != m_rows[at]))
            ++end;
        if (end == at)
            continue;
        beginInsertRows({}, static_cast<int>(at), static_cast<int>(end) - 1);
        m_rows.insert(m_rows.begin() + static_cast<std::ptrdiff_t>(at), now.begin() + static_cast<std::ptrdiff_t>(at),
                      now.begin() + static_cast<std::ptrdiff_t>(end));
        endInsertRows();
        at = end - 1;
    }
    Q_EMIT rowsFollowed();
}

/// Changes the row of a source into the row of its first node. When a cluster starts reporting, thousands of rows
/// change at once, and inserting and removing them would be expensive for views.
void SourceModel::nameSources(const std::vector<Row>& now)
{
    int first = rowCount();
    int last = -1;
    for (int row = 0; row < rowCount(); ++row) {
        Row& each = m_rows[static_cast<std::size_t>(row)];
        if (each.node.isValid())
            continue;
        const auto named = std::ranges::lower_bound(now, each.source, {}, &Row::source);
        if (named == now.end() || named->source != each.source || !named->node.isValid())
            continue;
        each.node = named->node;
        first = std::min(first, row);
        last = row;
    }
    if (first <= last)
        changeRows(first, last + 1);
}

void SourceModel::removeRowsNotIn(const std::vector<Row>& now)
{
    const auto stays = [&](int row) {
        return std::ranges::binary_search(now, m_rows[static_cast<std::size_t>(row)]);
    };
    for (int last = rowCount() - 1; last >= 0; --last) {
        int first = last + 1;
        while (first > 0 && !stays(first - 1))
            --first;
        if (first <= last) {
            beginRemoveRows({}, first, last);
            m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
            endRemoveRows();
        }
        last = std::min(first, last);
    }
}

} // namespace lockstep

#include "moc_sourcemodel.cpp"
