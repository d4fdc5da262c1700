// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/items/topologymodel.h"

#include "models/analysis/causality/joinedalerts.h"
#include "models/core/metrics/flags.h"
#include "models/core/metrics/limits.h"
#include "models/ingest/metrictable.h"
#include "models/store/clustermodel.h"
#include "models/store/clusterstore.h"
#include "models/view/modeltext.h"
#include "models/view/selection.h"
#include "models/view/time/timewindow.h"
#include "models/view/translation.h"

#include <QString>
#include <QStringList>

#include <cmath>
#include <utility>

namespace lockstep {

namespace {

/// "71 °C", "no data"; empty for kinds of entities that the metric does not have.
QString valueText(const MetricTable& metrics, MetricId metric, EntityKind kind, float value)
{
    if (metric.value >= metrics.size())
        return {};
    const MetricDescriptor& descriptor = metrics.descriptor(metric);
    if (std::isnan(value) && kind != descriptor.entityKind)
        return {};
    return QString::fromStdString(formatValue(descriptor, value));
}

/// Title of the metric, or "Value" while none is chosen.
QString metricTitle(const MetricTable& metrics, MetricId metric)
{
    if (metric.value >= metrics.size())
        return tr("Value");
    return modelText(metrics.descriptor(metric).title);
}

/// What is wrong: "critical", "stale", with several nodes below "2 stale, 1 never reported". Empty if all is well.
QString stateText(const FreshnessCount& nodes, Freshness freshness, std::optional<Severity> severity)
{
    const bool isOne = nodes.live + nodes.stale + nodes.neverSeen <= 1;
    if (isOne && freshness != Freshness::Live)
        return freshness == Freshness::Stale ? tr("stale") : tr("never reported");
    QStringList parts;
    if (!isOne && nodes.stale > 0)
        parts << tr("%1 stale").arg(nodes.stale);
    if (!isOne && nodes.neverSeen > 0)
        parts << tr("%1 never reported").arg(nodes.neverSeen);
    if (parts.isEmpty() && severity && *severity != Severity::Information)
        return *severity == Severity::Critical ? tr("critical") : tr("warning");
    return parts.join(QStringLiteral(", "));
}

/// Whether @p next only adds entities to @p last, as in a running cluster. False for another cluster.
bool isExtension(const Topology& last, const Topology& next)
{
    for (std::size_t at = 0; at < entityKindCount; ++at) {
        const auto kind = static_cast<EntityKind>(at);
        if (next.count(kind) < last.count(kind))
            return false;
        for (std::uint32_t index = 0; index < last.count(kind); ++index) {
            const EntityRef entity{kind, index};
            if (next.parent(entity) != last.parent(entity) || next.name(entity) != last.name(entity))
                return false;
        }
    }
    return true;
}

quintptr keyOf(EntityRef entity)
{
    return (quintptr{static_cast<std::uint8_t>(entity.kind)} << 32U) | entity.index;
}

EntityRef entityOfKey(quintptr key)
{
    return {static_cast<EntityKind>(key >> 32U), static_cast<std::uint32_t>(key)};
}

} // namespace

Freshness FreshnessCount::worst() const
{
    if (stale > 0)
        return Freshness::Stale;
    return neverSeen > 0 || live == 0 ? Freshness::NeverSeen : Freshness::Live;
}

bool WorstValues::update(const ClusterStore& store, const Topology& topology, MetricId metric,
                         std::span<const Alert> alerts)
{
    raiseValues(store, topology, metric);
    raiseFreshness(store, topology);
    std::swap(m_lastBadness, m_badness);
    judge(store, topology, metric);
    markAlerts(topology, alerts);
    return m_lastBadness != m_badness;
}

void WorstValues::raiseValues(const ClusterStore& store, const Topology& topology, MetricId metric)
{
    m_values.assign(topology, noData);
    if (metric.value >= store.metrics().size())
        return;
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::span<const float> current = store.current(metric);
    for (std::uint32_t index = 0; index < current.size(); ++index) {
        const EntityRef entity{descriptor.entityKind, index};
        if (std::isnan(current[index]) || !topology.contains(entity))
            continue;
        m_values.at(entity) = current[index];
        // Ancestors of an entity that is already shown as worse have been updated already.
        climb(topology, entity, [&](EntityRef above) {
            float& worst = m_values.at(above);
            const bool rises = isWorse(descriptor, current[index], worst);
            worst = rises ? current[index] : worst;
            return rises;
        });
    }
    rollUp(store, topology, descriptor);
}

/// Loops and jobs have no children; they represent the racks that they cool, and the places of their ranks.
void WorstValues::rollUp(const ClusterStore& store, const Topology& topology, const MetricDescriptor& metric)
{
    const auto raise = [&](EntityRef summary, EntityRef part) {
        const float value = m_values.get(part, noData);
        if (!std::isnan(value) && isWorse(metric, value, m_values.at(summary)))
            m_values.at(summary) = value;
    };
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        for (const EntityRef rack : topology.served({EntityKind::Loop, index}))
            raise({EntityKind::Loop, index}, rack);
    }
    NameId name;
    EntityRef job;
    for (const SpanLane& lane : store.spans().lanes()) {
        if (!lane.job.isValid())
            continue;
        if (std::exchange(name, lane.job) != lane.job) // lanes of a job are mostly neighbours
            job = topology.find(EntityKind::Job, {}, store.spans().names().name(name));
        if (job.isValid())
            raise(job, lane.entity);
    }
}

