// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/entityfacts.h"

#include "models/analysis/detect/baseline/learnedseries.h"
#include "models/core/span.h"
#include "models/core/topology/reporters.h"
#include "models/core/topology/siteplan.h"
#include "models/core/units.h"
#include "models/view/modeltext.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace lockstep {

namespace {

QString baselineText(const BaselineRange& range, const Learned& learned)
{
    QString text = quantityText(static_cast<double>(range.usual), range.unit);
    if (!std::isnan(range.spread))
        text += tr(" ± %1").arg(quantityText(static_cast<double>(range.spread), range.unit));
    const QString since = toQString(formatTime(learned.since, std::chrono::seconds(1)));
    if (!(range.seconds > 0))
        return tr("%1, learned from data since %2").arg(text, since);
    const Duration from = std::chrono::round<std::chrono::seconds>(std::chrono::duration<float>(range.seconds));
    return tr("%1, learned from %2 of data since %3").arg(text, toQString(roundedDurationText(from)), since);
}

constexpr double bitsOfGigabit = 1e9;

template <class Item>
const Item* findPlanned(const std::vector<Item>& items, const std::string& name)
{
    const auto found = std::ranges::find(items, name, &Item::name);
    return found == items.end() ? nullptr : &*found;
}

bool isMember(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

void addText(Facts& facts, const QString& title, const std::string& text)
{
    if (!text.empty())
        facts.push_back({title, toQString(text)});
}

void addQuantity(Facts& facts, const QString& title, double value, Unit unit)
{
    if (value > 0)
        facts.push_back({title, quantityText(value, unit)});
}

void addNodeFacts(Facts& facts, const SitePlan& plan, const std::string& name)
{
    const PlannedNode* const node = findPlanned(plan.nodes, name);
    if (node == nullptr)
        return;
    addText(facts, tr("Model"), node->model);
    if (node->gpus > 0 && !node->gpuModel.empty())
        facts.push_back({tr("GPUs"), tr("%1 × %2").arg(node->gpus).arg(toQString(node->gpuModel))});
    else
        addText(facts, tr("GPUs"), node->gpuModel);
    for (const PlannedStorage& storage : plan.storage) {
        if (isMember(storage.nodes, name))
            facts.push_back({tr("Storage server of"), toQString(storage.name)});
    }
    for (const ServicePool& pool : plan.pools) {
        if (isMember(pool.nodes, name))
            facts.push_back({tr("Pool"),
                             pool.service.empty() ? toQString(pool.name)
                                                  : tr("%1 of %2").arg(toQString(pool.name), toQString(pool.service))});
    }
}

void addSwitchFacts(Facts& facts, const Topology& topology, EntityRef device)
{
    if (const PlannedSwitch* const planned = findPlanned(topology.plan()->switches, topology.name(device)))
        addText(facts, tr("Model"), planned->model);
    const SwitchPlace place = topology.switchPlace(device);
    if (topology.contains(place.rack))
        facts.push_back({tr("Location"),
                         tr("rack %1, unit %2").arg(toQString(topology.name(place.rack))).arg(place.units.bottomUnit)});
}

void addPortFacts(Facts& facts, const Topology& topology, EntityRef port)
{
    const EntityRef planned = topology.plannedPeer(port);
    if (!topology.contains(planned))
        return;
    const bool isMissing = topology.isMissing(port) && !topology.wiredPeer(port).isValid();
    facts.push_back({tr("Planned peer"), toQString(topology.path(planned)),
                     isMissing ? std::optional(Severity::Warning) : std::nullopt});
    const std::uint32_t at = topology.plannedLink(port);
    if (at == Topology::noLink)
        return;
    const PlannedLink& link = topology.plan()->links[at];
    addQuantity(facts, tr("Planned rate"), link.rateGbps * bitsOfGigabit, Unit::BitsPerSecond);
    if (link.rail)
        facts.push_back({tr("Rail"), QString::number(*link.rail)});
}

constexpr qsizetype namedRanks = 8;
constexpr qsizetype namedLinks = 8;

bool standsSomewhere(EntityRef entity)
{
    return entity.kind == EntityKind::Gpu || entity.kind == EntityKind::Node;
}

/// Some names, and the number of the others.
QString abbreviatedList(const QStringList& all, qsizetype max)
{
    QString text = all.mid(0, max).join(QStringLiteral(", "));
    if (all.size() > max)
        text += tr(" and %1 more").arg(all.size() - max);
    return text;
}

QString number(double value)
{
    return toQString(formatNumber(value));
}

EntityRef nodeOf(const ClusterStore& store, EntityRef entity)
{
    return store.topology()->ancestor(entity, EntityKind::Node);
}

Fact freshnessFact(const ClusterStore& store, EntityRef node, TimePoint now)
{
    const Freshness freshness = store.freshness(node);
    if (store.viewTime() && freshness != Freshness::NeverSeen) {
        return freshness == Freshness::Live ? Fact{tr("Data"), tr("live at this time")}
                                            : Fact{tr("Data"), tr("no data at this time"), Severity::Warning};
    }
    const QString age = ageText(now - store.node(node).lastReceived);
    switch (freshness) {
    case Freshness::NeverSeen:
        return {tr("Data"), tr("never reported"), Severity::Warning};
    case Freshness::Stale:
        return {tr("Data"), tr("stale, last sample %1").arg(age), Severity::Warning};
    case Freshness::Live:
        break;
    }
    return {tr("Data"), tr("live, %1").arg(age)};
}

Fact clockFact(const NodeStatus& status)
{
    if (!status.clock)
        return {tr("Clock"), tr("offset not measured yet")};
    const double offset = std::chrono::duration<double>(status.clock->offset).count();
    const double uncertainty = std::chrono::duration<double>(status.clock->uncertainty).count();
    const QString sign = offset < 0 ? QString(QChar(0x2212)) : QStringLiteral("+");
    return {tr("Clock"),
            tr("%1%2 ± %3 relative to this machine")
                .arg(sign, quantityText(std::abs(offset), Unit::Seconds), quantityText(uncertainty, Unit::Seconds))};
}

Fact gapFact(const NodeStatus& status)
{
    if (status.gaps.empty())
        return {tr("Gaps"), tr("none in memory")};
    const Gap& last = status.gaps.back();
    return {tr("Gaps"),
            tr("%1; missed samples: %2; most recent at %3, for %4: %5")
                .arg(number(static_cast<double>(status.gaps.size())), number(static_cast<double>(status.missedTicks)),
                     toQString(formatTime(last.range.from, std::chrono::seconds(1))),
                     toQString(formatDuration(last.range.length())), modelText(last.reason)),
            Severity::Warning};
}

bool isHealthy(SourceState state)
{
    return state == SourceState::Live || state == SourceState::Connecting || state == SourceState::Recorded;
}

std::optional<Fact> sourceFact(const ClusterStore& store, SourceId source)
{
    if (!source.isValid() || source.value >= store.sources().size())
        return std::nullopt;
    const SourceStatus& status = store.sources()[source.value];
    QString text = tr("%1, %2").arg(toQString(status.peer), toQString(sourceStateName(status.state)));
    if (!status.reason.empty())
        text += QStringLiteral(": ") + modelText(status.reason);
    return Fact{tr("Source"), text, isHealthy(status.state) ? std::nullopt : std::optional(Severity::Warning)};
}

/// Number of sources per state, and the names of a few that have problems.
void addSources(Facts& facts, const ClusterStore& store)
{
    constexpr std::size_t few = 4;
    const auto& sources = store.sources();
    if (sources.size() > few) {
        std::map<SourceState, std::size_t> count;
        for (const SourceStatus& status : sources)
            ++count[status.state];
        QStringList parts;
        for (const auto& [state, of] : count)
            parts += number(static_cast<double>(of)) + u' ' + toQString(sourceStateName(state));
        const bool allWell = std::ranges::all_of(count, [](const auto& each) { return isHealthy(each.first); });
        facts.push_back({tr("Sources"), parts.join(QStringLiteral(", ")),
                         allWell ? std::nullopt : std::optional(Severity::Warning)});
    }
    std::size_t listed = 0;
    for (std::uint32_t i = 0; i < sources.size() && listed < few; ++i) {
        if (sources.size() > few && isHealthy(sources[i].state))
            continue;
        ++listed;
        if (const auto source = sourceFact(store, SourceId{i}))
            facts.push_back(*source);
    }
}

void addNodeIdentity(Facts& facts, const NodeIdentity& identity)
{
    if (!identity.cpuModel.empty())
        facts.push_back(
            {tr("CPU"),
             tr("%1, %n cores", nullptr, static_cast<int>(identity.cpuCount)).arg(toQString(identity.cpuModel))});
    if (identity.memoryBytes > 0)
        facts.push_back({tr("Memory"), quantityText(static_cast<double>(identity.memoryBytes), Unit::Bytes)});
    if (!identity.operatingSystem.empty())
        facts.push_back({tr("System"), toQString(identity.operatingSystem)});
    facts.push_back({tr("Agent"),
                     tr("%1, sampling interval %2")
                         .arg(toQString(identity.agentVersion), toQString(formatDuration(identity.tickPeriod)))});
    if (identity.position)
        facts.push_back({tr("Location"),
                         tr("row %1, rack %2, unit %3")
                             .arg(toQString(identity.position->row), toQString(identity.position->rack))
                             .arg(identity.position->bottomUnit)});
    for (const InventoryItem& item : identity.inventory) {
        const QString detail = toQString(item.detail);
        const bool saysOff = item.isActive || detail.startsWith(QLatin1String("off"));
        facts.push_back(
            {tr("Collector %1").arg(toQString(item.collector)), saysOff ? detail : tr("off: %1").arg(detail)});
        for (const NodeProperty& property : item.properties)
            facts.push_back({toQString(property.name), toQString(property.value)});
    }
}

std::size_t machineRacks(const Topology& topology)
{
    std::size_t count = 0;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Rack); ++index)
        count += isMachineRack(topology, {EntityKind::Rack, index}) ? 1 : 0;
    return count;
}

