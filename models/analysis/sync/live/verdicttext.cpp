// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/sync/live/verdicttext.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/topology/reporters.h"
#include "models/core/units.h"
#include "models/store/clusterstore.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace lockstep {

namespace {

constexpr std::size_t switchesNamed = 4;

/// The switch at the far end of a port's link; invalid: none.
EntityRef switchBehind(const Topology& topology, EntityRef port)
{
    const EntityRef far = topology.peer(port);
    return topology.contains(far) ? topology.ancestor(far, EntityKind::Switch) : EntityRef{};
}

/// The switches that a rank uses: those of the GPU's own NIC, if it has one.
std::set<EntityRef> switchesOfRank(const Topology& topology, EntityRef rank)
{
    const EntityRef node = topology.ancestor(rank, EntityKind::Node);
    std::vector<EntityRef> gpus;
    std::vector<EntityRef> leaves;
    for (const EntityRef child : node.isValid() ? topology.children(node) : std::span<const EntityRef>()) {
        if (child.kind == EntityKind::Gpu)
            gpus.push_back(child);
        const EntityRef leaf = child.kind == EntityKind::Port ? switchBehind(topology, child) : EntityRef{};
        if (leaf.isValid())
            leaves.push_back(leaf);
    }
    const auto slot = std::ranges::find(gpus, rank);
    if (slot != gpus.end() && gpus.size() == leaves.size())
        return {leaves[static_cast<std::size_t>(slot - gpus.begin())]};
    return {leaves.begin(), leaves.end()};
}

std::set<EntityRef> switchesOfGroup(const Topology& topology, const GroupPlaces& group)
{
    std::set<EntityRef> nodes;
    std::set<EntityRef> leaves;
    for (const EntityRef rank : group) {
        if (!topology.contains(rank))
            continue;
        nodes.insert(topology.ancestor(rank, EntityKind::Node));
        leaves.merge(switchesOfRank(topology, rank));
    }
    return nodes.size() > 1 ? leaves : std::set<EntityRef>();
}

} // namespace

std::string sharedSwitchText(const Topology& topology, std::span<const GroupPlaces> affected,
                             std::span<const GroupPlaces> others)
{
    if (affected.empty())
        return {};
    std::set<EntityRef> shared = switchesOfGroup(topology, affected.front());
    for (const GroupPlaces& group : affected) {
        const std::set<EntityRef> its = switchesOfGroup(topology, group);
        std::erase_if(shared, [&](EntityRef leaf) { return !its.contains(leaf); });
    }
    std::vector<std::set<EntityRef>> elsewhere;
    for (const GroupPlaces& group : others)
        elsewhere.push_back(switchesOfGroup(topology, group));
    std::erase_if(shared, [&](EntityRef leaf) {
        const auto users = std::ranges::count_if(elsewhere, [&](const auto& its) { return its.contains(leaf); });
        return 2 * static_cast<std::size_t>(users) > elsewhere.size();
    });
    if (shared.empty() || shared.size() > switchesNamed)
        return {};
    std::vector<std::string> names;
    for (const EntityRef leaf : shared)
        names.push_back(topology.name(leaf));
    return ", all of them through " + abbreviatedList(names);
}

namespace {

/// Minimum share of the named ranks to which a cause must apply. The share of the other ranks must be smaller by
/// clearlyFewer.
constexpr double maxOfThem = 0.5;
constexpr double clearlyFewer = 0.3;
/// Share of ranks that must be in a common place.
constexpr double nearlyAll = 0.9;

constexpr std::size_t causeCount = 4; // that throttling can show

using Counts = std::array<std::size_t, causeCount>;

TickRange judgedTicks(const JobSync& job, Duration tickPeriod)
{
    const std::size_t count = std::min(job.judgedSteps, job.steps.size());
    if (count == 0)
        return {};
    return {tickIndexOf(job.steps[job.steps.size() - count]->range.from, tickPeriod),
            tickIndexOf(job.steps.back()->range.to, tickPeriod) + 1};
}

EntityRef loopOf(const Topology& topology, EntityRef rack)
{
    for (std::uint32_t index = 0; index < topology.count(EntityKind::Loop); ++index) {
        const EntityRef loop{EntityKind::Loop, index};
        if (std::ranges::find(topology.served(loop), rack) != topology.served(loop).end())
            return loop;
    }
    return {};
}

EntityRef placeOf(const Topology& topology, EntityRef entity, EntityKind kind)
{
    if (!topology.contains(entity))
        return {};
    const EntityRef rack = knownRackOf(topology, entity);
    if (kind == EntityKind::Loop)
        return rack.isValid() ? loopOf(topology, rack) : EntityRef{};
    return kind == EntityKind::Rack ? rack : topology.ancestor(entity, kind);
}

std::size_t countIn(const Topology& topology, const std::vector<EntityRef>& entities, EntityRef place)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        entities, [&](EntityRef entity) { return placeOf(topology, entity, place.kind) == place; }));
}

