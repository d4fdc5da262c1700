// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/alertbuilder.h"

#include "models/analysis/causality/alertfigure.h"
#include "models/analysis/causality/alertowners.h"
#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/core/eventcodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

constexpr std::size_t stagesInTitle = 3;
constexpr std::size_t maxConsidered = 7;
constexpr double doubtLeft = 0.8; ///< factor on the remaining doubt for each additional kind of finding that matches
constexpr double surest = 0.98;
constexpr std::uint32_t againAndAgain = 2; ///< number of occurrences that count as repeated

bool affectsJobs(FindingKind kind)
{
    constexpr std::array felt{FindingKind::SlowLinks,    FindingKind::SlowRank,   FindingKind::Hang,
                              FindingKind::Jitter,       FindingKind::JobSlow,    FindingKind::JobRestarts,
                              FindingKind::TransferSlow, FindingKind::ServingSlow};
    return std::ranges::find(felt, kind) != felt.end();
}

/// Kinds that may cause an effect, the nearest first.
std::vector<FindingKind> causesBehind(FindingKind effect)
{
    std::vector<FindingKind> causes;
    for (const CauseRow& row : causeRows()) {
        if (row.lagOf(effect))
            causes.push_back(row.finding);
    }
    std::ranges::sort(causes, std::greater{});
    return causes;
}

std::string withEarlierXids(std::string text, const Finding& finding)
{
    return finding.earlierXids.empty()
        ? text
        : fmt::format("{} (earlier: XID {})", text, fmt::join(finding.earlierXids, ", "));
}

} // namespace

std::vector<std::size_t> AlertBuilder::members(const Cause& cause) const
{
    std::vector<std::size_t> all = cause.roots;
    all.insert(all.end(), cause.followers.begin(), cause.followers.end());
    std::ranges::sort(all);
    return all;
}

std::string AlertBuilder::keyOf(const Finding& finding) const
{
    const std::string where
        = finding.job.empty() ? culpritName(m_graph.topology(), finding.entity) : "job " + finding.job;
    const auto when = std::chrono::duration_cast<std::chrono::milliseconds>(finding.begin.time_since_epoch());
    return fmt::format("{}@{}@{}", finding.code, where, when.count());
}

/// The key of the finding that was reported first, because the cause may be found after its effects. Ignores congestion
/// before a link went down, because it is not a separate alert.
std::string AlertBuilder::keyOf(const Cause& cause) const
{
    std::vector<std::size_t> all = members(cause);
    std::erase_if(all, [&](std::size_t at) {
        const FindingKind kind = m_findings[at].kind;
        return cause.finding < FindingKind::Polarisation
            && (kind == FindingKind::Congestion || kind == FindingKind::LinkBusy);
    });
    const auto reported = [&](std::size_t at) {
        return std::pair(m_findings[at].begin, at);
    };
    return keyOf(m_findings[*std::ranges::min_element(all, {}, reported)]);
}

std::vector<std::string> AlertBuilder::keysOf(const Cause& cause) const
{
    std::vector<std::string> keys;
    for (const std::size_t at : members(cause))
        keys.push_back(keyOf(m_findings[at]));
    return keys;
}

TimePoint AlertBuilder::severityReachedAt(const Cause& cause) const
{
    auto worst = std::pair(Severity::Information, TimePoint());
    for (const std::size_t at : members(cause)) {
        const Finding& each = m_findings[at];
        if (each.severity > worst.first || (each.severity == worst.first && each.worstSince < worst.second))
            worst = {each.severity, each.worstSince};
    }
    return worst.second;
}

/// The worst finding; of equally severe ones an active one, otherwise the first.
const Finding& AlertBuilder::worstOf(std::span<const std::size_t> some) const
{
    return m_findings[*std::ranges::max_element(some, {}, [&](std::size_t at) {
        const Finding& each = m_findings[at];
        return std::tuple(each.severity, !each.end, -nsOf(each.onset), -static_cast<std::ptrdiff_t>(at));
    })];
}