void WorstValues::raiseFreshness(const ClusterStore& store, const Topology& topology)
{
    m_nodes.assign(topology, {});
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        const Freshness freshness = store.freshness(node);
        const auto count = [&](EntityRef entity) {
            FreshnessCount& counts = m_nodes.at(entity);
            counts.live += freshness == Freshness::Live ? 1U : 0U;
            counts.stale += freshness == Freshness::Stale ? 1U : 0U;
            counts.neverSeen += freshness == Freshness::NeverSeen ? 1U : 0U;
            return true;
        };
        count(node);
        climb(topology, node, count);
    }
}

void WorstValues::judge(const ClusterStore& store, const Topology& topology, MetricId metric)
{
    m_badness.reset(topology);
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Node); ++index) {
        const EntityRef node{EntityKind::Node, index};
        if (store.freshness(node) != Freshness::Live)
            m_badness.mark(topology, node, Severity::Warning);
    }
    if (metric.value >= store.metrics().size())
        return;
    const MetricDescriptor& descriptor = store.metrics().descriptor(metric);
    const std::vector<float>& values = m_values.of(descriptor.entityKind);
    for (std::uint32_t index = 0; index < values.size(); ++index) {
        if (const auto severity = severityOf(descriptor, values[index]))
            m_badness.mark(topology, {descriptor.entityKind, index}, *severity);
    }
}

/// Culprits have the severity of their alert, effects their own.
void WorstValues::markAlerts(const Topology& topology, std::span<const Alert> alerts)
{
    const auto mark = [&](EntityRef entity, Severity severity) {
        if (entity.isValid() && topology.contains(entity))
            m_badness.mark(topology, entity, severity);
    };
    for (const Alert& alert : alerts) {
        if (alert.end || alert.state == Alert::State::Shelved)
            continue;
        for (const EntityRef entity : alert.entities)
            mark(entity, alert.severity);
        for (const Alert::Stage& stage : alert.chain) {
            if (stage.isOver)
                continue;
            if (!stage.job.empty()) { // its entities only show where the job runs
                mark(topology.find(EntityKind::Job, {}, stage.job), stage.severity);
                continue;
            }
            for (const EntityRef entity : stage.entities)
                mark(entity, stage.severity);
        }
    }
}

TopologyModel::TopologyModel(const ClusterModel& cluster, const Selection& selection, QObject* parent)
    : QAbstractItemModel(parent), m_cluster(cluster), m_selection(selection)
{
    startOver();
    m_behind.setSingleShot(true);
    connect(&m_behind, &QTimer::timeout, this, [this] {
        followTopology();
        if (m_growing.empty())
            refreshValues();
    });
    connect(&cluster, &ClusterModel::changed, this, &TopologyModel::onChanged);
    connect(&selection, &Selection::metricChanged, this, &TopologyModel::onMetricChanged);
}

QModelIndex TopologyModel::indexOf(EntityRef entity, int column) const
{
    const bool isKnown = entity.index < m_rows[static_cast<std::size_t>(entity.kind)].size();
    if (!isKnown || rowOf(entity).number < 0)
        return {};
    return createIndex(rowOf(entity).number, column, keyOf(entity));
}

EntityRef TopologyModel::entityOf(const QModelIndex& index) const
{
    return index.isValid() ? entityOfKey(index.internalId()) : EntityRef{};
}

EntityRef TopologyModel::childAt(EntityRef parent, int number) const
{
    const auto siblings = parent.isValid() ? m_topology->children(parent) : m_topology->roots();
    return siblings[static_cast<std::size_t>(number)];
}

TopologyModel::Row& TopologyModel::rowOrRoot(EntityRef entity) const
{
    return entity.isValid() ? rowOf(entity) : m_root;
}

QModelIndex TopologyModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, keyOf(childAt(entityOf(parent), row)));
}

