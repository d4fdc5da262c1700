// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/result.h"

#include <cstddef>
#include <memory>
#include <string>

/// The declarations of NVIDIA's CUDA driver API that Lockstep uses, written from its public ABI, so that neither
/// building nor starting requires NVIDIA's headers or library. Names are the library's without their prefix.
namespace lockstep::cuda {

using Return = int;
inline constexpr Return success = 0;
inline constexpr Return outOfMemory = 2;
inline constexpr Return noDevice = 100;
inline constexpr Return deviceUnavailable = 46; ///< another process uses a GPU in exclusive mode
inline constexpr Return notPermitted = 800;

using Device = int;
using Context = struct ContextHandle*;
using Module = struct ModuleHandle*;
using Function = struct FunctionHandle*;
using Event = struct EventHandle*;
using Stream = struct StreamHandle*;
using Memory = unsigned long long; ///< address on the device

inline constexpr int processorCount = 16; ///< attributes of a device
inline constexpr int capabilityMajor = 75;

} // namespace lockstep::cuda

namespace lockstep {

/// The CUDA driver, loaded and initialised. Never unloaded, because the driver does not support it. Owned by the GPU
/// test; used on one thread.
class CudaDriver
{
public:
    /// @param failure set if the driver is installed but fails, as opposed to absent
    [[nodiscard]] static Result<std::unique_ptr<CudaDriver>> load(bool& failure);

    /// "cuMemAlloc: out of memory (CUDA error 2)"
    [[nodiscard]] std::string describe(const char* call, cuda::Return result) const;

    template <class... Arguments>
    using Entry = cuda::Return (*)(Arguments...);

    Entry<int*> deviceGetCount = nullptr;
    Entry<cuda::Device*, int> deviceGet = nullptr;
    Entry<char*, int, cuda::Device> deviceGetName = nullptr;
    Entry<int*, int, cuda::Device> deviceGetAttribute = nullptr;
    Entry<cuda::Context*, cuda::Device> primaryContextRetain = nullptr;
    Entry<cuda::Device> primaryContextRelease = nullptr;
    Entry<cuda::Context> contextSetCurrent = nullptr;
    Entry<> contextSynchronize = nullptr;
    Entry<std::size_t*, std::size_t*> memGetInfo = nullptr; ///< free and total
    Entry<cuda::Memory*, std::size_t> memAlloc = nullptr;
    Entry<cuda::Memory> memFree = nullptr;
    Entry<void**, std::size_t, unsigned> memHostAlloc = nullptr; ///< pinned
    Entry<void*> memFreeHost = nullptr;
    Entry<cuda::Memory, unsigned, std::size_t> memsetD32 = nullptr;
    Entry<cuda::Memory, const void*, std::size_t, cuda::Stream> memcpyHtoDAsync = nullptr;
    Entry<void*, cuda::Memory, std::size_t, cuda::Stream> memcpyDtoHAsync = nullptr;
    Entry<cuda::Memory, cuda::Memory, std::size_t, cuda::Stream> memcpyDtoDAsync = nullptr;
    Entry<void*, cuda::Memory, std::size_t> memcpyDtoH = nullptr;
    Entry<cuda::Event*, unsigned> eventCreate = nullptr;
    Entry<cuda::Event, cuda::Stream> eventRecord = nullptr;
    Entry<cuda::Event> eventSynchronize = nullptr;
    Entry<float*, cuda::Event, cuda::Event> eventElapsedTime = nullptr; ///< ms
    Entry<cuda::Event> eventDestroy = nullptr;
    Entry<cuda::Module*, const void*> moduleLoadData = nullptr;
    Entry<cuda::Function*, cuda::Module, const char*> moduleGetFunction = nullptr;
    Entry<cuda::Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, cuda::Stream, void**,
          void**>
        launchKernel = nullptr;

private:
    CudaDriver() = default;
    /// Name of a missing entry point; null: none.
    [[nodiscard]] const char* findAll();

    void* m_library = nullptr;
    Entry<unsigned> m_initialise = nullptr;
    Entry<cuda::Return, const char**> m_errorString = nullptr;
};

} // namespace lockstep