/// "8 GPUs, 2 disks"
QString childrenText(std::span<const EntityRef> children)
{
    std::array<std::size_t, entityKindCount> counts{};
    for (const EntityRef child : children)
        ++counts[static_cast<std::size_t>(child.kind)];
    QStringList parts;
    for (std::size_t i = 0; i < entityKindCount; ++i) {
        if (counts[i] > 0)
            parts << countedKind(static_cast<EntityKind>(i), counts[i]);
    }
    return parts.join(QStringLiteral(", "));
}

} // namespace

Facts baselineFacts(const LearnedBaselines& baselines, const ClusterStore& store, EntityRef entity)
{
    Facts facts;
    if (!store.topology() || !store.topology()->contains(entity))
        return facts;
    const std::vector<LearnedBaselines::Entry> entries = baselines.of(learnedPath(*store.topology(), entity));
    if (entries.empty())
        return facts;
    if (store.viewTime())
        return facts; // the usual range is computed now and does not apply to the moment shown
    for (const LearnedBaselines::Entry& entry : entries) {
        for (const BaselineRange& range : entry.learned.ranges)
            facts.push_back({tr("Baseline: %1").arg(modelText(range.what)), baselineText(range, entry.learned)});
    }
    return facts;
}

Facts planFacts(const Topology& topology, EntityRef entity)
{
    Facts facts;
    if (!topology.plan() || !topology.contains(entity))
        return facts;
    const SitePlan& plan = *topology.plan();
    const std::string& name = topology.name(entity);
    if (entity.kind == EntityKind::Node)
        addNodeFacts(facts, plan, name);
    else if (entity.kind == EntityKind::Switch)
        addSwitchFacts(facts, topology, entity);
    else if (entity.kind == EntityKind::Port)
        addPortFacts(facts, topology, entity);
    if (const PlannedLoop* const loop = entity.kind == EntityKind::Loop ? findPlanned(plan.loops, name) : nullptr) {
        addText(facts, tr("CDU"), loop->cdu);
        addQuantity(facts, tr("Capacity"), loop->capacityWatts, Unit::Watt);
        addQuantity(facts, tr("Rated flow"), loop->flowLpm, Unit::LitersPerMinute);
    }
    for (const PowerFeed& feed : plan.feeds) {
        if (entity.kind == EntityKind::Rack && isMember(feed.racks, name))
            facts.push_back({tr("Power feed"),
                             feed.capacityWatts > 0
                                 ? tr("%1, %2").arg(toQString(feed.name), quantityText(feed.capacityWatts, Unit::Watt))
                                 : toQString(feed.name)});
    }
    return facts;
}

