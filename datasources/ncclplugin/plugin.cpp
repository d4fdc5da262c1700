// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/ncclplugin/abi.h"
#include "datasources/ncclplugin/agentlink.h"
#include "datasources/ncclplugin/ringlayout.h"
#include "datasources/ncclplugin/tracker.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <pthread.h>
#include <type_traits>
#include <unistd.h>

namespace lockstep::nccl {

namespace {

/// NCCL's context: one communicator of this process.
struct Communicator
{
    std::atomic<bool> isUsed;
    std::atomic<int*> mask; ///< NCCL's activation mask; null: none
    std::uint16_t place; ///< in the ring
    std::atomic<bool> isDescribed;
    std::atomic<std::uint64_t> hash;
    std::atomic<std::uint64_t> ranks;
    std::atomic<std::uint64_t> rank;
    std::atomic<std::uint64_t> nodes;
    std::atomic<std::uint64_t> name[communicatorNameBytes / 8];
};

/// The communicators of a process, in order of creation. If there are too many, further ones share the last slot and
/// are not tracked. Owned by the plugin; created and released outside the path of collectives.
class Communicators
{
public:
    /// Properties of a communicator; older interfaces provide them only with its first collective.
    struct Description
    {
        std::uint64_t hash = 0;
        const char* name = nullptr;
        int nodes = 0;
        int ranks = 0;
        int rank = -1;
    };

    /// Null when there are too many.
    [[nodiscard]] Communicator* make(int* mask);
    /// Afterwards nothing is written to its mask.
    void release(Communicator& communicator);
    /// Called once each. @param ring null: no agent yet
    static void describe(Communicator& communicator, const Description& description, SharedRing* ring);

    /// For a newly connected agent.
    void publishAll(SharedRing& ring);
    void setMasks(int mask);

private:
    static void publish(const Communicator& communicator, SharedRing& ring);

    pthread_mutex_t m_masks = PTHREAD_MUTEX_INITIALIZER; ///< while they are written
    Communicator m_all[knownCommunicators]{};
    unsigned m_next = 0;
};

Communicator* Communicators::make(int* mask)
{
    // In turn, so that the name of a closed communicator is kept while its last collectives are read.
    for (unsigned attempt = 0; attempt < knownCommunicators; ++attempt) {
        const unsigned place = m_next++ % knownCommunicators;
        Communicator& communicator = m_all[place];
        if (communicator.isUsed.load())
            continue;
        communicator.place = static_cast<std::uint16_t>(place);
        communicator.isDescribed.store(false);
        communicator.mask.store(mask);
        communicator.isUsed.store(true);
        return &communicator;
    }
    return nullptr;
}

void Communicators::release(Communicator& communicator)
{
    ::pthread_mutex_lock(&m_masks);
    communicator.mask.store(nullptr);
    ::pthread_mutex_unlock(&m_masks);
    communicator.isUsed.store(false);
}

void Communicators::describe(Communicator& communicator, const Description& description, SharedRing* ring)
{
    if (communicator.isDescribed.load(std::memory_order_relaxed) || communicator.isDescribed.exchange(true))
        return;
    communicator.hash.store(description.hash);
    communicator.nodes.store(static_cast<std::uint64_t>(description.nodes));
    communicator.ranks.store(static_cast<std::uint64_t>(description.ranks));
    communicator.rank.store(static_cast<std::uint64_t>(description.rank));
    char text[communicatorNameBytes] = {};
    if (description.name != nullptr)
        std::memcpy(text, description.name, ::strnlen(description.name, sizeof(text) - 1));
    for (std::size_t at = 0; at < sizeof(text) / 8; ++at) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, text + 8 * at, 8);
        communicator.name[at].store(eight);
    }
    if (ring != nullptr)
        publish(communicator, *ring);
}

void Communicators::publish(const Communicator& communicator, SharedRing& ring)
{
    CommunicatorCell& cell = ring.communicators[communicator.place];
    cell.isKnown.store(0);
    cell.hash.store(communicator.hash.load());
    cell.nodes.store(communicator.nodes.load());
    cell.ranks.store(communicator.ranks.load());
    cell.rank.store(communicator.rank.load());
    for (std::size_t at = 0; at < communicatorNameBytes / 8; ++at)
        cell.name[at].store(communicator.name[at].load());
    cell.isKnown.store(1);
}

