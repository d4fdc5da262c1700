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
        const bool hasGpus = std::ranges::any_of(now.topology->children(ref),
                                                 [](EntityRef child) { return child.kind == EntityKind::Gpu; });
        if (identity == nullptr || (model.empty() && !hasGpus))
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
    std::map<EntityRef, std::string> changed;
    for (const auto& [what, kinds] : all)
        compare(now, what.first, what.second, kinds, changed);
    for (const auto& [first, ended] : changed)
        report(now, first, ended, out);
}

void UnlikeWatch::compare(const WatchedTick& now, const std::string& what, const std::string& model, const Kinds& kinds,
                          std::map<EntityRef, std::string>& changed)
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
    const bool isUnlike = !names.empty() && count >= minPeers
        && static_cast<double>(usual->second.size()) >= nearlyAll * static_cast<double>(count);
    const Episodes::Key key{{EntityKind::Node, 0}, what + " of " + model};
    const auto news
        = isUnlike ? m_episodes.found(key, rule, now, Severity::Warning, first) : m_episodes.notFound(key, rule, now);
    std::ranges::sort(names);
    if (news.isBad()) {
        const Difference difference{first, what,
                                    fmt::format("{}: {} {}, but {} of {} have {}", abbreviatedList(names), what, its,
                                                usual->second.size(), count, usual->first)};
        m_differences.insert_or_assign(key.what, difference);
        changed.try_emplace(first);
    }
    if (news.isOver()) {
        m_differences.erase(key.what);
        changed[news.about] = what;
    }
}

void UnlikeWatch::report(const WatchedTick& now, EntityRef first, const std::string& ended, Derived& out) const
{
    std::string text;
    std::string others;
    for (const auto& [key, difference] : m_differences) {
        if (difference.first != first)
            continue;
        if (text.empty())
            text = difference.text;
        else
            others += (others.empty() ? "" : ", ") + difference.what;
    }
    if (!others.empty())
        text = fmt::format("{}\nalso different: {}", text, others);
    if (!text.empty())
        out.events.push_back({first, {now.time, Severity::Warning, 0, codes::nodeUnlike, text}});
    else if (now.topology->contains(first))
        out.events.push_back({first,
                              {now.time, Severity::Information, 0, codes::nodeUnlike,
                               fmt::format("{}: {} matches its peers again", placeText(*now.topology, first), ended)}});
}

} // namespace lockstep
