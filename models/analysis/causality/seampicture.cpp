// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/causality/seampicture.h"

#include "models/analysis/causality/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

namespace lockstep {

namespace {

struct TierWords
{
    std::string_view one;
    std::string_view many;
};
constexpr std::array<TierWords, seamTierCount> tierWords{
    TierWords{"feed", "feeds"},      TierWords{"loop", "loops"},   TierWords{"rack", "racks"},
    TierWords{"node", "nodes"},      TierWords{"GPU", "GPUs"},     TierWords{"link", "links"},
    TierWords{"switch", "switches"}, TierWords{"store", "stores"}, TierWords{"communicator", "communicators"},
    TierWords{"job", "jobs"}};

/// Reports about an entity.
struct SeamReported
{
    SeamHealth health = SeamHealth::Well;
    Severity severity = Severity::Information;
    std::string note; ///< for dependents: the component with the problem
    bool isCulprit = false;
};

/// "Loop cdu-1 loses flow" from "Loop cdu-1 loses flow: 140 of 180 L/min".
std::string seamNote(const std::string& what)
{
    return what.substr(0, what.find("; "));
}

/// Draws one scope. Lives for one call.
class SeamDrawer
{
public:
    SeamDrawer(const SeamScope& scope, const SeamGraph& graph, const SeamRooms& rooms)
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
                    mark(SeamScope::jobNamed(m_graph, stage.job), alert, stage);
                else
                    for (const EntityRef entity : stage.entities)
                        mark(SeamScope::itemOf(m_graph, entity), alert, stage);
            }
            if (alert.kind == kinds::storageContention)
                for (const SeamItem& each : m_scope.items()) {
                    if (each.tier == SeamTier::Storage && !alert.chain.empty())
                        mark(each, alert, alert.chain.front());
                }
            for (const EntityRef entity : alert.entities) {
                if (const auto place = m_places.find(SeamScope::itemOf(m_graph, entity)); place != m_places.end())
                    m_reported[place->second].isCulprit = true;
            }
        }
    }

    void noteSilence(const IsSilent& isSilent)
    {
        for (std::size_t index = 0; index < m_reported.size(); ++index) {
            const EntityRef entity = m_scope.items()[index].entity;
            if (m_reported[index].health == SeamHealth::Well && entity.isValid() && isSilent(entity)) {
                m_reported[index].health = SeamHealth::Unknown;
                m_reported[index].note = "no data";
            }
        }
        silenceWhatRunsOnSilence(SeamTier::Communicator);
        silenceWhatRunsOnSilence(SeamTier::Job);
    }

    /// Flags dependents of culprits without reports of their own: they look healthy, but may not be.
    void followDown()
    {
        std::vector<std::vector<std::size_t>> carried(m_reported.size());
        for (const auto& [from, to] : m_scope.seams())
            carried[from].push_back(to);
        std::vector<std::size_t> open;
        std::vector<std::size_t> culprits(m_reported.size(), m_reported.size());
        for (std::size_t index = 0; index < m_reported.size(); ++index) {
            if (!m_reported[index].isCulprit || m_reported[index].health != SeamHealth::Trouble)
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
                if (m_reported[next].health == SeamHealth::Well) {
                    m_reported[next].health = SeamHealth::Stands;
                    m_reported[next].note = seamLabel(m_graph.topology(), m_scope.items()[culprits[next]]);
                }
            }
        }
    }

    SeamPicture draw()
    {
        for (std::size_t tier = 0; tier < seamTierCount; ++tier)
            drawTier(static_cast<SeamTier>(tier));
        drawLines();
        return std::move(m_picture);
    }

