// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/fabric/linkforecast.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep {

/// Forecasts links at each moment of the past, from earlier data only, and compares the forecasts with later events. A
/// plain value.
class LinkBacktest
{
public:
    /// Result of a forecast. It is judged one day after the latest predicted time or, if there is none, after twice the
    /// predicted time.
    enum class Outcome : std::uint8_t {
        WentDown,
        ReachedLimit, ///< but did not go down
        Neither,
        Open, ///< the data end earlier, and the forecast was not withdrawn
    };
    struct Prediction
    {
        std::uint32_t port = 0;
        TimePoint since; ///< when it was first reported
        LinkForecast forecast; ///< then
        std::optional<TimePoint> withdrawn{};
        Outcome outcome = Outcome::Open;
        std::optional<TimePoint> happened{}; ///< when it went down or reached the limit
        bool isWithinInterval = false;
    };
    /// A measured link that went down after being up. Counts at most once a day for each link.
    struct Down
    {
        std::uint32_t port = 0;
        TimePoint time;
        std::optional<Duration> ahead; ///< time since it was first predicted; nullopt: not predicted
    };
    struct Result
    {
        std::vector<Prediction> predictions; ///< in order of time
        std::vector<Down> downs; ///< in order of time
        std::size_t links = 0; ///< ports with measurements
        double linkDays = 0; ///< with measurements

        [[nodiscard]] std::size_t count(Outcome outcome) const;
        [[nodiscard]] std::size_t predicted() const; ///< downs
        [[nodiscard]] std::optional<Duration> medianAhead() const;
        [[nodiscard]] double falsePerLinkYear() const;
    };

    void step(const WatchedTick& now);

    [[nodiscard]] const LinkForecasts& forecasts() const { return m_forecasts; } ///< at the last tick
    [[nodiscard]] Result result() const;

private:
    struct Port
    {
        bool isUp = false;
        std::optional<TimePoint> lastDown;
        double seconds = 0; ///< with measurements
    };
    struct Reached
    {
        std::uint32_t port = 0;
        LinkQuantity quantity{};
        TimePoint time;
    };

    void watch(const WatchedTick& now);
    void findReached(const WatchedTick& now);
    void judge(Prediction& prediction) const;

    LinkForecasts m_forecasts;
    std::vector<Port> m_ports;
    std::vector<Prediction> m_predictions;
    std::vector<Down> m_downs;
    std::vector<Reached> m_reached;
    TimePoint m_now;
};

} // namespace lockstep
