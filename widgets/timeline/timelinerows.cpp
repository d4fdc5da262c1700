// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timelinerows.h"

#include "models/analysis/sync/live/syncresults.h"
#include "models/core/allocationwords.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"
#include "models/store/spans/lanespans.h"
#include "models/view/time/timeaxis.h"
#include "widgets/common/text.h"
#include "widgets/timeline/marks/lastheard.h"
#include "widgets/timeline/spanfilter.h"

#include <QAction>
#include <QActionGroup>
#include <QCollator>
#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

constexpr QChar separator = u'\t';

/// Key of job, lane, node and entity; not the full path, because a node's rack may become known later.
QString keyOf(const ClusterStore& store, const SpanLane& lane)
{
    const NameTable& names = store.spans().names();
    const Topology& topology = *store.topology();
    QStringList parts{lane.job.isValid() ? toQString(names.name(lane.job)) : QString(),
                      toQString(names.name(lane.name))};
    if (topology.contains(lane.entity)) {
        const EntityRef node = topology.ancestor(lane.entity, EntityKind::Node);
        parts << (node.isValid() ? toQString(topology.name(node)) : QString()) << toQString(topology.name(lane.entity));
    }
    return parts.join(separator);
}

} // namespace

void LanePins::toggle(const ClusterStore& store, std::size_t lane)
{
    if (lane >= store.spans().lanes().size())
        return;
    const QString key = keyOf(store, store.spans().lanes()[lane]);
    if (m_keys.removeAll(key) == 0) {
        if (m_keys.size() >= maxPins)
            return;
        m_keys.append(key);
    }
    Q_EMIT changed(m_keys);
}

void LanePins::clear()
{
    m_keys.clear();
    Q_EMIT changed(m_keys);
}

std::vector<std::size_t> LanePins::lanesIn(const ClusterStore& store) const
{
    std::vector<std::size_t> found(static_cast<std::size_t>(m_keys.size()), std::size_t(-1));
    if (m_keys.isEmpty())
        return {};
    // Compares names first, because nearly all of ten thousand lanes differ in their names.
    QSet<QString> laneNames;
    for (const QString& key : m_keys)
        laneNames.insert(key.section(separator, 1, 1));
    const auto& lanes = store.spans().lanes();
    for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
        if (!laneNames.contains(toQString(store.spans().names().name(lanes[lane].name))))
            continue;
        if (const qsizetype pin = m_keys.indexOf(keyOf(store, lanes[lane])); pin >= 0)
            found[static_cast<std::size_t>(pin)] = lane;
    }
    std::erase(found, std::size_t(-1));
    return found;
}

void LanePins::setKeys(const QStringList& keys)
{
    if (keys == m_keys)
        return;
    m_keys = keys.mid(0, maxPins);
    m_keys.removeDuplicates();
    Q_EMIT changed(m_keys);
}

LaneOrders::LaneOrders(QObject* parent) : QObject(parent), m_group(new QActionGroup(this))
{
    const auto add = [this](const QString& text, const QString& explanation) {
        auto* action = new QAction(text, m_group);
        action->setCheckable(true);
        action->setToolTip(explanation);
        m_actions.push_back(action);
        connect(action, &QAction::toggled, this, [this](bool isOn) {
            if (isOn)
                Q_EMIT changed();
        });
    };
    add(tr("By node"), tr("Sort lanes by job, node and GPU"));
    add(tr("By rank"),
        tr("Sort lanes by job and rank, so that tensor-, data- and pipeline-parallel neighbours are adjacent"));
    add(tr("Longest waits first"), tr("Sort lanes by the time that they waited in the visible range"));
    add(tr("Most blamed first"),
        tr("Sort lanes by the GPU time that other ranks spent waiting for them in recent steps"));
    m_actions.front()->setChecked(true);
}

TimelineOrder LaneOrders::current() const
{
    for (qsizetype at = 0; at < m_actions.size(); ++at) {
        if (m_actions[at]->isChecked())
            return static_cast<TimelineOrder>(at);
    }
    return TimelineOrder::ByNode;
}

bool LaneOrders::followsData() const
{
    return current() == TimelineOrder::ByWait || current() == TimelineOrder::ByBlame;
}

