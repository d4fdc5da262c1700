// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/learnedseries.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>

namespace lockstep {

std::string learnedPath(const Topology& topology, EntityRef entity)
{
    return topology.clusterName() + " / " + topology.path(entity);
}

std::string hardwareOf(const Topology& topology, EntityRef entity)
{
    if (!topology.contains(entity))
        return {};
    if (const EntityRef node = topology.ancestor(entity, EntityKind::Node); node.isValid()) {
        const NodeIdentity* const identity = topology.identity(node);
        if (identity == nullptr || identity->property(properties::gpuModel).empty())
            return {};
        return fmt::format("{} x {}", identity->property(properties::gpuCount),
                           identity->property(properties::gpuModel));
    }
    const auto parts = entity.kind == EntityKind::Loop ? topology.served(entity) : topology.children(entity);
    for (const EntityRef part : parts) {
        const bool isPlace = part.kind == EntityKind::Node || part.kind == EntityKind::Rack;
        if (std::string make = isPlace ? hardwareOf(topology, part) : std::string(); !make.empty())
            return make;
    }
    return {};
}

std::vector<float> LearnedSeries::recall(const Topology& topology, EntityRef entity, TimePoint now, Kept& its,
                                         Derived& out)
{
    if (its.asked == TimePoint())
        its.asked = now;
    const std::string make = hardwareOf(topology, entity);
    if (make.empty() && entity.kind != EntityKind::Job && now - its.asked < timeout)
        return {}; // its node has not sent its identity yet
    its.isRecalled = true;
    its.next = now + saveInterval + std::chrono::seconds(entity.index % 60); // spread over a minute
    LearnedBaselines::Recalled recalled = m_baselines->recall(m_quantity, learnedPath(topology, entity), make, now);
    std::erase_if(m_dropped, [now](const Dropped& each) { return each.time != now; });
    if (!recalled.dropped.empty()) {
        const auto same
            = std::ranges::find_if(m_dropped, [&](const Dropped& each) { return each.why == recalled.dropped; });
        if (same == m_dropped.end())
            m_dropped.push_back({std::move(recalled.dropped), entity, 1, now});
        else
            ++same->items;
    }
    if (!m_dropped.empty())
        reportDropped(topology, out);
    if (!recalled.learned)
        return {};
    its.since = recalled.learned->since;
    return std::move(recalled.learned->values);
}

void LearnedSeries::reportDropped(const Topology& topology, Derived& out)
{
    // One event per moment, extended while more follow.
    for (const Dropped& each : m_dropped) {
        const std::string others = each.items > 1 ? fmt::format(" and {} more", each.items - 1) : std::string();
        Event event{
            each.time,
            Severity::Information,
            0,
            codes::baselineDropped,
            fmt::format("{}{}: baseline of {} reset: {}", placeText(topology, each.first), others, m_words, each.why),
            {.subject = std::string(m_words)}};
        const auto reported = std::ranges::find_if(out.events, [&](const DerivedEvent& other) {
            return other.entity == each.first && other.event.code == codes::baselineDropped
                && other.event.time == each.time && other.event.fields.subject == m_words;
        });
        if (reported == out.events.end())
            out.events.push_back({each.first, std::move(event)});
        else
            reported->event = std::move(event);
    }
}

void LearnedSeries::remember(const Topology& topology, EntityRef entity, TimePoint now, Kept& its,
                             std::vector<float> values, std::vector<BaselineRange> ranges) const
{
    its.next = now + saveInterval;
    if (values.empty())
        return;
    m_baselines->remember(m_quantity, learnedPath(topology, entity),
                          {hardwareOf(topology, entity), its.since, now, std::move(values), std::move(ranges)});
}

std::string LearnedSeries::text(EntityRef entity, float seconds) const
{
    if (entity.index >= m_kept.size() || m_kept[entity.index].since == TimePoint() || !(seconds > 0))
        return {};
    const auto since = std::chrono::floor<std::chrono::seconds>(m_kept[entity.index].since);
    return fmt::format("\nbaseline learned over {} since {:%Y-%m-%d %H:%M} UTC",
                       roundedDurationText(std::chrono::round<std::chrono::seconds>(
                           std::chrono::duration<double>(static_cast<double>(seconds)))),
                       fmt::gmtime(since.time_since_epoch().count()));
}

} // namespace lockstep
