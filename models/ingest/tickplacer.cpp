// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ingest/tickplacer.h"

#include "models/core/budget.h"
#include "models/core/event.h"
#include "models/core/eventcodes.h"
#include "models/core/poolpairs.h"
#include "models/core/textparts.h"
#include "models/core/work/tokenbucket.h"
#include "models/ingest/clockcorrection.h"
#include "models/ingest/rankquota.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <span>
#include <utility>

namespace lockstep {

/// Which node reports a rank of a job: the first one, as long as it reports the rank. Otherwise a node could falsify
/// the step times and goodput of a job that runs elsewhere. When the first node returns, it regains the rank. Late
/// ticks from before a rank moved belong to the node that had it then, and move nothing. Ranks are keyed by the names
/// of the cluster. A plain value, one per TickPlacer.
class RankOwners
{
public:
    static constexpr Duration timeout = std::chrono::seconds(10); ///< a restarted job may assign its ranks anew

    /// @param node index of the reporting node
    /// @param now time of its tick, at most @p received
    /// @param received time of arrival, by the local clock, which may be set back
    /// @return the node that has the rank; @p node: it may report it
    [[nodiscard]] std::uint32_t claim(std::uint64_t rank, std::uint32_t node, TimePoint now, TimePoint received);
    void clear() { m_owners.clear(); }

private:
    struct Owner
    {
        std::uint32_t first = 0;
        std::uint32_t current = 0;
        TimePoint last; ///< when the current one reported it
        std::uint32_t previous = 0;
        TimePoint moved; ///< when the previous one lost it
    };

    std::unordered_map<std::uint64_t, Owner> m_owners;
    std::size_t m_pruneAt = 4096; ///< number of ranks
};

std::uint32_t RankOwners::claim(std::uint64_t rank, std::uint32_t node, TimePoint now, TimePoint received)
{
    if (m_owners.size() >= m_pruneAt) {
        std::erase_if(m_owners, [now](const auto& entry) { return now - entry.second.last > std::chrono::hours(1); });
        m_pruneAt = 2 * m_owners.size() + 4096;
    }
    Owner& owner = m_owners.try_emplace(rank, Owner{node, node, now, node, TimePoint::min()}).first->second;
    owner.last = std::min(owner.last, received); // the clock was set back
    owner.moved = std::min(owner.moved, received);
    const bool isLate = owner.last - now > timeout;
    if ((owner.first == node && isLate) || (owner.previous == node && now < owner.moved))
        return node; // ticks from before the rank moved; taking it back would leave out the present node's spans
    if (owner.current == node || owner.first == node || now - owner.last > timeout) {
        if (owner.current != node) {
            owner.previous = owner.current;
            owner.moved = now;
        }
        owner.current = node;
        owner.last = std::max(owner.last, now);
    }
    return owner.current;
}

/// Rejects ticks that are too far in the future or past, regardless of the node's clock. Future ticks would push other
/// nodes' data out of memory and recordings; old ones would stretch the time range to years. Rejected ticks are
/// counted, and reported at most once per minute. A plain value, one per node.
class DistantTicks
{
public:
    /// Whether a tick must be rejected.
    /// @param time of the tick, by the local clock
    /// @param received time of arrival, by the local clock; epoch: unknown, the tick is accepted
    [[nodiscard]] bool refuses(TimePoint time, TimePoint received);

    /// Events about ticks rejected since the last call, by the local clock.
    [[nodiscard]] std::vector<Event> news(const std::string& node, TimePoint received);

private:
    struct Refused
    {
        Throttle<> count;
        Duration furthest{};
    };