/// Number of entities with findings of one kind. For a rack that reports "14 more", the maximum.
std::size_t AlertBuilder::countOf(std::span<const std::size_t> some) const
{
    std::map<EntityRef, std::pair<std::set<EntityRef>, std::size_t>> places;
    for (const std::size_t at : some) {
        const Finding& each = m_findings[at];
        const EntityRef rack = m_graph.topology().contains(each.entity)
            ? m_graph.topology().ancestor(each.entity, EntityKind::Rack)
            : EntityRef{};
        auto& [items, max] = places[rack];
        items.insert(m_graph.linkOf(each.entity));
        max = std::max<std::size_t>(max, 1 + each.others);
    }
    std::size_t count = 0;
    for (const auto& [rack, place] : places)
        count += std::max(place.first.size(), place.second);
    return count;
}

/// The kind of the cause, refined by the place of a port or by effects.
std::string_view AlertBuilder::kindOf(const Cause& cause) const
{
    const Topology& topology = m_graph.topology();
    const Finding& root = worstOf(cause.roots);
    const auto follows = [&](FindingKind kind) {
        return std::ranges::any_of(cause.followers, [&](std::size_t at) { return m_findings[at].kind == kind; });
    };
    if (cause.finding == FindingKind::PortDown && !cause.blamed.isValid()) {
        const EntityRef link = m_graph.linkOf(root.entity);
        const bool isNic = topology.contains(link) && topology.ancestor(link, EntityKind::Node).isValid();
        if (root.times >= againAndAgain)
            return kinds::flappingLink;
        return isNic ? kinds::nicDown : kinds::linkDown;
    }
    if (cause.finding == FindingKind::Congestion && cause.kind == kinds::congestedSpine)
        return m_graph.isLeaf(root.entity) ? kinds::congestion : kinds::congestedSpine;
    if (cause.finding == FindingKind::Application
        && (root.times >= againAndAgain || root.fields.variant == variants::restarts
            || follows(FindingKind::JobRestarts)))
        return kinds::restartLoop;
    return cause.kind;
}

void AlertBuilder::nameCulprits(const Cause& cause, Alert& alert) const
{
    const Topology& topology = m_graph.topology();
    std::set<EntityRef> entities; // that exist; a flood may name thousands
    std::set<std::string> names;
    const auto add = [&](EntityRef entity) {
        if (entities.insert(entity).second)
            alert.entities.push_back(entity);
    };
    const auto addName = [&](std::string name) {
        if (names.insert(name).second)
            alert.names.push_back(std::move(name));
    };
    if (cause.blamed.isValid())
        add(cause.blamed);
    for (const std::size_t at : cause.roots) {
        const Finding& root = m_findings[at];
        if (cause.blamed.isValid())
            break;
        if (cause.finding == FindingKind::StorageSlow) {
            addName("shared storage");
        } else if (cause.finding == FindingKind::SlowLinks) {
            // the node is only that of the first rank
            addName(root.fields.subject.empty() ? "links between ranks" : "the links of " + root.fields.subject);
        } else if (cause.finding == FindingKind::NodeSilent && !root.entity.isValid()) {
            addName(root.fields.subject); // "40 nodes in 5 racks"
        } else if (causeRow(cause.finding).isOfJob) {
            addName("job " + root.job);
        } else if (topology.contains(root.entity)) {
            const EntityRef node = topology.ancestor(root.entity, EntityKind::Node);
            const bool isOfNode = alert.kind == kinds::restartLoop && node.isValid();
            add(isOfNode ? node : m_graph.linkOf(root.entity));
        }
    }
    for (const EntityRef entity : alert.entities)
        addName(culpritName(topology, entity));
}

std::string AlertBuilder::headOf(const Cause& cause) const
{
    const Finding& root = worstOf(cause.roots);
    std::string head = headlineOf(root.text);
    if (head.empty())
        head = fmt::format("{}: {}", culpritName(m_graph.topology(), root.entity), causeRow(cause.finding).one);
    const std::size_t items = countOf(cause.roots);
    if (causeRow(cause.finding).isOfJob || items < 2)
        return head;
    const std::string where
        = cause.blamed.isValid() ? " in " + culpritName(m_graph.topology(), cause.blamed) : std::string();
    return fmt::format("{} {}{}: {}", items, causeRow(cause.finding).many, where, head);
}

