// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/seams/spread.h"

#include "models/analysis/seams/causekinds.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace lockstep {

namespace {

using enum Trouble;

/// What several may have in common.
enum class Level : std::uint8_t { Cluster, Plane, Loop, Row, Job, Switch, Rack, Node, Service };

/// When several are one.
struct SpreadRow
{
    Trouble trouble;
    Level level;
    std::size_t units; ///< at least so many; see unitOf()
    std::string_view kind; ///< empty: as that of one
    double confidence;
    bool blamesParent; ///< else the entities themselves are named
};

/// The widest that fits counts, so it stands first.
constexpr auto spreadRows = std::to_array<SpreadRow>({
    {PowerCap, Level::Rack, 1, {}, 0.9, true},
    {RackAir, Level::Row, 1, {}, 0.8, false},
    {NodeSilent, Level::Rack, 2, {}, 0.8, true},
    {NodeClock, Level::Cluster, 3, {}, 0.5, false},
    {ClockNote, Level::Cluster, 1, {}, 0.6, false},
    {NodeUnlike, Level::Cluster, 1, {}, 0.7, false},
    {GpuGone, Level::Node, 2, {}, 0.8, false},
    {GpuFault, Level::Job, 3, kinds::applicationError, 0.5, false},
    {GpuFault, Level::Node, 2, {}, 0.8, false},
    {GpuNumbers, Level::Node, 2, {}, 0.6, false},
    {GpuCooling, Level::Loop, 4, kinds::loopFault, 0.5, true},
    {GpuCooling, Level::Rack, 2, kinds::overheating, 0.5, true},
    {GpuCooling, Level::Node, 2, {}, 0.7, false},
    {GpuHot, Level::Loop, 2, {}, 0.4, true},
    {GpuHot, Level::Rack, 2, {}, 0.4, true},
    {GpuHot, Level::Node, 2, {}, 0.4, false},
    {GpuClock, Level::Rack, 2, {}, 0.4, true},
    {GpuClock, Level::Node, 2, {}, 0.5, false},
    {LinkFlap, Level::Switch, 2, {}, 0.8, false},
    {PortDown, Level::Switch, 3, kinds::switchFault, 0.7, true},
    {PortDown, Level::Node, 2, {}, 0.8, false},
    {LinkErrors, Level::Switch, 3, kinds::switchFault, 0.5, true},
    {Polarisation, Level::Cluster, 1, {}, 0.8, false},
    {Congestion, Level::Plane, 2, kinds::congestion, 0.5, false},
    {Microburst, Level::Plane, 1, {}, 0.5, false},
    {LinkBusy, Level::Job, 2, {}, 0.4, false}, // planes: the job sends more than its fabric carries
    {LinkBusy, Level::Plane, 1, {}, 0.4, false},
    {StorageSlow, Level::Cluster, 1, {}, 0.8, false},
    {HostLimit, Level::Node, 2, {}, 0.5, false},
    {SlowLinks, Level::Job, 1, {}, 0.4, false},
    {SlowRank, Level::Job, 4, kinds::slowJob, 0.4, false},
    {SlowRank, Level::Node, 2, {}, 0.7, false},
    {Application, Level::Job, 2, {}, 0.6, false},
    {Hang, Level::Job, 1, {}, 0.5, false},
    {JobSlow, Level::Cluster, 2, {}, 0.3, false},
    {ServingImbalance, Level::Service, 1, {}, 0.8, false},
    {ServingSlow, Level::Service, 1, {}, 0.5, false},
    {WornPart, Level::Cluster, 1, {}, 0.7, false},
    {Monitoring, Level::Cluster, 1, {}, 0.6, false},
});

constexpr Duration atOnce = std::chrono::minutes(5); ///< what begins closer together than that may be one

constexpr std::size_t maxAtOnce = 12; ///< entities of one trouble that are reported one by one
constexpr double floodConfidence = 0.3;

/// The roots of one trouble, put together step by step. Lives for one call.
class Spreader
{
public:
    Spreader(const std::vector<Finding>& findings, const SeamGraph& graph) : m_findings(findings), m_graph(graph) { }

    [[nodiscard]] std::vector<Cause> causes(Trouble trouble, std::vector<std::size_t> roots) const
    {
        std::vector<Cause> causes;
        for (const SpreadRow& row : spreadRows) {
            if (row.trouble == trouble)
                takeTogether(row, roots, causes);
        }
        takeFlood(trouble, roots, causes);
        // What is left: each entity by itself.
        std::map<std::string, std::vector<std::size_t>> items;
        for (const std::size_t root : roots)
            items[itemOf(m_findings[root])].push_back(root);
        for (const auto& [item, its] : items) {
            for (std::vector<std::size_t>& some : inTime(its, Finding::again))
                causes.push_back(
                    {trouble, std::move(some), {}, {}, {}, rowOf(trouble).kind, rowOf(trouble).confidence});
        }
        return causes;
    }

private:
    [[nodiscard]] const Topology& topology() const { return m_graph.topology(); }

    static std::string keyOf(EntityRef entity)
    {
        return std::to_string(static_cast<int>(entity.kind)) + '/' + std::to_string(entity.index);
    }

