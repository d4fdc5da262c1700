// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/watch/unlikewatch.h"

#include "models/analysis/detect/baseline/placetext.h"
#include "models/core/eventcodes.h"
#include "models/core/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockstep {

namespace {

constexpr double gibibyte = 1024.0 * 1024 * 1024;

} // namespace

void UnlikeWatch::step(const WatchedTick& now, Derived& out)
{
    const auto ticks = static_cast<TickIndex>(std::lround(static_cast<float>(every) / now.seconds));
    if (now.tick % std::max<TickIndex>(ticks, 1) != 0)
        return;
    std::map<std::pair<std::string, std::string>, Kinds> all; // by property and GPU model
    for (std::uint32_t node = 0; node < now.topology->count(EntityKind::Node); ++node) {
        const EntityRef ref{EntityKind::Node, node};
        const NodeIdentity* const identity = now.topology->identity(ref);
        const std::string model(identity == nullptr ? std::string_view() : identity->property(properties::gpuModel));
        if (model.empty())
            continue; // reporters of switches or facilities have no peers
        for (const InventoryItem& item : identity->inventory) {
            for (const NodeProperty& property : item.properties)
                all[{property.name, model}][property.value].push_back(ref);
        }
        all[{"operating system", model}][identity->operatingSystem].push_back(ref);
        // Rounded, because firmware reserves varying amounts.
        const double memory = std::round(static_cast<double>(identity->memoryBytes) / gibibyte / 8) * 8;
        all[{"memory", model}][fmt::format("{:.0f} GiB", memory)].push_back(ref);
        for (const EntityRef child : now.topology->children(ref)) {
            const float rate = child.kind == EntityKind::Port ? now.value(0, child.index) : noData;
            if (rate > 0)
                all[{"rate of " + now.topology->name(child), model}]
                   [formatQuantity(static_cast<double>(rate), Unit::BitsPerSecond)]
                       .push_back(child);
            const float lanes = child.kind == EntityKind::Gpu ? now.value(1, child.index) : noData;
            if (lanes > 0)
                all[{"PCIe lanes", model}][fmt::format("{:.0f}", lanes)].push_back(child);
        }
    }
    for (const auto& [what, kinds] : all)
        compare(now, what.first, what.second, kinds, out);
}

void UnlikeWatch::compare(const WatchedTick& now, const std::string& what, const std::string& model, const Kinds& kinds,
                          Derived& out)
{
    std::size_t count = 0;
    const Kinds::value_type* usual = nullptr;
    for (const auto& kind : kinds) {
        count += kind.second.size();
        if (usual == nullptr || kind.second.size() > usual->second.size())
            usual = &kind;
    }
    std::vector<std::string> names;
    EntityRef first;
    std::string its;
    for (const auto& kind : kinds) {
        if (&kind == usual)
            continue;
        for (const EntityRef each : kind.second) {
            names.push_back(placeText(*now.topology, each));
            if (!first.isValid() || each < first) {
                first = each;
                its = kind.first;
            }
        }
    }
    const bool isUnlike = !names.empty() && count >= fewestPeers
        && static_cast<double>(usual->second.size()) >= nearlyAll * static_cast<double>(count);
    const Episodes::Key key{{EntityKind::Node, 0}, what + " of " + model};
    const Episodes::Moment moment{now.tick, now.time, now.seconds};
    const auto news = isUnlike ? m_episodes.found(key, rule, moment, Severity::Warning, first)
                               : m_episodes.notFound(key, rule, moment);
    std::ranges::sort(names);
    if (news.isBad())
        out.events.push_back({first,
                              {now.time, Severity::Warning, 0, codes::nodeUnlike,
                               fmt::format("{}: {} {}, but {} of {} have {}", someOf(names), what, its,
                                           usual->second.size(), count, usual->first)}});
    if (news.isOver() && now.topology->contains(news.about))
        out.events.push_back(
            {news.about,
             {now.time, Severity::Information, 0, codes::nodeUnlike,
              fmt::format("{}: {} matches its peers again", placeText(*now.topology, news.about), what)}});
}

} // namespace lockstep
