// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/dependencypicture.h"

#include "models/analysis/causality/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

struct TierNames
{
    std::string_view one;
    std::string_view many;
};
constexpr std::array<TierNames, dependencyTierCount> tierNames{
    TierNames{"feed", "feeds"},      TierNames{"loop", "loops"},   TierNames{"rack", "racks"},
    TierNames{"node", "nodes"},      TierNames{"GPU", "GPUs"},     TierNames{"link", "links"},
    TierNames{"switch", "switches"}, TierNames{"store", "stores"}, TierNames{"communicator", "communicators"},
    TierNames{"job", "jobs"}};

/// What is reported about an entity.
struct DependencyReported
{
    DependencyHealth health = DependencyHealth::Healthy;
    Severity severity = Severity::Information;
    std::string note; ///< for dependents: the component with the problem
    bool isCulprit = false;
};

/// Draws one scope. Lives for one call.
class DependencyDrawer
{
public:
    DependencyDrawer(const DependencyScope& scope, const DependencyGraph& graph, const DependencyRooms& rooms)
        : m_scope(scope), m_graph(graph), m_rooms(rooms), m_reported(scope.items().size())
    {
        for (std::size_t index = 0; index < scope.items().size(); ++index)
            m_places.emplace(scope.items()[index], index);
    }

    void tell(const std::vector<Alert>& alerts)
    {
        for (const Alert& alert : alerts) {
            if (alert.end)
                continue;
            for (const Alert::Stage& stage : alert.chain) {
                if (stage.isOver)
                    continue;
                if (causeRow(stage.kind).isOfJob)
                    mark(DependencyScope::jobNamed(m_graph, stage.job), alert, stage);
                else
                    for (const EntityRef entity : stage.entities)
                        mark(DependencyScope::itemOf(m_graph, entity), alert, stage);
            }
            if (alert.kind == kinds::storageContention)
                for (const DependencyItem& each : m_scope.items()) {
                    if (each.tier == DependencyTier::Storage && !alert.chain.empty())
                        mark(each, alert, alert.chain.front());
                }
            for (const EntityRef entity : alert.entities) {
                if (const auto place = m_places.find(DependencyScope::itemOf(m_graph, entity)); place != m_places.end())
                    m_reported[place->second].isCulprit = true;
            }
        }
    }

    void noteSilence(const IsSilent& isSilent)
    {
        for (std::size_t index = 0; index < m_reported.size(); ++index) {
            const EntityRef entity = m_scope.items()[index].entity;
            if (m_reported[index].health == DependencyHealth::Healthy && entity.isValid() && isSilent(entity)) {
                m_reported[index].health = DependencyHealth::Unknown;
                m_reported[index].note = "no data";
            }
        }
        silenceWhatRunsOnSilence(DependencyTier::Communicator);
        silenceWhatRunsOnSilence(DependencyTier::Job);
    }

    /// Flags dependents of culprits that have no reports of their own: they look healthy, but may not be.
    void followDown()
    {
        std::vector<std::vector<std::size_t>> carried(m_reported.size());
        for (const auto& [from, to] : m_scope.dependencies())
            carried[from].push_back(to);
        std::vector<std::size_t> open;
        std::vector<std::size_t> culprits(m_reported.size(), m_reported.size());
        for (std::size_t index = 0; index < m_reported.size(); ++index) {
            if (!m_reported[index].isCulprit || m_reported[index].health != DependencyHealth::Unhealthy)
                continue;
            culprits[index] = index;
            open.push_back(index);
        }
        for (std::size_t at = 0; at < open.size(); ++at) {
            for (const std::size_t next : carried[open[at]]) {
                if (culprits[next] != m_reported.size())
                    continue;
                culprits[next] = culprits[open[at]];
                open.push_back(next);
                if (m_reported[next].health == DependencyHealth::Healthy) {
                    m_reported[next].health = DependencyHealth::AtRisk;
                    m_reported[next].note = dependencyLabel(m_graph.topology(), m_scope.items()[culprits[next]]);
                }
            }
        }
    }

