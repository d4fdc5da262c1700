// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/cause.h"

#include "models/analysis/causality/causes.h"
#include "models/analysis/causality/culpritname.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

using enum FindingKind;
using Level = Grouping::Level;

constexpr Duration atOnce = std::chrono::minutes(5); ///< maximum distance of onsets that may have one cause

constexpr std::size_t maxAtOnce = 12; ///< maximum number of entities with one kind that are reported separately
constexpr double floodConfidence = 0.3;

/// Groups the findings of one kind step by step. Lives for one call.
class FindingGrouper
{
public:
    FindingGrouper(const std::vector<Finding>& findings, const DependencyGraph& graph)
        : m_findings(findings), m_graph(graph)
    { }

    [[nodiscard]] std::vector<Cause> causes(FindingKind kind, std::vector<std::size_t> roots) const
    {
        std::vector<Cause> causes;
        for (const Grouping& grouping : causeRow(kind).groups)
            takeTogether(kind, grouping, roots, causes);
        takeFlood(kind, roots, causes);
        // The rest: each entity separately.
        std::map<std::string, std::vector<std::size_t>> items;
        for (const std::size_t root : roots)
            items[itemOf(m_findings[root])].push_back(root);
        for (const auto& [item, its] : items) {
            for (std::vector<std::size_t>& some : inTime(its, Finding::again))
                causes.push_back({kind, std::move(some), {}, {}, {}, causeRow(kind).kind, causeRow(kind).confidence});
        }
        return causes;
    }

private:
    [[nodiscard]] const Topology& topology() const { return m_graph.topology(); }

    static std::string keyOf(EntityRef entity)
    {
        return std::to_string(static_cast<int>(entity.kind)) + '/' + std::to_string(entity.index);
    }

    /// Identifies the subject of a finding.
    [[nodiscard]] std::string itemOf(const Finding& finding) const
    {
        return causeRow(finding.kind).isOfJob ? "job " + finding.job : keyOf(m_graph.linkOf(finding.entity));
    }

    /// Group of a node by its name if its rack is unknown: "r01" for "r01n03". Empty: none.
    [[nodiscard]] std::string nameGroupOf(EntityRef entity) const
    {
        const EntityRef node
            = topology().contains(entity) ? topology().ancestor(entity, EntityKind::Node) : EntityRef{};
        if (!node.isValid())
            return {};
        const auto groupOf = [this](std::uint32_t each) {
            const std::string& name = topology().name({EntityKind::Node, each});
            std::string_view rest = std::string_view(name).substr(0, name.find('.'));
            const auto isDigit = [](char letter) {
                return letter >= '0' && letter <= '9';
            };
            while (!rest.empty() && isDigit(rest.back()))
                rest.remove_suffix(1);
            while (!rest.empty() && !isDigit(rest.back()))
                rest.remove_suffix(1);
            return rest;
        };
        const std::string_view own = groupOf(node.index);
        // A prefix that all names have does not identify a rack.
        for (std::uint32_t other = 0; other < topology().count(EntityKind::Node); ++other) {
            if (const std::string_view its = groupOf(other); !its.empty() && its != own)
                return std::string(own);
        }
        return {};
    }

