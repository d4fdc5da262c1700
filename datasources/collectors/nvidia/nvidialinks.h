// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/nvidia/nvmldevice.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// The far ends of NVLinks within a machine, by PCI address: "gpu1", "nvswitch0".
using NvlinkPeers = std::map<PciAddress, std::string>;

/// The NVLinks of one GPU as its ports "nvlink0" and so on: state, speed and traffic every tick; errors every ten
/// seconds, because reading them is expensive, with the last rates in between. Counters that a link lacks are not
/// declared. A GPU without any active link has no ports. Used by NvidiaGpu.
class NvidiaLinks
{
public:
    static constexpr unsigned maxLinks = 36; ///< NVML has 18 today
    static constexpr Duration errorsEvery = std::chrono::seconds(10);

    /// @param gpu its index, which spreads the GPUs' error queries over different seconds
    NvidiaLinks(const NvmlDevice& device, unsigned gpu);

    [[nodiscard]] std::size_t count() const { return m_links.size(); }
    /// Whether a link of a GPU without active links has become active, as when the fabric manager starts late.
    [[nodiscard]] bool haveBecomeActive() const;
    /// Switches at the far ends of its links.
    void addSwitches(NvlinkPeers& peers) const;

    void declare(LayoutBuilder& layout, std::uint32_t gpu, const NvlinkPeers& peers);
    void sample(TimePoint now, TickWriter& tick);
    /// Call after the GPU was absent, so that no rate spans that time.
    void forgetRates();

private:
    /// A monotonic counter: a field, or an error counter of older drivers.
    struct Counter
    {
        std::string_view metric;
        unsigned fieldId = 0; ///< 0: not a field
        int errorCounter = -1; ///< -1: none
        double scale = 1; ///< factor to the metric's unit
        CounterRate rate{};
        std::optional<double> perSecond{};
        std::optional<double> total{};
        Slot slot{};
        Slot totalSlot{};
    };

    struct Link
    {
        unsigned index = 0;
        std::string name;
        int remoteType = -1;
        std::optional<PciAddress> remote{};
        std::optional<std::uint64_t> remoteLink{};
        std::vector<Counter> traffic{};
        std::vector<Counter> errors{};
        bool hasErrorRatio = false;
        std::optional<double> errorRatio{};
        std::optional<double> bitsPerSecond{};
        std::optional<bool> isUp{};
        std::uint32_t entity = 0;
        Slot upSlot{}, rateSlot{}, utilisationSlot{}, errorRatioSlot{};
    };

    [[nodiscard]] unsigned linkCount() const;
    [[nodiscard]] std::optional<bool> stateOf(unsigned link) const;
    void addLink(unsigned index);
    void addCounters(Link& link) const;
    [[nodiscard]] PeerDescriptor peerOf(const Link& link, const std::string& node, const NvlinkPeers& peers) const;
    void readTraffic(TimePoint now);
    void readErrors(TimePoint now);
    void writeLink(Link& link, TickWriter& tick) const;
    static void reportState(Link& link, bool isUp, TickWriter& tick);

    NvmlDevice m_device;
    Duration m_errorsAfter; ///< time of the first read
    std::vector<Link> m_links;
    std::vector<nvml::FieldValue> m_fields; ///< for one call; member to reuse its memory
    std::vector<std::optional<bool>> m_states; ///< by link, in this tick
    std::optional<TimePoint> m_nextErrors;
};

} // namespace lockstep
