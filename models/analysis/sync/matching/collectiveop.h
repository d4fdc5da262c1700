// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep {

/// Kind of a communication. Generic is a kernel whose operation is unknown.
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

/// Parses the spellings of PyTorch ("nccl:_all_gather_base"), NCCL ("ReduceScatter") and its kernels
/// ("ncclDevKernel_AllReduce_Sum_f16_RING_LL(...)"). Generic for others.
[[nodiscard]] CollectiveKind collectiveKindFromName(std::string_view name);

/// No rank can leave such a collective before every rank has entered it.
[[nodiscard]] bool synchronises(CollectiveKind kind);

/// Bus bandwidth = factor * bytes / time, bytes being the whole buffer (all-gather, reduce-scatter: all shards); 0: not
/// defined. Source: nccl-tests doc/PERFORMANCE.md.
[[nodiscard]] double busBandwidthFactor(CollectiveKind kind, std::uint32_t ranks);

/// Bytes per second; 0 if bytes, time or factor are unknown.
[[nodiscard]] double busBandwidth(CollectiveKind kind, std::uint32_t ranks, std::uint64_t bytes, Duration time);

enum class OpState : std::uint8_t { Completed, Started, Scheduled };

/// One rank's part in one collective.
struct CollectiveOp
{
    static constexpr std::int64_t noSequence = -1;

    std::uint32_t participant = 0; ///< index into CollectiveTrace::participants
    std::uint32_t communicator = 0; ///< index into CollectiveTrace::communicators
    std::int32_t member = -1; ///< own rank in the communicator's numbering; -1: unknown
    CollectiveKind kind = CollectiveKind::Generic;
    OpState state = OpState::Completed;
    std::int64_t sequence = noSequence; ///< n-th on its communicator; unknown: numbered by start
    std::optional<TimePoint> start; ///< in the participant's clock
    std::optional<Duration> duration; ///< never negative
    std::optional<TimePoint> handedOver; ///< time of the call in the process, used only to order ops
    std::optional<TimePoint> seenDone; ///< time at which its process observed the end
    std::uint64_t bytes = 0; ///< the whole buffer; 0: unknown
    std::uint32_t shape = 0; ///< index into CollectiveTrace::shapes
};

/// A process that recorded a trace.
struct Participant
{
    std::optional<std::int32_t> rank; ///< in the job
    std::string source; ///< file, or host and pid within a file
    bool isWholeFile = false; ///< the source is a file of this process only
    Duration compute{}; ///< GPU time in computing kernels
    std::uint64_t computeKernels = 0;
    Duration traced{}; ///< from its first event to its last; 0: unknown
    Duration gpuBusy{}; ///< with at least one running kernel or copy
    Duration loading{}; ///< its main loop waited for the data loader
    Duration loadingIdle{}; ///< of loading, with the GPU idle
    /// A Flight Recorder dump without entries: its rank has completed all collectives that it entered.
    bool isEmptyDump = false;
};

struct Communicator
{
    std::string name;
    std::uint32_t size = 0; ///< 0: unknown
    std::vector<std::int32_t> members; ///< ranks in the numbering of `member`, ascending; empty: not listed
    bool isNumberedFromZero = false; ///< members are 0 to size - 1, although not listed
    bool isInferred = false; ///< the trace names no communicator; ops of one stream are assumed to share one
    std::string group{}; ///< for sends and receives between two ranks: their process group; otherwise empty
};

/// Progress of a participant in a process group, which a dump contains even for groups without entries.
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
    std::vector<std::string> shapes{std::string()}; ///< as recorded; 0 is unknown
    std::vector<CollectiveOp> ops;
    std::vector<GroupProgress> progress; ///< of collectives, if the dump contains it
    std::vector<ComputeSpan> computes; ///< only if requested (see TraceDetail)
    std::vector<std::string> kernels; ///< their names
};

} // namespace lockstep