    struct Parent
    {
        std::string key; ///< empty: none
        EntityRef entity; ///< invalid: not an entity
    };
    [[nodiscard]] std::vector<Parent> parentsOf(const Finding& finding, Level level) const
    {
        const EntityRef entity = finding.entity;
        const auto ancestor = [&](EntityKind kind) {
            const EntityRef found = topology().contains(entity) ? topology().ancestor(entity, kind) : EntityRef{};
            return found.isValid() && !isUnplaced(topology(), found) ? std::vector<Parent>{{keyOf(found), found}}
                                                                     : std::vector<Parent>();
        };
        std::vector<Parent> parents;
        switch (level) {
        case Level::Cluster:
            return {{finding.kind == Monitoring ? finding.code : "cluster", {}}};
        case Level::Plane:
            if (const EntityRef plane = m_graph.planeOf(entity); plane.isValid())
                parents.push_back({keyOf(plane), {}});
            return parents;
        case Level::Job:
            if (!finding.job.empty())
                return {{finding.job, {}}};
            for (const std::string& job : m_graph.jobsOn(entity))
                parents.push_back({job, {}});
            return parents;
        case Level::Service:
            if (entity.kind == EntityKind::Job && topology().contains(entity))
                parents.push_back({std::string(serviceName(topology(), entity)), {}});
            return parents;
        case Level::Row:
            if (const auto rack = ancestor(EntityKind::Rack); !rack.empty())
                parents.push_back({topology().rackPlace(rack.front().entity).row, {}});
            return parents;
        case Level::Loop:
            for (const Parent& rack : ancestor(EntityKind::Rack)) {
                for (const EntityRef loop : m_graph.loopsOf(rack.entity))
                    parents.push_back({keyOf(loop), loop});
            }
            return parents;
        case Level::Hall: {
            const std::vector<Parent> rack = parentsOf(finding, Level::Rack);
            if (!rack.empty() && (!rack.front().entity.isValid() || m_graph.loopsOf(rack.front().entity).empty()))
                return {{"hall", {}}};
            return parents;
        }
        case Level::Switch:
            if (entity.kind == EntityKind::Port) {
                for (const EntityRef end : {entity, topology().contains(entity) ? topology().peer(entity) : entity}) {
                    const EntityRef device
                        = topology().contains(end) ? topology().ancestor(end, EntityKind::Switch) : EntityRef{};
                    if (device.isValid() && (parents.empty() || parents.front().entity != device))
                        parents.push_back({keyOf(device), device});
                }
            }
            return parents;
        case Level::Rack:
            if (auto rack = ancestor(EntityKind::Rack); !rack.empty())
                return rack;
            if (const std::string group = nameGroupOf(entity); !group.empty())
                parents.push_back({group, {}});
            return parents;
        case Level::Unplaced:
            if (ancestor(EntityKind::Rack).empty())
                parents.push_back({"unplaced", {}});
            return parents;
        case Level::Node:
            return ancestor(EntityKind::Node);
        }
        return parents;
    }

    /// The unit to count. For a hall: racks. For a loop or a rack: nodes, because one bad node may have eight bad GPUs.
    /// For links that a job waits for: planes, because one bad switch delays many links. Otherwise: entities.
    [[nodiscard]] std::string unitOf(const Finding& finding, Level level) const
    {
        if (finding.kind == LinkBusy && level == Level::Job)
            return keyOf(m_graph.planeOf(finding.entity));
        if (level == Level::Hall)
            return parentsOf(finding, Level::Rack).front().key;
        const EntityRef part = (level == Level::Loop || level == Level::Rack || level == Level::Unplaced)
                && topology().contains(finding.entity)
            ? topology().ancestor(finding.entity, EntityKind::Node)
            : EntityRef{};
        return part.isValid() ? keyOf(part) : itemOf(finding);
    }

    /// Splits findings into groups without a pause longer than @p pause between the end of one and the beginning of the
    /// next.
    [[nodiscard]] std::vector<std::vector<std::size_t>> inTime(std::vector<std::size_t> some, Duration pause) const
    {
        std::ranges::sort(some); // by onset, like the findings
        std::vector<std::vector<std::size_t>> stretches;
        TimePoint until = TimePoint::min();
        for (const std::size_t each : some) {
            const Finding& finding = m_findings[each];
            if (stretches.empty() || (until != TimePoint::max() && finding.onset > until + pause))
                stretches.emplace_back();
            stretches.back().push_back(each);
            until = std::max(until, finding.lastsUntil());
        }
        return stretches;
    }

    /// Groups that began at about the same time.
    [[nodiscard]] std::vector<std::vector<std::size_t>> atOneTime(std::vector<std::size_t> some) const
    {
        std::ranges::sort(some);
        std::vector<std::vector<std::size_t>> groups;
        for (const std::size_t each : some) {
            if (groups.empty() || m_findings[each].onset - m_findings[groups.back().back()].onset > atOnce)
                groups.emplace_back();
            groups.back().push_back(each);
        }
        return groups;
    }

    /// Moves findings to one cause if too many entities report at once: their common cause is unknown, but they are one
    /// fleet-wide change.
    void takeFlood(FindingKind kind, std::vector<std::size_t>& roots, std::vector<Cause>& causes) const
    {
        for (std::vector<std::size_t>& some : atOneTime(roots)) {
            std::set<std::string> items;
            for (const std::size_t each : some)
                items.insert(itemOf(m_findings[each]));
            if (items.size() <= maxAtOnce)
                continue;
            std::erase_if(roots, [&](std::size_t root) { return std::ranges::binary_search(some, root); });
            causes.push_back({kind, std::move(some), {}, {}, {}, causeRow(kind).kind, floodConfidence});
        }
    }

