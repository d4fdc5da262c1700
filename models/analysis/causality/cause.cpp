// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/cause.h"

#include "models/analysis/causality/spread.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace lockstep {

namespace {

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
        || kind == FindingKind::JobSlow || kind == FindingKind::StorageSlow || kind == FindingKind::Jitter;
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

/// Silence of many places that have nothing in common.
bool isOfTheCluster(const Finding& finding)
{
    return finding.kind == FindingKind::NodeSilent && !finding.entity.isValid();
}

/// Attributes each finding to its cause. Lives for one call.
class Joiner
{
public:
    Joiner(const std::vector<Finding>& findings, const DependencyGraph& graph) : m_findings(findings), m_graph(graph)
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

    /// Per finding: the nearest cause, or noFinding; and all possible ones.
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
            const auto* const found = std::ranges::find(row.effects, finding.kind, &Effect::kind);
            if (found != row.effects.end())
                look(row.finding, found->lag, upstream, plane);
        }
        lookAlongNvlinks();
        return std::move(m_origin);
    }

private:
    /// Errors of a link cause errors of the GPUs in its rack.
    void lookAlongNvlinks()
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
    void look(FindingKind kind, Duration lag, const std::vector<DependencyGraph::Upstream>& upstream, EntityRef plane)
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
        if (!isBefore || (above.end && effect.onset > *above.end + lag))
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
            return m_graph.shareASwitch(cause.job, effect.job) ? std::optional(ofTheJob) : std::nullopt;
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
    Joiner joiner(findings, graph);
    std::vector<Joiner::Origin> origins;
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
            auto& rivals = causes[mine].rivals;
            if (rival != mine && std::ranges::find(rivals, rival) == rivals.end())
                rivals.push_back(rival);
        }
    }
    return causes;
}

} // namespace lockstep