/// For example " -> 12 GPUs hot -> train-a slower".
std::string AlertBuilder::effectsOf(const Cause& cause) const
{
    std::map<FindingKind, std::vector<std::size_t>> effects;
    for (const std::size_t at : cause.followers) {
        // A loop fault is implied by a loss of flow.
        if (m_findings[at].kind != cause.finding && m_findings[at].kind != FindingKind::LoopFault)
            effects[m_findings[at].kind].push_back(at);
    }
    std::vector<std::string> stages;
    for (const auto& [kind, some] : effects) {
        std::set<std::string> jobs;
        for (const std::size_t at : some)
            jobs.insert(m_findings[at].job);
        const std::size_t items = countOf(some);
        const CauseRow& row = causeRow(kind);
        if (row.isOfJob && jobs.size() == 1 && !jobs.begin()->empty())
            stages.push_back(fmt::format("{}: {}", *jobs.begin(), row.one));
        else
            stages.push_back(items == 1 ? std::string(row.one) : fmt::format("{} {}", items, row.many));
    }
    if (stages.size() > stagesInTitle) // the final effect is kept
        stages.erase(stages.begin(), stages.end() - static_cast<std::ptrdiff_t>(stagesInTitle));
    std::string text;
    for (const std::string& stage : stages)
        text += " \u2192 " + stage;
    return text;
}

void AlertBuilder::nameTitle(const Cause& cause, Alert& alert) const
{
    alert.title = headOf(cause);
    const auto isOver = [this](std::size_t at) {
        return m_findings[at].end.has_value();
    };
    if (!alert.end && std::ranges::all_of(cause.roots, isOver)) // only the effects continue
        alert.title += " (ended)";
    const Finding& root = worstOf(cause.roots);
    alert.title = withEarlierXids(std::move(alert.title), root);
    alert.headLength = alert.title.size();
    alert.title += effectsOf(cause);
    const std::string_view metric = figureMetric(root.code);
    if (!metric.empty() && root.fields.value && root.entity.isValid())
        alert.figure = Alert::Figure{std::string(metric), root.entity, static_cast<float>(*root.fields.value)};
}

/// Whether an event of the same entity already reports the limit: a port that is down, a leak.
bool AlertBuilder::isReportedByEvent(const Finding& limit, std::span<const std::size_t> others) const
{
    const bool isEventToo = limit.kind == FindingKind::PortDown || limit.kind == FindingKind::CoolantLeak;
    return isEventToo && limit.code.starts_with(codes::metricLimit) && std::ranges::any_of(others, [&](std::size_t at) {
               const Finding& other = m_findings[at];
               return other.kind == limit.kind && other.entity == limit.entity
                   && !other.code.starts_with(codes::metricLimit);
           });
}

std::vector<Alert::Stage> AlertBuilder::chainOf(const Cause& cause) const
{
    std::map<std::tuple<FindingKind, TimePoint, std::string>, std::vector<std::size_t>>
        stages; // by kind, in order of report
    std::map<std::string, TimePoint> begins;
    const std::vector<std::size_t> all = members(cause);
    for (const std::size_t at : all) {
        const Finding& each = m_findings[at];
        if (isReportedByEvent(each, all))
            continue;
        const TimePoint begin = begins.try_emplace(each.code, each.onset).first->second;
        stages[{each.kind, begin, each.code}].push_back(at);
    }
    std::vector<Alert::Stage> chain;
    for (const auto& [key, some] : stages) {
        const FindingKind kind = std::get<FindingKind>(key);
        Alert::Stage stage;
        stage.since = m_findings[some.front()].onset;
        std::set<EntityRef> entities;
        for (const std::size_t at : some) {
            stage.since = std::min(stage.since, m_findings[at].onset);
            if (m_graph.topology().contains(m_findings[at].entity) && entities.insert(m_findings[at].entity).second)
                stage.entities.push_back(m_findings[at].entity);
        }
        const Finding& worst = worstOf(some);
        stage.kind = kind;
        stage.fields = worst.fields;
        stage.severity = worst.severity;
        const std::size_t items = countOf(some);
        stage.what = items > 1 && !causeRow(kind).isOfJob
            ? fmt::format("{} {}: {}", items, causeRow(kind).many, headlineOf(worst.text))
            : singleLine(worst.text);
        if (causeRow(kind).isOfJob)
            stage.job = m_findings[some.front()].job;
        stage.isOver = std::ranges::all_of(some, [&](std::size_t at) { return m_findings[at].end.has_value(); });
        if (stage.isOver)
            stage.what += " (ended)";
        stage.what = withEarlierXids(std::move(stage.what), worst);
        chain.push_back(std::move(stage));
    }
    return chain;
}

