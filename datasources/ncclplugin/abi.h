// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/types.h>

/// NCCL's profiler interface, versions 1 to 6, from its documentation: what a plugin exports, and the arguments of its
/// calls. Layouts and numbers are NCCL's.
namespace lockstep::nccl::abi {

using Result = int; ///< ncclSuccess is 0
using Logger = void (*)(int level, unsigned long flags, const char* file, int line, const char* format, ...);

/// Kinds of events; each is a bit of the activation mask.
enum Event : std::uint64_t {
    Group = 1U << 0U,
    Coll = 1U << 1U,
    P2p = 1U << 2U,
    ProxyOp = 1U << 3U,
    ProxyStep = 1U << 4U,
    ProxyCtrl = 1U << 5U,
    KernelCh = 1U << 6U,
    NetPlugin = 1U << 7U,
    GroupApi = 1U << 8U,
    CollApi = 1U << 9U,
    P2pApi = 1U << 10U,
    KernelLaunch = 1U << 11U,
    CeColl = 1U << 12U,
    CeSync = 1U << 13U,
    CeBatch = 1U << 14U,
};

enum State : int {
    SendGpuWait = 8,
    SendWait = 9,
    RecvWait = 10,
    RecvFlushWait = 11,
    RecvGpuWait = 12,
    SendPeerWait = 20,
    KernelChStop = 22,
};

/// Members that are the same in all versions.
struct ProxyOpPart
{
    pid_t pid;
    std::uint8_t channelId;
    int peer;
    int steps;
    int chunkBytes;
    int isSend;
};
struct ProxyStepPart
{
    int step;
};
struct NoKernelPart
{ };
struct KernelPart
{
    std::uint8_t channelId;
};
struct TimedKernelPart
{
    std::uint8_t channelId;
    std::uint64_t gpuTime; ///< nanoseconds
};
struct NetPart
{
    std::int64_t id;
    void* data;
};

struct Collective1
{
    const char* name;
    std::uint64_t communicator;
    std::uint64_t sequence;
    std::uint8_t function;
    const void* sendBuffer;
    void* receiveBuffer;
    std::size_t count;
    int root;
    std::uint8_t type;
    std::uint32_t reduction;
    std::size_t trafficBytes;
    std::uint8_t channels; ///< at most
    std::uint8_t warps;
    std::uint8_t algorithm;
    std::uint8_t protocol;
    int isCollnet;
    int isNvls;
};
struct PointToPoint1
{
    const char* name;
    std::uint64_t communicator;
    std::uint8_t function;
    void* buffer;
    std::uint8_t type;
    std::size_t count;
    int peer;
};

/// A collective as NCCL describes it to profiler plugins, in version 2 of the interface. From version 2 on, the
/// function and the data type are strings.
struct Collective2
{
    const char* name;
    std::uint64_t communicator;
    std::uint64_t sequence;
    const char* function;
    const void* sendBuffer;
    void* receiveBuffer;
    std::size_t count;
    int root;
    const char* type;
    std::size_t trafficBytes;
    std::uint8_t channels; ///< at most
    std::uint8_t warps;
    const char* algorithm;
    const char* protocol;
};
struct PointToPoint2
{
    const char* name;
    std::uint64_t communicator;
    const char* function;
    void* buffer;
    const char* type;
    std::size_t count;
    int peer;
};

struct Collective3
{
    const char* name;
    std::uint64_t communicator;
    std::uint64_t sequence;
    const char* function;
    const void* sendBuffer;
    void* receiveBuffer;
    std::size_t count;
    int root;
    const char* type;
    std::uint8_t channels; ///< at most
    std::uint8_t warps;
    const char* algorithm;
    const char* protocol;
};

/// A collective in version 4 of the interface. From version 4 on, NCCL passes the communicator once, when it is
/// created.
struct Collective4
{
    std::uint64_t sequence;
    const char* function;
    const void* sendBuffer;
    void* receiveBuffer;
    std::size_t count;
    int root;
    const char* type;
    std::uint8_t channels;
    std::uint8_t warps;
    const char* algorithm;
    const char* protocol;
};
struct PointToPoint4
{
    const char* function;
    void* buffer;
    const char* type;
    std::size_t count;
    int peer;
    std::uint8_t channels;
};

struct Collective5
{
    std::uint64_t sequence;
    const char* function;
    const void* sendBuffer;
    void* receiveBuffer;
    std::size_t count;
    int root;
    const char* type;
    std::uint8_t channels;
    std::uint8_t warps;
    const char* algorithm;
    const char* protocol;
    void* group;
};
struct PointToPoint5
{
    const char* function;
    void* buffer;
    const char* type;
    std::size_t count;
    int peer;
    std::uint8_t channels;
    void* group;
};

/// An event. NCCL passes a pointer, so members of the union that no version needs here are left out: calls of the API,
/// and operations of copy engines (version 6), whose end cannot be determined without CUDA.
template <class EventBits, class Collective, class PointToPoint, class Kernel>
struct Descriptor
{
    EventBits event;
    void* parent;
    int rank;
    union {
        Collective coll;
        PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
        Kernel kernel;
        NetPart net;
    };
};
using Descriptor1 = Descriptor<std::uint8_t, Collective1, PointToPoint1, NoKernelPart>;
using Descriptor2 = Descriptor<std::uint8_t, Collective2, PointToPoint2, NoKernelPart>;
using Descriptor3 = Descriptor<std::uint8_t, Collective3, PointToPoint2, KernelPart>;
using Descriptor4 = Descriptor<std::uint8_t, Collective4, PointToPoint4, TimedKernelPart>;
using Descriptor5 = Descriptor<std::uint64_t, Collective5, PointToPoint5, TimedKernelPart>;
using Descriptor6 = Descriptor5;

/// Arguments of a state; not used before version 4.
union StateArguments {
    std::size_t transferred;
    int appended;
    void* data;
    std::uint64_t gpuTime;
};

template <class Descriptor, class... InitArguments>
struct Profiler
{
    const char* name;
    Result (*init)(void** context, InitArguments...);
    Result (*startEvent)(void* context, void** handle, Descriptor* descriptor);
    Result (*stopEvent)(void* handle);
    Result (*recordEventState)(void* handle, int state, StateArguments* arguments);
    Result (*finalize)(void* context);
};
using Profiler1 = Profiler<Descriptor1, int* /*activation mask*/>;
using Profiler2 = Profiler<Descriptor2, int*>;
using Profiler3 = Profiler<Descriptor3, int*>;
/// Adds the communicator's name, hash, nodes, ranks and rank.
using Profiler4 = Profiler<Descriptor4, int*, const char*, std::uint64_t, int, int, int, Logger>;
/// The same with the hash first.
using Profiler5 = Profiler<Descriptor5, std::uint64_t, int*, const char*, int, int, int, Logger>;
using Profiler6 = Profiler5;

// Offsets of fields on 64-bit machines, according to the interface's declarations.
static_assert(offsetof(Descriptor1, coll) == 24 && offsetof(Collective1, trafficBytes) == 72);
static_assert(offsetof(Collective1, channels) == 80 && offsetof(Collective1, isCollnet) == 84);
static_assert(offsetof(Collective2, channels) == 80 && sizeof(Collective2) == 104);
static_assert(offsetof(Collective3, channels) == 72 && sizeof(Collective3) == 96);
static_assert(offsetof(Collective4, channels) == 56 && sizeof(Collective4) == 80);
static_assert(sizeof(Collective5) == 88 && offsetof(Descriptor5, coll) == 24);
static_assert(offsetof(ProxyOpPart, peer) == 8 && sizeof(ProxyOpPart) == 24 && sizeof(TimedKernelPart) == 16);

} // namespace lockstep::nccl::abi
