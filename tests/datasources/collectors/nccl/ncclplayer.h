// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/abi.h"

#include <cstdint>
#include <memory>
#include <type_traits>
#include <unistd.h>
#include <vector>

namespace lockstep::test {

/// Calls a plugin as NCCL does, in any version of the interface, with one communicator of one rank.
class NcclPlayer
{
public:
    struct Collective
    {
        std::uint64_t sequence = 0;
        std::size_t count = 1024; ///< of float32
        std::uint8_t channels = 2;
    };

    virtual ~NcclPlayer() = default;
    [[nodiscard]] virtual bool hasKernels() const = 0;
    virtual void init(std::uint64_t hash, const char* name, int ranks, int rank) = 0;
    virtual void finalize() = 0;
    [[nodiscard]] virtual int mask() const = 0;
    /// Of the program's thread: an all-reduce is asked for.
    [[nodiscard]] virtual void* startCollective(const Collective& collective) = 0;
    [[nodiscard]] virtual void* startSend(int peer, std::size_t count) = 0;
    /// Of the proxy's thread.
    [[nodiscard]] virtual void* startKernel(void* collective, std::uint8_t channel, std::uint64_t gpuTime) = 0;
    virtual void stopKernel(void* kernel, std::uint64_t gpuTime) = 0;
    [[nodiscard]] virtual void* startProxyOp(void* collective, std::uint8_t channel, bool isSend, pid_t process) = 0;
    [[nodiscard]] virtual void* startStep(void* proxyOp, int step) = 0;
    virtual void wait(void* step, int state) = 0;
    virtual void stop(void* event) = 0;

    /// Plays a collective including steps of its proxy operations. @return number of calls
    int play(const Collective& collective)
    {
        int calls = 2;
        void* const work = startCollective(collective);
        stop(work);
        void* kernels[256]{};
        for (std::uint8_t channel = 0; hasKernels() && channel < collective.channels; ++channel, calls += 3)
            kernels[channel] = startKernel(work, channel, 1'000'000 + channel);
        for (std::uint8_t channel = 0; channel < collective.channels; ++channel) {
            void* const op = startProxyOp(work, channel, true, ::getpid());
            for (int number = 0; number < 2; ++number) {
                void* const step = startStep(op, number);
                ++calls;
                if (step != nullptr) {
                    for (const int state : {nccl::abi::SendGpuWait, nccl::abi::SendPeerWait, nccl::abi::SendWait})
                        wait(step, state);
                    stop(step);
                    calls += 4;
                }
            }
            stop(op);
            calls += 2;
        }
        for (std::uint8_t channel = 0; hasKernels() && channel < collective.channels; ++channel)
            stopKernel(kernels[channel], 1'002'000 + channel);
        return calls;
    }
};

template <class Profiler, class Descriptor>
class NcclPlayerOf final : public NcclPlayer
{
public:
    explicit NcclPlayerOf(const Profiler& profiler) : m_profiler(profiler) { }

    [[nodiscard]] bool hasKernels() const override
    {
        return requires
        {
            std::declval<Descriptor>().kernel.channelId;
        };
    }
    [[nodiscard]] int mask() const override { return __atomic_load_n(&m_mask, __ATOMIC_RELAXED); }

    void init(std::uint64_t hash, const char* name, int ranks, int rank) override
    {
        m_hash = hash;
        m_name = name;
        m_rank = rank;
        if constexpr (std::is_same_v<Profiler, nccl::abi::Profiler4>)
            m_profiler.init(&m_context, &m_mask, name, hash, 1, ranks, rank, nullptr);
        else if constexpr (isNew)
            m_profiler.init(&m_context, hash, &m_mask, name, 1, ranks, rank, nullptr);
        else
            m_profiler.init(&m_context, &m_mask);
    }
    void finalize() override { m_profiler.finalize(m_context); }

    [[nodiscard]] void* startCollective(const Collective& collective) override
    {
        Descriptor descriptor = of(nccl::abi::Coll, nullptr);
        descriptor.coll.sequence = collective.sequence;
        descriptor.coll.count = collective.count;
        descriptor.coll.channels = collective.channels;
        if constexpr (requires { descriptor.coll.communicator; }) {
            descriptor.coll.communicator = m_hash;
            descriptor.coll.name = m_name;
        }
        if constexpr (std::is_same_v<Descriptor, nccl::abi::Descriptor1>) {
            descriptor.coll.function = 4; // AllReduce
            descriptor.coll.type = 7; // float32
            descriptor.coll.algorithm = 1; // ring
            descriptor.coll.protocol = 1; // LL128
        } else {
            descriptor.coll.function = "AllReduce";
            descriptor.coll.type = "ncclFloat32";
            descriptor.coll.algorithm = "RING";
            descriptor.coll.protocol = "LL128";
        }
        return start(descriptor);
    }

