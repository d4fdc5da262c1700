// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/topology/topology.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// When something that is found again and again is an episode that an operator hears of.
struct EpisodeRule
{
    TickIndex lasts = 1; ///< ticks that it is found in before it is reported: a single one may be a bad sample
    TickIndex calm = 1; ///< ticks that all is well in before it is over: what hovers about a limit is one episode
    TickIndex pause = 0; ///< ticks that it may be away for before it is reported, and still has lasted
};

/// What of a detector's findings is worth an event, with hysteresis: once when a finding has lasted, once more when it
/// has become worse and that has lasted, and once when it is over. Where nothing is found and nothing is known to be
/// well either, nothing changes: a silence is neither. A plain value; the worker of its detector.
class Episodes
{
public:
    /// What an episode is about. Several may be of one entity, by the detector's own name for what it finds.
    struct Key
    {
        EntityRef entity;
        std::string what{};
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Moment
    {
        TickIndex tick = 0;
        TimePoint time;
    };
    /// What is to be reported now.
    struct News
    {
        enum class Kind : std::uint8_t { None, Begun, Worse, Over };
        Kind kind = Kind::None;
        TimePoint since; ///< that it was reported first
        EntityRef about; ///< whom it was reported of first

        [[nodiscard]] bool isBad() const { return kind == Kind::Begun || kind == Kind::Worse; }
        [[nodiscard]] bool isOver() const { return kind == Kind::Over; }
    };
    enum class State : std::uint8_t { Well, Unclear };

    /// @param about invalid: the key's entity
    News found(const Key& key, const EpisodeRule& rule, Moment now, Severity severity, EntityRef about = {});
    News notFound(const Key& key, const EpisodeRule& rule, Moment now, State state = State::Well);

    [[nodiscard]] bool isEmpty() const { return m_episodes.empty(); }
    /// How bad was reported; nullopt: nothing has been.
    [[nodiscard]] std::optional<Severity> reported(const Key& key) const;
    /// Those that are known, reported or not, and have not been found at that tick.
    [[nodiscard]] std::vector<Key> notFoundAt(TickIndex tick) const;

private:
    struct Episode
    {
        std::optional<TickIndex> worseSince; ///< than what was reported
        std::optional<TickIndex> wellSince;
        TickIndex lastFound = 0;
        std::optional<Severity> reported; ///< the worst so far
        TimePoint reportedAt;
        EntityRef about;
    };

    std::map<Key, Episode> m_episodes;
};

} // namespace lockstep