    /// Moves findings with a common parent to one cause, starting with the parent that has the most.
    void takeTogether(FindingKind kind, const Grouping& grouping, std::vector<std::size_t>& roots,
                      std::vector<Cause>& causes) const
    {
        for (bool hasTaken = true; hasTaken;) {
            hasTaken = false;
            std::map<std::string, std::pair<EntityRef, std::vector<std::size_t>>> parents;
            for (const std::size_t root : roots) {
                for (const Parent& parent : parentsOf(m_findings[root], grouping.level)) {
                    parents[parent.key].first = parent.entity;
                    parents[parent.key].second.push_back(root);
                }
            }
            std::tuple<std::size_t, EntityRef, std::vector<std::size_t>> max;
            for (const auto& [key, parent] : parents) {
                const bool isAlways = grouping.units == 1; // then regardless of their onsets
                for (std::vector<std::size_t>& some :
                     isAlways ? inTime(parent.second, Finding::again) : atOneTime(parent.second)) {
                    std::set<std::string> units;
                    for (const std::size_t each : some)
                        units.insert(unitOf(m_findings[each], grouping.level));
                    if (units.size() >= grouping.units && units.size() > std::get<0>(max))
                        max = {units.size(), parent.first, std::move(some)};
                }
            }
            auto& [count, parent, taken] = max;
            if (taken.empty())
                return;
            std::erase_if(roots, [&](std::size_t root) { return std::ranges::binary_search(taken, root); });
            causes.push_back({kind,
                              std::move(taken),
                              {},
                              {},
                              grouping.blamesParent ? parent : EntityRef{},
                              grouping.kind.empty() ? causeRow(kind).kind : grouping.kind,
                              grouping.confidence});
            hasTaken = true;
        }
    }

    const std::vector<Finding>& m_findings;
    const DependencyGraph& m_graph;
};

/// Groups findings that have no abnormal entity upstream. The same problem of one entity is one cause. Findings on
/// several children at about the same time are attributed to their parent.
std::vector<Cause> causesOfRoots(const std::vector<Finding>& findings, const std::vector<std::size_t>& roots,
                                 const DependencyGraph& graph)
{
    std::array<std::vector<std::size_t>, findingKindCount> ofKind;
    for (const std::size_t root : roots)
        ofKind[static_cast<std::size_t>(findings[root].kind)].push_back(root);
    const FindingGrouper spreader(findings, graph);
    std::vector<Cause> causes;
    for (std::size_t at = 0; at < findingKindCount; ++at) {
        if (!ofKind[at].empty())
            std::ranges::move(spreader.causes(static_cast<FindingKind>(at), std::move(ofKind[at])),
                              std::back_inserter(causes));
    }
    std::ranges::sort(causes, {}, [](const Cause& cause) { return cause.roots.front(); });
    return causes;
}

constexpr std::size_t noFinding = static_cast<std::size_t>(-1);
constexpr Duration slack = std::chrono::seconds(30); ///< tolerance for clocks, ticks and windows of detectors

constexpr Duration alongNvlinks = std::chrono::seconds(60); ///< maximum delay of errors along NVLinks
/// Distances that count as steps, all longer than within a node.
constexpr int inTheRack = 2;
constexpr int inThePlane = 3;
constexpr int sameJob = 4;
constexpr int ofTheJob = 5;
constexpr int besideTheJob = 6;

/// Whether the finding affects a whole job, wherever it is reported.
bool isJobWide(FindingKind kind)
{
    return kind == FindingKind::SlowLinks || kind == FindingKind::Hang || kind == FindingKind::JobRestarts
        || kind == FindingKind::JobSlow || kind == FindingKind::StorageSlow || kind == FindingKind::Jitter
        || kind == FindingKind::BelowReference;
}

/// Whether the finding concerns the links between leaves and spines of a plane (rail).
bool isOfPlane(FindingKind kind)
{
    return kind == FindingKind::Polarisation || kind == FindingKind::Congestion || kind == FindingKind::Microburst
        || kind == FindingKind::LinkBusy || kind == FindingKind::Retries;
}

