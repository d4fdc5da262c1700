// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/steppedanalysis.h"
#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// A quantity of a link that may change before the link fails.
enum class LinkQuantity : std::uint8_t {
    BitErrorRatio, ///< before FEC, decimal logarithm
    ReceivePower, ///< dBm, weakest lane
    Temperature, ///< of the transceiver, °C
    Errors, ///< decimal logarithm of (1 + errors per day): codewords that FEC could not correct, symbol and receive
            ///< errors, recoveries
};
inline constexpr std::size_t linkQuantityCount = 4;

/// The last two weeks of each port, in bins of four hours: means of its quantities while it is up. A plain value.
class LinkHistory
{
public:
    /// The columns of a tick. They are sampled: a rate applies to the time since the previous tick.
    static constexpr std::array<std::string_view, 9> watched{metrics::port::fecBitErrorRatio,
                                                             metrics::port::opticsReceivePower,
                                                             metrics::port::opticsTemperature,
                                                             metrics::port::opticsReceivePowerLowLimit,
                                                             metrics::port::fecUncorrectable,
                                                             metrics::port::symbolErrors,
                                                             metrics::port::receiveErrors,
                                                             metrics::port::linkErrorRecovery,
                                                             metrics::port::up};
    static constexpr std::size_t upColumn = watched.size() - 1;
    static constexpr Duration binLength = std::chrono::hours(4);
    static constexpr std::size_t maxBins = 84;

    /// @return whether a bin was completed, so that series() has changed
    bool add(const WatchedTick& now);

    [[nodiscard]] std::size_t portCount() const { return m_ports.size(); }
    /// Complete bins, the newest last; NaN: no data.
    [[nodiscard]] std::span<const float> series(std::uint32_t port, LinkQuantity quantity) const;
    /// Whether the newest bin has a value of any quantity.
    [[nodiscard]] bool isMeasured(std::uint32_t port) const;
    /// Value beyond which the link is expected to fail. For the receive power, it is the module's own limit, if known.
    [[nodiscard]] float limit(std::uint32_t port, LinkQuantity quantity) const;
    [[nodiscard]] TimePoint end() const { return TimePoint(m_bin * binLength); } ///< of the newest complete bin

    /// For a restart: the complete bins of a port; empty if it has none.
    [[nodiscard]] std::vector<float> saved(std::uint32_t port) const;
    /// @return false if they are invalid
    bool restore(std::uint32_t port, std::span<const float> saved);

private:
    struct Port
    {
        std::array<std::vector<float>, linkQuantityCount> bins; ///< empty: never measured
        std::array<double, linkQuantityCount> sum{}; ///< of the open bin
        std::array<float, linkQuantityCount> seconds{};
        float lowLimit = noData; ///< dBm
    };

    void closeBins(std::int64_t bins);
    static void add(Port& port, const WatchedTick& now, std::uint32_t index);

    std::vector<Port> m_ports; ///< by index
    std::int64_t m_bin = 0; ///< number of the open bin, since 1970; 0: none
};

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

/// The forecasts of all links. A forecast becomes valid when two consecutive bins support it, and is withdrawn when
/// three consecutive bins do not. A plain value.
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

/// Reports links that will reach a limit within days if their trends continue (port.degrading), and publishes the
/// remaining time (port.time_to_limit). The history of links survives restarts. A plain value, used by the analysis's
/// worker.
class LinkForecastWatch
{
public:
    /// @param baselines stores the history; null: it is not stored
    explicit LinkForecastWatch(LearnedBaselines* baselines = nullptr) : m_baselines(baselines) { }

    void step(const WatchedTick& now, Derived& out);

private:
    void recall(const WatchedTick& now, Derived& out);
    void remember(const WatchedTick& now) const;
    static void report(const WatchedTick& now, const LinkForecasts::Change& change, Derived& out);

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
    static constexpr Duration checkInterval = std::chrono::minutes(1);

    TimePoint m_looked;
};

} // namespace lockstep