    DependencyPicture draw()
    {
        for (std::size_t tier = 0; tier < dependencyTierCount; ++tier)
            drawTier(static_cast<DependencyTier>(tier));
        drawLines();
        return std::move(m_picture);
    }

private:
    /// Marks items that run only on silent components as unknown.
    void silenceWhatRunsOnSilence(DependencyTier tier)
    {
        std::map<std::size_t, bool> isHeard; // by dependent item: whether it runs on a component that reports
        for (const auto& [carrier, carried] : m_scope.dependencies()) {
            const DependencyTier on = m_scope.items()[carrier].tier;
            const bool isRunOn
                = on == DependencyTier::Gpu || on == DependencyTier::Node || on == DependencyTier::Communicator;
            if (m_scope.items()[carried].tier == tier && isRunOn)
                isHeard[carried] = isHeard[carried] || m_reported[carrier].health != DependencyHealth::Unknown;
        }
        for (const auto& [item, isOne] : isHeard) {
            if (!isOne && m_reported[item].health == DependencyHealth::Healthy)
                m_reported[item]
                    = {DependencyHealth::Unknown, Severity::Information, "no data", m_reported[item].isCulprit};
        }
    }

    void mark(const DependencyItem& item, const Alert& alert, const Alert::Stage& stage)
    {
        const auto place = m_places.find(item);
        if (place == m_places.end())
            return;
        DependencyReported& reported = m_reported[place->second];
        if (reported.health == DependencyHealth::Unhealthy && reported.severity >= alert.severity)
            return;
        reported.health = DependencyHealth::Unhealthy;
        reported.severity = alert.severity;
        reported.note = stage.what;
    }

    [[nodiscard]] bool isChosen(std::size_t item) const { return item < m_scope.count(); }

    void drawTier(DependencyTier tier)
    {
        std::vector<std::size_t> items;
        for (std::size_t index = 0; index < m_reported.size(); ++index) {
            if (m_scope.items()[index].tier == tier)
                items.push_back(index);
        }
        const auto urgency = [this](std::size_t index) {
            const DependencyReported& reported = m_reported[index];
            return std::tuple(!isChosen(index), !reported.isCulprit, -static_cast<int>(reported.health),
                              -static_cast<int>(reported.severity), m_scope.items()[index]);
        };
        std::ranges::sort(items, {}, urgency);
        const std::size_t room = std::max<std::size_t>(m_rooms[static_cast<std::size_t>(tier)], 1);
        // Selected items, culprits and the worst ones get their own boxes; the others are joined by health.
        const bool fits = items.size() <= room;
        std::size_t alone = 0;
        while (alone < items.size()
               && (fits || (alone + healthsFrom(items, alone + 1) < room && isNotable(items[alone]))))
            addBox(tier, {items[alone++]});
        std::map<DependencyHealth, std::vector<std::size_t>> rest;
        for (std::size_t at = alone; at < items.size(); ++at)
            rest[m_reported[items[at]].health].push_back(items[at]);
        if (alone + rest.size() > room) {
            addBox(tier, {items.begin() + static_cast<std::ptrdiff_t>(alone), items.end()});
            return;
        }
        for (auto group = rest.rbegin(); group != rest.rend(); ++group)
            addBox(tier, group->second);
    }

    [[nodiscard]] bool isNotable(std::size_t item) const
    {
        return isChosen(item) || m_reported[item].health == DependencyHealth::Unhealthy;
    }

    /// Number of boxes for the items from a position on, joined by health.
    [[nodiscard]] std::size_t healthsFrom(const std::vector<std::size_t>& items, std::size_t from) const
    {
        std::set<DependencyHealth> healths;
        for (std::size_t at = from; at < items.size(); ++at)
            healths.insert(m_reported[items[at]].health);
        return healths.size();
    }

