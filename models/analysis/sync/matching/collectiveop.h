// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Kind of a communication. Generic is a kernel whose function the trace does not give.
enum class CollectiveKind : std::uint8_t {
    Generic,
    AllReduce,
    AllGather,
    ReduceScatter,
    AllToAll,
    Broadcast,
    Reduce,
    Gather,
    Scatter,
    Barrier,
    Send,
    Recv,
};

/// "all_reduce", "all_gather", ...
[[nodiscard]] std::string_view collectiveKindName(CollectiveKind kind);

/// Understands the spellings of PyTorch ("nccl:_all_gather_base"), NCCL ("ReduceScatter") and its kernels
/// ("ncclDevKernel_AllReduce_Sum_f16_RING_LL(...)"). Generic where the text names none of them.
[[nodiscard]] CollectiveKind collectiveKindFromName(std::string_view name);

/// No rank can leave such a collective before every rank has entered it.
[[nodiscard]] bool synchronises(CollectiveKind kind);

/// Bus bandwidth = factor * bytes / time, bytes being the whole buffer (all-gather, reduce-scatter: all shards); 0: not
/// defined. Source: nccl-tests doc/PERFORMANCE.md.
[[nodiscard]] double busBandwidthFactor(CollectiveKind kind, std::uint32_t ranks);

/// Bytes per second; 0 where bytes, time or factor are unknown.
[[nodiscard]] double busBandwidth(CollectiveKind kind, std::uint32_t ranks, std::uint64_t bytes, Duration time);

enum class OpState : std::uint8_t { Completed, Started, Scheduled };

/// One rank's part in one collective.
struct CollectiveOp
{
    static constexpr std::int64_t noSequence = -1;

    std::uint32_t participant = 0; ///< index into CollectiveTrace::participants
    std::uint32_t communicator = 0; ///< index into CollectiveTrace::communicators
    std::int32_t member = -1; ///< own rank as the communicator numbers it; -1: unknown
    CollectiveKind kind = CollectiveKind::Generic;
    OpState state = OpState::Completed;
    std::int64_t sequence = noSequence; ///< n-th on its communicator; unknown: by start
    std::optional<TimePoint> start; ///< in the participant's clock
    std::optional<Duration> duration; ///< never negative
    std::optional<TimePoint> handedOver; ///< time of the call in the process, used only to position it
    std::optional<TimePoint> seenDone; ///< when its process looked and it had ended
    std::uint64_t bytes = 0; ///< the whole buffer; 0: unknown
    std::uint32_t shape = 0; ///< index into CollectiveTrace::shapes
};

/// A process that recorded a trace.
struct Participant
{
    std::optional<std::int32_t> rank; ///< in the job
    std::string source; ///< the file it was read from, or host and pid where the file names them
    bool isWholeFile = false; ///< the source is a file that holds this one process
    Duration compute{}; ///< GPU time in kernels that do not communicate
    std::uint64_t computeKernels = 0;
    Duration traced{}; ///< from its first event to its last; 0: not known
    Duration gpuBusy{}; ///< with at least one kernel or copy under way
    Duration loading{}; ///< its main loop waited for the data loader
    Duration loadingIdle{}; ///< of that, with the GPU idle
    bool isEmptyDump = false; ///< a Flight Recorder dump without entries: its rank has completed what it entered
};

struct Communicator
{
    std::string name;
    std::uint32_t size = 0; ///< 0: unknown
    std::vector<std::int32_t> members; ///< ranks as its ops' `member` numbers them, ascending; empty: not listed
    bool isNumberedFromZero = false; ///< its members are 0 to size - 1, without being listed
    bool isInferred = false; ///< the trace names no communicator; ops of one stream were taken to share one
    std::string group{}; ///< of sends and receives between two ranks: the process group they go through; else empty
};

/// Progress of a participant in a process group, which a dump states even for groups without entries.
struct GroupProgress
{
    std::uint32_t participant = 0; ///< index into CollectiveTrace::participants
    std::string group; ///< name of the communicator
    std::int64_t entered = -1; ///< highest sequence; -1: none
    std::int64_t completed = -1;
};

/// Compute activity of a GPU.
struct ComputeSpan
{
    std::uint32_t participant = 0; ///< index into CollectiveTrace::participants
    std::uint32_t name = 0; ///< index into CollectiveTrace::kernels
    TimePoint start; ///< in the participant's clock
    Duration duration{};
};

struct CollectiveTrace
{
    std::vector<Participant> participants;
    std::vector<Communicator> communicators;
    std::vector<std::string> shapes{std::string()}; ///< sizes and types as recorded; 0 is unknown
    std::vector<CollectiveOp> ops;
    std::vector<GroupProgress> progress; ///< of collectives; of a dump that states it
    std::vector<ComputeSpan> computes; ///< only where they were asked for (see TraceDetail)
    std::vector<std::string> kernels; ///< their names
};

} // namespace lockstep