private:
    /// Marks items that run only on silent components as unknown.
    void silenceWhatRunsOnSilence(SeamTier tier)
    {
        std::map<std::size_t, bool> isHeard; // by dependent item: whether it runs on a component that reports
        for (const auto& [carrier, carried] : m_scope.seams()) {
            const SeamTier on = m_scope.items()[carrier].tier;
            const bool isRunOn = on == SeamTier::Gpu || on == SeamTier::Node || on == SeamTier::Communicator;
            if (m_scope.items()[carried].tier == tier && isRunOn)
                isHeard[carried] = isHeard[carried] || m_reported[carrier].health != SeamHealth::Unknown;
        }
        for (const auto& [item, isOne] : isHeard) {
            if (!isOne && m_reported[item].health == SeamHealth::Well)
                m_reported[item] = {SeamHealth::Unknown, Severity::Information, "no data", m_reported[item].isCulprit};
        }
    }

    void mark(const SeamItem& item, const Alert& alert, const Alert::Stage& stage)
    {
        const auto place = m_places.find(item);
        if (place == m_places.end())
            return;
        SeamReported& reported = m_reported[place->second];
        if (reported.health == SeamHealth::Trouble && reported.severity >= alert.severity)
            return;
        reported.health = SeamHealth::Trouble;
        reported.severity = alert.severity;
        reported.note = seamNote(stage.what);
    }

    [[nodiscard]] bool isChosen(std::size_t item) const { return item < m_scope.count(); }

    void drawTier(SeamTier tier)
    {
        std::vector<std::size_t> items;
        for (std::size_t index = 0; index < m_reported.size(); ++index) {
            if (m_scope.items()[index].tier == tier)
                items.push_back(index);
        }
        const auto urgency = [this](std::size_t index) {
            const SeamReported& reported = m_reported[index];
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
        std::map<SeamHealth, std::vector<std::size_t>> rest;
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
        return isChosen(item) || m_reported[item].health == SeamHealth::Trouble;
    }

    /// Number of boxes for the items from a position on, joined by health.
    [[nodiscard]] std::size_t healthsFrom(const std::vector<std::size_t>& items, std::size_t from) const
    {
        std::set<SeamHealth> healths;
        for (std::size_t at = from; at < items.size(); ++at)
            healths.insert(m_reported[items[at]].health);
        return healths.size();
    }

    void addBox(SeamTier tier, const std::vector<std::size_t>& items)
    {
        SeamBox box;
        box.tier = tier;
        std::size_t inTrouble = 0;
        const SeamReported* worst = &m_reported[items.front()];
        for (const std::size_t index : items) {
            const SeamReported& reported = m_reported[index];
            box.items.push_back(m_scope.items()[index]);
            box.severity = std::max(box.severity, reported.severity);
            box.isChosen = box.isChosen || isChosen(index);
            inTrouble += reported.health == SeamHealth::Trouble ? 1 : 0;
            worst = reported.health > worst->health ? &reported : worst;
            m_boxOf[index] = m_picture.boxes.size();
        }
        box.health = worst->health;
        box.note = worst->note;
        if (worst->health == SeamHealth::Stands)
            box.note = fmt::format("healthy, but {} on {}", items.size() == 1 ? "depends" : "depend", worst->note);
        const bool isMixed = inTrouble > 0 && inTrouble < items.size();
        if (isMixed)
            box.note = fmt::format("{} unhealthy: {}", inTrouble, worst->note);
        box.label
            = items.size() == 1 ? seamLabel(m_graph.topology(), box.items.front()) : countedItems(tier, items.size());
        m_picture.boxes.push_back(std::move(box));
    }

    void drawLines()
    {
        std::map<std::pair<std::size_t, std::size_t>, SeamLine> lines;
        for (const auto& [carrier, carried] : m_scope.seams()) {
            const std::pair key{m_boxOf[carrier], m_boxOf[carried]};
            SeamLine& line = lines.try_emplace(key, SeamLine{key.first, key.second}).first->second;
            const SeamReported& from = m_reported[carrier];
            const SeamReported& to = m_reported[carried];
            const bool passesOn = from.health == SeamHealth::Trouble || from.health == SeamHealth::Stands;
            const SeamHealth health = !passesOn || to.health == SeamHealth::Well ? SeamHealth::Well
                : to.health == SeamHealth::Trouble                               ? SeamHealth::Trouble
                                                                                 : SeamHealth::Stands;
            line.health = std::max(line.health, health);
            if (health == SeamHealth::Trouble)
                line.severity = std::max(line.severity, to.severity);
        }
        for (const auto& [key, line] : lines)
            m_picture.lines.push_back(line);
    }

    const SeamScope& m_scope;
    const SeamGraph& m_graph;
    const SeamRooms& m_rooms;
    std::vector<SeamReported> m_reported; ///< by entity
    std::map<SeamItem, std::size_t> m_places;
    std::map<std::size_t, std::size_t> m_boxOf; ///< by entity
    SeamPicture m_picture;
};

} // namespace

std::string countedItems(SeamTier tier, std::size_t count)
{
    const TierWords& words = tierWords[static_cast<std::size_t>(tier)];
    return fmt::format("{} {}", count, count == 1 ? words.one : words.many);
}

std::string seamLabel(const Topology& topology, const SeamItem& item)
{
    if (!item.name.empty())
        return item.name;
    if (!topology.contains(item.entity))
        return "unknown";
    const EntityRef parent = topology.parent(item.entity);
    const bool isPart = item.tier == SeamTier::Gpu || item.tier == SeamTier::Link;
    return isPart && topology.contains(parent) ? topology.name(parent) + ' ' + topology.name(item.entity)
                                               : topology.name(item.entity);
}

SeamPicture seamPicture(const SeamScope& scope, const SeamGraph& graph, const std::vector<Alert>& alerts,
                        const SeamRooms& rooms, const IsSilent& isSilent)
{
    SeamDrawer drawer(scope, graph, rooms);
    drawer.tell(alerts);
    drawer.noteSilence(isSilent);
    drawer.followDown();
    return drawer.draw();
}

} // namespace lockstep