    Refused m_ahead;
    Refused m_behind;
};

namespace {

std::uint64_t bitOf(TickIndex tick)
{
    return std::uint64_t{1} << (static_cast<std::uint64_t>(tick) % 64);
}

/// "30 d", "2.5 h", "90 s": in the largest unit that gives at least two.
std::string roughly(Duration duration)
{
    const double seconds = std::chrono::duration<double>(duration).count();
    constexpr std::pair<double, const char*> units[]{{86400, "d"}, {3600, "h"}, {60, "min"}};
    for (const auto& [length, unit] : units) {
        if (seconds >= 2 * length)
            return fmt::format("{:.3g}\u2009{}", seconds / length, unit);
    }
    return fmt::format("{:.3g}\u2009s", seconds);
}

constexpr std::uint64_t maxTicksOfGap = 1'000'000; // limits a gap after a clock was set by years
/// Number of jobs that a node may be the first to report, initially and per day. Each makes a new topology.
constexpr double maxJobsOfNode = 1024;
constexpr double jobsOfNodePerDay = 256;

} // namespace

std::uint64_t& SeenTicks::wordOf(TickIndex tick)
{
    return m_bits[(static_cast<std::uint64_t>(tick) % window) / 64];
}

void SeenTicks::clear()
{
    m_bits = {};
    m_isEmpty = true;
}

bool SeenTicks::note(TickIndex tick)
{
    // A jump of the clock by more than the window, in either direction, restarts it.
    if (m_isEmpty || tick <= m_newest - window || tick >= m_newest + window) {
        m_bits = {};
        m_newest = tick;
        m_isEmpty = false;
    }
    for (; m_newest < tick; ++m_newest)
        wordOf(m_newest + 1) &= ~bitOf(m_newest + 1);
    const bool wasSeen = (wordOf(tick) & bitOf(tick)) != 0;
    wordOf(tick) |= bitOf(tick);
    return wasSeen;
}

bool DistantTicks::refuses(TimePoint time, TimePoint received)
{
    if (received == TimePoint{})
        return false;
    received = std::clamp(received, TimePoint{}, budget::latestTime);
    const bool isBehind = time < received - budget::maxBehind;
    if (!isBehind && time <= received + budget::maxAhead)
        return false;
    Refused& refused = isBehind ? m_behind : m_ahead;
    refused.count.count();
    refused.furthest = std::max(refused.furthest, std::chrono::abs(received - std::max(time, TimePoint{})));
    return true;
}

std::vector<Event> DistantTicks::news(const std::string& node, TimePoint received)
{
    std::vector<Event> events;
    const auto tell = [&](Refused& refused, const char* code, const char* where) {
        if (const std::uint64_t count = refused.count.take(received); count > 0)
            events.push_back(
                {received, Severity::Warning, 0, code,
                 fmt::format("{} sends ticks that are {} {} this machine's clock; {} rejected", node,
                             roughly(std::exchange(refused.furthest, {})), where, counted(count, "tick"))});
    };
    tell(m_ahead, codes::storeAhead, "ahead of");
    tell(m_behind, codes::storeBehind, "behind");
    return events;
}

/// State of one node.
struct TickPlacer::Node
{
    /// As many as the decoder keeps layouts, because recomputing a placement may cost much more than a tick.
    static constexpr std::size_t keptPlacements = budget::layoutsPerNode;