std::vector<Alert::Alternative> AlertBuilder::consideredFor(const Cause& cause) const
{
    std::vector<Alert::Alternative> considered;
    const Finding& root = worstOf(cause.roots);
    for (const std::size_t rival : cause.competingCauses) {
        const Cause& other = m_causes[rival];
        considered.push_back(
            {std::string(kindOf(other)),
             fmt::format("{} \u2013 also abnormal, but further from these findings; reported as a separate alert",
                         headlineOf(worstOf(other.roots).text))});
    }
    std::string upstream;
    if (!causeRow(cause.finding).isOfJob && m_graph.topology().contains(root.entity)) {
        for (const DependencyGraph::Upstream& each : m_graph.upstreamOf(root.entity)) {
            if (each.entity.kind != EntityKind::Port || each.steps == 0)
                upstream += (upstream.empty() ? "" : ", ") + culpritName(m_graph.topology(), each.entity);
        }
    }
    const auto consider = [&](FindingKind kind, const std::string& ruledOutReason) {
        const std::string_view name = causeRow(kind).kind;
        const bool isKnown
            = std::ranges::any_of(considered, [&](const Alert::Alternative& each) { return each.kind == name; });
        if (!isKnown && kind != cause.finding && considered.size() < maxConsidered)
            considered.push_back({std::string(name), ruledOutReason});
    };
    for (const FindingKind kind : causesBehind(cause.finding))
        consider(kind,
                 upstream.empty() ? std::string("no matching finding")
                                  : fmt::format("no matching finding on {}", upstream));
    // Kinds that are further down and have the same symptom, if the cause has no other cause above it.
    for (std::size_t at = 0; causesBehind(cause.finding).empty() && at < cause.followers.size(); ++at) {
        for (const FindingKind kind : causesBehind(m_findings[cause.followers[at]].kind)) {
            if (kind < m_findings[cause.followers.front()].kind)
                consider(kind, "would have similar symptoms, but no sign of it was found");
        }
    }
    return considered;
}

/// Lower bound of the GPU time that jobs held without using it, computed from the GPUs that became idle last.
std::optional<double> AlertBuilder::idleGpuSeconds(const Cause& cause, TimePoint now) const
{
    std::optional<double> cost;
    for (const std::size_t at : cause.roots) {
        const Finding& each = m_findings[at];
        if (each.kind == FindingKind::IdleAllocation && each.fields.value)
            cost = cost.value_or(0)
                + *each.fields.value * std::chrono::duration<double>(each.end.value_or(now) - each.onset).count();
    }
    return cost;
}

/// GPU time of jobs that computed less than their reference, by the share that is missing.
std::optional<double> AlertBuilder::missingGpuSeconds(const Cause& cause, TimePoint now) const
{
    std::optional<double> cost;
    for (const std::size_t at : cause.roots) {
        const Finding& each = m_findings[at];
        const auto job = std::ranges::find(m_graph.jobs(), each.job, &ObservedJob::name);
        if (each.code != codes::jobBelowReference || !each.fields.value || !(each.fields.baseline.value_or(0) > 0)
            || job == m_graph.jobs().end())
            continue;
        const double seconds = std::chrono::duration<double>(each.end.value_or(now) - each.onset).count();
        const double missing = std::max(0.0, 1 - *each.fields.value / *each.fields.baseline);
        cost = cost.value_or(0) + missing * seconds * static_cast<double>(job->places.size());
    }
    return cost;
}

