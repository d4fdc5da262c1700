// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>

namespace lockstep {

class NodeRing;

/// Notified when a ring has new ticks. Called on publishers' threads without locks; must return at once.
class TickWatcher
{
public:
    virtual ~TickWatcher() = default;

    /// The ring watched under @p slot has new data.
    virtual void ringChanged(std::size_t slot) = 0;
    /// A node was added.
    virtual void ringAdded(std::shared_ptr<NodeRing> ring) = 0;
    /// The relay's identity has changed.
    virtual void relayIntroduced() = 0;
};

} // namespace lockstep
