// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "datasources/ncclplugin/ringlayout.h"

#include <atomic>
#include <cstdint>
#include <pthread.h>

namespace lockstep::nccl {

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
    /// After it nothing is written to its mask any more.
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

} // namespace lockstep::nccl
