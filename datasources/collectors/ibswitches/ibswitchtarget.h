// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/text/tomltable.h"
#include "datasources/topologyimports/formats/ibnetdiscover.h"
#include "models/core/metrics/counterrate.h"
#include "models/core/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockstep {

/// How to read the switches of an InfiniBand fabric.
struct IbSwitchOptions
{
    bool isWanted = false; ///< off by default
    std::string adapter; ///< adapter of this machine, "mlx5_0"; empty: the first active one
    unsigned port = 0; ///< port of that adapter; 0: the first active one
    std::chrono::milliseconds interval{30'000};
    std::chrono::milliseconds timeout{30'000}; ///< of one command
};

/// Reads [ibswitches] of an agent's configuration. The Error names file and line.
[[nodiscard]] Result<IbSwitchOptions> readIbSwitchOptions(TomlTable& top, const std::string& origin);

/// perfquery's counters of one device, by port and name.
using PortCounters = std::map<unsigned, std::map<std::string, std::uint64_t>>;

/// Parses the output of `perfquery -l`, with -x or without. Other lines are skipped; an error if there are no valid
/// lines.
[[nodiscard]] Result<PortCounters> readPerfquery(std::string_view text);

/// The switches of an InfiniBand fabric, which run no agent. ibnetdiscover lists the switches and linked ports,
/// perfquery reads the counters, one switch at a time. Both programs (infiniband-diags) are run without a shell and
/// with a timeout. Reports rates and lifetime counts. A port that loses its link is down. Owned by its poller; used on
/// its thread.
class IbSwitchTarget final : public FacilityTarget
{
public:
    static constexpr std::chrono::minutes maxPollDuration{5};
    static constexpr std::chrono::hours forgottenAfter{24}; ///< after this, a missing link counts as removed
    /// Consecutive failed switches, after which the others are skipped.
    static constexpr std::size_t failuresInARow = 3;

    explicit IbSwitchTarget(IbSwitchOptions options);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Result<FacilityReport> poll(const std::stop_token& stop) override;

private:
    using Clock = std::chrono::steady_clock;
    using PortKey = std::pair<std::string, std::string>; ///< switch and port
    /// A port that has or had a link.
    struct Port
    {
        std::string peer; ///< far end, for display
        Clock::time_point seen;
        double gbps = 0;
        bool isUp = false;
        std::map<std::string, CounterRate, std::less<>> rates; ///< by perfquery's name
        std::map<std::string, bool, std::less<>> hasCounted; ///< counters that have ever been above 0
    };
    /// One pass over all switches.
    struct Turn
    {
        FacilityReport report;
        std::size_t failed = 0;
        std::size_t failedInARow = 0;
        std::string problem; ///< first problem
    };

    [[nodiscard]] std::vector<std::string> command(const char* program, std::vector<std::string> arguments) const;
    [[nodiscard]] Result<std::string> outputOf(const std::vector<std::string>& command,
                                               const std::stop_token& stop) const;
    void takeLinks(const std::vector<DiscoveredSwitch>& switches);
    void readSwitch(const DiscoveredSwitch& device, Turn& turn, const std::stop_token& stop);
    void forgetRates(const DiscoveredSwitch& device);
    void writeLinks(Turn& turn) const;
    void writeCounters(const PortKey& key, Port& port, const std::map<std::string, std::uint64_t>& counters,
                       TimePoint time, Turn& turn) const;

    IbSwitchOptions m_options;
    std::string m_name;
    std::map<PortKey, Port> m_ports;
};

} // namespace lockstep
