// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/ringlayout.h"

#include <atomic>
#include <cstdint>

namespace lockstep::nccl {

/// CLOCK_MONOTONIC, which is read without a system call.
[[nodiscard]] std::uint64_t monotonicNs();

/// An event's handle for NCCL: its slot and the slot's generation, so that a stale handle is harmless. Never 0, which
/// means "not tracked".
using Handle = std::uint64_t;

/// Tracks operations until they complete, and writes completed ones to the ring. A collective has completed when the
/// program's call has returned and all its parts (kernels by channel, proxy operations) have ended. May be called from
/// any thread at any time; never waits, allocates or makes a system call. Owned by the plugin, for the life of the
/// process.
class Tracker
{
public:
    /// @param ring all zeros, or a ring that a Tracker has used
    void use(SharedRing* ring) { m_ring = ring; }

    struct Work
    {
        What what;
        std::uint64_t sequence = 0;
        std::uint64_t bytes = 0;
        std::uint8_t kernels = 0; ///< number of kernels that will follow; 0: unknown
    };
    /// Returns 0 if the ring is full, which is counted.
    [[nodiscard]] Handle handOver(const Work& work, std::uint64_t now);
    /// The program's call has returned.
    void handedOver(Handle work);

    enum class Part : std::uint8_t { Kernel, Proxy };
    /// @param gpuTime nanoseconds of the GPU's clock; 0: unknown
    [[nodiscard]] Handle startPart(Part part, Handle work, std::uint64_t gpuTime, std::uint64_t now);
    void stopKernelOnGpu(Handle kernel, std::uint64_t gpuTime);
    void stopPart(Handle part, std::uint64_t now);

    enum class WaitsFor : std::uint8_t { Nothing, Gpu, Peer, Network };
    /// One step of a proxy operation; 0 if it is not sampled.
    [[nodiscard]] Handle startStep(Handle proxyOperation);
    void waitInStep(Handle step, WaitsFor waitsFor, std::uint64_t now);
    void stopStep(Handle step, std::uint64_t now);

    enum class Kind : std::uint8_t { None, Work, Kernel, Proxy, Step, Ignored };
    [[nodiscard]] static Kind kindOf(Handle handle) { return static_cast<Kind>(handle >> 60U); }
    /// For events that need a handle but are ignored.
    [[nodiscard]] static constexpr Handle ignored() { return static_cast<Handle>(Kind::Ignored) << 60U; }

private:
    /// State of an open collective that the agent does not access.
    struct alignas(64) Progress
    {
        std::atomic<std::uint64_t> control; ///< @see Control
        std::atomic<std::uint64_t> lastStopNs;
        std::atomic<std::uint64_t> firstGpuNs;
        std::atomic<std::uint64_t> lastGpuNs;
        std::atomic<std::uint32_t> waitUs[3];
        std::atomic<std::uint8_t> kernels;
        std::atomic<std::uint64_t> what; ///< copies, because the shared values are only written here
        std::atomic<std::uint64_t> startNs;
    };
    struct alignas(64) Step
    {
        std::atomic<std::uint64_t> use; ///< odd: in use
        std::atomic<std::uint64_t> work; ///< handle
        std::atomic<std::uint64_t> sinceNs;
        std::atomic<std::uint8_t> waitsFor;
    };
    struct Control;

    static constexpr std::uint32_t steps = 1024;

    [[nodiscard]] bool claim(std::uint32_t place, const Work& work, std::uint64_t now, Handle& handle);
    [[nodiscard]] Progress* progressOf(Handle handle, Control& control);
    void begin(std::uint32_t place, std::uint32_t generation, std::uint64_t now);
    void endPredecessor(std::uint16_t communicator, Handle successor);
    void endIfSettled(std::uint32_t place, Control seen);
    void settle(std::uint32_t place, const Control& control);
    void write(std::uint32_t place);
    void drop();

    SharedRing* m_ring = nullptr;
    std::atomic<std::uint32_t> m_nextPlace{0};
    std::atomic<std::uint32_t> m_nextStep{0};
    std::atomic<std::uint64_t> m_running[knownCommunicators]{}; ///< the last to begin on each communicator
    Progress m_progress[openCollectives]{};
    Step m_steps[steps]{};
};

} // namespace lockstep::nccl