Facts rankFacts(const ClusterStore& store, EntityRef entity)
{
    Facts facts;
    if (!standsSomewhere(entity))
        return facts;
    const Topology& topology = *store.topology();
    const NameTable& names = store.spans().names();
    std::map<std::string, std::set<std::uint32_t>> ranks; // by job
    for (const SpanLane& lane : store.spans().lanes()) {
        const bool isThere = lane.entity == entity
            || (entity.kind == EntityKind::Node && topology.contains(lane.entity)
                && topology.ancestor(lane.entity, EntityKind::Node) == entity);
        if (isThere && lane.job.isValid() && lane.rank != Span::noRank)
            ranks[names.name(lane.job)].insert(lane.rank);
    }
    for (const auto& [job, its] : ranks) {
        QStringList numbers;
        for (const std::uint32_t rank : its)
            numbers << QString::number(rank);
        facts.push_back({its.size() == 1 ? tr("Rank") : tr("Ranks"),
                         tr("%1 of %2").arg(abbreviatedList(numbers, namedRanks), toQString(job))});
    }
    return facts;
}

Facts dependencyFacts(const Topology& topology, EntityRef entity)
{
    Facts facts;
    if (!standsSomewhere(entity) || !topology.contains(entity))
        return facts;
    const EntityRef node = topology.ancestor(entity, EntityKind::Node);
    QStringList links;
    for (const EntityRef port : node.isValid() ? topology.children(node) : std::span<const EntityRef>()) {
        const EntityRef far = port.kind == EntityKind::Port ? topology.peer(port) : EntityRef{};
        const EntityRef device = topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : far;
        if (device.isValid() && topology.contains(device))
            links << tr("%1 to %2").arg(toQString(topology.name(port)), toQString(topology.name(device)));
    }
    if (!links.isEmpty())
        facts.push_back({tr("Links"), abbreviatedList(links, namedLinks)});
    const EntityRef rack = topology.ancestor(entity, EntityKind::Rack);
    QStringList loops;
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        const EntityRef loop{EntityKind::Loop, index};
        if (std::ranges::find(topology.served(loop), rack) != topology.served(loop).end())
            loops << toQString(topology.name(loop));
    }
    if (rack.isValid() && !loops.isEmpty())
        facts.push_back({tr("Cooled by"), loops.join(QStringLiteral(", "))});
    return facts;
}

