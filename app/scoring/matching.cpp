// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/scoring/matching.h"

#include <algorithm>
#include <string_view>

namespace lockstep::scoring {

namespace {

constexpr std::size_t causesThatCount = 3; // the reported cause and two alternatives
constexpr std::string_view linkMark = "/to:";

/// "leaf/to:spine" and "spine/to:leaf" are the ends of one link. The one that sorts first represents both.
std::string nameOfLink(const std::string& name)
{
    const std::size_t mark = name.find(linkMark);
    if (mark == std::string::npos)
        return name;
    const std::string from = name.substr(0, mark);
    const std::string to = name.substr(mark + linkMark.size());
    return std::min(from, to) + std::string(linkMark) + std::max(from, to);
}

/// The entities that contain it: the node of a GPU, or both switches of a link.
std::vector<std::string> wholesOf(const std::string& name)
{
    if (const std::size_t mark = name.find(linkMark); mark != std::string::npos)
        return {name.substr(0, mark), name.substr(mark + linkMark.size())};
    const std::size_t slash = name.find('/');
    return slash == std::string::npos ? std::vector<std::string>() : std::vector{name.substr(0, slash)};
}

/// The entity that contains all of the faulty entities, if any.
std::vector<std::string> commonWholes(const std::vector<std::string>& entities)
{
    if (entities.size() < 2)
        return {};
    std::vector<std::string> common = wholesOf(entities.front());
    for (const std::string& entity : entities) {
        const std::vector<std::string> wholes = wholesOf(entity);
        std::erase_if(common,
                      [&](const std::string& whole) { return std::ranges::find(wholes, whole) == wholes.end(); });
    }
    return common;
}

bool isInTime(const RaisedAlert& alert, const RealFault& fault, const MatchRules& rules)
{
    return alert.reported >= fault.onset && (fault.end == TimePoint::max() || alert.reported <= fault.end + rules.lag);
}

bool isAmongFirst(const RaisedAlert& alert, const std::string& kind)
{
    const auto considered = std::min(alert.alternatives.size(), causesThatCount - 1);
    return alert.last.kind == kind
        || std::find(alert.alternatives.begin(), alert.alternatives.begin() + static_cast<std::ptrdiff_t>(considered),
                     kind)
        != alert.alternatives.begin() + static_cast<std::ptrdiff_t>(considered);
}

} // namespace

bool namesFault(std::span<const std::string> culprits, const RealFault& fault, const MatchRules& rules)
{
    if (culprits.empty() || fault.entities.empty()
        || culprits.size() > std::max(rules.minAllowedCulprits, rules.maxCulpritsPerFault * fault.entities.size()))
        return false;
    const auto isNamed = [&](const std::string& entity) {
        return std::ranges::any_of(culprits,
                                   [&](const std::string& each) { return nameOfLink(each) == nameOfLink(entity); });
    };
    const auto named = static_cast<std::size_t>(std::ranges::count_if(fault.entities, isNamed));
    return isNamed(fault.entities.front()) || 2 * named >= fault.entities.size()
        || std::ranges::any_of(commonWholes(fault.entities), isNamed);
}

MatchResult match(std::span<const RealFault> faults, std::span<const RaisedAlert> alerts, const MatchRules& rules)
{
    MatchResult result{std::vector<FaultVerdict>(faults.size()),
                       std::vector<AlertVerdict>(alerts.size(), AlertVerdict::False),
                       std::vector<bool>(alerts.size(), false)};
    for (std::size_t at = 0; at < alerts.size(); ++at) {
        const RaisedAlert& alert = alerts[at];
        for (std::size_t which = 0; which < faults.size(); ++which) {
            const RealFault& fault = faults[which];
            if (!fault.effect || !isInTime(alert, fault, rules))
                continue;
            result.alerts[at] = std::max(result.alerts[at], AlertVerdict::Beside, std::ranges::greater());
            const bool isNamedAtLast = namesFault(alert.last.culprits, fault, rules);
            const bool isNamedFirst = namesFault(alert.first.culprits, fault, rules);
            if (!isNamedAtLast && !isNamedFirst)
                continue;
            result.alerts[at] = AlertVerdict::Right;
            FaultVerdict& verdict = result.faults[which];
            verdict.isDetected = true;
            verdict.reported = std::min(verdict.reported.value_or(alert.reported), alert.reported);
            verdict.isNamedFirst |= isNamedFirst && alert.first.kind == fault.kind;
            verdict.isNamedAtLast |= isNamedAtLast && alert.last.kind == fault.kind;
            verdict.isInTopThree |= isNamedAtLast && isAmongFirst(alert, fault.kind);
            result.isKindRight[at] = result.isKindRight[at] || (isNamedAtLast && alert.last.kind == fault.kind);
        }
    }
    return result;
}

} // namespace lockstep::scoring
