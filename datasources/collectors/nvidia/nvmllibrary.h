// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/collectors/nvidia/nvmlabi.h"
#include "models/core/result.h"

#include <memory>
#include <string>

namespace lockstep {

/// NVML, loaded and initialised. Entry points that other driver versions lack may be null; the caller checks. Owned by
/// the NVIDIA collector; may be used on any thread.
class NvmlLibrary
{
public:
    /// Loads the shared library of that name or path, resolves its entry points and initialises it. The error names the
    /// step that failed and why.
    [[nodiscard]] static Result<std::unique_ptr<NvmlLibrary>> load(const std::string& path);
    ~NvmlLibrary();
    NvmlLibrary(const NvmlLibrary&) = delete;
    NvmlLibrary& operator=(const NvmlLibrary&) = delete;

    /// The library's text for a result.
    [[nodiscard]] std::string describe(nvml::Return result) const;
    [[nodiscard]] std::string driverVersion() const;
    /// Newest CUDA version that the driver supports: "12.4"; empty: not known.
    [[nodiscard]] std::string cudaVersion() const;

    template <class... Arguments>
    using Entry = nvml::Return (*)(Arguments...);

    /// @name Entry points that every supported driver has
    /// @{
    Entry<unsigned*> deviceGetCount = nullptr;
    Entry<unsigned, nvml::Device*> deviceGetHandleByIndex = nullptr;
    Entry<nvml::Device, char*, unsigned> deviceGetName = nullptr;
    Entry<nvml::Device, int, unsigned*> deviceGetTemperature = nullptr;
    /// @}

    /// @name Entry points that may be null
    /// @{
    Entry<nvml::Device, int, unsigned*> deviceGetTemperatureThreshold = nullptr;
    Entry<nvml::Device, unsigned*> deviceGetPowerUsage = nullptr; ///< mW
    Entry<nvml::Device, unsigned*> deviceGetEnforcedPowerLimit = nullptr; ///< mW
    Entry<nvml::Device, int, unsigned*> deviceGetClockInfo = nullptr; ///< MHz
    Entry<nvml::Device, unsigned long long*> deviceGetThrottleReasons = nullptr;
    Entry<nvml::Device, nvml::Utilization*> deviceGetUtilizationRates = nullptr;
    Entry<nvml::Device, nvml::Memory*> deviceGetMemoryInfo = nullptr;
    Entry<nvml::Device, int, int, unsigned long long*> deviceGetTotalEccErrors = nullptr;
    Entry<nvml::Device, unsigned*, unsigned*, unsigned*, unsigned*> deviceGetRemappedRows = nullptr;
    Entry<nvml::Device, unsigned*> deviceGetFanSpeed = nullptr; ///< percent
    Entry<nvml::Device, unsigned*> deviceGetPcieReplayCounter = nullptr;
    Entry<nvml::Device, int, unsigned*> deviceGetPcieThroughput = nullptr; ///< KB/s; blocks for 20 ms
    Entry<nvml::Device, int, nvml::FieldValue*> deviceGetFieldValues = nullptr;
    Entry<nvml::Device, nvml::PciInfo*> deviceGetPciInfo = nullptr;
    Entry<nvml::Device, char*, unsigned> deviceGetVbiosVersion = nullptr;
    Entry<nvml::Device, unsigned*, unsigned*> deviceGetEccMode = nullptr; ///< now, and after the next reset
    Entry<nvml::Device, unsigned*, unsigned*> deviceGetMigMode = nullptr; ///< now, and after the next reset
    Entry<nvml::Device, unsigned*, nvml::ProcessInfo*> deviceGetComputeProcesses = nullptr; ///< room, then number
    Entry<nvml::Device, unsigned*> deviceGetPersistenceMode = nullptr;
    Entry<nvml::Device, unsigned, unsigned*> deviceGetNvLinkState = nullptr; ///< 1: active
    Entry<nvml::Device, unsigned, int*> deviceGetNvLinkRemoteDeviceType = nullptr;
    Entry<nvml::Device, unsigned, nvml::PciInfo*> deviceGetNvLinkRemotePciInfo = nullptr;
    Entry<nvml::Device, unsigned, int, unsigned long long*> deviceGetNvLinkErrorCounter = nullptr;
    Entry<nvml::EventSet*> eventSetCreate = nullptr;
    Entry<nvml::EventSet> eventSetFree = nullptr;
    Entry<nvml::Device, unsigned long long, nvml::EventSet> deviceRegisterEvents = nullptr;
    Entry<nvml::EventSet, nvml::EventData*, unsigned> eventSetWait = nullptr;
    /// @}

private:
    NvmlLibrary() = default;
    template <class Function>
    bool find(Function& entry, const char* name, const char* olderName = nullptr);
    /// Name of a missing required entry point; null: none.
    [[nodiscard]] const char* findAll();

    void* m_library = nullptr;
    bool m_isInitialised = false;
    Entry<> m_initialise = nullptr;
    Entry<> m_shutdown = nullptr;
    Entry<char*, unsigned> m_driverVersion = nullptr;
    Entry<int*> m_cudaVersion = nullptr;
    const char* (*m_errorString)(nvml::Return) = nullptr;
};

} // namespace lockstep