/// The smallest entity that contains nearly all named ranks, but not all others.
EntityRef commonPlace(const Topology& topology, const std::vector<EntityRef>& named,
                      const std::vector<EntityRef>& others)
{
    for (const EntityKind kind : {EntityKind::Gpu, EntityKind::Node, EntityKind::Rack, EntityKind::Loop}) {
        std::map<EntityRef, std::size_t> places;
        for (const EntityRef entity : named) {
            if (const EntityRef place = placeOf(topology, entity, kind); place.isValid())
                ++places[place];
        }
        for (const auto& [place, count] : places) {
            const bool isCommon = static_cast<double>(count) >= nearlyAll * static_cast<double>(named.size());
            if (isCommon && (others.empty() || countIn(topology, others, place) < others.size()))
                return place;
        }
    }
    return {};
}

} // namespace

void addCause(JobSync& job, std::span<const FollowedLane> followed, const ThrottleHistory& throttles,
              const Topology& topology, Duration tickPeriod)
{
    JobVerdict& verdict = job.verdict;
    if (verdict.lanes.empty() || (verdict.kind != VerdictKind::Ranks && verdict.kind != VerdictKind::Hang))
        return;
    std::vector<EntityRef> named;
    std::vector<EntityRef> others;
    std::vector<bool> isNamed(job.lanes.size(), false);
    for (const std::uint32_t lane : verdict.lanes)
        isNamed[lane] = true;
    for (std::uint32_t lane = 0; lane < job.lanes.size(); ++lane)
        (isNamed[lane] ? named : others).push_back(followed[job.lanes[lane]].entity);
    verdict.place = commonPlace(topology, named, others);
    if (verdict.kind != VerdictKind::Ranks || verdict.cause != RankCause::Unknown)
        return;
    const TickRange ticks = judgedTicks(job, tickPeriod);
    Counts ofNamed{};
    Counts ofOthers{};
    const auto count = [&](const std::vector<EntityRef>& entities, Counts& counts) {
        for (const EntityRef entity : entities) {
            if (entity.kind == EntityKind::Gpu && entity.isValid())
                ++counts[static_cast<std::size_t>(throttles.causeOf(entity.index, ticks))];
        }
    };
    count(named, ofNamed);
    count(others, ofOthers);
    ofNamed[static_cast<std::size_t>(RankCause::Unknown)] = 0;
    const auto max = std::ranges::max_element(ofNamed);
    const auto at = static_cast<std::size_t>(max - ofNamed.begin());
    const double share = static_cast<double>(*max) / static_cast<double>(named.size());
    const double ofRest = static_cast<double>(ofOthers[at]) / std::max(static_cast<double>(others.size()), 1.0);
    if (share < maxOfThem || ofRest > share - clearlyFewer)
        return;
    verdict.cause = static_cast<RankCause>(at);
    verdict.causeLanes = *max;
}

