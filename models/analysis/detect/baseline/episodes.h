// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/event.h"
#include "models/core/topology/topology.h"
#include "models/store/settledticks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// Conditions under which repeated findings become a reported episode. Detectors over ticks count in seconds, detectors
/// over a job's steps in steps.
struct EpisodeRule
{
    TickIndex lasts = 1; ///< duration before it is reported, because a single sample may be wrong
    TickIndex calm = 1; ///< healthy duration before it ends, so that a value near its limit is one episode
    TickIndex pause = 0; ///< maximum interruption before it is reported
    TickIndex samples = 2; ///< minimum number of samples for lasts and calm; not used if lasts is 1

    /// Converted to ticks of that length.
    [[nodiscard]] EpisodeRule inTicksOf(float seconds) const;
    /// Duration of a finding when it is reported, with ticks of that length.
    [[nodiscard]] Duration lastsAtTicksOf(float seconds) const;
};

/// Turns a detector's findings into events, with hysteresis. There is an event when a finding has lasted, when it has
/// worsened for some time, and when it has ended. Missing data changes nothing. A plain value, used by the detector's
/// worker.
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
    enum class State : std::uint8_t { Healthy, Unclear };

    /// @param about invalid: the key's entity
    News found(const Key& key, const EpisodeRule& rule, const AnalysedTick& now, Severity severity,
               EntityRef about = {});
    News notFound(const Key& key, const EpisodeRule& rule, const AnalysedTick& now, State state = State::Healthy);

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

/// Decides when to report the value of a lasting episode again, because an alert's title shows the last reported
/// sentence and must not become outdated. A plain value, used by the detector's worker.
class ReportDeadband
{
public:
    static constexpr float moved = 0.25F; ///< relative change, of the larger of the reported and the current figure
    static constexpr Duration lasts = std::chrono::seconds(10); ///< duration of the change
    static constexpr Duration apart = std::chrono::seconds(30); ///< minimum time between two reports

    /// Records the figure that was reported.
    void report(const Episodes::Key& key, TimePoint time, float figure)
    {
        m_reported[key] = {figure, time, std::nullopt};
    }
    void forget(const Episodes::Key& key) { m_reported.erase(key); }
    /// @param figure larger is worse  @param min smaller changes do not count
    [[nodiscard]] bool isDue(const Episodes::Key& key, TimePoint time, float figure, float min = 0)
    {
        const auto known = m_reported.find(key);
        if (known == m_reported.end())
            return false;
        Reported& reported = known->second;
        const bool hasMoved = std::abs(figure - reported.figure)
            > std::max(min, moved * std::max(std::abs(figure), std::abs(reported.figure)));
        if (!hasMoved)
            reported.movedSince.reset();
        else if (!reported.movedSince)
            reported.movedSince = time;
        return hasMoved && time >= *reported.movedSince + lasts && time >= reported.time + apart;
    }

private:
    struct Reported
    {
        float figure = 0;
        TimePoint time;
        std::optional<TimePoint> movedSince;
    };
    std::map<Episodes::Key, Reported> m_reported;
};

} // namespace lockstep