void Communicators::publishAll(SharedRing& ring)
{
    for (const Communicator& communicator : m_all) {
        if (communicator.isUsed.load() && communicator.isDescribed.load())
            publish(communicator, ring);
    }
}

void Communicators::setMasks(int mask)
{
    ::pthread_mutex_lock(&m_masks);
    for (const Communicator& communicator : m_all) {
        if (int* const target = communicator.mask.load(); target != nullptr)
            std::atomic_ref(*target).store(mask, std::memory_order_relaxed);
    }
    ::pthread_mutex_unlock(&m_masks);
}

// Names and numbers of NCCL's operations. Called during a collective, so nothing here allocates or copies.

bool isWord(const char* word, const char* expected)
{
    while (*word != '\0' && *word == *expected) {
        ++word;
        ++expected;
    }
    return *word == *expected;
}

template <class Value, std::size_t count>
struct WordTable
{
    struct Row
    {
        const char* word;
        Value value;
    };
    Row rows[count];

    [[nodiscard]] Value valueOf(const char* word) const
    {
        for (std::size_t at = 0; word != nullptr && at < count; ++at) {
            if (isWord(word, rows[at].word))
                return rows[at].value;
        }
        return Value{};
    }
};

Op opOf(const char* function)
{
    static constexpr WordTable<Op, 8> table{{{"AllReduce", Op::AllReduce},
                                             {"AllGather", Op::AllGather},
                                             {"ReduceScatter", Op::ReduceScatter},
                                             {"Broadcast", Op::Broadcast},
                                             {"Reduce", Op::Reduce},
                                             {"Send", Op::Send},
                                             {"Recv", Op::Recv},
                                             {"AlltoAll", Op::AllToAll}}};
    return table.valueOf(function);
}

/// By NCCL's numbers, as version 1 of the interface has them.
Op opOf(std::uint8_t function)
{
    constexpr Op ops[]{Op::Broadcast, Op::Reduce, Op::AllGather, Op::ReduceScatter,
                       Op::AllReduce, Op::Other,  Op::Send,      Op::Recv};
    return function < sizeof(ops) ? ops[function] : Op::Other;
}

Algorithm algorithmOf(const char* word)
{
    static constexpr WordTable<Algorithm, 7> table{{{"RING", Algorithm::Ring},
                                                    {"TREE", Algorithm::Tree},
                                                    {"NVLS", Algorithm::Nvls},
                                                    {"NVLS_TREE", Algorithm::NvlsTree},
                                                    {"PAT", Algorithm::Pat},
                                                    {"COLLNET_DIRECT", Algorithm::CollnetDirect},
                                                    {"COLLNET_CHAIN", Algorithm::CollnetChain}}};
    return table.valueOf(word);
}

Algorithm algorithmOf(std::uint8_t number)
{
    return number <= 6 ? static_cast<Algorithm>(number + 1) : Algorithm::Unknown;
}

Protocol protocolOf(const char* word)
{
    static constexpr WordTable<Protocol, 3> table{
        {{"SIMPLE", Protocol::Simple}, {"LL", Protocol::Ll}, {"LL128", Protocol::Ll128}}};
    return table.valueOf(word);
}

Protocol protocolOf(std::uint8_t number)
{
    return number <= 2 ? static_cast<Protocol>(number + 1) : Protocol::Unknown;
}

/// Bytes per element of a type such as "ncclBfloat16", from the bits in its name. 1 if unknown.
std::uint64_t bytesOfType(const char* type)
{
    unsigned bits = 0;
    for (; type != nullptr && *type != '\0'; ++type) {
        if (*type >= '0' && *type <= '9' && bits < 100)
            bits = 10 * bits + static_cast<unsigned>(*type - '0');
        else if (bits > 0)
            break;
    }
    return bits >= 8 ? bits / 8 : 1;
}