namespace {

/// Minimum reduction of a step that is mentioned.
constexpr double minSaved = 0.002;
/// The reasons of verdicts that have no variable part.
[[maybe_unused]] constexpr const char* reasons[] = {
    QT_TRANSLATE_NOOP("lockstep", "no complete step yet"),
    QT_TRANSLATE_NOOP("lockstep", "only one rank is known; waits are visible only between ranks"),
    QT_TRANSLATE_NOOP("lockstep", "the same ranks are repeatedly late, but replays without their delays are no faster"),
    QT_TRANSLATE_NOOP("lockstep", "no step has been replayed yet, and the blame is spread over many ranks"),
};

QString tr(const char* text)
{
    return QCoreApplication::translate("lockstep", text);
}

QString tr(const char* text, const char* disambiguation, int count)
{
    return QCoreApplication::translate("lockstep", text, disambiguation, count);
}

QString quantity(double value, Unit unit)
{
    return QString::fromStdString(formatQuantity(value, unit));
}

const SpanLane* storedLane(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const auto& lanes = store.spans().lanes();
    return lane < job.lanes.size() && job.lanes[lane] < lanes.size() ? &lanes[job.lanes[lane]] : nullptr;
}

QString nameOfId(const ClusterStore& store, std::uint32_t id)
{
    const NameTable& names = store.spans().names();
    return id < names.size() ? QString::fromStdString(names.name(NameId{id})) : QString();
}

QString rankName(const ClusterStore& store, const JobSync& job, std::uint32_t lane)
{
    const SpanLane* stored = storedLane(store, job, lane);
    const QString own = stored != nullptr ? nameOfId(store, stored->name.value) : QString();
    if (!own.isEmpty() || lane >= job.ranks.size())
        return own;
    return tr("rank %1").arg(job.ranks[lane]);
}

QString placeName(const ClusterStore& store, EntityRef place)
{
    if (!store.topology()->contains(place))
        return {};
    return QString::fromStdString(place.kind == EntityKind::Gpu ? store.topology()->path(place)
                                                                : store.topology()->name(place));
}

QString jobName(const JobSync& job)
{
    return job.name.empty() ? tr("the job") : QString::fromStdString(job.name);
}

/// "rank 210 (A03 / node-010 / gpu2)", "ranks 0 and 6", "52 ranks on loop cdu-1".
QString ranksText(const ClusterStore& store, const JobSync& job)
{
    constexpr std::size_t maxNamed = 3;
    const JobVerdict& verdict = job.verdict;
    const QString place = placeName(store, verdict.place);
    if (verdict.lanes.size() == 1) {
        const QString name = rankName(store, job, verdict.lanes.front());
        return place.isEmpty() ? name : QStringLiteral("%1 (%2)").arg(name, place);
    }
    QString who;
    if (verdict.lanes.size() <= maxNamed) {
        QStringList names;
        for (const std::uint32_t lane : verdict.lanes)
            names << rankName(store, job, lane);
        const QString last = names.takeLast();
        who = tr("%1 and %2").arg(names.join(QStringLiteral(", ")), last);
    } else {
        who = tr("%1 of %2 ranks").arg(verdict.lanes.size()).arg(job.ranks.size());
    }
    if (place.isEmpty())
        return who;
    switch (verdict.place.kind) {
    case EntityKind::Loop:
        return tr("%1 on cooling loop %2").arg(who, place);
    case EntityKind::Rack:
        return tr("%1 in rack %2").arg(who, place);
    default:
        return tr("%1 on %2").arg(who, place);
    }
}

/// The reason, after a colon; empty: none.
QString whyText(const JobVerdict& verdict)
{
    if (verdict.cause != RankCause::Unknown) {
        const QString cause = causeText(verdict.cause, verdict.lanes.size());
        if (verdict.lanes.size() == 1 || verdict.causeLanes == verdict.lanes.size())
            return cause;
        return tr("%1 (%2 of %3)").arg(cause).arg(verdict.causeLanes).arg(verdict.lanes.size());
    }
    if (std::isnan(verdict.slowdown) || verdict.slowdown <= 1)
        return {};
    const QString longer = quantity(verdict.slowdown - 1, Unit::Ratio);
    return verdict.lanes.size() == 1 ? tr("compute time %1 longer than its peers'").arg(longer)
                                     : tr("compute time up to %1 longer than their peers'").arg(longer);
}

QString hangText(const ClusterStore& store, const JobSync& job)
{
    if (!job.missing.empty()) {
        const MissingRank& rank = job.missing.front();
        const auto waiting = static_cast<int>(rank.waiting);
        const QString words = rank.isHang
            ? tr("%1 hangs: %n ranks wait in %2 #%3, which %4 has not entered", nullptr, waiting)
            : tr("%1 has an unusually long wait: %n ranks wait in %2 #%3, which %4 has not entered", nullptr, waiting);
        const QString first = words.arg(jobName(job))
                                  .arg(nameOfId(store, rank.communicator))
                                  .arg(rank.sequence)
                                  .arg(rankName(store, job, rank.lane));
        return job.missing.size() == 1 ? first + QLatin1Char('.')
                                       : tr("%1; %2 more are missing.").arg(first).arg(job.missing.size() - 1);
    }
    const StuckCollective& stuck = job.stuck.front();
    const QString words = stuck.isHang
        ? tr("%1 hangs: all %2 ranks of %3 have entered collective #%4, but it does not complete. Check their links.")
        : tr(
            "%1 has an unusually long wait: all %2 ranks of %3 have entered collective #%4, but it does not complete.");
    return words.arg(jobName(job)).arg(stuck.waiting).arg(nameOfId(store, stuck.communicator)).arg(stuck.sequence);
}

QString culpritPronoun(const JobVerdict& verdict)
{
    return verdict.kind == VerdictKind::Ranks && verdict.lanes.size() == 1 ? tr("it") : tr("them");
}

/// "5.63 s each, 5.08 s without it".
QString timesText(const JobVerdict& verdict)
{
    if (std::isnan(verdict.stepSeconds))
        return {};
    const QString now = quantity(verdict.stepSeconds, Unit::Seconds);
    const QString without = quantity(verdict.stepSecondsWithout, Unit::Seconds);
    const bool isShorter = verdict.stepSeconds - verdict.stepSecondsWithout > minSaved * verdict.stepSeconds;
    const QString each = verdict.steps == 1 ? now : tr("%1 each").arg(now);
    if (!isShorter)
        return each;
    switch (verdict.kind) {
    case VerdictKind::Ranks:
        return tr("%1, %2 without %3").arg(each, without, culpritPronoun(verdict));
    case VerdictKind::LastStage:
        return tr("%1, %2 if the last stage were ideal").arg(each, without);
    default:
        return tr("%1, %2 at best").arg(each, without);
    }
}

QString unevenText(const JobSync& job)
{
    return tr("No single straggler in %1: the slowest rank changes (%2 ranks in %3 steps), which is typical of "
              "sequences of different lengths.")
        .arg(jobName(job))
        .arg(job.verdict.turns)
        .arg(job.verdict.steps);
}

QString linksText(const ClusterStore& store, const JobSync& job)
{
    const QString group = nameOfId(store, job.verdict.communicator);
    if (job.verdict.communicator == JobVerdict::none || group.isEmpty())
        return tr("Slow links delay %1: transfers are slower than their baseline.").arg(jobName(job));
    return tr("Slow links of %1 delay %2: transfers are slower than their peers or their baseline.")
        .arg(group, jobName(job));
}

/// "ranks 4 to 7 and 9"; as many as can be read.
QString missingRanksText(const std::vector<std::uint32_t>& missing)
{
    constexpr int maxRanges = 3;
    QStringList ranges;
    for (std::size_t at = 0; at < missing.size();) {
        std::size_t last = at;
        while (last + 1 < missing.size() && missing[last + 1] == missing[last] + 1)
            ++last;
        if (ranges.size() == maxRanges) {
            ranges << tr("%1 more").arg(missing.size() - at);
            break;
        }
        ranges << (last == at ? QString::number(missing[at]) : tr("%1 to %2").arg(missing[at]).arg(missing[last]));
        at = last + 1;
    }
    const QString end = ranges.takeLast();
    const QString all = ranges.isEmpty() ? end : tr("%1 and %2").arg(ranges.join(QStringLiteral(", ")), end);
    return missing.size() == 1 ? tr("rank %1").arg(all) : tr("ranks %1").arg(all);
}

/// Data that a verdict lacks: " Only 32 of 64 ranks seen; no data from ranks 32 to 63."; empty: nothing is missing.
QString gapText(const JobCompleteness& seen)
{
    if (seen.hasAllRanks() || seen.ranks == 0)
        return {};
    const QString of = tr(" Only %1 of %2 ranks seen").arg(seen.ranks).arg(seen.expected);
    if (seen.missing.empty())
        return tr("%1; the scheduler allocated %2 GPUs.").arg(of).arg(seen.expected);
    return tr("%1; no data from %2.").arg(of, missingRanksText(seen.missing));
}

QString judgementText(const JobSync& job, const ClusterStore& store)
{
    const JobVerdict& verdict = job.verdict;
    switch (verdict.kind) {
    case VerdictKind::CannotJudge:
        return tr("Cannot determine the straggler of %1: %2.").arg(jobName(job), tr(verdict.because.c_str()));
    case VerdictKind::NoStraggler:
        return tr("No straggler in %1.").arg(jobName(job));
    case VerdictKind::Hang:
        return hangText(store, job);
    case VerdictKind::Ranks: {
        const QString who = verdict.lanes.size() == 1 ? tr("%1 slows down %2").arg(ranksText(store, job), jobName(job))
                                                      : tr("%1 slow down %2").arg(ranksText(store, job), jobName(job));
        const QString why = whyText(verdict);
        return (why.isEmpty() ? who : QStringLiteral("%1: %2").arg(who, why)) + QLatin1Char('.');
    }
    case VerdictKind::LastStage:
        return tr("The last pipeline stage slows down %1: it has more work than the others.").arg(jobName(job));
    case VerdictKind::Links:
        return linksText(store, job);
    case VerdictKind::Storage:
        return tr("Storage delays %1: checkpoints take longer than their baseline, or end at different times.")
            .arg(jobName(job));
    case VerdictKind::Uneven:
        return unevenText(job);
    }
    return {};
}

} // namespace