/// GPU time of jobs from detection of a hang to its end, for all their GPUs.
std::optional<double> AlertBuilder::hungGpuSeconds(const Cause& cause, TimePoint now) const
{
    std::map<std::string, std::vector<TimeRange>> hangs; // by job
    for (const std::size_t at : members(cause)) {
        const Finding& each = m_findings[at];
        if (each.kind == FindingKind::Hang && !each.job.empty())
            hangs[each.job].push_back({each.onset, each.end.value_or(now)});
    }
    std::optional<double> cost;
    for (auto& [name, ranges] : hangs) {
        const auto job = std::ranges::find(m_graph.jobs(), name, &ObservedJob::name);
        if (job == m_graph.jobs().end())
            continue;
        std::ranges::sort(ranges, {}, &TimeRange::from);
        Duration stood{};
        TimePoint until = TimePoint::min();
        for (const TimeRange& range : ranges) { // several ranks may be missing at the same time
            if (range.to > until)
                stood += range.to - std::max(range.from, until);
            until = std::max(until, range.to);
        }
        cost
            = cost.value_or(0) + std::chrono::duration<double>(stood).count() * static_cast<double>(job->places.size());
    }
    return cost;
}

/// Whether packets are lost, which raises an alert at once. Marks and pauses are normal reactions to bursts.
bool AlertBuilder::isLossy(const Cause& cause) const
{
    return std::ranges::any_of(cause.roots,
                               [&](std::size_t at) { return m_findings[at].fields.variant == variants::drops; });
}

/// When jobs were first affected. Congestion alone is normal in a busy network, so the alert begins only then.
TimePoint AlertBuilder::affectedSince(const Cause& cause) const
{
    TimePoint since = TimePoint::max();
    for (const std::size_t at : cause.followers) {
        if (affectsJobs(m_findings[at].kind))
            since = std::min(since, m_findings[at].begin);
    }
    return since;
}

Alert AlertBuilder::build(const Cause& cause, TimePoint now) const
{
    Alert alert;
    alert.key = keyOf(cause);
    alert.kind = kindOf(cause);
    nameCulprits(cause, alert);
    alert.onset = alert.raisedAt = TimePoint::max();
    TimePoint until = TimePoint::min();
    std::set<FindingKind> all;
    for (const std::size_t at : members(cause)) {
        const Finding& each = m_findings[at];
        all.insert(each.kind);
        alert.onset = std::min(alert.onset, each.onset);
        alert.raisedAt = std::min<TimePoint>(alert.raisedAt, each.begin + causeRow(each.kind).hold);
        alert.severity = std::max(alert.severity, each.severity);
        until = std::max(until, each.lastsUntil());
        ++alert.findings;
    }
    if (until != TimePoint::max())
        alert.end = until;
    if (alert.kind == kinds::congestion || (alert.kind == kinds::microburst && !isLossy(cause)))
        alert.raisedAt = std::max(alert.raisedAt, affectedSince(cause));
    double doubt = 1 - cause.confidence;
    for (std::size_t more = 1; more < all.size(); ++more)
        doubt *= doubtLeft;
    alert.confidence = std::min(1 - doubt, surest);
    nameTitle(cause, alert);
    alert.chain = chainOf(cause);
    alert.considered = consideredFor(cause);
    alert.costGpuSeconds = cause.finding == FindingKind::IdleAllocation ? idleGpuSeconds(cause, now)
        : cause.finding == FindingKind::BelowReference                  ? missingGpuSeconds(cause, now)
                                                                        : hungGpuSeconds(cause, now);
    alert.owners = alertOwners(alert.kind, alert.entities, m_graph.topology());
    alert.runbook = runbookPath(alert.kind);
    return alert;
}

} // namespace lockstep