/// Whether the finding moves flows to other links of its plane, where they meet other traffic.
bool movesFlows(FindingKind kind)
{
    return kind == FindingKind::LinkFlap || kind == FindingKind::PortDown;
}

/// Whether the finding is a silence of many places that have nothing in common.
bool isOfTheCluster(const Finding& finding)
{
    return finding.kind == FindingKind::NodeSilent && !finding.entity.isValid();
}

/// Attributes each finding to its cause. Lives for one call.
class CauseAttributor
{
public:
    CauseAttributor(const std::vector<Finding>& findings, const DependencyGraph& graph)
        : m_findings(findings), m_graph(graph)
    {
        for (std::size_t at = 0; at < findings.size(); ++at) {
            m_ofKind[static_cast<std::size_t>(findings[at].kind)].push_back(at);
            if (causeRow(findings[at].kind).isOfJob)
                continue;
            m_ofEntity[{findings[at].kind, graph.linkOf(findings[at].entity)}].push_back(at);
            if (isOfPlane(findings[at].kind) || movesFlows(findings[at].kind)) {
                if (const EntityRef plane = graph.planeOf(findings[at].entity); plane.isValid())
                    m_ofPlane[{findings[at].kind, plane}].push_back(at);
            }
            const Topology& topology = graph.topology();
            if (findings[at].others > 0 && topology.contains(findings[at].entity)) // then it represents the rack
                m_ofEntity[{findings[at].kind, topology.ancestor(findings[at].entity, EntityKind::Rack)}].push_back(at);
        }
    }

    /// For each finding: the nearest cause, or noFinding, and all possible causes.
    struct Origin
    {
        std::size_t nearest = noFinding;
        std::vector<std::size_t> possible;
    };
    [[nodiscard]] Origin originOf(std::size_t effect)
    {
        m_effect = effect;
        m_origin = {};
        m_best.reset();
        const Finding& finding = m_findings[effect];
        const bool isOfJob = causeRow(finding.kind).isOfJob;
        const std::vector<DependencyGraph::Upstream> upstream
            = isOfJob ? std::vector<DependencyGraph::Upstream>() : m_graph.upstreamOf(finding.entity);
        const EntityRef plane = isOfPlane(finding.kind) ? m_graph.planeOf(finding.entity) : EntityRef{};
        for (const CauseRow& row : causeRows()) {
            if (const auto lag = row.lagOf(finding.kind))
                search(row.finding, *lag, upstream, plane);
        }
        searchNvlinks();
        return std::move(m_origin);
    }

private:
    /// Errors of a link cause errors of the GPUs in its rack.
    void searchNvlinks()
    {
        const Finding& finding = m_findings[m_effect];
        if (!mayFollowNvlink(finding.fields.xid))
            return;
        const auto rackOf = [this](const Finding& each) {
            const Topology& topology = m_graph.topology();
            const EntityRef rack = topology.contains(each.entity) ? knownRackOf(topology, each.entity) : EntityRef{};
            return rack.isValid() || !topology.contains(each.entity) ? rack
                                                                     : topology.ancestor(each.entity, EntityKind::Node);
        };
        for (const std::size_t cause : m_ofKind[static_cast<std::size_t>(finding.kind)]) {
            const Finding& link = m_findings[cause];
            if (link.fields.xid == xidOfNvlink && link.onset - slack <= finding.onset
                && finding.onset <= link.onset + alongNvlinks && rackOf(link) == rackOf(finding))
                consider(cause, alongNvlinks, inTheRack);
        }
    }

    /// Considers causes of one kind.
    void search(FindingKind kind, Duration lag, const std::vector<DependencyGraph::Upstream>& upstream, EntityRef plane)
    {
        const Finding& finding = m_findings[m_effect];
        for (const DependencyGraph::Upstream& each : upstream) {
            if (const auto found = m_ofEntity.find({kind, each.entity}); found != m_ofEntity.end()) {
                for (const std::size_t cause : found->second)
                    consider(cause, lag, each.steps);
            }
        }
        const bool isOfItsPlane
            = !movesFlows(kind) || finding.kind == FindingKind::Microburst || finding.kind == FindingKind::Retries;
        if (const auto found = m_ofPlane.find({kind, plane}); isOfItsPlane && found != m_ofPlane.end()) {
            for (const std::size_t cause : found->second)
                consider(cause, lag, inThePlane);
        }
        for (const std::size_t cause : m_ofKind[static_cast<std::size_t>(kind)]) {
            if (isOfTheCluster(m_findings[cause]))
                consider(cause, lag, besideTheJob);
            if (const auto steps = stepsByJob(m_findings[cause], finding))
                consider(cause, lag, *steps);
        }
    }