namespace {

std::int64_t waitNsIn(const LaneSpans::Part& part, std::int64_t from, std::int64_t to)
{
    std::int64_t waited = 0;
    for (std::size_t at = part.first; at < part.end;) {
        const std::size_t block = at / SpanLane::summarySize;
        const std::size_t blockEnd = (block + 1) * SpanLane::summarySize;
        const bool isWhole = at % SpanLane::summarySize == 0 && blockEnd <= part.end;
        if (isWhole && part.lane->spans.startNs(at) >= from && part.lane->summaries[block].latestEndNs <= to) {
            waited += part.lane->summaries[block].waitNs;
            at = blockEnd;
            continue;
        }
        const StoredSpan span = part.lane->spans[at++];
        if (span.spanKind() == SpanKind::Wait)
            waited += std::max<std::int64_t>(0, std::min(span.endNs(), to) - std::max(span.startNs, from));
    }
    return waited;
}

TimelineRow rowOf(const ClusterStore& store, std::size_t index)
{
    const SpanLane& lane = store.spans().lanes()[index];
    const Topology& topology = *store.topology();
    TimelineRow row;
    row.lane = index;
    row.entity = lane.entity;
    row.title = toQString(store.spans().names().name(lane.name));
    if (!topology.contains(lane.entity))
        return row;
    row.node = topology.ancestor(lane.entity, EntityKind::Node);
    if (row.node.isValid())
        row.nodeName = toQString(topology.name(row.node));
    if (lane.entity != row.node)
        row.entityName = toQString(topology.name(lane.entity));
    if (row.title.isEmpty())
        row.title = row.entityName.isEmpty() ? row.nodeName : row.entityName;
    return row;
}

const std::string& jobName(const ClusterStore& store, const SpanLane& lane)
{
    return store.spans().names().name(lane.job.isValid() ? lane.job : NameId{0});
}

TimelineRow headingOf(const QString& job)
{
    TimelineRow heading;
    heading.kind = TimelineRow::Kind::JobHeading;
    heading.title = job;
    return heading;
}

} // namespace

const std::string& jobOf(const ClusterStore& store, const TimelineRow& row)
{
    return jobName(store, store.spans().lanes()[row.lane]);
}

bool isLaneWithin(const ClusterStore& store, const TimelineRow& row, EntityRef entity)
{
    const Topology& topology = *store.topology();
    if (row.kind != TimelineRow::Kind::Lane || !entity.isValid() || !topology.contains(entity))
        return false;
    if (entity.kind == EntityKind::Job)
        return jobOf(store, row) == topology.name(entity);
    if (!topology.contains(row.entity))
        return false;
    if (entity.kind == EntityKind::Loop) {
        const auto racks = topology.served(entity);
        return std::ranges::find(racks, topology.ancestor(row.entity, EntityKind::Rack)) != racks.end();
    }
    return row.entity == entity || topology.ancestor(row.entity, entity.kind) == entity;
}

Duration waitWithin(const LaneSpans& lane, TimeRange range)
{
    const LaneSpans candidates = lane.overlapping(nsOf(range.from), nsOf(range.to));
    std::int64_t waited = 0;
    for (const LaneSpans::Part& part : candidates.parts())
        waited += waitNsIn(part, nsOf(range.from), nsOf(range.to));
    return Duration(waited);
}

const std::vector<std::size_t>& TimelineRows::lanesByPlace(const SpanStore& spans)
{
    if (m_byPlace.size() == spans.lanes().size() && m_generation == spans.generation())
        return m_byPlace;
    m_generation = spans.generation();
    m_byPlace.resize(spans.lanes().size());
    std::iota(m_byPlace.begin(), m_byPlace.end(), std::size_t{0});
    std::ranges::sort(m_byPlace, {}, [&spans](std::size_t lane) {
        const SpanLane& each = spans.lanes()[lane];
        return std::tuple(each.entity.kind, each.entity.index, std::string_view(spans.names().name(each.name)));
    });
    return m_byPlace;
}

