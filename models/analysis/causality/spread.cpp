// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/spread.h"

#include "models/analysis/causality/causes.h"
#include "models/core/topology/reporters.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace lockstep {

namespace {

using enum FindingKind;
using Level = Grouping::Level;

constexpr Duration atOnce = std::chrono::minutes(5); ///< maximum distance of onsets that may have one cause

constexpr std::size_t maxAtOnce = 12; ///< maximum number of entities with one kind that are reported separately
constexpr double floodConfidence = 0.3;

/// Groups the findings of one kind step by step. Lives for one call.
class Spreader
{
public:
    Spreader(const std::vector<Finding>& findings, const DependencyGraph& graph) : m_findings(findings), m_graph(graph)
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

    /// Group from a node's name if its rack is unknown: "r01" for "r01n03". Empty: none.
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

    /// The unit to count: nodes for a loop or a rack, because one bad node may have eight bad GPUs; planes for links
    /// that a job waits for, because one bad switch delays many; otherwise entities.
    [[nodiscard]] std::string unitOf(const Finding& finding, Level level) const
    {
        if (finding.kind == LinkBusy && level == Level::Job)
            return keyOf(m_graph.planeOf(finding.entity));
        const EntityRef part = (level == Level::Loop || level == Level::Rack || level == Level::Unplaced)
                && topology().contains(finding.entity)
            ? topology().ancestor(finding.entity, EntityKind::Node)
            : EntityRef{};
        return part.isValid() ? keyOf(part) : itemOf(finding);
    }

    /// Groups without a pause longer than @p pause between the end of one finding and the beginning of the next.
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

    /// Moves findings with a common parent to one cause, beginning with the parent with the most.
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

} // namespace

std::vector<Cause> causesOfRoots(const std::vector<Finding>& findings, const std::vector<std::size_t>& roots,
                                 const DependencyGraph& graph)
{
    std::array<std::vector<std::size_t>, findingKindCount> ofKind;
    for (const std::size_t root : roots)
        ofKind[static_cast<std::size_t>(findings[root].kind)].push_back(root);
    const Spreader spreader(findings, graph);
    std::vector<Cause> causes;
    for (std::size_t at = 0; at < findingKindCount; ++at) {
        if (!ofKind[at].empty())
            std::ranges::move(spreader.causes(static_cast<FindingKind>(at), std::move(ofKind[at])),
                              std::back_inserter(causes));
    }
    std::ranges::sort(causes, {}, [](const Cause& cause) { return cause.roots.front(); });
    return causes;
}

} // namespace lockstep