    void consider(std::size_t cause, Duration lag, int steps)
    {
        const Finding& above = m_findings[cause];
        const Finding& effect = m_findings[m_effect];
        const bool isBefore = above.onset - causeRow(above.kind).late - slack <= effect.onset;
        // Findings at a place from before it became silent have another cause.
        const bool isOfEarlier = above.kind == FindingKind::NodeSilent && effect.begin < above.onset;
        if (!isBefore || isOfEarlier || (above.end && effect.onset > *above.end + lag))
            return;
        m_origin.possible.push_back(cause);
        const auto rank
            = std::tuple(steps, -static_cast<int>(above.kind), std::chrono::abs(effect.onset - above.onset), cause);
        if (m_best && *m_best <= rank)
            return;
        m_best = rank;
        m_origin.nearest = cause;
    }

    [[nodiscard]] std::optional<int> stepsByJob(const Finding& cause, const Finding& effect) const
    {
        const bool isTraffic = cause.kind == FindingKind::JobTraffic;
        if (!cause.job.empty() && cause.job == effect.job)
            return sameJob;
        if (isTraffic && (effect.entity.kind == EntityKind::Switch || effect.entity.kind == EntityKind::Port))
            return m_graph.dependsOn(cause.job, effect.entity) ? std::optional(ofTheJob) : std::nullopt;
        if (effect.job.empty() || !isJobWide(effect.kind))
            return std::nullopt;
        if (isTraffic)
            return m_graph.shareSwitch(cause.job, effect.job) ? std::optional(ofTheJob) : std::nullopt;
        if (cause.kind == FindingKind::StorageSlow)
            return besideTheJob; // all jobs share the storage
        if (causeRow(cause.kind).isOfJob || !cause.job.empty())
            return std::nullopt;
        return m_graph.dependsOn(effect.job, cause.entity) ? std::optional(ofTheJob) : std::nullopt;
    }

    const std::vector<Finding>& m_findings;
    const DependencyGraph& m_graph;
    std::array<std::vector<std::size_t>, findingKindCount> m_ofKind;
    std::map<std::pair<FindingKind, EntityRef>, std::vector<std::size_t>> m_ofEntity;
    std::map<std::pair<FindingKind, EntityRef>, std::vector<std::size_t>> m_ofPlane;
    std::size_t m_effect = 0;
    Origin m_origin;
    std::optional<std::tuple<int, int, Duration, std::size_t>> m_best;
};

} // namespace

std::vector<Cause> causesOf(const std::vector<Finding>& findings, const DependencyGraph& graph)
{
    CauseAttributor joiner(findings, graph);
    std::vector<CauseAttributor::Origin> origins;
    std::vector<std::size_t> roots;
    for (std::size_t at = 0; at < findings.size(); ++at) {
        origins.push_back(joiner.originOf(at));
        if (origins.back().nearest == noFinding)
            roots.push_back(at);
    }
    std::vector<Cause> causes = causesOfRoots(findings, roots, graph);
    std::vector<std::size_t> causeOf(findings.size(), noFinding);
    for (std::size_t cause = 0; cause < causes.size(); ++cause) {
        for (const std::size_t root : causes[cause].roots)
            causeOf[root] = cause;
    }
    const auto furthest = [&](std::size_t at) {
        while (origins[at].nearest != noFinding)
            at = origins[at].nearest; // terminates: each step leads to an earlier kind, or to an NVLink's own error
        return at;
    };
    for (std::size_t at = 0; at < findings.size(); ++at) {
        if (origins[at].nearest == noFinding)
            continue;
        const std::size_t mine = causeOf[furthest(at)];
        causes[mine].followers.push_back(at);
        for (const std::size_t other : origins[at].possible) {
            const std::size_t rival = causeOf[furthest(other)];
            auto& competingCauses = causes[mine].competingCauses;
            if (rival != mine && std::ranges::find(competingCauses, rival) == competingCauses.end())
                competingCauses.push_back(rival);
        }
    }
    return causes;
}

} // namespace lockstep
