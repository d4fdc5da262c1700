// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/analysis/detect/watch/watchanalysis.h"
#include "models/core/metrics/metricnames.h"

#include <array>
#include <cstdint>
#include <span>
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

} // namespace lockstep