    /// What it is about, so that the same is the same.
    [[nodiscard]] std::string itemOf(const Finding& finding) const
    {
        return rowOf(finding.trouble).isOfJob ? "job " + finding.job : keyOf(m_graph.linkOf(finding.entity));
    }

    struct Parent
    {
        std::string key; ///< empty: it has none
        EntityRef entity; ///< invalid: it is no entity
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
            return {{finding.trouble == Monitoring ? finding.code : "cluster", {}}};
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
            if (entity.kind == EntityKind::Job && topology().contains(entity)) {
                const std::string& name = topology().name(entity);
                parents.push_back({name.substr(0, name.find('/')), {}});
            }
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
            return ancestor(EntityKind::Rack);
        case Level::Node:
            return ancestor(EntityKind::Node);
        }
        return parents;
    }

    /// What is counted: of a loop or a rack nodes, as one bad node may have eight bad GPUs; of links that a job waits
    /// for planes, as one bad switch makes many wait; else entities.
    [[nodiscard]] std::string unitOf(const Finding& finding, Level level) const
    {
        if (finding.trouble == LinkBusy && level == Level::Job)
            return keyOf(m_graph.planeOf(finding.entity));
        const EntityRef part = (level == Level::Loop || level == Level::Rack) && topology().contains(finding.entity)
            ? topology().ancestor(finding.entity, EntityKind::Node)
            : EntityRef{};
        return part.isValid() ? keyOf(part) : itemOf(finding);
    }

    /// Stretches without a pause longer than @p pause between one's end and the next one's begin.
    [[nodiscard]] std::vector<std::vector<std::size_t>> inTime(std::vector<std::size_t> some, Duration pause) const
    {
        std::ranges::sort(some); // by onset, as the findings are
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

    /// Those that began together.
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

    /// Takes those away that so many entities begin with at once that nobody can look at each: what they have in common
    /// is not known, but it is one upset.
    void takeFlood(Trouble trouble, std::vector<std::size_t>& roots, std::vector<Cause>& causes) const
    {
        for (std::vector<std::size_t>& some : atOneTime(roots)) {
            std::set<std::string> items;
            for (const std::size_t each : some)
                items.insert(itemOf(m_findings[each]));
            if (items.size() <= maxAtOnce)
                continue;
            std::erase_if(roots, [&](std::size_t root) { return std::ranges::binary_search(some, root); });
            causes.push_back({trouble, std::move(some), {}, {}, {}, rowOf(trouble).kind, floodConfidence});
        }
    }

    /// Takes those away that have a parent in common, the parent with the most of them first.
    void takeTogether(const SpreadRow& row, std::vector<std::size_t>& roots, std::vector<Cause>& causes) const
    {
        for (bool hasTaken = true; hasTaken;) {
            hasTaken = false;
            std::map<std::string, std::pair<EntityRef, std::vector<std::size_t>>> parents;
            for (const std::size_t root : roots) {
                for (const Parent& parent : parentsOf(m_findings[root], row.level)) {
                    parents[parent.key].first = parent.entity;
                    parents[parent.key].second.push_back(root);
                }
            }
            std::tuple<std::size_t, EntityRef, std::vector<std::size_t>> max;
            for (const auto& [key, parent] : parents) {
                const bool isAlways = row.units == 1; // then for as long as it lasts, like one entity
                for (std::vector<std::size_t>& some :
                     isAlways ? inTime(parent.second, Finding::again) : atOneTime(parent.second)) {
                    std::set<std::string> units;
                    for (const std::size_t each : some)
                        units.insert(unitOf(m_findings[each], row.level));
                    if (units.size() >= row.units && units.size() > std::get<0>(max))
                        max = {units.size(), parent.first, std::move(some)};
                }
            }
            auto& [count, parent, taken] = max;
            if (taken.empty())
                return;
            std::erase_if(roots, [&](std::size_t root) { return std::ranges::binary_search(taken, root); });
            causes.push_back({row.trouble,
                              std::move(taken),
                              {},
                              {},
                              row.blamesParent ? parent : EntityRef{},
                              row.kind.empty() ? rowOf(row.trouble).kind : row.kind,
                              row.confidence});
            hasTaken = true;
        }
    }

    const std::vector<Finding>& m_findings;
    const SeamGraph& m_graph;
};

} // namespace

std::vector<Cause> causesOfRoots(const std::vector<Finding>& findings, const std::vector<std::size_t>& roots,
                                 const SeamGraph& graph)
{
    std::array<std::vector<std::size_t>, troubleCount> ofTrouble;
    for (const std::size_t root : roots)
        ofTrouble[static_cast<std::size_t>(findings[root].trouble)].push_back(root);
    const Spreader spreader(findings, graph);
    std::vector<Cause> causes;
    for (std::size_t at = 0; at < troubleCount; ++at) {
        if (!ofTrouble[at].empty())
            std::ranges::move(spreader.causes(static_cast<Trouble>(at), std::move(ofTrouble[at])),
                              std::back_inserter(causes));
    }
    std::ranges::sort(causes, {}, [](const Cause& cause) { return cause.roots.front(); });
    return causes;
}

} // namespace lockstep