QModelIndex TopologyModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const EntityRef above = m_topology->parent(entityOf(child));
    return m_topology->contains(above) ? indexOf(above) : QModelIndex();
}

int TopologyModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : rowOrRoot(entityOf(parent)).childCount;
}

int TopologyModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant TopologyModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EntityRef entity = entityOf(index);
    // A request means that the row is visible, so its next change will be announced.
    const EntityRef above = m_topology->parent(entity);
    rowOrRoot(m_topology->contains(above) ? above : EntityRef{}).isWatched = true;
    rowOf(entity).isAsked = true;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(entity, index.column());
    case Qt::ToolTipRole:
        return QString::fromStdString(m_topology->path(entity));
    case Qt::TextAlignmentRole:
        return index.column() == ValueColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case EntityRole:
        return QVariant::fromValue(entity);
    case ValueRole:
        return m_values.value(entity);
    case FreshnessRole:
        return static_cast<int>(freshnessOf(entity));
    case SeverityRole: {
        const auto severity = m_values.severity(entity);
        return severity ? QVariant(static_cast<int>(*severity)) : QVariant();
    }
    case IsHealthyRole:
        return m_values.isHealthy(entity);
    default:
        return {};
    }
}

Freshness TopologyModel::freshnessOf(EntityRef entity) const
{
    const FreshnessCount nodes = m_values.nodes(entity);
    const bool standsAbove = nodes.live + nodes.stale + nodes.neverSeen > 0;
    return standsAbove ? nodes.worst() : m_cluster.store().freshness(entity);
}

QString TopologyModel::textOf(EntityRef entity, int column) const
{
    const ClusterStore& store = m_cluster.store();
    switch (column) {
    case NameColumn:
        return QString::fromStdString(m_topology->name(entity));
    case ValueColumn:
        return valueText(store.metrics(), m_selection.metric(), entity.kind, m_values.value(entity));
    default:
        return stateText(m_values.nodes(entity), freshnessOf(entity), m_values.severity(entity));
    }
}

QVariant TopologyModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    // A narrow column has no space for a metric's title.
    if (section == ValueColumn && (role == Qt::ToolTipRole || role == Qt::AccessibleTextRole))
        return metricTitle(m_cluster.store().metrics(), m_selection.metric());
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Name");
    case ValueColumn:
        return tr("Value");
    case StateColumn:
        return tr("State");
    default:
        return {};
    }
}

void TopologyModel::onChanged(const ChangeSet& changes)
{
    if (changes.topology)
        followTopology();
    if (changes.topology || changes.sources || !changes.ticks.isEmpty())
        refreshValues();
}

void TopologyModel::onMetricChanged()
{
    Q_EMIT headerDataChanged(Qt::Horizontal, ValueColumn, ValueColumn);
    refreshValues();
}

void TopologyModel::startOver()
{
    m_behind.stop();
    m_growing.clear();
    m_topology = m_cluster.store().topology();
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        m_rows[kind].assign(m_topology->count(static_cast<EntityKind>(kind)), Row{});
    m_root = {};
    for (const EntityRef root : m_topology->roots()) {
        rowOf(root).number = m_root.childCount++;
        takeSubtree(root);
    }
    (void)updateValues();
}

void TopologyModel::setAlerts(const JoinedAlerts& alerts, const TimeWindow& time)
{
    m_alerts = &alerts;
    m_time = &time;
    connect(&alerts, &JoinedAlerts::joined, this, &TopologyModel::refreshValues);
    connect(&time, &TimeWindow::cursorChanged, this, [this] {
        const bool isOther = std::chrono::floor<std::chrono::seconds>(shownMoment())
            != std::chrono::floor<std::chrono::seconds>(m_moment);
        if (!m_time->isFollowing() && isOther)
            refreshValues();
    });
    refreshValues();
}

TimePoint TopologyModel::shownMoment() const
{
    return m_time->isFollowing() ? wallClockNow() : m_time->cursor();
}

bool TopologyModel::updateValues()
{
    if (m_alerts == nullptr)
        return m_values.update(m_cluster.store(), *m_topology, m_selection.metric());
    m_moment = shownMoment();
    return m_values.update(m_cluster.store(), *m_topology, m_selection.metric(), m_alerts->at(m_moment));
}