std::uint64_t bytesOfType(std::uint8_t number)
{
    constexpr std::uint8_t bytes[]{1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
    return number < sizeof(bytes) ? bytes[number] : 1;
}

constexpr abi::Result success = 0;
constexpr int followedEvents = abi::Coll | abi::P2p | abi::ProxyOp | abi::ProxyStep | abi::KernelCh;
/// Parents of the tracked events. NCCL omits children, and numbers, of events that are not requested.
constexpr std::uint64_t parentEvents = abi::Group | abi::GroupApi | abi::CollApi | abi::P2pApi | abi::KernelLaunch;

/// All state of the plugin, because NCCL only knows functions. Never destroyed, because NCCL's threads may call until
/// the process ends.
struct Plugin
{
    Tracker tracker;
    Communicators communicators;
    AgentLink link{&Plugin::onAgent, this};
    std::atomic<SharedRing*> ring{nullptr}; ///< null until an agent was first found
    std::atomic<bool> isHeard{false}; ///< an agent is there
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; ///< of making and releasing communicators
    unsigned used = 0; ///< communicators
    std::atomic<pid_t> process{0};

    static void onAgent(void* self, bool isThere)
    {
        auto& plugin = *static_cast<Plugin*>(self);
        if (isThere && plugin.ring.load() == nullptr) {
            plugin.tracker.use(plugin.link.ring());
            plugin.ring.store(plugin.link.ring(), std::memory_order_release);
        }
        if (isThere)
            plugin.communicators.publishAll(*plugin.link.ring());
        plugin.isHeard.store(isThere);
        plugin.communicators.setMasks(isThere ? followedEvents : 0);
    }
};

constinit Plugin plugin;

/// Counts a call of the plugin. Measures the duration of one call in callsPerSample to estimate the cost of all calls.
class CallCost
{
public:
    explicit CallCost(SharedRing& ring) : m_ring(ring)
    {
        if (m_ring.calls.fetch_add(1, std::memory_order_relaxed) % callsPerSample == 0)
            m_sinceNs = monotonicNs();
    }
    ~CallCost()
    {
        if (m_sinceNs != 0)
            m_ring.costNs.fetch_add((monotonicNs() - m_sinceNs) * callsPerSample, std::memory_order_relaxed);
    }
    CallCost(const CallCost&) = delete;
    CallCost& operator=(const CallCost&) = delete;

private:
    static constexpr std::uint64_t callsPerSample = 64;

    SharedRing& m_ring;
    std::uint64_t m_sinceNs = 0;
};

Communicator* makeCommunicator(void** context, int* mask)
{
    ::pthread_mutex_lock(&plugin.mutex);
    if (plugin.process.exchange(::getpid()) != ::getpid())
        plugin.used = 0; // the first, or of a process that was forked
    if (plugin.used++ == 0)
        plugin.link.start();
    Communicator* const communicator = plugin.communicators.make(mask);
    std::atomic_ref(*mask).store(plugin.isHeard.load() ? followedEvents : 0);
    *context = communicator;
    ::pthread_mutex_unlock(&plugin.mutex);
    return communicator;
}

abi::Result initOld(void** context, int* mask)
{
    static_cast<void>(makeCommunicator(context, mask));
    return success;
}

abi::Result init4(void** context, int* mask, const char* name, std::uint64_t hash, int nodes, int ranks, int rank,
                  [[maybe_unused]] abi::Logger log)
{
    if (Communicator* const communicator = makeCommunicator(context, mask))
        Communicators::describe(*communicator, {hash, name, nodes, ranks, rank}, plugin.ring.load());
    return success;
}

abi::Result init5(void** context, std::uint64_t hash, int* mask, const char* name, int nodes, int ranks, int rank,
                  abi::Logger log)
{
    return init4(context, mask, name, hash, nodes, ranks, rank, log);
}

abi::Result finalize(void* context)
{
    ::pthread_mutex_lock(&plugin.mutex);
    if (context != nullptr)
        plugin.communicators.release(*static_cast<Communicator*>(context));
    if (plugin.used > 0 && --plugin.used == 0) {
        plugin.isHeard.store(false);
        plugin.link.stop();
    }
    ::pthread_mutex_unlock(&plugin.mutex);
    return success;
}

/// Communicators are informed with each event before version 4.
template <class Part>
constexpr bool namesCommunicator = requires(const Part& part)
{
    part.communicator;
};

template <class Descriptor, class Part>
Tracker::Work workOf(Communicator& communicator, const Descriptor& descriptor, const Part& part)
{
    if constexpr (namesCommunicator<Part>)
        Communicators::describe(communicator, {part.communicator, part.name, 0, 0, descriptor.rank},
                                plugin.ring.load(std::memory_order_relaxed));
    Tracker::Work work;
    work.what.op = opOf(part.function);
    work.what.communicator = communicator.place;
    work.bytes = part.count * bytesOfType(part.type);
    return work;
}

template <class Descriptor>
Handle startCollective(Communicator& communicator, const Descriptor& descriptor)
{
    const auto& part = descriptor.coll;
    Tracker::Work work = workOf(communicator, descriptor, part);
    work.what.algorithm = algorithmOf(part.algorithm);
    work.what.protocol = protocolOf(part.protocol);
    work.what.channels = part.channels;
    work.sequence = part.sequence;
    // Otherwise, the maximum.
    constexpr bool reportsChannels = !namesCommunicator<std::remove_cvref_t<decltype(part)>>;
    work.kernels = reportsChannels ? part.channels : 0;
    return plugin.tracker.handOver(work, monotonicNs());
}

template <class Descriptor>
Handle startPointToPoint(Communicator& communicator, const Descriptor& descriptor)
{
    Tracker::Work work = workOf(communicator, descriptor, descriptor.p2p);
    work.sequence = static_cast<std::uint64_t>(descriptor.p2p.peer);
    return plugin.tracker.handOver(work, monotonicNs());
}

template <class Descriptor>
Handle startKernel(const Descriptor& descriptor)
{
    if constexpr (requires { descriptor.kernel.channelId; }) {
        std::uint64_t gpuTime = 0;
        if constexpr (requires { descriptor.kernel.gpuTime; })
            gpuTime = descriptor.kernel.gpuTime;
        return plugin.tracker.startPart(Tracker::Part::Kernel, reinterpret_cast<Handle>(descriptor.parent), gpuTime,
                                        monotonicNs());
    }
    return 0;
}

template <class Descriptor>
Handle startAny(Communicator* communicator, const Descriptor& descriptor)
{
    const auto parent = reinterpret_cast<Handle>(descriptor.parent);
    switch (descriptor.event) {
    case abi::Coll:
        return communicator != nullptr ? startCollective(*communicator, descriptor) : 0;
    case abi::P2p:
        return communicator != nullptr ? startPointToPoint(*communicator, descriptor) : 0;
    case abi::ProxyOp:
        // Of another process, whose handles are invalid here: NCCL moves some data through other GPUs (PXN).
        if (descriptor.proxyOp.pid != plugin.process.load(std::memory_order_relaxed))
            return 0;
        return plugin.tracker.startPart(Tracker::Part::Proxy, parent, 0, monotonicNs());
    case abi::ProxyStep:
        return parent != 0 ? plugin.tracker.startStep(parent) : 0;
    case abi::KernelCh:
        return startKernel(descriptor);
    default:
        return (descriptor.event & parentEvents) != 0 ? Tracker::ignored() : 0;
    }
}

template <class Descriptor>
abi::Result startEvent(void* context, void** handle, Descriptor* descriptor)
{
    *handle = nullptr;
    if (!plugin.isHeard.load(std::memory_order_relaxed))
        return success;
    const CallCost cost(*plugin.ring.load(std::memory_order_acquire));
    *handle = reinterpret_cast<void*>(startAny(static_cast<Communicator*>(context), *descriptor));
    return success;
}

/// Also processed without an agent, so that started operations are completed.
abi::Result stopEvent(void* event)
{
    const auto handle = reinterpret_cast<Handle>(event);
    SharedRing* const ring = plugin.ring.load(std::memory_order_acquire);
    if (handle == 0 || ring == nullptr)
        return success;
    const CallCost cost(*ring);
    switch (Tracker::kindOf(handle)) {
    case Tracker::Kind::Work:
        plugin.tracker.handedOver(handle);
        break;
    case Tracker::Kind::Kernel:
    case Tracker::Kind::Proxy:
        plugin.tracker.stopPart(handle, monotonicNs());
        break;
    case Tracker::Kind::Step:
        plugin.tracker.stopStep(handle, monotonicNs());
        break;
    case Tracker::Kind::None:
    case Tracker::Kind::Ignored:
        break;
    }
    return success;
}

Tracker::WaitsFor waitsFor(int state)
{
    switch (state) {
    case abi::SendGpuWait:
    case abi::RecvGpuWait:
        return Tracker::WaitsFor::Gpu;
    case abi::SendPeerWait:
        return Tracker::WaitsFor::Peer;
    case abi::SendWait:
    case abi::RecvWait:
    case abi::RecvFlushWait:
        return Tracker::WaitsFor::Network;
    default:
        return Tracker::WaitsFor::Nothing;
    }
}

abi::Result recordEventState(void* event, int state, abi::StateArguments* arguments)
{
    const auto handle = reinterpret_cast<Handle>(event);
    SharedRing* const ring = plugin.ring.load(std::memory_order_acquire);
    if (handle == 0 || ring == nullptr)
        return success;
    const CallCost cost(*ring);
    const Tracker::Kind kind = Tracker::kindOf(handle);
    if (kind == Tracker::Kind::Step)
        plugin.tracker.waitInStep(handle, waitsFor(state), monotonicNs());
    else if (kind == Tracker::Kind::Kernel && state == abi::KernelChStop && arguments != nullptr)
        plugin.tracker.stopKernelOnGpu(handle, arguments->gpuTime);
    return success;
}

constexpr const char* pluginName = "Lockstep";

} // namespace

} // namespace lockstep::nccl

