// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/incidents/judgement.h"

#include "models/incidents/incident.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace lockstep {

namespace {

constexpr auto verdictNames = std::to_array<std::string_view>({"confirmed", "rejected", "muted", "assigned"});

/// Whether the path "A1 / node-17 / gpu3" ends in "node-17/gpu3"; racks have the prefix "rack".
bool isPlaceOf(const EntityName& entity, std::string_view place)
{
    constexpr std::string_view rack = "rack ";
    if (place.starts_with(rack))
        place.remove_prefix(rack.size());
    std::string path;
    for (std::size_t at = 0; at < entity.path.size(); ++at) {
        const bool isStep = entity.path.compare(at, 3, " / ") == 0;
        path += isStep ? '/' : entity.path[at];
        at += isStep ? 2 : 0;
    }
    return path == place || path.ends_with('/' + std::string(place));
}

} // namespace

std::string_view verdictName(Judgement::Verdict verdict)
{
    return verdictNames[static_cast<std::size_t>(verdict)];
}

std::optional<Judgement::Verdict> verdictFromName(std::string_view name)
{
    const auto found = std::ranges::find(verdictNames, name);
    if (found == verdictNames.end())
        return std::nullopt;
    return static_cast<Judgement::Verdict>(found - verdictNames.begin());
}

std::string judgementText(const Judgement& judgement)
{
    const bool isAssigned = judgement.verdict == Judgement::Verdict::Assigned;
    std::string text(verdictName(judgement.verdict));
    if (isAssigned)
        text += " to " + judgement.text;
    if (!judgement.author.empty())
        text += " by " + judgement.author;
    if (!isAssigned && !judgement.text.empty())
        text += ": " + judgement.text;
    if (judgement.isForeign())
        text += fmt::format(" (claimed by {})", judgement.origin);
    return text;
}

bool appliesTo(const Judgement& judgement, const Incident& incident)
{
    if (std::ranges::find(incident.tags, judgement.kind) == incident.tags.end())
        return false;
    return judgement.place.empty() || std::ranges::any_of(incident.entities, [&](const EntityName& entity) {
               return isPlaceOf(entity, judgement.place);
           });
}

std::vector<Judgement> judgementsOf(const Judgements& all, const std::string& alert, const std::string& kind,
                                    const std::vector<std::string>& places, TimePoint moment)
{
    std::vector<Judgement> found;
    for (const auto& [key, each] : all) {
        const bool isMute = each.verdict == Judgement::Verdict::Muted;
        const bool lasts = each.made <= moment && (!each.until || moment < *each.until);
        const bool isThere = each.place.empty() || std::ranges::find(places, each.place) != places.end();
        if (isMute ? each.kind == kind && isThere && lasts : each.alert == alert)
            found.push_back(each);
    }
    std::ranges::sort(found, [](const Judgement& a, const Judgement& b) {
        return std::tuple(a.isForeign(), b.made, a.key) < std::tuple(b.isForeign(), a.made, b.key);
    });
    return found;
}

} // namespace lockstep
