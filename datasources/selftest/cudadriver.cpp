// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/selftest/cudadriver.h"

#include <fmt/format.h>

#include <dlfcn.h>

namespace lockstep {

const char* CudaDriver::findAll()
{
    const char* missing = nullptr;
    const auto find = [&](auto& entry, const char* name) {
        entry = reinterpret_cast<std::remove_reference_t<decltype(entry)>>(::dlsym(m_library, name));
        if (entry == nullptr && missing == nullptr)
            missing = name;
    };
    find(m_initialise, "cuInit");
    find(m_errorString, "cuGetErrorString");
    find(deviceGetCount, "cuDeviceGetCount");
    find(deviceGet, "cuDeviceGet");
    find(deviceGetName, "cuDeviceGetName");
    find(deviceGetAttribute, "cuDeviceGetAttribute");
    find(primaryContextRetain, "cuDevicePrimaryCtxRetain");
    find(primaryContextRelease, "cuDevicePrimaryCtxRelease_v2");
    find(contextSetCurrent, "cuCtxSetCurrent");
    find(contextSynchronize, "cuCtxSynchronize");
    find(memGetInfo, "cuMemGetInfo_v2");
    find(memAlloc, "cuMemAlloc_v2");
    find(memFree, "cuMemFree_v2");
    find(memHostAlloc, "cuMemHostAlloc");
    find(memFreeHost, "cuMemFreeHost");
    find(memsetD32, "cuMemsetD32_v2");
    find(memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2");
    find(memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2");
    find(memcpyDtoDAsync, "cuMemcpyDtoDAsync_v2");
    find(memcpyDtoH, "cuMemcpyDtoH_v2");
    find(eventCreate, "cuEventCreate");
    find(eventRecord, "cuEventRecord");
    find(eventSynchronize, "cuEventSynchronize");
    find(eventElapsedTime, "cuEventElapsedTime");
    find(eventDestroy, "cuEventDestroy_v2");
    find(moduleLoadData, "cuModuleLoadData");
    find(moduleGetFunction, "cuModuleGetFunction");
    find(launchKernel, "cuLaunchKernel");
    return missing;
}

Result<std::unique_ptr<CudaDriver>> CudaDriver::load(bool& failure)
{
    constexpr const char* name = "libcuda.so.1";
    failure = false;
    std::unique_ptr<CudaDriver> driver(new CudaDriver);
    driver->m_library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (driver->m_library == nullptr) {
        const char* const reason = ::dlerror();
        return Error{fmt::format("cannot load the CUDA driver: {}", reason != nullptr ? reason : name)};
    }
    if (const char* const missing = driver->findAll())
        return Error{fmt::format("the CUDA driver has no {}", missing)};
    if (const cuda::Return result = driver->m_initialise(0); result != cuda::success) {
        failure = result != cuda::noDevice;
        return Error{result == cuda::noDevice ? "no GPU: the CUDA driver found none"
                                              : driver->describe("cuInit", result)};
    }
    return driver;
}

std::string CudaDriver::describe(const char* call, cuda::Return result) const
{
    const char* text = nullptr;
    return m_errorString(result, &text) == cuda::success && text != nullptr
        ? fmt::format("{}: {} (CUDA error {})", call, text, result)
        : fmt::format("{}: CUDA error {}", call, result);
}

} // namespace lockstep