    EntityRef ref;
    std::uint64_t epoch = 0;
    Duration period{};
    std::vector<std::shared_ptr<const LayoutPlacement>> placements; ///< the latest first
    NodeNames names;
    RankQuota ranks;
    Throttle<> othersRanks; ///< spans of ranks that another node reports
    TimeRange othersReported; ///< latest period in which it reported them
    TokenBucket jobs{jobsOfNodePerDay / 86'400, maxJobsOfNode}; ///< limits jobs that it is the first to report
    bool hasReportedJobs = false; ///< the excess was reported
    SeenTicks seen;
    std::optional<std::uint64_t> newestSequence;
    TimePoint newestTime; ///< in the node's clock
    std::optional<ClockOffset> clock;
    ClockCorrection correction;
    Duration shift{};
    DistantTicks distant;

    void startEpoch(std::uint64_t newEpoch);
    [[nodiscard]] TickOrder noteTick(std::uint64_t sequence, TimePoint time);
    void leaveOutExcess(PlacedBatch& placed);
};

/// A new run of the agent restarts its sequence numbers.
void TickPlacer::Node::startEpoch(std::uint64_t newEpoch)
{
    if (std::exchange(epoch, newEpoch) == newEpoch)
        return;
    newestSequence.reset();
    seen.clear();
}

TickOrder TickPlacer::Node::noteTick(std::uint64_t sequence, TimePoint time)
{
    const bool wasSeen = seen.note(tickIndexOf(time, period));
    // A higher sequence is newer even if the node's clock was set back.
    const bool isNewer = !newestSequence || sequence > *newestSequence;
    newestSequence = std::max(sequence, newestSequence.value_or(sequence));
    if (!isNewer && time <= newestTime)
        return wasSeen ? TickOrder::Repeated : TickOrder::Late;
    newestTime = time;
    return TickOrder::Newest;
}

/// See RankQuota. Replaces the batch by a copy without the rejected spans.
void TickPlacer::Node::leaveOutExcess(PlacedBatch& placed)
{
    auto kept = ranks.keep(*placed.batch->tick, placed.tick->nameIds(), placed.received);
    if (!kept)
        return;
    auto fewer = std::make_shared<Batch>(*placed.batch);
    fewer->tick->spans = *std::move(kept);
    placed.batch = std::move(fewer);
    if (auto notice = ranks.takeNotice(placed.batch->node, placed.received))
        placed.notices.push_back(*std::move(notice));
}

TickPlacer::TickPlacer(Duration tickPeriod, MetricTable& metrics, NameTable& names)
    : m_tickPeriod(tickPeriod),
      m_metrics(metrics),
      m_names(names),
      m_topology(m_builder.build()),
      m_rankOwners(std::make_unique<RankOwners>())
{ }

TickPlacer::~TickPlacer() = default;

void TickPlacer::begin(TopologyPtr topology)
{
    const TopologyPtr before = this->topology();
    std::vector<std::unique_ptr<Node>> spoken = std::exchange(m_nodes, {});
    m_builder = TopologyBuilder(*topology);
    m_topology = std::move(topology);
    m_quota.forgetEntities();
    m_rankOwners->clear();
    m_nodeByName.clear();
    m_jobs.clear();
    m_isJobPlaced.clear();
    const auto count = static_cast<std::uint32_t>(m_topology->count(EntityKind::Node));
    for (std::uint32_t index = 0; index < count; ++index)
        m_nodeByName.emplace(m_topology->name({EntityKind::Node, index}), index);
    for (const auto& old : spoken) {
        if (old && !old->names.isEmpty())
            nodeOf(before->name(old->ref)).names = std::move(old->names);
    }
}

void TickPlacer::forgetNames()
{
    for (const auto& node : m_nodes) {
        if (!node)
            continue;
        node->names.forget();
        node->ranks.forget();
        node->hasReportedJobs = false;
    }
    m_rankOwners->clear();
    m_jobs.clear();
    m_isJobPlaced.clear();
}

const TopologyPtr& TickPlacer::topology()
{
    if (m_builder.hasChanged())
        m_topology = m_builder.build();
    return m_topology;
}

void TickPlacer::setTrusted(bool isTrusted)
{
    m_isTrusted = isTrusted;
    m_quota.setEnforced(!isTrusted);
}

TickPlacer::Node& TickPlacer::nodeAt(EntityRef ref)
{
    if (ref.index >= m_nodes.size())
        m_nodes.resize(ref.index + 1);
    std::unique_ptr<Node>& node = m_nodes[ref.index];
    if (!node) {
        node = std::make_unique<Node>();
        node->ref = ref;
        node->period = m_tickPeriod;
    }
    return *node;
}

TickPlacer::Node& TickPlacer::nodeOf(const std::string& name)
{
    const auto known = m_nodeByName.find(name);
    if (known != m_nodeByName.end())
        return nodeAt({EntityKind::Node, known->second});
    // Data arrived before the identity, so only the name is known.
    auto identity = std::make_shared<NodeIdentity>();
    identity->name = name;
    const EntityRef ref = m_builder.describeNode(std::move(identity));
    m_nodeByName.emplace(name, ref.index);
    return nodeAt(ref);
}

void TickPlacer::introduce(const std::shared_ptr<const NodeIdentity>& identity)
{
    if (identity->name.empty())
        return;
    const EntityRef ref = m_builder.describeNode(identity);
    m_nodeByName.emplace(identity->name, ref.index);
    Node& node = nodeAt(ref);
    node.startEpoch(identity->epoch);
    node.period = std::clamp(identity->tickPeriod, budget::minTickPeriod, budget::maxTickPeriod);
}

PlacedBatch TickPlacer::place(const BatchPtr& shared, TimePoint now)
{
    const Batch& batch = *shared;
    PlacedBatch placed;
    placed.batch = shared;
    placed.received = batch.received == TimePoint{} ? now : batch.received;
    if (batch.identity)
        introduce(batch.identity);
    if (batch.node.empty())
        return placed;
    Node& node = nodeOf(batch.node);
    placed.node = node.ref;
    placed.period = node.period;
    if (batch.names)
        node.names.set(batch.names);
    if (batch.clock)
        node.clock = batch.clock;
    if (batch.gap)
        placeGap(node, *batch.gap, placed);
    if (batch.tick)
        placeTick(node, batch, placed);
    placed.shift = node.shift;
    return placed;
}

void TickPlacer::placeGap(const Node& node, const Gap& gap, PlacedBatch& placed) const
{
    placed.gap = gap;
    Gap& own = *placed.gap;
    // A restarted agent does not know how many ticks it missed; they are computed from its period.
    if (own.ticks == 0)
        own.ticks = std::min(static_cast<std::uint64_t>(std::max(own.range.length(), Duration(0)) / node.period),
                             maxTicksOfGap);
    // The reporter of lost ticks may not know the tick period.
    const auto ticks = static_cast<std::int64_t>(std::clamp<std::uint64_t>(own.ticks, 1, maxTicksOfGap));
    own.range.to = std::max(own.range.to, shifted(own.range.from, -ticks * node.period));
    own.range = {shifted(own.range.from, node.shift), shifted(own.range.to, node.shift)};
}

bool TickPlacer::isRefused(Node& node, const Batch& batch, TimePoint time, PlacedBatch& placed)
{
    if (m_isTrusted || !node.distant.refuses(time, batch.received))
        return false;
    placed.isRefused = true;
    std::ranges::move(node.distant.news(batch.node, batch.received), std::back_inserter(placed.notices));
    return true;
}

void TickPlacer::placeTick(Node& node, const Batch& batch, PlacedBatch& placed)
{
    const NodeTick& tick = *batch.tick;
    node.shift = node.correction.shiftFor(tick.time, placed.received, node.clock, m_tickPeriod);
    const TimePoint time = shifted(tick.time, node.shift);
    if (isRefused(node, batch, time, placed))
        return;
    PlacedTick& own = placed.tick.emplace();
    own.time = time;
    own.index = tickIndexOf(time, m_tickPeriod);
    if (tick.layout)
        own.placement = placementOf(node, batch, placed);
    own.names = node.names.idsFor(tick.spans, m_names, {node.ref.index, batch.source});
    if (auto notice = node.names.takeNotice(placed.received))
        placed.notices.push_back(*std::move(notice));
    own.order = node.noteTick(batch.sequence, tick.time);
    if (!m_isTrusted) {
        node.leaveOutExcess(placed);
        separateOthersRanks(node, placed);
    }
    placeJobs(node, *placed.batch, placed);
}

/// Spans of a rank that another node reports stay on the timeline, but belong to no job.
void TickPlacer::separateOthersRanks(Node& node, PlacedBatch& placed)
{
    const std::span<const NameId> names = placed.tick->nameIds();
    // The tick's own time, for simulations that run faster; a time in the future would take ranks from others.
    const TimePoint now = std::min(placed.tick->time, placed.received);
    std::shared_ptr<Batch> changed;
    std::optional<std::uint64_t> last;
    std::uint32_t owner = node.ref.index;
    std::uint32_t othersNode = 0;
    Span example;
    for (std::size_t at = 0; at < placed.batch->tick->spans.size(); ++at) {
        const Span& span = placed.batch->tick->spans[at];
        const std::uint64_t key = rankKey(span, names);
        if (span.rank == Span::noRank || key >> 32U == 0)
            continue;
        if (std::exchange(last, key) != key) // the spans of a rank are adjacent
            owner = m_rankOwners->claim(key, node.ref.index, now, placed.received);
        if (owner == node.ref.index)
            continue;
        example = span;
        othersNode = owner;
        node.othersRanks.count();
        if (!changed)
            changed = std::make_shared<Batch>(*placed.batch);
        Span& own = changed->tick->spans[at];
        own.rank = Span::noRank;
        own.job = own.communicator = 0;
    }
    if (!changed)
        return;
    placed.batch = std::move(changed);
    if (now - node.othersReported.to > RankOwners::timeout)
        node.othersReported.from = now;
    node.othersReported.to = std::max(node.othersReported.to, now);
    // After a restart on other nodes, the previous ones may have reported the ranks a moment ago.
    if (now - node.othersReported.from < RankOwners::timeout)
        return;
    const std::uint64_t spans = node.othersRanks.take(placed.received);
    if (spans == 0)
        return;
    const auto other = std::ranges::find(m_nodeByName, othersNode, [](const auto& entry) { return entry.second; });
    placed.notices.push_back({placed.received, Severity::Warning, 0, codes::agentSpansLeftOut,
                              fmt::format("{}: rank {} of {} is already reported by {}; spans left out of the job: {}",
                                          placed.batch->node, example.rank, m_names.name(names[example.job]),
                                          other == m_nodeByName.end() ? "another node" : other->first, spans)});
}

/// Spans without a rank, such as those of a scheduler or a data loader, create no job, except transfers between pools
/// of an inference service.
void TickPlacer::placeJobs(Node& node, const Batch& batch, PlacedBatch& placed)
{
    const std::span<const NameId> names = placed.tick->nameIds();
    std::vector<EntityRef>& jobs = placed.tick->jobs;
    NameId last;
    for (const Span& span : batch.tick->spans) {
        if (span.job >= names.size() || names[span.job] == last)
            continue;
        const bool isOfPair = span.kind == SpanKind::Transfer && !serviceOfPair(m_names.name(names[span.job])).empty();
        if (span.rank == Span::noRank && !isOfPair)
            continue;
        last = names[span.job];
        const EntityRef job = jobOf(node, last, batch, placed);
        if (job.isValid() && std::ranges::find(jobs, job) == jobs.end())
            jobs.push_back(job);
    }
}

EntityRef TickPlacer::jobOf(Node& node, NameId name, const Batch& batch, PlacedBatch& placed)
{
    if (name.value >= m_jobs.size()) {
        m_jobs.resize(name.value + 1, EntityRef{EntityKind::Job});
        m_isJobPlaced.resize(name.value + 1, false);
    }
    if (m_isJobPlaced[name.value])
        return m_jobs[name.value];
    const std::string& word = m_names.name(name);
    const bool isName = !word.empty() && word != NameTable::overflowName;
    if (isName)
        m_jobs[name.value] = m_builder.find(EntityKind::Job, word);
    if (isName && !m_jobs[name.value].isValid())
        m_jobs[name.value] = addJob(node, word, batch, placed);
    // A rejected job may be reported by another node, or later.
    m_isJobPlaced[name.value] = !isName || m_jobs[name.value].isValid();
    return m_jobs[name.value];
}

/// @return invalid: the node has reported too many
EntityRef TickPlacer::addJob(Node& node, const std::string& name, const Batch& batch, PlacedBatch& placed)
{
    node.jobs.fill(placed.received);
    const bool isTooMany = !m_isTrusted && !node.jobs.has(1);
    if (isTooMany && node.hasReportedJobs)
        return EntityRef{EntityKind::Job}; // a malicious node may send thousands per tick
    const std::string why = isTooMany
        ? fmt::format("a node may report at most {} jobs at once, and {} per day", maxJobsOfNode, jobsOfNodePerDay)
        : m_quota.addEntity(batch.source, node.ref.index, EntityKind::Job);
    if (why.empty()) {
        node.jobs.spend(1);
        return m_builder.add(EntityKind::Job, name, {});
    }
    if (!std::exchange(node.hasReportedJobs, true))
        placed.notices.push_back({placed.received, Severity::Warning, 0, codes::storeOverLimit,
                                  fmt::format("job {} is not followed: {}", name, why)});
    return EntityRef{EntityKind::Job};
}

std::shared_ptr<const LayoutPlacement> TickPlacer::placementOf(Node& node, const Batch& batch, PlacedBatch& placed)
{
    const NodeTick& tick = *batch.tick;
    auto& placements = node.placements;
    const auto known = std::ranges::find_if(placements, [&](const auto& each) { return each->isFor(tick.layout); });
    if (known != placements.end() && (*known)->isOutdated(m_builder)) {
        placements.erase(known);
    } else if (known != placements.end()) {
        std::rotate(placements.begin(), known, known + 1);
        return placements.front();
    }
    placements.insert(
        placements.begin(),
        std::make_shared<const LayoutPlacement>(tick.layout, node.ref, batch.source, m_builder, m_metrics, m_quota));
    if (placements.size() > Node::keptPlacements)
        placements.pop_back();
    std::ranges::move(placements.front()->complaints(batch.node, shifted(tick.time, node.shift)),
                      std::back_inserter(placed.notices));
    return placements.front();
}

} // namespace lockstep
