// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/facts/entityfacts.h"

#include "models/core/topology/reporters.h"
#include "models/view/time/timeaxis.h"
#include "models/view/translation.h"
#include "widgets/common/metricchoice.h"
#include "widgets/common/text.h"
#include "widgets/facts/planfacts.h"
#include "widgets/facts/standingfacts.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace lockstep {

namespace {

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
        return freshness == Freshness::Live ? Fact{tr("Data"), tr("live at this moment")}
                                            : Fact{tr("Data"), tr("no data at this moment"), Severity::Warning};
    }
    const QString age = ageText(now - store.node(node).lastReceived);
    switch (freshness) {
    case Freshness::NeverSeen:
        return {tr("Data"), tr("never reported"), Severity::Warning};
    case Freshness::Stale:
        return {tr("Data"), tr("stale: last tick %1").arg(age), Severity::Warning};
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
            tr("%1; missed samples: %2; last at %3 for %4: %5")
                .arg(number(static_cast<double>(status.gaps.size())), number(static_cast<double>(status.missedTicks)),
                     toQString(formatTime(last.range.from, std::chrono::seconds(1))),
                     toQString(formatDuration(last.range.length())), toQString(last.reason)),
            Severity::Warning};
}

bool isWell(SourceState state)
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
        text += QStringLiteral(": ") + toQString(status.reason);
    return Fact{tr("Source"), text, isWell(status.state) ? std::nullopt : std::optional(Severity::Warning)};
}

/// How many are in which state, and those that are not well by name: a few of them.
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
        const bool allWell = std::ranges::all_of(count, [](const auto& each) { return isWell(each.first); });
        facts.push_back({tr("Sources"), parts.join(QStringLiteral(", ")),
                         allWell ? std::nullopt : std::optional(Severity::Warning)});
    }
    std::size_t listed = 0;
    for (std::uint32_t i = 0; i < sources.size() && listed < few; ++i) {
        if (sources.size() > few && isWell(sources[i].state))
            continue;
        ++listed;
        if (const auto source = sourceFact(store, SourceId{i}))
            facts.push_back(*source);
    }
}

void addNodeIdentity(Facts& facts, const NodeIdentity& identity)
{
    if (!identity.cpuModel.empty())
        facts.push_back({tr("CPU"), tr("%1, %2 cores").arg(toQString(identity.cpuModel)).arg(identity.cpuCount)});
    if (identity.memoryBytes > 0)
        facts.push_back({tr("Memory"), quantityText(static_cast<double>(identity.memoryBytes), Unit::Bytes)});
    if (!identity.operatingSystem.empty())
        facts.push_back({tr("System"), toQString(identity.operatingSystem)});
    facts.push_back({tr("Agent"),
                     tr("%1, one tick every %2")
                         .arg(toQString(identity.agentVersion), toQString(formatDuration(identity.tickPeriod)))});
    if (identity.position)
        facts.push_back({tr("Place"),
                         tr("row %1, rack %2, unit %3")
                             .arg(toQString(identity.position->row), toQString(identity.position->rack))
                             .arg(identity.position->bottomUnit)});
    for (const InventoryItem& item : identity.inventory) {
        const QString detail = toQString(item.detail);
        const bool saysOff = item.isActive || detail.startsWith(QLatin1String("off"));
        facts.push_back(
            {tr("Collector %1").arg(toQString(item.collector)), saysOff ? detail : tr("off: %1").arg(detail)});
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
    for (Facts& some : std::array{rankFacts(store, entity), standingFacts(*store.topology(), entity),
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
        facts.push_back({tr("Reporters"), tr("%1 that report switches, loops or jobs").arg(nodes.reporters)});
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
        facts.push_back(
            {tr("Not reporting"), counted(silentReporters, tr("reporter"), tr("reporters")), Severity::Warning});
    facts.push_back({tr("Missed samples"), number(static_cast<double>(missed)),
                     missed > 0 ? std::optional(Severity::Warning) : std::nullopt});
    addSources(facts, store);
    facts.push_back({tr("Samples"), number(static_cast<double>(store.samplesApplied()))});
    facts.push_back({tr("In memory"), quantityText(static_cast<double>(store.memoryBytes()), Unit::Bytes)});
    return facts;
}

} // namespace lockstep