QString causeText(RankCause cause, std::size_t ranks)
{
    const bool isOne = ranks == 1;
    switch (cause) {
    case RankCause::Heat:
        return isOne ? tr("its clock was throttled by heat") : tr("their clocks were throttled by heat");
    case RankCause::Power:
        return isOne ? tr("its clock was throttled by its power limit")
                     : tr("their clocks were throttled by their power limit");
    case RankCause::Throttled:
        return isOne ? tr("its clock was throttled") : tr("their clocks were throttled");
    case RankCause::LateLaunches:
        return isOne ? tr("its GPU is idle between operations; check its host")
                     : tr("their GPUs are idle between operations; check their hosts");
    case RankCause::Unknown:
        break;
    }
    return {};
}

QString verdictText(const JobSync& job, const ClusterStore& store)
{
    return judgementText(job, store) + gapText(job.completeness);
}

QString verdictEvidence(const JobSync& job)
{
    const JobVerdict& verdict = job.verdict;
    if (verdict.kind == VerdictKind::Hang || verdict.steps == 0)
        return {};
    QStringList parts;
    if (const QString times = timesText(verdict); !times.isEmpty())
        parts << times;
    if (verdict.share > 0)
        parts << tr("%1 of the job's GPU time spent waiting for %2")
                     .arg(quantity(verdict.share, Unit::Ratio), culpritPronoun(verdict));
    if (verdict.kind == VerdictKind::Ranks && verdict.lanes.size() == 1 && verdict.steps > 1
        && !verdict.evidence.empty())
        parts << (verdict.pattern == StragglerPattern::Drift ? QStringLiteral("%1") : tr("in %1"))
                     .arg(QString::fromStdString(verdict.evidence));
    if (const JobCompleteness& seen = job.completeness; seen.partial > 0)
        parts << tr("%1 of %2 collectives lack data from at least one rank").arg(seen.partial).arg(seen.collectives);
    if (parts.isEmpty())
        return {};
    const QString when = verdict.steps == 1 ? tr("In one step") : tr("Last %1 steps").arg(verdict.steps);
    return QStringLiteral("%1: %2.").arg(when, parts.join(QStringLiteral("; ")));
}

} // namespace lockstep
