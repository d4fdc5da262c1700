// SPDX-License-Identifier: GPL-3.0-or-later
#include "datasources/ncclplugin/communicators.h"

#include <cstring>

namespace lockstep::nccl {

Communicator* Communicators::make(int* mask)
{
    // In turn, so that one that is gone keeps its name while its last collectives are read.
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

} // namespace lockstep::nccl
