// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// The memory in which the NCCL plugin of a process publishes its collectives to the node's agent. Only the process
/// writes it; the agent only copies from it. All numbers are 64 bits wide and stored atomically. The agent trusts none
/// of them: it checks all indices, and reads nothing twice.
namespace lockstep::nccl {

inline constexpr std::uint64_t ringMagic = 0x4c6f636b73746570; ///< "Lockstep"
inline constexpr std::uint64_t ringVersion = 1;
inline constexpr std::size_t ringRecords = 32768;
inline constexpr std::size_t openCollectives = 4096;
inline constexpr std::size_t knownCommunicators = 256;
inline constexpr std::size_t communicatorNameBytes = 64;

/// A number that several threads and another process access.
using Cell = std::atomic<std::uint64_t>;
static_assert(sizeof(Cell) == 8 && Cell::is_always_lock_free);

enum class Op : std::uint8_t { Other, AllReduce, AllGather, ReduceScatter, Broadcast, Reduce, Send, Recv, AllToAll };
enum class Algorithm : std::uint8_t { Unknown, Tree, Ring, CollnetDirect, CollnetChain, Nvls, NvlsTree, Pat };
enum class Protocol : std::uint8_t { Unknown, Ll, Ll128, Simple };

/// The operation in one number: op, algorithm, protocol and channels from the lowest byte up, then the communicator's
/// slot in 16 bits.
struct What
{
    Op op = Op::Other;
    Algorithm algorithm = Algorithm::Unknown;
    Protocol protocol = Protocol::Unknown;
    std::uint8_t channels = 0;
    std::uint16_t communicator = 0;

    [[nodiscard]] constexpr std::uint64_t packed() const
    {
        return static_cast<std::uint64_t>(op) | static_cast<std::uint64_t>(algorithm) << 8U
            | static_cast<std::uint64_t>(protocol) << 16U | static_cast<std::uint64_t>(channels) << 24U
            | static_cast<std::uint64_t>(communicator) << 32U;
    }
};

/// A completed collective, send or receive. Times are CLOCK_MONOTONIC in nanoseconds.
struct alignas(64) EndedCell
{
    Cell stamp; ///< 2 x (place + 1) when complete, odd while being written
    Cell what;
    Cell sequence; ///< NCCL's count, per operation; for a send or receive the other rank
    Cell bytes;
    Cell start; ///< of its kernel or its first transfer
    Cell end;
    Cell waits; ///< microseconds in sampled proxy steps: waits for the own GPU and, in the upper half, for the peer
    Cell moreWaits; ///< microseconds in sampled proxy steps: waits for the network and, in the upper half, duration by
                    ///< the GPU's clock
};

/// An operation that has been handed to NCCL and has not completed.
struct alignas(64) OpenCell
{
    Cell stamp; ///< 4 x how often the place was used, and a Stage
    Cell what;
    Cell sequence;
    Cell bytes;
    Cell handedOver; ///< when the program called NCCL
    Cell start; ///< 0 while it waits for its turn on the GPU
    Cell end; ///< latest end of its parts; 0 while any is running
    Cell reserved;
};

enum class Stage : std::uint8_t {
    Free,
    HandedOver, ///< enqueued; the GPU has not started it
    Running ///< entered, and not left
};

struct alignas(64) CommunicatorCell
{
    Cell isKnown; ///< 1 once the others are set
    Cell hash;
    Cell ranks;
    Cell rank;
    Cell nodes;
    Cell reserved[3];
    Cell name[communicatorNameBytes / 8];
};

/// The shared memory. All zeros is a valid empty ring.
struct SharedRing
{
    Cell magic;
    Cell version;
    Cell bytes; ///< of the whole
    alignas(64) Cell head; ///< total number of records
    alignas(64) Cell dropped; ///< collectives that were dropped because the ring was full
    Cell late; ///< parts that started after their collective counted as ended
    alignas(64) Cell calls; ///< of the plugin
    Cell costNs; ///< of the calls, estimated
    alignas(64) CommunicatorCell communicators[knownCommunicators];
    OpenCell open[openCollectives];
    EndedCell ended[ringRecords];
};

/// Identity of a process, sent to the agent with the descriptor of its ring. Texts are zero-terminated.
struct Hello
{
    std::uint64_t magic = ringMagic;
    std::uint64_t version = ringVersion;
    std::int32_t rank = -1; ///< global rank within the job; -1: not known
    std::int32_t gpu = -1; ///< on this node; -1: not known
    char job[128] = {};
};

} // namespace lockstep::nccl
