// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep {

class NodeRing;

/// Whoever wants to hear that there is news: a subscription. Called on publishers' threads without any lock held;
/// must return at once.
class TickWatcher
{
public:
    virtual ~TickWatcher() = default;

    /// The ring that was watched under @p slot has news.
    virtual void ringChanged(std::size_t slot) = 0;
    /// A node was added (only told to watchers of the whole registry).
    virtual void ringAdded(std::shared_ptr<NodeRing> ring) = 0;
};

} // namespace lockstep
