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

struct Descriptor1
{
    struct Collective
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
    struct PointToPoint
    {
        const char* name;
        std::uint64_t communicator;
        std::uint8_t function;
        void* buffer;
        std::uint8_t type;
        std::size_t count;
        int peer;
    };

    std::uint8_t event;
    void* parent;
    int rank;
    union {
        Collective coll;
        PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
    };
};

/// From here on, functions and types are strings.
struct Descriptor2
{
    struct Collective
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
    struct PointToPoint
    {
        const char* name;
        std::uint64_t communicator;
        const char* function;
        void* buffer;
        const char* type;
        std::size_t count;
        int peer;
    };

    std::uint8_t event;
    void* parent;
    int rank;
    union {
        Collective coll;
        PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
    };
};

/// Adds kernels.
struct Descriptor3
{
    struct Collective
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
    using PointToPoint = Descriptor2::PointToPoint;

    std::uint8_t event;
    void* parent;
    int rank;
    union {
        Collective coll;
        PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
        KernelPart kernel;
        NetPart net;
    };
};

/// The communicator is reported once, when it is created.
struct Descriptor4
{
    struct Collective
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
    struct PointToPoint
    {
        const char* function;
        void* buffer;
        const char* type;
        std::size_t count;
        int peer;
        std::uint8_t channels;
    };

    std::uint8_t event;
    void* parent;
    int rank;
    union {
        Collective coll;
        PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
        TimedKernelPart kernel;
        NetPart net;
    };
};

struct Descriptor5
{
    struct Collective
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
    struct PointToPoint
    {
        const char* function;
        void* buffer;
        const char* type;
        std::size_t count;
        int peer;
        std::uint8_t channels;
        void* group;
    };
    /// API calls of the program; not used.
    struct CollectiveCall
    {
        const char* function;
        std::size_t count;
        const char* type;
        int root;
        void* stream;
        bool isCaptured;
    };

    std::uint64_t event;
    void* parent;
    int rank;
    union {
        CollectiveCall collectiveCall;
        Collective coll;
        PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
        TimedKernelPart kernel;
        NetPart net;
    };
};

/// Adds operations of copy engines, whose end cannot be determined without CUDA.
struct Descriptor6
{
    struct CopyCollective
    {
        std::uint64_t sequence;
        const char* function;
        const void* sendBuffer;
        void* receiveBuffer;
        std::size_t count;
        int root;
        const char* type;
        const char* synchronisation;
        bool isBatchSynchronised;
        std::uint32_t batchSize;
        std::uint32_t batches;
        std::uint32_t copySequence;
        void* stream;
    };

    std::uint64_t event;
    void* parent;
    int rank;
    union {
        Descriptor5::CollectiveCall collectiveCall;
        Descriptor5::Collective coll;
        Descriptor5::PointToPoint p2p;
        ProxyOpPart proxyOp;
        ProxyStepPart proxyStep;
        TimedKernelPart kernel;
        NetPart net;
        CopyCollective copy;
    };
};

/// Arguments of a state; not used before version 4.
union StateArguments {
    std::size_t transferred;
    int appended;
    void* data;
    std::uint64_t gpuTime;
};

template <class Descriptor>
struct OldProfiler
{
    const char* name;
    Result (*init)(void** context, int* activationMask);
    Result (*startEvent)(void* context, void** handle, Descriptor* descriptor);
    Result (*stopEvent)(void* handle);
    Result (*recordEventState)(void* handle, int state, StateArguments* arguments);
    Result (*finalize)(void* context);
};
using Profiler1 = OldProfiler<Descriptor1>;
using Profiler2 = OldProfiler<Descriptor2>;
using Profiler3 = OldProfiler<Descriptor3>;

struct Profiler4
{
    const char* name;
    Result (*init)(void** context, int* activationMask, const char* communicatorName, std::uint64_t communicator,
                   int nodes, int ranks, int rank, Logger log);
    Result (*startEvent)(void* context, void** handle, Descriptor4* descriptor);
    Result (*stopEvent)(void* handle);
    Result (*recordEventState)(void* handle, int state, StateArguments* arguments);
    Result (*finalize)(void* context);
};

template <class Descriptor>
struct NewProfiler
{
    const char* name;
    Result (*init)(void** context, std::uint64_t communicator, int* activationMask, const char* communicatorName,
                   int nodes, int ranks, int rank, Logger log);
    Result (*startEvent)(void* context, void** handle, Descriptor* descriptor);
    Result (*stopEvent)(void* handle);
    Result (*recordEventState)(void* handle, int state, StateArguments* arguments);
    Result (*finalize)(void* context);
};
using Profiler5 = NewProfiler<Descriptor5>;
using Profiler6 = NewProfiler<Descriptor6>;

// Offsets of fields on 64-bit machines, according to the interface's declarations.
static_assert(offsetof(Descriptor1, coll) == 24 && offsetof(Descriptor1::Collective, trafficBytes) == 72);
static_assert(offsetof(Descriptor1::Collective, channels) == 80 && offsetof(Descriptor1::Collective, isCollnet) == 84);
static_assert(offsetof(Descriptor2::Collective, channels) == 80 && sizeof(Descriptor2::Collective) == 104);
static_assert(offsetof(Descriptor3::Collective, channels) == 72 && sizeof(Descriptor3::Collective) == 96);
static_assert(offsetof(Descriptor4::Collective, channels) == 56 && sizeof(Descriptor4::Collective) == 80);
static_assert(sizeof(Descriptor5::Collective) == 88 && offsetof(Descriptor5, coll) == 24);
static_assert(offsetof(ProxyOpPart, peer) == 8 && sizeof(ProxyOpPart) == 24 && sizeof(TimedKernelPart) == 16);

} // namespace lockstep::nccl::abi
