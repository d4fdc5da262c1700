// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/ringlayout.h"
#include "datasources/text/filedescriptor.h"
#include "models/core/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lockstep {

/// Reads the ring of a job's process. Its content is untrusted: it is copied, never mapped, and every number is checked
/// before use. Reads at most one ring at a time. Owned by NcclJobs; sampling thread.
class RingReader
{
public:
    /// One collective, send or receive. Times are CLOCK_MONOTONIC in nanoseconds, in order and not in the future.
    struct Work
    {
        nccl::What what;
        std::uint64_t sequence = 0;
        std::uint64_t bytes = 0;
        std::int64_t startNs = 0;
        std::int64_t endNs = 0; ///< for an open one: 0, or its apparent end
        std::array<std::uint32_t, 3> waitsUs{}; ///< sampled: for the own GPU, the peer, and the network
        std::uint32_t gpuUs = 0; ///< duration by the GPU's clock; 0: unknown
    };
    struct News
    {
        std::vector<Work> ended;
        std::vector<Work> open; ///< those open for long enough to track
        std::uint64_t lost = 0; ///< dropped by the plugin, or overwritten before they were read
        std::uint64_t malformed = 0;
        std::uint64_t calls = 0;
        std::uint64_t costNs = 0;
    };
    struct Communicator
    {
        std::uint64_t hash = 0;
        std::uint64_t ranks = 0;
        std::uint64_t rank = 0;
        std::string name; ///< printable
    };

    /// Whether a descriptor is sealed memory of this machine, which cannot shrink. Any other file, such as one of a
    /// network or FUSE file system, may block readers for as long as its owner likes, even in stat() and close().
    [[nodiscard]] static bool isSealedMemory(int descriptor);
    /// @param memory from a process; sealed
    [[nodiscard]] static Result<RingReader> open(FileDescriptor memory);

    /// Number of unread entries; cheap.
    [[nodiscard]] std::uint64_t pending() const;
    /// Reads new records, at most @p max completed ones; others stay in the ring. @param nowNs CLOCK_MONOTONIC
    void read(std::int64_t nowNs, std::size_t max, News& news);
    /// Marks existing records as read.
    void skip();
    [[nodiscard]] Communicator communicator(std::uint16_t place) const;

private:
    explicit RingReader(FileDescriptor memory) : m_memory(std::move(memory)) { }

    [[nodiscard]] bool copy(std::size_t offset, void* target, std::size_t bytes) const;
    [[nodiscard]] std::uint64_t head() const;
    void readEnded(std::int64_t nowNs, std::size_t max, News& news);
    [[nodiscard]] bool readPiece(std::uint64_t end, std::int64_t nowNs, News& news);
    void readOpen(std::int64_t nowNs, News& news);
    void readCounters(News& news);

    FileDescriptor m_memory;
    std::uint64_t m_next = 0; ///< record
    std::uint64_t m_incomplete = 0; ///< record being written at the last check, plus one
    std::uint64_t m_dropped = 0;
    std::uint64_t m_late = 0;
    std::uint64_t m_calls = 0;
    std::uint64_t m_costNs = 0;
    std::vector<std::uint64_t> m_buffer;
};

} // namespace lockstep