namespace nccl = lockstep::nccl;
namespace abi = lockstep::nccl::abi;

/// Symbols that NCCL looks up: one table of functions for each version of its interface.
#pragma GCC visibility push(default)
extern "C" {
extern const abi::Profiler1 ncclProfiler_v1;
extern const abi::Profiler2 ncclProfiler_v2;
extern const abi::Profiler3 ncclProfiler_v3;
extern const abi::Profiler4 ncclProfiler_v4;
extern const abi::Profiler5 ncclProfiler_v5;
extern const abi::Profiler6 ncclProfiler_v6;
}
#pragma GCC visibility pop

extern "C" {
const abi::Profiler1 ncclProfiler_v1{nccl::pluginName, nccl::initOld,          nccl::startEvent<abi::Descriptor1>,
                                     nccl::stopEvent,  nccl::recordEventState, nccl::finalize};
const abi::Profiler2 ncclProfiler_v2{nccl::pluginName, nccl::initOld,          nccl::startEvent<abi::Descriptor2>,
                                     nccl::stopEvent,  nccl::recordEventState, nccl::finalize};
const abi::Profiler3 ncclProfiler_v3{nccl::pluginName, nccl::initOld,          nccl::startEvent<abi::Descriptor3>,
                                     nccl::stopEvent,  nccl::recordEventState, nccl::finalize};
const abi::Profiler4 ncclProfiler_v4{
    nccl::pluginName,       nccl::init4,   nccl::startEvent<abi::Descriptor4>, nccl::stopEvent,
    nccl::recordEventState, nccl::finalize};
const abi::Profiler5 ncclProfiler_v5{
    nccl::pluginName,       nccl::init5,   nccl::startEvent<abi::Descriptor5>, nccl::stopEvent,
    nccl::recordEventState, nccl::finalize};
const abi::Profiler6 ncclProfiler_v6{
    nccl::pluginName,       nccl::init5,   nccl::startEvent<abi::Descriptor6>, nccl::stopEvent,
    nccl::recordEventState, nccl::finalize};
}
