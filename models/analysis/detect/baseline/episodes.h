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

/// When repeated findings become an episode that is reported. Detectors over ticks count in seconds, detectors over a
/// job's steps in steps.
struct EpisodeRule
{
    TickIndex lasts = 1; ///< duration before it is reported, because a single sample may be wrong
    TickIndex calm = 1; ///< healthy duration before it ends, so that a value near its limit is one episode
    TickIndex pause = 0; ///< maximum interruption before it is reported
    TickIndex samples = 2; ///< minimum number of samples for lasts and calm, whatever their distance; not if lasts is 1

    /// Converted to ticks of that length.
    [[nodiscard]] EpisodeRule inTicksOf(float seconds) const;
    /// Duration of a finding when it is reported, with ticks of that length.
    [[nodiscard]] Duration lastsAtTicksOf(float seconds) const;
};

/// Turns a detector's findings into events, with hysteresis: one when a finding has lasted, one when it has worsened
/// for some time, and one when it has ended. Missing data changes nothing. A plain value; the detector's worker.
class Episodes
{
public:
    /// Subject of an episode. An entity may have several, by kind of finding.
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
        float seconds = 1; ///< length of a tick; 1 if steps are counted
    };
    /// Events to report now.
    struct News
    {
        enum class Kind : std::uint8_t { None, Begun, Worse, Over };
        Kind kind = Kind::None;
        TimePoint since; ///< time of the first report
        EntityRef about; ///< entity of the first report

        [[nodiscard]] bool isBad() const { return kind == Kind::Begun || kind == Kind::Worse; }
        [[nodiscard]] bool isOver() const { return kind == Kind::Over; }
    };
    enum class State : std::uint8_t { Well, Unclear };

    /// @param about invalid: the key's entity
    News found(const Key& key, const EpisodeRule& rule, Moment now, Severity severity, EntityRef about = {});
    News notFound(const Key& key, const EpisodeRule& rule, Moment now, State state = State::Well);

    [[nodiscard]] bool isEmpty() const { return m_episodes.empty(); }
    /// The reported severity; nullopt: not reported.
    [[nodiscard]] std::optional<Severity> reported(const Key& key) const;
    /// Episodes, reported or not, that were not found at that tick.
    [[nodiscard]] std::vector<Key> notFoundAt(TickIndex tick) const;

private:
    struct Episode
    {
        std::optional<TickIndex> worseSince; ///< worse than reported
        std::optional<TickIndex> wellSince;
        TickIndex lastFound = 0;
        std::optional<Severity> reported; ///< the worst so far
        TimePoint reportedAt;
        EntityRef about;
    };

    std::map<Key, Episode> m_episodes;
};

} // namespace lockstep