void TopologyModel::followTopology()
{
    const TopologyPtr next = m_cluster.store().topology();
    if (next == m_topology && m_growing.empty())
        return;
    if (!isExtension(*m_topology, *next)) {
        beginResetModel(); // another cluster
        startOver();
        endResetModel();
        return;
    }
    // A view that sorts by name moves each row individually past all selected and expanded rows.
    const WorkPace::Clock::time_point begin = WorkPace::Clock::now();
    if (m_growth.isDue(begin)) {
        if (m_growing.empty())
            beginToGrow(next);
        growUntil(begin + growingTurn);
        const WorkPace::Clock::time_point end = WorkPace::Clock::now();
        m_growth.done(end, end - begin);
    }
    if (m_topology != next || !m_growing.empty())
        m_behind.start(std::chrono::ceil<std::chrono::milliseconds>(m_growth.wait(WorkPace::Clock::now())));
}

/// Announces new entities with all their children, because an announcement for each would be expensive.
void TopologyModel::beginToGrow(const TopologyPtr& next)
{
    const auto grows = [&](EntityRef parent) {
        const std::size_t count = parent.isValid() ? next->children(parent).size() : next->roots().size();
        return static_cast<int>(count) != rowOrRoot(parent).childCount;
    };
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        const auto known = static_cast<std::uint32_t>(m_rows[kind].size());
        for (std::uint32_t index = 0; index < known; ++index) {
            if (const EntityRef parent{static_cast<EntityKind>(kind), index}; grows(parent))
                m_growing.push_back(parent);
        }
        m_rows[kind].resize(next->count(static_cast<EntityKind>(kind)), Row{});
    }
    if (grows({}))
        m_growing.push_back({});
    m_topology = next;
}

void TopologyModel::growUntil(WorkPace::Clock::time_point end)
{
    while (!m_growing.empty()) {
        announceChildren(m_growing.back());
        m_growing.pop_back();
        if (WorkPace::Clock::now() >= end)
            return;
    }
}

void TopologyModel::takeSubtree(EntityRef entity)
{
    const auto children = m_topology->children(entity);
    rowOf(entity).childCount = static_cast<int>(children.size());
    for (std::size_t number = 0; number < children.size(); ++number) {
        rowOf(children[number]).number = static_cast<int>(number);
        takeSubtree(children[number]);
    }
}

void TopologyModel::announceChildren(EntityRef parent)
{
    const auto children = parent.isValid() ? m_topology->children(parent) : m_topology->roots();
    Row& row = rowOrRoot(parent);
    const int known = row.childCount;
    const int count = static_cast<int>(children.size());
    if (count == known)
        return;
    beginInsertRows(indexOf(parent), known, count - 1);
    for (int number = known; number < count; ++number) {
        const EntityRef child = children[static_cast<std::size_t>(number)];
        rowOf(child).number = number;
        takeSubtree(child);
    }
    row.childCount = count;
    endInsertRows();
}

void TopologyModel::refreshValues()
{
    const bool someTurned = updateValues();
    announceValues({});
    for (std::size_t kind = 0; kind < entityKindCount; ++kind) {
        for (std::uint32_t index = 0; index < m_rows[kind].size(); ++index) {
            const Row& row = m_rows[kind][index];
            if (row.isWatched || (someTurned && row.childCount > 0))
                announceValues({static_cast<EntityKind>(kind), index});
        }
    }
    if (someTurned)
        Q_EMIT wellnessChanged();
}

void TopologyModel::announceValues(EntityRef parent)
{
    Row& row = rowOrRoot(parent);
    const bool wasWatched = std::exchange(row.isWatched, false);
    if (row.childCount > crowd)
        return announceInCrowd(parent, wasWatched);
    int first = 0;
    int last = row.childCount - 1;
    if (!wasWatched) {
        const auto stays = [&](int number) {
            return !m_values.hasTurned(childAt(parent, number));
        };
        while (first <= last && stays(first))
            ++first;
        while (first <= last && stays(last))
            --last;
    }
    announceRows(parent, first, last);
}

/// Proxies that sort or filter process each announced row.
void TopologyModel::announceInCrowd(EntityRef parent, bool wasWatched)
{
    const int count = rowOrRoot(parent).childCount;
    int first = 0;
    for (int number = 0; number <= count; ++number) {
        const EntityRef child = number < count ? childAt(parent, number) : EntityRef{};
        const bool wasAsked = wasWatched && child.isValid() && std::exchange(rowOf(child).isAsked, false);
        if (child.isValid() && (wasAsked || m_values.hasTurned(child)))
            continue;
        announceRows(parent, first, number - 1);
        first = number + 1;
    }
}

void TopologyModel::announceRows(EntityRef parent, int first, int last)
{
    if (first > last)
        return;
    Q_EMIT dataChanged(indexOf(childAt(parent, first), ValueColumn), indexOf(childAt(parent, last), StateColumn),
                       {Qt::DisplayRole, ValueRole, FreshnessRole, SeverityRole, IsHealthyRole});
}

} // namespace lockstep

#include "moc_topologymodel.cpp"