    void addBox(DependencyTier tier, const std::vector<std::size_t>& items)
    {
        DependencyBox box;
        box.tier = tier;
        std::size_t inTrouble = 0;
        const DependencyReported* worst = &m_reported[items.front()];
        for (const std::size_t index : items) {
            const DependencyReported& reported = m_reported[index];
            box.items.push_back(m_scope.items()[index]);
            box.severity = std::max(box.severity, reported.severity);
            box.isChosen = box.isChosen || isChosen(index);
            inTrouble += reported.health == DependencyHealth::Unhealthy ? 1 : 0;
            worst = reported.health > worst->health ? &reported : worst;
            m_boxOf[index] = m_picture.boxes.size();
        }
        box.health = worst->health;
        box.note = worst->note;
        if (worst->health == DependencyHealth::AtRisk)
            box.note = fmt::format("healthy, but {} on {}", items.size() == 1 ? "depends" : "depend", worst->note);
        const bool isMixed = inTrouble > 0 && inTrouble < items.size();
        if (isMixed)
            box.note = fmt::format("{} unhealthy: {}", inTrouble, worst->note);
        box.label = items.size() == 1 ? dependencyLabel(m_graph.topology(), box.items.front())
                                      : countedItems(tier, items.size());
        m_picture.boxes.push_back(std::move(box));
    }

    void drawLines()
    {
        std::map<std::pair<std::size_t, std::size_t>, DependencyLine> lines;
        for (const auto& [carrier, carried] : m_scope.dependencies()) {
            const std::pair key{m_boxOf[carrier], m_boxOf[carried]};
            DependencyLine& line = lines.try_emplace(key, DependencyLine{key.first, key.second}).first->second;
            const DependencyReported& from = m_reported[carrier];
            const DependencyReported& to = m_reported[carried];
            const bool passesOn = from.health == DependencyHealth::Unhealthy || from.health == DependencyHealth::AtRisk;
            const DependencyHealth health = !passesOn || to.health == DependencyHealth::Healthy
                ? DependencyHealth::Healthy
                : to.health == DependencyHealth::Unhealthy ? DependencyHealth::Unhealthy
                                                           : DependencyHealth::AtRisk;
            line.health = std::max(line.health, health);
            if (health == DependencyHealth::Unhealthy)
                line.severity = std::max(line.severity, to.severity);
        }
        for (const auto& [key, line] : lines)
            m_picture.lines.push_back(line);
    }

    const DependencyScope& m_scope;
    const DependencyGraph& m_graph;
    const DependencyRooms& m_rooms;
    std::vector<DependencyReported> m_reported; ///< by entity
    std::map<DependencyItem, std::size_t> m_places;
    std::map<std::size_t, std::size_t> m_boxOf; ///< by entity
    DependencyPicture m_picture;
};

} // namespace

std::string countedItems(DependencyTier tier, std::size_t count)
{
    const TierNames& words = tierNames[static_cast<std::size_t>(tier)];
    return fmt::format("{} {}", count, count == 1 ? words.one : words.many);
}

std::string dependencyLabel(const Topology& topology, const DependencyItem& item)
{
    if (!item.name.empty())
        return item.name;
    if (!topology.contains(item.entity))
        return "unknown";
    const EntityRef parent = topology.parent(item.entity);
    const bool isPart = item.tier == DependencyTier::Gpu || item.tier == DependencyTier::Link;
    return isPart && topology.contains(parent) ? topology.name(parent) + ' ' + topology.name(item.entity)
                                               : topology.name(item.entity);
}

DependencyPicture dependencyPicture(const DependencyScope& scope, const DependencyGraph& graph,
                                    const std::vector<Alert>& alerts, const DependencyRooms& rooms,
                                    const IsSilent& isSilent)
{
    DependencyDrawer drawer(scope, graph, rooms);
    drawer.tell(alerts);
    drawer.noteSilence(isSilent);
    drawer.followDown();
    return drawer.draw();
}

} // namespace lockstep
