// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/collector.h"
#include "datasources/collectors/nvidia/nvidiagpu.h"
#include "datasources/collectors/nvidia/nvmllibrary.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep {

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
