// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/analysis/detect/baseline/episodes.h"

#include <utility>

namespace lockstep {

EpisodeRule EpisodeRule::inTicksOf(float seconds) const
{
    const auto ticks = [seconds](TickIndex counted, TickIndex fewest) {
        const auto needed = static_cast<TickIndex>(std::ceil(static_cast<float>(counted) / seconds));
        return counted <= 1 ? counted : std::max(needed, fewest);
    };
    return {.lasts = ticks(lasts, samples), .calm = ticks(calm, samples), .pause = ticks(pause, 1), .samples = samples};
}

Duration EpisodeRule::lastsAtTicksOf(float seconds) const
{
    return durationOfSeconds(static_cast<double>(inTicksOf(seconds).lasts) * static_cast<double>(seconds));
}

Episodes::News Episodes::found(const Key& key, const EpisodeRule& rule, const AnalysedTick& now, Severity severity,
                               EntityRef about)
{
    Episode& episode = m_episodes[key];
    if (now.tick < episode.lastFound)
        episode = {}; // time has restarted
    episode.lastFound = now.tick;
    episode.wellSince.reset();
    if (episode.reported && *episode.reported >= severity) {
        episode.worseSince.reset();
        return {};
    }
    if (!episode.worseSince)
        episode.worseSince = now.tick;
    if (now.tick - *episode.worseSince + 1 < rule.inTicksOf(now.seconds).lasts)
        return {};
    episode.worseSince.reset();
    const bool isNew = !std::exchange(episode.reported, severity);
    if (isNew) {
        episode.reportedAt = now.time;
        episode.about = about.isValid() ? about : key.entity;
    }
    return {isNew ? News::Kind::Begun : News::Kind::Worse, episode.reportedAt, episode.about};
}

Episodes::News Episodes::notFound(const Key& key, const EpisodeRule& rule, const AnalysedTick& now, State state)
{
    const auto known = m_episodes.find(key);
    if (known == m_episodes.end())
        return {};
    Episode& episode = known->second;
    if (now.tick - episode.lastFound > rule.inTicksOf(now.seconds).pause)
        episode.worseSince.reset();
    if (!episode.reported) {
        if (!episode.worseSince)
            m_episodes.erase(known);
        return {};
    }
    if (state == State::Unclear) {
        episode.wellSince.reset();
        return {};
    }
    if (!episode.wellSince)
        episode.wellSince = now.tick;
    if (now.tick - *episode.wellSince + 1 < rule.inTicksOf(now.seconds).calm)
        return {};
    const News news{News::Kind::Over, episode.reportedAt, episode.about};
    m_episodes.erase(known);
    return news;
}

std::optional<Severity> Episodes::reported(const Key& key) const
{
    const auto known = m_episodes.find(key);
    return known == m_episodes.end() ? std::nullopt : known->second.reported;
}

std::vector<Episodes::Key> Episodes::notFoundAt(TickIndex tick) const
{
    std::vector<Key> keys;
    for (const auto& [key, episode] : m_episodes) {
        if (episode.lastFound != tick)
            keys.push_back(key);
    }
    return keys;
}

} // namespace lockstep