Facts trustFacts(const ClusterStore& store, EntityRef entity, TimePoint now)
{
    const EntityRef node = nodeOf(store, entity);
    if (!node.isValid())
        return {};
    const NodeStatus& status = store.node(node);
    Facts facts{freshnessFact(store, node, now), clockFact(status), gapFact(status)};
    if (const auto source = sourceFact(store, status.source))
        facts.push_back(*source);
    return facts;
}

Facts identityFacts(const ClusterStore& store, EntityRef entity)
{
    const EntityRef node = nodeOf(store, entity);
    Facts facts;
    const auto children = store.topology()->children(entity);
    if (!children.empty())
        facts.push_back({tr("Contains"), childrenText(children)});
    if (node.isValid() && node != entity)
        facts.push_back({tr("Node"), toQString(store.topology()->name(node))});
    for (Facts& some : std::array{rankFacts(store, entity), dependencyFacts(*store.topology(), entity),
                                  planFacts(*store.topology(), entity)})
        std::ranges::move(some, std::back_inserter(facts));
    if (const NodeIdentity* identity = node.isValid() ? store.topology()->identity(node) : nullptr)
        addNodeIdentity(facts, *identity);
    return facts;
}

Facts clusterFacts(const ClusterStore& store, TimePoint now)
{
    Facts facts;
    const Topology& topology = *store.topology();
    const NodeTally nodes = tallyNodes(topology);
    for (std::size_t i = 0; i < entityKindCount; ++i) {
        const auto kind = static_cast<EntityKind>(i);
        const std::size_t counted = kind == EntityKind::Node ? nodes.nodes
            : kind == EntityKind::Rack                       ? machineRacks(topology)
                                                             : topology.count(kind);
        if (counted > 0)
            facts.push_back({kindTitle(kind), number(static_cast<double>(counted))});
    }
    if (nodes.reporters > 0)
        facts.push_back({tr("Other agents"), tr("%1, for switches, loops or jobs").arg(nodes.reporters)});
    std::array<std::size_t, 3> byFreshness{};
    std::size_t silentReporters = 0;
    TimePoint newest;
    std::uint64_t missed = 0;
    for (std::uint32_t i = 0; i < topology.count(EntityKind::Node); ++i) {
        const EntityRef node{EntityKind::Node, i};
        const NodeStatus& status = store.node(node);
        if (isReporter(topology, node))
            silentReporters += store.freshness(node) == Freshness::Live ? 0 : 1;
        else
            ++byFreshness[static_cast<std::size_t>(store.freshness(node))];
        newest = std::max(newest, status.lastReceived);
        missed += status.lostTicks();
    }
    const std::size_t silent = byFreshness[static_cast<std::size_t>(Freshness::Stale)];
    const std::size_t never = byFreshness[static_cast<std::size_t>(Freshness::NeverSeen)];
    const auto count = [](std::size_t value) {
        return number(static_cast<double>(value));
    };
    const QString age
        = newest == TimePoint{} || store.viewTime() ? QString() : QStringLiteral(", ") + ageText(now - newest);
    facts.push_back(
        {tr("Reporting"),
         tr("%1 live, %2 stale, %3 never reported%4")
             .arg(count(byFreshness[static_cast<std::size_t>(Freshness::Live)]), count(silent), count(never), age),
         silent + never > 0 ? std::optional(Severity::Warning) : std::nullopt});
    if (silentReporters > 0)
        facts.push_back({tr("Not reporting"), tr("%n other agents", nullptr, static_cast<int>(silentReporters)),
                         Severity::Warning});
    facts.push_back({tr("Missed samples"), number(static_cast<double>(missed)),
                     missed > 0 ? std::optional(Severity::Warning) : std::nullopt});
    addSources(facts, store);
    facts.push_back({tr("Samples received"), number(static_cast<double>(store.samplesApplied()))});
    facts.push_back({tr("Data in memory"), quantityText(static_cast<double>(store.memoryBytes()), Unit::Bytes)});
    return facts;
}

} // namespace lockstep
