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

/// When a finding that is repeated is an episode that an operator is told of. Counted in seconds by detectors that look
/// at ticks, and in steps by those that look at the steps of a job.
struct EpisodeRule
{
    TickIndex lasts = 1; ///< how long it is found before it is reported: a single sample may be bad
    TickIndex calm = 1; ///< how long all is well before it is over: what hovers about a limit is one episode
    TickIndex pause = 0; ///< how long it may be away before it is reported, and still has lasted
    TickIndex samples = 2; ///< that it lasts at least, and calm too, however far apart they are: unless lasts is 1

    /// In ticks of that length.
    [[nodiscard]] EpisodeRule inTicksOf(float seconds) const;
    /// How long a finding has lasted by the time it is reported, at ticks of that length.
    [[nodiscard]] Duration lastsAtTicksOf(float seconds) const;
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
        float seconds = 1; ///< length of a tick; 1 where steps are counted
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