std::vector<TimelineRow> TimelineRows::lanesOf(const ClusterStore& store)
{
    const std::vector<std::size_t> pinned = m_pins != nullptr ? m_pins->lanesIn(store) : std::vector<std::size_t>();
    std::vector<TimelineRow> rows;
    rows.reserve(store.spans().lanes().size());
    m_matchCount = 0;
    for (const std::size_t lane : lanesByPlace(store.spans())) {
        TimelineRow row = rowOf(store, lane);
        const bool isKept = m_filter == nullptr || m_filter->keeps(store, row);
        row.isPinned = std::ranges::find(pinned, lane) != pinned.end();
        if (!row.isPinned && store.spans().names().name(store.spans().lanes()[lane].name) == allocationLane)
            continue; // allocations are shown by the allocation view
        m_matchCount += isKept ? 1 : 0;
        if (isKept || row.isPinned)
            rows.push_back(std::move(row));
    }
    m_laneCount = rows.size();
    m_pinnedCount = pinned.size();
    return rows;
}

/// Moves pinned lanes to the front, in the order they were pinned.
void TimelineRows::pinsFirst(const ClusterStore& store, std::vector<TimelineRow>& lanes)
{
    if (m_pinnedCount == 0)
        return;
    const std::vector<std::size_t> pinned = m_pins->lanesIn(store);
    const auto place = [&](const TimelineRow& row) {
        return row.isPinned ? std::ranges::find(pinned, row.lane) : pinned.end();
    };
    std::ranges::stable_sort(lanes, {}, place);
    for (std::size_t at = 0; at < m_pinnedCount; ++at)
        lanes[at].startsNode = true;
}

void TimelineRows::groupByNode(const ClusterStore& store)
{
    std::vector<TimelineRow> lanes = lanesOf(store);
    const auto& stored = store.spans().lanes();
    QCollator natural; // "rank 9" before "rank 10"
    natural.setNumericMode(true);
    std::ranges::stable_sort(lanes, [&](const TimelineRow& a, const TimelineRow& b) {
        const SpanLane& left = stored[a.lane];
        const SpanLane& right = stored[b.lane];
        const auto key = [&](const TimelineRow& row, const SpanLane& lane) {
            const std::string_view job = jobName(store, lane);
            return std::tuple(job != m_firstJob, job, row.node.index, lane.entity.kind, lane.entity.index, lane.rank);
        };
        if (const auto l = key(a, left), r = key(b, right); l != r)
            return l < r;
        return natural.compare(a.title, b.title) < 0;
    });

    addUnderHeadings(store, std::move(lanes));
}

void TimelineRows::groupByRank(const ClusterStore& store)
{
    std::vector<TimelineRow> lanes = lanesOf(store);
    std::ranges::stable_sort(lanes, {}, [&](const TimelineRow& row) {
        const SpanLane& lane = store.spans().lanes()[row.lane];
        const std::string_view job = jobName(store, lane);
        return std::tuple(job != m_firstJob, job, lane.rank);
    });
    addUnderHeadings(store, std::move(lanes));
}

void TimelineRows::addUnderHeadings(const ClusterStore& store, std::vector<TimelineRow> lanes)
{
    const auto& stored = store.spans().lanes();
    pinsFirst(store, lanes);
    const auto rest = lanes.begin() + static_cast<std::ptrdiff_t>(m_pinnedCount);
    m_rows.assign(std::move_iterator(lanes.begin()), std::move_iterator(rest));
    NameId job;
    EntityRef node;
    for (TimelineRow& row : std::ranges::subrange(rest, lanes.end())) {
        const NameId itsJob = stored[row.lane].job;
        const bool startsJob = m_rows.size() == m_pinnedCount || itsJob != job;
        // An empty name means no job, so no heading.
        if (startsJob && itsJob.isValid() && itsJob.value != 0)
            m_rows.push_back(headingOf(toQString(store.spans().names().name(itsJob))));
        row.startsNode = startsJob || row.node != node;
        job = itsJob;
        node = row.node;
        m_rows.push_back(std::move(row));
    }
    place();
}

