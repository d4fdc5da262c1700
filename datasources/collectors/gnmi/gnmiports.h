// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/facility/facilityreport.h"
#include "datasources/collectors/gnmi/gnmileaf.h"
#include "datasources/collectors/gnmi/gnmimessage.h"
#include "datasources/collectors/gnmi/gnmioptions.h"
#include "models/core/metrics/counterrate.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep {

/// The ports of a target, as metrics. Counters become rates by the device's timestamps or, if they are unusable, by the
/// times of arrival. Values that are not reported again become gaps. Bounded. Owned by a GnmiTarget, under its lock.
class GnmiPorts
{
public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::size_t maxPorts = 4096;
    static constexpr std::size_t maxComponents = 4096;
    static constexpr std::size_t maxSeries = 65'536;

    GnmiPorts(const GnmiOptions& options, std::vector<GnmiLeaf> leaves);

    /// @param group call that delivered the message; when it ends, its values end
    void take(const GnmiMessage& message, std::size_t group, Clock::time_point now);
    /// The call has ended: discards its values.
    void forget(std::size_t group);

    /// All valid values, others as no data. Links that went down since the last report are reported as down, even if
    /// only for a moment. The report's note lists unreadable parts.
    [[nodiscard]] FacilityReport report(Clock::time_point now);

private:
    struct Series
    {
        const GnmiLeaf* leaf = nullptr;
        std::size_t group = 0;
        CounterRate rate;
        std::optional<double> value;
        std::optional<double> total;
        std::optional<double> worst; ///< worst state since the last report
        std::int64_t reportedNs = 0;
        Clock::time_point heard;
        Duration measured{}; ///< by the device's clock
    };
    using Owner = std::pair<std::string, std::string>; ///< switch and interface; switch is empty for a component
    using Owned = std::map<std::string, Series>; ///< by path
    struct Shown
    {
        std::optional<double> value;
        std::optional<double> total;
    };
    struct Values
    {
        std::map<std::string_view, Shown> metrics; ///< by name; expired ones have no value
        bool isSwitchedOff = false;
    };

    void takeUpdate(const GnmiUpdate& update, std::size_t group, std::int64_t reportedNs, Clock::time_point now);
    [[nodiscard]] std::optional<Owner> ownerOf(const GnmiLeaf& leaf, const GnmiPlace& place) const;
    [[nodiscard]] Series* seriesOf(const GnmiLeaf& leaf, const Owner& owner, const GnmiPlace& place);
    [[nodiscard]] bool setValue(Series& series, const GnmiValue& value, std::int64_t reportedNs, Clock::time_point now);
    [[nodiscard]] bool setRate(Series& series, std::uint64_t count, std::int64_t reportedNs,
                               Clock::time_point now) const;
    [[nodiscard]] bool isFresh(const Series& series, Clock::time_point now) const;
    void fold(Owned& owned, Clock::time_point now, Values& values) const;
    [[nodiscard]] std::optional<std::string> portOf(const std::string& interface) const;
    [[nodiscard]] std::optional<std::string> interfaceOf(const std::string& component) const;
    [[nodiscard]] std::string note() const;

    const GnmiNames m_names;
    const Duration m_interval;
    const std::vector<GnmiLeaf> m_leaves;
    std::unordered_map<std::string_view, const GnmiLeaf*> m_byPath; ///< first leaf of each path
    std::map<Owner, Owned> m_ports;
    std::map<Owner, Owned> m_components;
    std::map<std::string, std::string> m_transceivers; ///< interface by component, as reported
    std::size_t m_series = 0;
    std::size_t m_unread = 0; ///< values of an unexpected type
    std::string m_firstUnread;
    std::size_t m_tooMany = 0;
    std::size_t m_leftOut = 0;
};

} // namespace lockstep
