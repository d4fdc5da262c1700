// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/analysis/fabric/linkhistory.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// When a quantity of a link reaches its limit, if its trend continues.
struct LinkForecast
{
    /// A trend is not extrapolated further than this, or for longer than it was observed.
    static constexpr Duration furthest = std::chrono::days(14);

    LinkQuantity quantity = LinkQuantity::BitErrorRatio;
    double level = 0; ///< in the unit of LinkQuantity
    double limit = 0;
    double perDay = 0;
    Duration expected{}; ///< from the end of the history; zero: it has been reached
    Duration soonest{}; ///< lower end of the 95 % interval
    std::optional<Duration> latest; ///< upper end of the interval; nullopt: perhaps never

    enum class Status : std::uint8_t {
        New,
        Known, ///< the link has a forecast, which must move far away to be withdrawn
        Restored, ///< the history ended before a restart
    };
    /// The quantity that reaches its limit first; nullopt: none does.
    [[nodiscard]] static std::optional<LinkForecast> of(const LinkHistory& history, std::uint32_t port,
                                                        Status status = Status::New);
};

[[nodiscard]] std::string_view toText(LinkQuantity quantity);
/// "optical receive power -8.4 dBm, falling 0.32 dB per day; reaches -10.0 dBm in 4 to 7 days".
[[nodiscard]] std::string textOf(const LinkForecast& forecast);

/// The forecasts of all links. A forecast is valid once two bins in a row support it, and until three bins in a row do
/// not. A plain value.
class LinkForecasts
{
public:
    struct Change
    {
        std::uint32_t port = 0;
        bool isBegin = false; ///< otherwise its end
        LinkForecast forecast; ///< the last one
    };

    /// @return what has changed, if a bin is complete
    std::vector<Change> step(const WatchedTick& now);

    /// @return nullptr: no valid one
    [[nodiscard]] const LinkForecast* find(std::uint32_t port) const;
    [[nodiscard]] bool isEmpty() const { return m_seen.empty(); }
    [[nodiscard]] const LinkHistory& history() const { return m_history; }
    /// Restores the history of a port. @return its forecast, which is valid at once
    std::optional<Change> restore(std::uint32_t port, std::span<const float> saved);

private:
    static constexpr unsigned binsToBegin = 2;
    static constexpr unsigned binsToEnd = 3;

    struct Seen
    {
        LinkForecast forecast;
        unsigned found = 0; ///< bins
        unsigned missed = 0; ///< bins since it was last found
        bool isReported = false;
    };

    LinkHistory m_history;
    std::map<std::uint32_t, Seen> m_seen; ///< by port
};

/// Reports links that reach a limit within days if their trends continue (port.degrading), and publishes the time that
/// is left (port.time_to_limit). Keeps the history of links over restarts. A plain value, used by the analysis's
/// worker.
class LinkForecastWatch
{
public:
    /// A tick, and its number in the store.
    struct Tick : WatchedTick
    {
        TickIndex stored = 0;
    };

    /// @param baselines null: nothing is kept
    explicit LinkForecastWatch(LearnedBaselines* baselines = nullptr) : m_baselines(baselines) { }

    void step(const Tick& now, Derived& out);

private:
    void recall(const Tick& now, Derived& out);
    void remember(const Tick& now) const;
    static void report(const Tick& now, const LinkForecasts::Change& change, Derived& out);

    LearnedBaselines* m_baselines;
    LinkForecasts m_forecasts;
    std::vector<bool> m_isRecalled; ///< by port
};

/// Samples the ports once a minute, and forecasts when each reaches a limit. Owned by an AnalysisHost.
class LinkForecastAnalysis final : public SteppedAnalysis<LinkForecastWatch>
{
public:
    using SteppedAnalysis<LinkForecastWatch>::SteppedAnalysis;

    [[nodiscard]] Task take(const ClusterStore& store, const ChangeSet& changes) override;

private:
    static constexpr Duration lookEvery = std::chrono::minutes(1);

    TimePoint m_looked;
};

} // namespace lockstep
