// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/nvidia/nvidialinks.h"
#include "datasources/collectors/nvidia/nvmldevice.h"
#include "datasources/collectors/nvidia/nvmllibrary.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep {

/// One NVIDIA GPU of a node: its capabilities are determined once and declared, then read every tick. A GPU that falls
/// off the bus has no data from then on, and causes one critical event. Used by NvidiaCollector.
class NvidiaGpu
{
public:
    NvidiaGpu(const NvmlLibrary& library, nvml::Device handle, unsigned index);

    [[nodiscard]] nvml::Device handle() const { return m_device.handle(); }
    [[nodiscard]] const NvmlDevice& device() const { return m_device; }
    [[nodiscard]] const std::string& model() const { return m_model; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] std::optional<PciAddress> pciAddress() const { return m_device.pciAddress(); }
    [[nodiscard]] const NvidiaLinks& links() const { return m_links; }
    [[nodiscard]] std::uint32_t entity() const { return m_entity; }

    /// @param peers possible far ends of its NVLinks
    void declare(LayoutBuilder& layout, const NvlinkPeers& peers);
    void sampleFast(TimePoint now);
    void sample(TimePoint now, TickWriter& tick);

private:
    /// A counter of transferred bytes, identified by an NVML field id.
    struct Traffic
    {
        unsigned fieldId;
        std::string_view metric;
        double bytesPerCount;
        bool isSupported = false;
        PeakRate rate{};
        PeakSlot slot{};
    };

    struct Slots
    {
        Slot temperature, memoryTemperature, slowdownLimit, shutdownLimit, margin;
        PeakSlot power;
        Slot powerLimit, smClock, memoryClock, throttleReasons, throttled, utilisation, memoryUtilisation;
        Slot memoryUsed, memoryTotal, processes, correctedErrors, uncorrectedErrors, nvlinkErrors;
        Slot pcieTransmit, pcieReceive, pcieReplays, fan;
        Slot rowsRemapped, rowsPending, rowsFailed;
        Slot correctedTotal, uncorrectedTotal, nvlinkErrorsTotal, pcieReplaysTotal;
    };

    /// Metrics other than counters that are sampled several times per tick.
    struct FastSamples
    {
        unsigned count = 0;
        unsigned throttled = 0;
        std::uint64_t reasons = 0;
        std::optional<double> peakPower;
    };

    void findTraffic();
    void declareTraffic(LayoutBuilder& layout);
    void sampleMomentary();
    void forgetRates();
    bool samplePresence(TickWriter& tick);
    void sampleHeatAndPower(TickWriter& tick);
    void sampleWork(TickWriter& tick);
    void sampleErrors(TimePoint now, TickWriter& tick);
    void sampleTraffic(TimePoint now, TickWriter& tick);

    const NvmlLibrary& m_library;
    NvmlDevice m_device;
    NvidiaLinks m_links;
    std::string m_name; ///< "gpu3"
    std::string m_model;
    std::uint32_t m_entity = 0;
    bool m_isLost = false;
    std::optional<double> m_slowdownLimit, m_shutdownLimit; ///< °C
    std::array<Traffic, 4> m_traffic;
    CounterRate m_corrected, m_uncorrected, m_nvlinkErrors, m_pcieReplays{32};
    FastSamples m_fast;
    Slots m_slots;
};

/// NVIDIA GPUs through NVML, which is loaded at run time: temperatures with limits, power, clocks, throttle reasons,
/// utilisation, memory, ECC, NVLink in total and per link, PCIe, and XIDs as events. Off if the library or the driver
/// is missing; checks again periodically. NVML may block for tens of milliseconds, or forever if the driver hangs, so a
/// NodeAgent runs it behind a GuardedCollector.
class NvidiaCollector final : public Collector
{
public:
    explicit NvidiaCollector(std::string libraryPath);
    ~NvidiaCollector() override;

    [[nodiscard]] std::string_view name() const override { return "nvidia"; }
    [[nodiscard]] InventoryItem detect() override;
    [[nodiscard]] bool hasChanged() override;
    void declare(LayoutBuilder& layout) override;
    void sampleFast(TimePoint now) override;
    void sample(TimePoint now, TickWriter& tick) override;

private:
    void close();
    [[nodiscard]] std::vector<NodeProperty> compared() const;
    [[nodiscard]] bool watchEvents();
    [[nodiscard]] NvlinkPeers declareSwitches(LayoutBuilder& layout) const;
    void reportXids(TickWriter& tick);

    std::string m_path;
    std::unique_ptr<NvmlLibrary> m_library;
    std::vector<NvidiaGpu> m_gpus; ///< refer to the library
    nvml::EventSet m_events = nullptr;
};

} // namespace lockstep