    [[nodiscard]] void* startSend(int peer, std::size_t count) override
    {
        Descriptor descriptor = of(nccl::abi::P2p, nullptr);
        descriptor.p2p.count = count;
        descriptor.p2p.peer = peer;
        if constexpr (requires { descriptor.p2p.communicator; }) {
            descriptor.p2p.communicator = m_hash;
            descriptor.p2p.name = m_name;
        }
        if constexpr (std::is_same_v<Descriptor, nccl::abi::Descriptor1>) {
            descriptor.p2p.function = 6;
            descriptor.p2p.type = 9; // bfloat16
        } else {
            descriptor.p2p.function = "Send";
            descriptor.p2p.type = "ncclBfloat16";
        }
        return start(descriptor);
    }

    [[nodiscard]] void* startKernel(void* collective, std::uint8_t channel, std::uint64_t gpuTime) override
    {
        Descriptor descriptor = of(nccl::abi::KernelCh, collective);
        if constexpr (requires { descriptor.kernel.channelId; })
            descriptor.kernel.channelId = channel;
        if constexpr (requires { descriptor.kernel.gpuTime; })
            descriptor.kernel.gpuTime = gpuTime;
        return start(descriptor);
    }
    void stopKernel(void* kernel, std::uint64_t gpuTime) override
    {
        nccl::abi::StateArguments arguments{};
        arguments.gpuTime = gpuTime;
        if (kernel == nullptr)
            return;
        if constexpr (requires { std::declval<Descriptor>().kernel.gpuTime; })
            m_profiler.recordEventState(kernel, nccl::abi::KernelChStop, &arguments);
        m_profiler.stopEvent(kernel);
    }

    [[nodiscard]] void* startProxyOp(void* collective, std::uint8_t channel, bool isSend, pid_t process) override
    {
        Descriptor descriptor = of(nccl::abi::ProxyOp, collective);
        descriptor.proxyOp = {process, channel, 1, 2, 1 << 20, isSend ? 1 : 0};
        return start(descriptor);
    }
    [[nodiscard]] void* startStep(void* proxyOp, int step) override
    {
        Descriptor descriptor = of(nccl::abi::ProxyStep, proxyOp);
        descriptor.proxyStep.step = step;
        return start(descriptor);
    }
    void wait(void* step, int state) override
    {
        nccl::abi::StateArguments arguments{};
        if (step != nullptr)
            m_profiler.recordEventState(step, state, &arguments);
    }
    void stop(void* event) override
    {
        if (event != nullptr)
            m_profiler.stopEvent(event);
    }

private:
    static constexpr bool isNew
        = std::is_same_v<Profiler, nccl::abi::Profiler5> || std::is_same_v<Profiler, nccl::abi::Profiler6>;

    [[nodiscard]] Descriptor of(nccl::abi::Event event, void* parent) const
    {
        Descriptor descriptor{};
        descriptor.event = static_cast<decltype(descriptor.event)>(event);
        descriptor.parent = parent;
        descriptor.rank = m_rank;
        return descriptor;
    }
    [[nodiscard]] void* start(Descriptor& descriptor) const
    {
        void* handle = nullptr;
        m_profiler.startEvent(m_context, &handle, &descriptor);
        return handle;
    }

    const Profiler& m_profiler;
    void* m_context = nullptr;
    int m_mask = 0;
    std::uint64_t m_hash = 0;
    const char* m_name = nullptr;
    int m_rank = 0;
};

/// @param find what gives the address of a symbol that the plugin exports  @param version 1 to 6
template <class Find>
[[nodiscard]] std::unique_ptr<NcclPlayer> makeNcclPlayer(int version, Find find)
{
    using namespace nccl::abi;
    const auto make = [&]<class Profiler, class Descriptor>(const char* symbol) -> std::unique_ptr<NcclPlayer> {
        const void* const table = find(symbol);
        if (table == nullptr)
            return nullptr;
        return std::make_unique<NcclPlayerOf<Profiler, Descriptor>>(*static_cast<const Profiler*>(table));
    };
    switch (version) {
    case 1:
        return make.template operator()<Profiler1, Descriptor1>("ncclProfiler_v1");
    case 2:
        return make.template operator()<Profiler2, Descriptor2>("ncclProfiler_v2");
    case 3:
        return make.template operator()<Profiler3, Descriptor3>("ncclProfiler_v3");
    case 4:
        return make.template operator()<Profiler4, Descriptor4>("ncclProfiler_v4");
    case 5:
        return make.template operator()<Profiler5, Descriptor5>("ncclProfiler_v5");
    case 6:
        return make.template operator()<Profiler6, Descriptor6>("ncclProfiler_v6");
    default:
        return nullptr;
    }
}

} // namespace lockstep::test
