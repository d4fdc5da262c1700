// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/collectors/nvidia/nvmllibrary.h"

#include <fmt/format.h>

#include <array>
#include <dlfcn.h>

namespace lockstep {

template <class Function>
bool NvmlLibrary::find(Function& entry, const char* name, const char* olderName)
{
    void* symbol = ::dlsym(m_library, name);
    if (!symbol && olderName)
        symbol = ::dlsym(m_library, olderName);
    entry = reinterpret_cast<Function>(symbol);
    return symbol != nullptr;
}

const char* NvmlLibrary::findAll()
{
    find(deviceGetTemperatureThreshold, "nvmlDeviceGetTemperatureThreshold");
    find(deviceGetPowerUsage, "nvmlDeviceGetPowerUsage");
    find(deviceGetEnforcedPowerLimit, "nvmlDeviceGetEnforcedPowerLimit");
    find(deviceGetClockInfo, "nvmlDeviceGetClockInfo");
    find(deviceGetThrottleReasons, "nvmlDeviceGetCurrentClocksEventReasons",
         "nvmlDeviceGetCurrentClocksThrottleReasons");
    find(deviceGetUtilizationRates, "nvmlDeviceGetUtilizationRates");
    find(deviceGetMemoryInfo, "nvmlDeviceGetMemoryInfo");
    find(deviceGetTotalEccErrors, "nvmlDeviceGetTotalEccErrors");
    find(deviceGetRemappedRows, "nvmlDeviceGetRemappedRows");
    find(deviceGetFanSpeed, "nvmlDeviceGetFanSpeed");
    find(deviceGetPcieReplayCounter, "nvmlDeviceGetPcieReplayCounter");
    find(deviceGetPcieThroughput, "nvmlDeviceGetPcieThroughput");
    find(deviceGetFieldValues, "nvmlDeviceGetFieldValues");
    find(deviceGetPciInfo, "nvmlDeviceGetPciInfo_v3");
    find(deviceGetVbiosVersion, "nvmlDeviceGetVbiosVersion");
    find(deviceGetEccMode, "nvmlDeviceGetEccMode");
    find(deviceGetMigMode, "nvmlDeviceGetMigMode");
    find(deviceGetComputeProcesses, "nvmlDeviceGetComputeRunningProcesses_v3",
         "nvmlDeviceGetComputeRunningProcesses_v2");
    find(deviceGetPersistenceMode, "nvmlDeviceGetPersistenceMode");
    find(deviceGetNvLinkState, "nvmlDeviceGetNvLinkState");
    find(deviceGetNvLinkRemoteDeviceType, "nvmlDeviceGetNvLinkRemoteDeviceType");
    find(deviceGetNvLinkRemotePciInfo, "nvmlDeviceGetNvLinkRemotePciInfo_v2");
    find(deviceGetNvLinkErrorCounter, "nvmlDeviceGetNvLinkErrorCounter");
    // The first version of the wait fills a shorter struct; without the second there are no events.
    if (find(eventSetWait, "nvmlEventSetWait_v2")) {
        find(eventSetCreate, "nvmlEventSetCreate");
        find(eventSetFree, "nvmlEventSetFree");
        find(deviceRegisterEvents, "nvmlDeviceRegisterEvents");
    }
    find(m_shutdown, "nvmlShutdown");
    find(m_errorString, "nvmlErrorString");
    find(m_driverVersion, "nvmlSystemGetDriverVersion");
    find(m_cudaVersion, "nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion");

    if (!find(m_initialise, "nvmlInit_v2"))
        return "nvmlInit_v2";
    if (!find(deviceGetCount, "nvmlDeviceGetCount_v2"))
        return "nvmlDeviceGetCount_v2";
    if (!find(deviceGetHandleByIndex, "nvmlDeviceGetHandleByIndex_v2"))
        return "nvmlDeviceGetHandleByIndex_v2";
    if (!find(deviceGetName, "nvmlDeviceGetName"))
        return "nvmlDeviceGetName";
    return find(deviceGetTemperature, "nvmlDeviceGetTemperature") ? nullptr : "nvmlDeviceGetTemperature";
}

Result<std::unique_ptr<NvmlLibrary>> NvmlLibrary::load(const std::string& path)
{
    std::unique_ptr<NvmlLibrary> library(new NvmlLibrary);
    library->m_library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library->m_library) {
        const char* reason = ::dlerror();
        return Error{fmt::format("cannot load NVML: {}", reason ? reason : path.c_str())};
    }
    if (const char* missing = library->findAll())
        return Error{fmt::format("{} has no {}: it is not NVML, or it is older than 2013", path, missing)};
    if (const nvml::Return result = library->m_initialise(); result != nvml::success)
        return Error{fmt::format("cannot initialise {}: {}", path, library->describe(result))};
    library->m_isInitialised = true;
    return library;
}

NvmlLibrary::~NvmlLibrary()
{
    if (m_isInitialised && m_shutdown)
        m_shutdown();
    if (m_library)
        ::dlclose(m_library);
}

std::string NvmlLibrary::describe(nvml::Return result) const
{
    const char* text = m_errorString ? m_errorString(result) : nullptr;
    return text ? fmt::format("{} (NVML error {})", text, result) : fmt::format("NVML error {}", result);
}

std::string NvmlLibrary::driverVersion() const
{
    std::array<char, 96> version{};
    if (!m_driverVersion || m_driverVersion(version.data(), version.size() - 1) != nvml::success)
        return "unknown";
    return version.data();
}

std::string NvmlLibrary::cudaVersion() const
{
    int version = 0;
    if (!m_cudaVersion || m_cudaVersion(&version) != nvml::success)
        return {};
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

} // namespace lockstep