void TimelineRows::sortByBlame(const ClusterStore& store, const SyncResults* syncResults)
{
    m_rows = lanesOf(store);
    std::vector<double> blame(store.spans().lanes().size(), 0);
    if (syncResults != nullptr) {
        for (const auto& job : syncResults->snapshot()->jobs) {
            for (const CulpritRow& row : job->culprits) {
                if (row.culprit.kind == CulpritKind::Lane && job->lanes[row.culprit.index] < blame.size())
                    blame[job->lanes[row.culprit.index]] = row.gpuSeconds;
            }
        }
    }
    std::ranges::stable_sort(m_rows, std::greater{}, [&](const TimelineRow& row) { return blame[row.lane]; });
    for (TimelineRow& row : m_rows) {
        row.startsNode = true;
        row.note = blame[row.lane] > 0 ? QCoreApplication::translate("lockstep::TimelineRows", "%1 GPU s")
                                             .arg(toQString(formatNumber(blame[row.lane])))
                                       : QString();
    }
    pinsFirst(store, m_rows);
    place();
}

void TimelineRows::sortByWait(const ClusterStore& store, TimeRange range)
{
    m_rows = lanesOf(store);
    std::vector<Duration> waits; // by lane
    for (std::size_t lane = 0; lane < store.spans().lanes().size(); ++lane)
        waits.push_back(waitWithin(store.laneSpans(lane, range), range));
    std::ranges::stable_sort(m_rows, std::greater{}, [&](const TimelineRow& row) { return waits[row.lane]; });
    for (TimelineRow& row : m_rows) {
        row.startsNode = true;
        row.note = toQString(formatDuration(waits[row.lane]));
    }
    pinsFirst(store, m_rows);
    place();
}

std::span<const TimelineRow> TimelineRows::between(int top, int bottom) const
{
    const auto first = std::ranges::upper_bound(m_rows, top, {}, &TimelineRow::bottom);
    const auto last = std::ranges::lower_bound(first, m_rows.end(), bottom, {}, &TimelineRow::top);
    return {first, last};
}

const TimelineRow* TimelineRows::at(int y) const
{
    const auto hit = between(y, y + 1);
    return hit.empty() ? nullptr : &hit.front();
}

void TimelineRows::place()
{
    ++m_version;
    int top = 0;
    for (TimelineRow& row : m_rows) {
        row.top = top;
        top += m_rowHeight;
        row.bottom = top;
    }
}

const TimelineRow* TimelineRows::laneOf(EntityRef entity) const
{
    const auto found = std::ranges::find_if(m_rows, [entity](const TimelineRow& row) {
        return row.kind == TimelineRow::Kind::Lane && entity.isValid() && row.entity == entity;
    });
    return found != m_rows.end() ? &*found : nullptr;
}

const TimelineRow* TimelineRows::laneBeside(EntityRef entity, int step) const
{
    const TimelineRow* const current = laneOf(entity);
    auto index = current != nullptr ? current - m_rows.data() : (step > 0 ? -1 : std::ssize(m_rows));
    for (index += step; index >= 0 && index < std::ssize(m_rows); index += step) {
        const TimelineRow& row = m_rows[static_cast<std::size_t>(index)];
        if (row.kind == TimelineRow::Kind::Lane && (current == nullptr || row.entity != entity))
            return &row;
    }
    return nullptr;
}

std::vector<const TimelineRow*> TimelineRows::lanesWithin(EntityRef entity, const ClusterStore& store) const
{
    std::vector<const TimelineRow*> lanes;
    for (const TimelineRow& row : m_rows) {
        if (isLaneWithin(store, row, entity))
            lanes.push_back(&row);
    }
    return lanes;
}

/// An alert may concern thousands of entities, and there are as many lanes as GPUs.
void TimelineRows::findFirstLanes(const Topology& topology)
{
    for (std::size_t kind = 0; kind < entityKindCount; ++kind)
        m_firstLanes[kind].assign(topology.count(static_cast<EntityKind>(kind)), noLane);
    const auto firstOf = [this](EntityRef entity) -> std::size_t& {
        return m_firstLanes[static_cast<std::size_t>(entity.kind)][entity.index];
    };
    for (std::size_t row = m_rows.size(); row-- > 0;) { // the topmost is noted last
        if (m_rows[row].kind != TimelineRow::Kind::Lane || !topology.contains(m_rows[row].entity))
            continue;
        for (EntityRef at = m_rows[row].entity; topology.contains(at); at = topology.parent(at))
            firstOf(at) = row;
    }
    for (std::uint32_t loop = 0; loop < topology.count(EntityKind::Loop); ++loop) {
        for (const EntityRef rack : topology.served({EntityKind::Loop, loop}))
            firstOf({EntityKind::Loop, loop}) = std::min(firstOf({EntityKind::Loop, loop}), firstOf(rack));
    }
}

const TimelineRow* TimelineRows::firstLaneWithin(EntityRef entity, const ClusterStore& store)
{
    const Topology& topology = *store.topology();
    if (!entity.isValid() || !topology.contains(entity))
        return nullptr;
    if (entity.kind == EntityKind::Job) { // found by name
        const auto lane
            = std::ranges::find_if(m_rows, [&](const TimelineRow& row) { return isLaneWithin(store, row, entity); });
        return lane == m_rows.end() ? nullptr : &*lane;
    }
    if (const std::pair now{m_version, topology.version()}; m_firstLanesOf != now) {
        findFirstLanes(topology);
        m_firstLanesOf = now;
    }
    const std::vector<std::size_t>& ofKind = m_firstLanes[static_cast<std::size_t>(entity.kind)];
    const std::size_t row = entity.index < ofKind.size() ? ofKind[entity.index] : noLane;
    return row == noLane ? nullptr : &m_rows[row];
}

namespace {

/// Hash of a sequence of numbers.
class Fingerprint
{
public:
    void add(std::uint64_t number)
    {
        m_value = (m_value ^ number) * 0x9E3779B97F4A7C15U;
        m_value ^= m_value >> 29U;
    }
    void add(TimePoint time) { add(static_cast<std::uint64_t>(time.time_since_epoch().count())); }
    [[nodiscard]] std::uint64_t value() const { return m_value; }

private:
    std::uint64_t m_value = 0;
};

void addSpans(const LaneSpans& lane, TimeRange range, Fingerprint& print)
{
    const LaneSpans spans = lane.overlapping(nsOf(range.from), nsOf(range.to));
    print.add(spans.size());
    if (spans.empty())
        return;
    print.add(static_cast<std::uint64_t>(spans.startNs(0)));
    print.add(static_cast<std::uint64_t>(spans.startNs(spans.size() - 1)));
}

void addNotHeard(const NodeStatus& node, Fingerprint& print)
{
    print.add(static_cast<std::uint64_t>(node.freshness));
    print.add(node.gaps.size());
    if (!node.gaps.empty())
        print.add(node.gaps.back().range.to);
    if (node.freshness == Freshness::Stale)
        print.add(lastHeard(node));
}

} // namespace

std::vector<VisibleRow> visibleRows(const TimelineRows& rows, const TimelineGeometry& geometry)
{
    std::vector<VisibleRow> visible;
    const auto add = [&](int top, int bottom) {
        for (const TimelineRow& row : rows.between(top, bottom))
            visible.push_back({&row, QRect(0, geometry.viewY(row.top), geometry.width, row.bottom - row.top)});
    };
    add(0, std::min(geometry.frozen, geometry.lanesHeight()));
    add(geometry.frozen + geometry.scroll, geometry.scroll + geometry.lanesHeight());
    return visible;
}

std::uint64_t fingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store, TimeRange range)
{
    Fingerprint print;
    for (const auto& [row, area] : rows) {
        if (row->kind != TimelineRow::Kind::Lane)
            continue;
        addSpans(store.laneSpans(row->lane, range), range, print);
        if (row->node.isValid())
            addNotHeard(store.node(row->node), print);
    }
    return print.value();
}

std::uint64_t labelFingerprintOf(const std::vector<VisibleRow>& rows, const ClusterStore& store)
{
    Fingerprint print;
    for (const auto& [row, area] : rows) {
        if (row->node.isValid())
            print.add(static_cast<std::uint64_t>(store.freshness(row->node)));
    }
    return print.value();
}

} // namespace lockstep

#include "moc_timelinerows.cpp"
